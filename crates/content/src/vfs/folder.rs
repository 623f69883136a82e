//! A layer that is a folder.

use crate::{
    vfs::error::ContentError,
    vfs::file_name::{MAX_DEPTH, TOP_FOLDERS},
    vfs::index::{Index, Scope},
};
use std::{
    fs::{self, DirEntry, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{PoisonError, RwLock},
};

/// A folder with the game's files, or with files that replace them.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser does not list folders again"))]
    scope: Scope,
    index: RwLock<Index<()>>,
}

impl Folder {
    /// Opens a folder and lists its files in this scope.
    ///
    /// # Errors
    /// If the folder cannot be read, or contains too many files.
    pub(crate) fn open(root: &Path, scope: Scope) -> Result<Folder, ContentError> {
        let unreadable = |error: io::Error| ContentError::cannot_read(&root.display().to_string(), error);
        let root = fs::canonicalize(root).map_err(unreadable)?;
        let index = index(&root, scope)?;
        Ok(Folder { root, scope, index: RwLock::new(index) })
    }

    /// Returns the absolute path of the folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Lists the files again.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn refresh(&self) {
        if let Ok(new) = index(&self.root, self.scope) {
            *self.index.write().unwrap_or_else(PoisonError::into_inner) = new;
        }
    }

    /// Calls a function with the index.
    pub(crate) fn with_index<R>(&self, look: impl FnOnce(&Index<()>) -> R) -> R {
        look(&self.index.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the bytes of a file, at most `max + 1`.
    pub(crate) fn read(&self, name: &str, max: usize) -> io::Result<Vec<u8>> {
        let file = File::open(self.root.join(name))?;
        let mut bytes = Vec::with_capacity(file.metadata()?.len().min(max as u64) as usize);
        file.take(max as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Lists the files of a folder.
fn index(root: &Path, scope: Scope) -> Result<Index<()>, ContentError> {
    let mut index = Index::new(scope);
    match scope {
        Scope::Mod => add_folder(root, "", 0, &mut index)?,
        Scope::Game => {
            for top in TOP_FOLDERS.into_iter().filter(|top| root.join(top).is_dir()) {
                add_folder(root, top, 1, &mut index)?;
            }
        }
    }
    Ok(index)
}

/// Adds the files of a folder and its subfolders; `name` is its name relative to the root.
fn add_folder(root: &Path, name: &str, depth: usize, index: &mut Index<()>) -> Result<(), ContentError> {
    if depth > MAX_DEPTH {
        index.refuse(name.to_owned(), "it is more than 8 folders deep");
        return Ok(());
    }
    let unreadable = |error| ContentError::cannot_read(name, error);
    for entry in fs::read_dir(root.join(name)).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let file = entry.file_name();
        let Some(file) = file.to_str() else {
            index.refuse(format!("{name}/{}", file.to_string_lossy()), "the name is not UTF-8");
            continue;
        };
        let below = if name.is_empty() { file.to_owned() } else { format!("{name}/{file}") };
        if !index.scope().contains(&below) {
            continue;
        }
        match kind(root, &entry) {
            // Asking for the size of each of the game's own files would delay the start, and only mods have a limit.
            Kind::File if index.scope() == Scope::Game => index.add(below, 0, ())?,
            Kind::File => index.add(below, fs::metadata(entry.path()).map_or(0, |file| file.len()), ())?,
            Kind::Folder => add_folder(root, &below, depth + 1, index)?,
            Kind::Outside => index.refuse(below, "it is a link to a place outside of the folder or to nothing"),
            Kind::Other => index.refuse(below, "it is neither a file nor a folder"),
        }
    }
    Ok(())
}

/// Type of a folder entry.
enum Kind {
    Folder,
    /// A file, or a link to one inside of the root.
    File,
    /// A link that leads out of the root, or a broken link.
    Outside,
    /// A pipe, a device or similar.
    Other,
}

fn kind(root: &Path, entry: &DirEntry) -> Kind {
    let Ok(found) = entry.file_type() else { return Kind::Other };
    if found.is_symlink() {
        let Some(target) = fs::canonicalize(entry.path()).ok().filter(|target| target.starts_with(root)) else {
            return Kind::Outside;
        };
        match fs::metadata(target) {
            // Links to folders are rejected, because they could form a cycle.
            Ok(target) if target.is_file() => return Kind::File,
            _ => return Kind::Outside,
        }
    }
    match found {
        found if found.is_dir() => Kind::Folder,
        found if found.is_file() => Kind::File,
        _ => Kind::Other,
    }
}
