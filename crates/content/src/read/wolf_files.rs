//! Files with maps of Wolfenstein 3D and its relatives, which players bring: which of them belong together, and their
//! contents.

use crate::{read::named::read_named, vfs::error::ContentError};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Cursor, Read},
    path::{Path, PathBuf},
};
use zip::ZipArchive;

/// Stems of the files of the original game. If one of them is named, the others are read, too.
const STEMS: [&str; 3] = ["MAPHEAD", "GAMEMAPS", "MAPTEMP"];
/// Extensions of further files that are read from folders and archives.
const EXTENSIONS: [&str; 3] = ["wad", "wdc", "uwmf"];
/// Extensions of archives; `pk3` is that of ECWolf.
const ARCHIVES: [&str; 2] = ["pk3", "zip"];
/// Maximum size of all files in an archive, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the given files, the map files in given folders, and the other halves of the original game's files, each
/// once.
///
/// # Errors
/// If a folder cannot be read.
pub fn wolf_paths(named: &[PathBuf]) -> Result<Vec<PathBuf>, ContentError> {
    let mut all = Vec::new();
    for path in named {
        if path.is_dir() {
            all.extend(entries(path)?.into_iter().filter(|file| is_wolf_file(file)));
        } else if stem(path).is_some() {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let is_half = |file: &PathBuf| stem(file).is_some_and(|it| stem(path) != Some(it));
            let beside = entries(folder)?.into_iter().filter(|file| has_extension(file, &[&extension]));
            all.push(path.clone());
            all.extend(beside.filter(is_half));
        } else {
            all.push(path.clone());
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|path| seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone())));
    Ok(all)
}

/// Returns names and contents of files. Archives are replaced by the map files in them.
///
/// # Errors
/// If a file cannot be read or is too large, or if an archive is damaged.
pub fn read_wolf_files(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, ContentError> {
    let mut files = Vec::new();
    for path in paths {
        let (name, bytes) = (path.display().to_string(), read_named(path)?);
        if has_extension(path, &ARCHIVES) {
            files.extend(unpacked(&name, &bytes)?);
        } else {
            files.push((name, bytes));
        }
    }
    Ok(files)
}

/// Returns names and contents of the map files among the files of a folder or archive, which `read` reads by name.
/// `label` returns a file's name for messages.
///
/// # Errors
/// As for [`read_wolf_files`].
pub(crate) fn wolf_files_among(
    names: &[String],
    label: impl Fn(&str) -> String,
    read: impl Fn(&str) -> Result<Vec<u8>, ContentError>,
) -> Result<Vec<(String, Vec<u8>)>, ContentError> {
    let mut files = Vec::new();
    for name in names.iter().filter(|name| is_wolf_file(Path::new(name))) {
        let (label, bytes) = (label(name), read(name)?);
        if has_extension(Path::new(name), &ARCHIVES) {
            files.extend(unpacked(&label, &bytes)?);
        } else {
            files.push((label, bytes));
        }
        let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        if total as u64 > MAX_BYTES {
            let what = format_args!("{}: the map files must have at most {MAX_BYTES} bytes together", files[0].0);
            return Err(ContentError::wrong(what));
        }
    }
    Ok(files)
}

/// Returns true for names of files with maps and of archives of such files.
pub(crate) fn is_wolf_file(file: &Path) -> bool {
    is_map_file(file) || has_extension(file, &["pk3"])
}

/// Returns the map files in an archive, by their names.
fn unpacked(archive: &str, bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ContentError> {
    let wrong = |what: &dyn std::fmt::Display| ContentError::wrong(format_args!("{archive}: {what}"));
    let mut zip = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| wrong(&format_args!("it must be a zip archive: {error}")))?;
    let name = |number| Some((zip.name_for_index(number)?.ok()?.into_owned(), number));
    let names: BTreeMap<String, usize> = (0..zip.len()).filter_map(name).collect();
    let (mut files, mut left) = (Vec::new(), MAX_BYTES);
    for (name, number) in names.into_iter().filter(|(name, _)| is_map_file(Path::new(name))) {
        let file = zip.by_index(number).map_err(|error| wrong(&format_args!("{name}: {error}")))?;
        let mut bytes = Vec::new();
        // The sizes in the archive may be wrong.
        let read = file.take(left + 1).read_to_end(&mut bytes);
        read.map_err(|error| wrong(&format_args!("{name}: {error}")))?;
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| wrong(&format_args!("the map files in it must have at most {MAX_BYTES} bytes")))?;
        files.push((format!("{archive}/{name}"), bytes));
    }
    if files.is_empty() {
        return Err(wrong(&"the archive must contain map files, found none"));
    }
    Ok(files)
}

/// Returns the files in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ContentError> {
    let unreadable = |error| ContentError::cannot_read(&folder.display().to_string(), error);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).map_err(unreadable)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

pub(crate) fn is_map_file(file: &Path) -> bool {
    stem(file).is_some() || has_extension(file, &EXTENSIONS)
}

/// Returns the stem of the original game's file that this is, if it is one.
fn stem(file: &Path) -> Option<&'static str> {
    let stem = file.file_stem()?.to_string_lossy();
    STEMS.into_iter().find(|known| stem.eq_ignore_ascii_case(known))
}

fn has_extension(file: &Path, extensions: &[&str]) -> bool {
    let of_file = file.extension().unwrap_or_default().to_string_lossy();
    extensions.iter().any(|extension| of_file.eq_ignore_ascii_case(extension))
}
