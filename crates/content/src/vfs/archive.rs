//! A layer that is a zip archive.

use crate::{vfs::error::ContentError, vfs::file_name::TOP_FOLDERS, vfs::index::Index};
use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek, SeekFrom},
    path::Path,
    sync::{Mutex, PoisonError},
};
use zip::ZipArchive;

/// A zip archive with files that replace those of the game.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Number of each file in the archive.
    index: Index<usize>,
    zip: Mutex<ZipArchive<Bytes>>,
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
    /// Opens an archive and lists its files. If all of them are in one folder, that folder counts as the root.
    ///
    /// # Errors
    /// If it cannot be read, is not a zip archive, or contains too many files.
    pub(crate) fn open(path: &Path) -> Result<Archive, ContentError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| ContentError::cannot_read(&name, error))?;
        Archive::of(&name, Bytes::File(BufReader::new(file)))
    }

    /// As [`open`](Archive::open), but for an archive in memory. `name` is its name in messages.
    ///
    /// # Errors
    /// If it is not a zip archive, or contains too many files.
    pub(crate) fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<Archive, ContentError> {
        Archive::of(name, Bytes::Memory(Cursor::new(bytes)))
    }

    fn of(name: &str, bytes: Bytes) -> Result<Archive, ContentError> {
        let zip = ZipArchive::new(bytes);
        let zip =
            zip.map_err(|error| ContentError::wrong(format_args!("{name}: it must be a zip archive: {error}")))?;
        let mut index = Index::default();
        let name = |number| Some((number, zip.name_for_index(number)?.ok()?.into_owned()));
        let names: Vec<(usize, String)> = (0..zip.len()).filter_map(name).collect();
        let folder = common_folder(&names);
        for (number, name) in &names {
            let Some(name) = name.strip_prefix(&folder) else { continue };
            let is_ours = name.split_once('/').is_some_and(|(top, _)| TOP_FOLDERS.contains(&top));
            if is_ours && !name.ends_with('/') {
                index.add(name.to_owned(), *number)?;
            }
        }
        Ok(Archive { index, zip: Mutex::new(zip) })
    }

    /// Returns the index of the files.
    pub(crate) fn index(&self) -> &Index<usize> {
        &self.index
    }

    /// Returns the bytes of a file, at most `max + 1`, regardless of the size that the archive declares.
    pub(crate) fn read(&self, name: &str, max: usize) -> io::Result<Vec<u8>> {
        let number = *self.index.get(name).ok_or(io::ErrorKind::NotFound)?;
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let file = zip.by_index(number).map_err(io::Error::other)?;
        if !file.is_file() {
            return Err(io::Error::other("it is a link or a folder in the archive"));
        }
        let mut bytes = Vec::new();
        file.take(max as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the folder that contains all files, with its `/`. Returns an empty string if there is none, or if it is one
/// of the game's own folders.
fn common_folder(names: &[(usize, String)]) -> String {
    let folder = |(_, name): &(usize, String)| name.split_once('/').map(|(folder, _)| format!("{folder}/"));
    let first = names.first().and_then(folder).unwrap_or_default();
    let is_own = TOP_FOLDERS.iter().any(|top| first.trim_end_matches('/') == *top);
    if !is_own && names.iter().all(|(_, name)| name.starts_with(&first)) { first } else { String::new() }
}
