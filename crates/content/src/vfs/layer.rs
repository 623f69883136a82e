//! A layer of the file system: a folder, an archive or memory.

use crate::{
    vfs::archive::Archive,
    vfs::error::ContentError,
    vfs::folder::Folder,
    vfs::index::{MAX_BYTES, Scope, below},
    vfs::streamed::Streamed,
};
use std::{collections::BTreeMap, io, path::Path, sync::Arc};

/// A layer of the file system. Clones share the same files.
#[derive(Clone, Debug)]
pub(crate) enum Layer {
    Folder(Arc<Folder>),
    Archive(Arc<Archive>),
    Memory(Arc<BTreeMap<String, Vec<u8>>>),
    Streamed(Arc<Streamed>),
}

impl Default for Layer {
    fn default() -> Layer {
        Layer::Memory(Arc::default())
    }
}

impl Layer {
    /// Opens a folder or a zip archive.
    ///
    /// # Errors
    /// If it cannot be read, or is neither a folder nor a zip archive.
    pub(crate) fn open(path: &Path, scope: Scope) -> Result<Layer, ContentError> {
        Ok(match path.is_dir() {
            true => Layer::Folder(Arc::new(Folder::open(path, scope)?)),
            false => Layer::Archive(Arc::new(Archive::open(path, scope)?)),
        })
    }

    /// Returns true if the layer contains a file with this name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.get(name).is_some()),
            Layer::Archive(archive) => archive.index().get(name).is_some(),
            Layer::Memory(files) => files.contains_key(name),
            Layer::Streamed(files) => files.contains(name),
        }
    }

    /// Returns the reason why a file is rejected, if it is.
    pub(crate) fn why_refused(&self, name: &str) -> Option<String> {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.why_refused(name).map(str::to_owned)),
            Layer::Archive(archive) => archive.index().why_refused(name).map(str::to_owned),
            Layer::Memory(_) | Layer::Streamed(_) => None,
        }
    }

    /// Returns a message for each rejected file.
    pub(crate) fn refused(&self) -> Vec<String> {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.refused().collect()),
            Layer::Archive(archive) => archive.index().refused().collect(),
            Layer::Memory(_) | Layer::Streamed(_) => Vec::new(),
        }
    }

    /// Calls a function with the name of each file, in order.
    pub(crate) fn visit(&self, mut visit: impl FnMut(&str)) {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.names().for_each(visit)),
            Layer::Archive(archive) => archive.index().names().for_each(visit),
            Layer::Memory(files) => files.keys().for_each(|name| visit(name)),
            Layer::Streamed(files) => files.names().for_each(visit),
        }
    }

    /// Calls a function with the name of each file in a folder and below it, in order.
    pub(crate) fn visit_below(&self, folder: &str, visit: impl FnMut(&str)) {
        match self {
            Layer::Folder(layer) => layer.with_index(|index| index.names_below(folder).for_each(visit)),
            Layer::Archive(archive) => archive.index().names_below(folder).for_each(visit),
            Layer::Memory(files) => below(files, folder).for_each(visit),
            Layer::Streamed(files) => {
                let is_below = |name: &&str| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
                files.names().filter(is_below).for_each(visit);
            }
        }
    }

    /// Returns the names of all files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.visit(|name| names.push(name.to_owned()));
        names
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// If the file does not exist, is too large or cannot be read.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        self.read_up_to(name, MAX_BYTES)
    }

    /// Returns the bytes of a file that must have at most `max` bytes.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub(crate) fn read_up_to(&self, name: &str, max: usize) -> Result<Vec<u8>, ContentError> {
        let bytes = match self {
            Layer::Folder(folder) => folder.read(name, max),
            Layer::Archive(archive) => archive.read(name, max),
            Layer::Memory(files) => files.get(name).cloned().ok_or(io::ErrorKind::NotFound.into()),
            Layer::Streamed(files) => {
                let bytes = files.get(name).map(|bytes| bytes.to_vec());
                bytes.ok_or_else(|| io::Error::other("it is not downloaded yet"))
            }
        };
        let bytes = bytes.map_err(|error| ContentError::cannot_read(name, error))?;
        if bytes.len() > max {
            return Err(ContentError::cannot_read(name, format_args!("it has more than {max} bytes")));
        }
        Ok(bytes)
    }

    /// Returns the folder of the layer, if it is one.
    pub(crate) fn root(&self) -> Option<&Path> {
        match self {
            Layer::Folder(folder) => Some(folder.root()),
            Layer::Archive(_) | Layer::Memory(_) | Layer::Streamed(_) => None,
        }
    }

    /// Lists the files of a folder again.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn refresh(&self) {
        if let Layer::Folder(folder) = self {
            folder.refresh();
        }
    }
}
