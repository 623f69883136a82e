//! The layered file system of the game: folders, archives and memory. The last layer that contains a file provides it.

use crate::{vfs::archive::Archive, vfs::error::ContentError, vfs::file_name, vfs::folder::Folder};
use bevy::ecs::resource::Resource;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Maximum size of a file, in bytes; more than any file of the game needs.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The files of the game. They are read-only, and clones share the same files.
#[derive(Resource, Clone, Debug, Default)]
pub struct Files {
    layers: Arc<Vec<Layer>>,
    /// Names of files that have changed on disk since the last query.
    changed: Arc<Mutex<BTreeSet<String>>>,
}

/// A layer of the file system.
#[derive(Clone, Debug)]
enum Layer {
    Folder(Arc<Folder>),
    Archive(Arc<Archive>),
    Memory(Arc<BTreeMap<String, Vec<u8>>>),
}

impl Files {
    /// Creates a file system from a folder that contains `assets` and `levels`.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Files, ContentError> {
        Ok(Files::default().with(Layer::Folder(Arc::new(Folder::open(folder)?))))
    }

    /// Creates a file system in memory, from contents by name such as `levels/deck1.ron`.
    pub fn of_memory(files: BTreeMap<String, Vec<u8>>) -> Files {
        Files::default().with(Layer::Memory(Arc::new(files)))
    }

    /// Creates a file system from a zip archive in memory. `name` is its name in messages.
    ///
    /// # Errors
    /// If it is not a zip archive.
    pub fn of_archive(name: &str, bytes: Vec<u8>) -> Result<Files, ContentError> {
        Ok(Files::default().with(Layer::Archive(Arc::new(Archive::of_bytes(name, bytes)?))))
    }

    /// Adds a folder or zip archive as a layer, which replaces files with the same names.
    ///
    /// # Errors
    /// If it cannot be read, or is neither a folder nor a zip archive.
    pub fn with_layer(&self, path: &Path) -> Result<Files, ContentError> {
        let layer = match path.is_dir() {
            true => Layer::Folder(Arc::new(Folder::open(path)?)),
            false => Layer::Archive(Arc::new(Archive::open(path)?)),
        };
        Ok(self.with(layer))
    }

    /// Adds files in memory as a layer.
    pub fn with_memory(&self, files: BTreeMap<String, Vec<u8>>) -> Files {
        self.with(Layer::Memory(Arc::new(files)))
    }

    fn with(&self, layer: Layer) -> Files {
        let layers = self.layers.iter().cloned().chain([layer]);
        Files { layers: Arc::new(layers.collect()), changed: Arc::default() }
    }

    /// Returns the folders among the layers, which can be watched for changes.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.layers.iter().filter_map(|layer| match layer {
            Layer::Folder(folder) => Some(folder.root()),
            Layer::Archive(_) | Layer::Memory(_) => None,
        })
    }

    /// Updates the indices of the layers, and records the names of files that have changed.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn refresh(&self, changed: impl Iterator<Item = String>) {
        for layer in self.layers.iter() {
            if let Layer::Folder(folder) = layer {
                folder.refresh();
            }
        }
        // Record the changes last, so that the index is up to date when they are queried.
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).extend(changed);
    }

    /// Returns the names of the files that have changed since the last call, if they are watched.
    pub(crate) fn take_changed(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns true if there is a file with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.layers.iter().any(|layer| layer.contains(name))
    }

    /// Returns the absolute path of a file, unless there is none or it is in an archive or in memory.
    pub(crate) fn path_of(&self, name: &str) -> Option<PathBuf> {
        match self.layers.iter().rev().find(|layer| layer.contains(name))? {
            Layer::Folder(folder) => Some(folder.root().join(name)),
            Layer::Archive(_) | Layer::Memory(_) => None,
        }
    }

    /// Returns the names of all files, in order.
    pub fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for layer in self.layers.iter() {
            layer.visit(|name| {
                names.insert(name.to_owned());
            });
        }
        names
    }

    /// Returns the names of the files in a folder with an extension such as `.ron`, in order. Files in subfolders are
    /// not included.
    pub fn list(&self, folder: &str, ending: &str) -> Vec<String> {
        let mut names = BTreeSet::new();
        for layer in self.layers.iter() {
            layer.visit(|name| {
                let file = name.strip_prefix(folder).and_then(|below| below.strip_prefix('/'));
                if file.is_some_and(|file| !file.contains('/') && file.ends_with(ending)) {
                    names.insert(name.to_owned());
                }
            });
        }
        names.into_iter().collect()
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// If the file does not exist, is rejected, is too large or cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        if let Err(what) = file_name::check(name) {
            return Err(ContentError::cannot_read(name, what));
        }
        let Some(layer) = self.layers.iter().rev().find(|layer| layer.contains(name)) else {
            let refused = self.layers.iter().rev().find_map(|layer| layer.why_refused(name));
            return Err(ContentError::cannot_read(name, refused.as_deref().unwrap_or("there is no such file")));
        };
        let bytes = layer.read(name).map_err(|error| ContentError::cannot_read(name, error))?;
        if bytes.len() > MAX_BYTES {
            return Err(ContentError::cannot_read(name, format_args!("it has more than {MAX_BYTES} bytes")));
        }
        Ok(bytes)
    }

    /// Returns a message for each existing file that is rejected: a link that leads out of its folder, a name that is
    /// not UTF-8, or a name that differs from another one only in case.
    pub fn refused(&self) -> Vec<String> {
        let sentences = |layer: &Layer| match layer {
            Layer::Folder(folder) => folder.with_index(|index| index.refused().collect()),
            Layer::Archive(archive) => archive.index().refused().collect(),
            Layer::Memory(_) => Vec::new(),
        };
        self.layers.iter().flat_map(sentences).collect()
    }
}

impl Layer {
    fn contains(&self, name: &str) -> bool {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.get(name).is_some()),
            Layer::Archive(archive) => archive.index().get(name).is_some(),
            Layer::Memory(files) => files.contains_key(name),
        }
    }

    fn why_refused(&self, name: &str) -> Option<String> {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.why_refused(name).map(str::to_owned)),
            Layer::Archive(archive) => archive.index().why_refused(name).map(str::to_owned),
            Layer::Memory(_) => None,
        }
    }

    fn visit(&self, mut visit: impl FnMut(&str)) {
        match self {
            Layer::Folder(folder) => folder.with_index(|index| index.names().for_each(visit)),
            Layer::Archive(archive) => archive.index().names().for_each(visit),
            Layer::Memory(files) => files.keys().for_each(|name| visit(name)),
        }
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self {
            Layer::Folder(folder) => folder.read(name, MAX_BYTES),
            Layer::Archive(archive) => archive.read(name, MAX_BYTES),
            Layer::Memory(files) => files.get(name).cloned().ok_or(io::ErrorKind::NotFound.into()),
        }
    }
}
