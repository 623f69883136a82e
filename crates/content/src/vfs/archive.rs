//! A layer that is a zip archive. Nothing in it is believed: names, sizes, links and the length of the list of files.

use crate::{
    vfs::error::ContentError,
    vfs::file_name::TOP_FOLDERS,
    vfs::index::{Index, Scope},
    vfs::metered::Metered,
};
use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek, SeekFrom},
    path::Path,
    sync::{Mutex, PoisonError},
};
use zip::{CompressionMethod, ZipArchive, result::ZipError};

/// Maximum number of bytes to read for the list of files; the list of 10 000 files has at most 4 MB.
const MAX_LIST_BYTES: u64 = 16 << 20;
/// A file of more than this many bytes must not be larger than [`MAX_RATIO`] times its compressed size.
const RATIO_SINCE: u64 = 1 << 20;
/// Maximum ratio between the size of a file and its compressed size. Maps reach 50, and silence in sounds 200.
const MAX_RATIO: u64 = 500;

type Zip = ZipArchive<Metered<Bytes>>;

/// A zip archive with files that replace those of the game.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Location of each file in the archive.
    index: Index<Place>,
    zip: Mutex<Zip>,
}

/// The location of a file in the archive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    number: usize,
    /// The declared size in bytes. The file is refused if it is larger.
    bytes: u64,
}

/// A file in the list of an archive.
struct Listed {
    name: String,
    place: Place,
    /// The reason why it is refused, if it is.
    refused: Option<Cow<'static, str>>,
}

/// The bytes of an archive, from a file or in memory.
#[derive(Debug)]
enum Bytes {
    File(BufReader<File>),
    Memory(Cursor<Vec<u8>>),
}

impl Read for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Bytes::File(file) => file.read(into),
            Bytes::Memory(memory) => memory.read(into),
        }
    }
}

impl Seek for Bytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Bytes::File(file) => file.seek(to),
            Bytes::Memory(memory) => memory.seek(to),
        }
    }
}

impl Archive {
    /// Opens an archive and lists its files in this scope. If all of them are in one folder, that folder counts as the
    /// root.
    ///
    /// # Errors
    /// If it cannot be read, is not a zip archive, or contains too many files.
    pub(crate) fn open(path: &Path, scope: Scope) -> Result<Archive, ContentError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| ContentError::cannot_read(&name, error))?;
        Archive::of(&name, Bytes::File(BufReader::new(file)), scope)
    }

    /// As [`open`](Archive::open), but for an archive of the game in memory. `name` is its name in messages.
    ///
    /// # Errors
    /// If it is not a zip archive, or contains too many files.
    pub(crate) fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<Archive, ContentError> {
        Archive::of(name, Bytes::Memory(Cursor::new(bytes)), Scope::Game)
    }

    /// As [`open`](Archive::open), but for an archive of a mod in memory.
    ///
    /// # Errors
    /// As for [`open`](Archive::open).
    pub(crate) fn of_mod(name: &str, bytes: Vec<u8>) -> Result<Archive, ContentError> {
        Archive::of(name, Bytes::Memory(Cursor::new(bytes)), Scope::Mod)
    }

    fn of(name: &str, bytes: Bytes, scope: Scope) -> Result<Archive, ContentError> {
        let (reader, budget) = Metered::new(bytes, MAX_LIST_BYTES);
        let broken = |error| match error {
            ZipError::InvalidArchive(_) => ContentError::wrong(format_args!(
                "{name}: it must be a zip archive; it is something else, or incomplete"
            )),
            error => ContentError::wrong(format_args!("{name}: it must be a zip archive: {error}")),
        };
        let zip = ZipArchive::new(reader).map_err(broken)?;
        budget.lift();
        let files: Vec<Listed> = (0..zip.len()).filter_map(|number| listed(&zip, number)).collect();
        let folder = common_folder(&files, scope);
        let mut index = Index::new(scope);
        let in_archive = |error: ContentError| ContentError { what: format!("{name}: {}", error.what), ..error };
        for Listed { name, place, refused } in files {
            let Some(name) = name.strip_prefix(&folder).filter(|name| scope.contains(name)) else { continue };
            match refused {
                Some(why) => index.refuse(name.to_owned(), &why),
                None => index.add(name.to_owned(), place.bytes, place).map_err(in_archive)?,
            }
        }
        Ok(Archive { index, zip: Mutex::new(zip) })
    }

    /// Returns the index of the files.
    pub(crate) fn index(&self) -> &Index<Place> {
        &self.index
    }

    /// Returns the bytes of a file, at most `max + 1`. A file that is larger than declared is refused.
    pub(crate) fn read(&self, name: &str, max: usize) -> io::Result<Vec<u8>> {
        let place = *self.index.get(name).ok_or(io::ErrorKind::NotFound)?;
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let file = zip.by_index(place.number).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        let max = (max as u64).min(place.bytes);
        file.take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > place.bytes {
            return Err(io::Error::other("it is larger than the list of the archive declares"));
        }
        Ok(bytes)
    }
}

/// Returns an entry of the list of files; `None` for folders. Only the list is read here. The header of each file is read
/// together with the file.
fn listed(zip: &Zip, number: usize) -> Option<Listed> {
    let file = zip.by_index_data(number).ok()?;
    let place = Place { number, bytes: file.size() };
    let Ok(name) = std::str::from_utf8(file.name_raw()).map(str::to_owned) else {
        let name = String::from_utf8_lossy(file.name_raw()).into_owned();
        return Some(Listed { name, place, refused: Some("the name is not UTF-8".into()) });
    };
    if name.ends_with('/') {
        return None;
    }
    let ratio = file.size() / file.compressed_size().max(1);
    let refused = if file.is_symlink() {
        Some("it is a link, and links in archives are not followed".into())
    } else if file.encrypted() {
        Some("it is encrypted".into())
    } else if let Some(method) = unknown_compression(file.compression()) {
        Some(format!("its compression must be 'stored' or 'deflated', got {method}").into())
    } else if file.size() > RATIO_SINCE && ratio > MAX_RATIO {
        Some("it is more than 500 times larger than its compressed data".into())
    } else {
        None
    };
    Some(Listed { name, place, refused })
}

/// Returns the name of a compression method that is not supported.
fn unknown_compression(method: CompressionMethod) -> Option<String> {
    Some(match method {
        CompressionMethod::Stored | CompressionMethod::Deflated => return None,
        CompressionMethod::DEFLATE64 => "'deflate64'".to_owned(),
        CompressionMethod::BZIP2 => "'bzip2'".to_owned(),
        CompressionMethod::LZMA => "'lzma'".to_owned(),
        CompressionMethod::ZSTD => "'zstd'".to_owned(),
        CompressionMethod::XZ => "'xz'".to_owned(),
        other => other.to_string(),
    })
}

/// Returns the folder that contains all files, with its `/`. Returns an empty string if there is none, or if it is one
/// of the game's own folders.
fn common_folder(files: &[Listed], scope: Scope) -> String {
    let folder = |file: &Listed| file.name.split_once('/').map(|(folder, _)| format!("{folder}/"));
    let mut visible = files.iter().filter(|file| scope != Scope::Mod || scope.contains(&file.name));
    let first = visible.next().and_then(folder).unwrap_or_default();
    let is_own = TOP_FOLDERS.iter().any(|top| first.trim_end_matches('/') == *top);
    if !is_own && visible.all(|file| file.name.starts_with(&first)) { first } else { String::new() }
}
