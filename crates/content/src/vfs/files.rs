//! The layered file system of the game: folders, archives and memory. The last layer that contains a file provides it,
//! except that tables of mods are merged with those below them.

#[cfg(not(target_family = "wasm"))]
use crate::vfs::file_name::TOP_FOLDERS;
use crate::{
    vfs::archive::Archive,
    vfs::error::ContentError,
    vfs::file_name,
    vfs::index::{MAX_BYTES, Scope},
    vfs::layer::Layer,
    vfs::streamed::{Streamed, WhenArrived},
    vfs::table_text,
    vfs::tables::is_table,
};
use bevy::ecs::resource::Resource;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

/// The files of the game. They are read-only, and clones share the same files.
#[derive(Resource, Clone, Debug, Default)]
pub struct Files {
    layers: Arc<Vec<Layer>>,
    /// The layers of mods, over the others. They can be replaced while the game runs.
    mods: Arc<RwLock<Arc<Vec<ModLayer>>>>,
    /// Changes on disk since the last query.
    changed: Arc<Mutex<Changed>>,
    watch: Watch,
}

/// Changes of files on disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    /// Names of the changed files of the game.
    pub(crate) names: BTreeSet<String>,
    /// True if a mod itself has changed: its manifest, its picture, or maps of which it is made.
    pub(crate) is_mod: bool,
}

/// A function that watches the folders of all layers. It is called after the mods were replaced.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Option<WatchFolders>>>);

pub(crate) type WatchFolders = Box<dyn Fn() + Send>;

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// The layer of a mod.
#[derive(Clone, Debug)]
pub(crate) struct ModLayer {
    /// The name of the mod.
    pub(crate) name: String,
    /// The path of its folder or archive, for messages.
    pub(crate) path: String,
    pub(crate) layer: Layer,
    /// The folder of the mod, unless it is an archive. A page in a browser watches no folders.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) folder: Option<PathBuf>,
}

impl Files {
    /// Creates a file system from a folder that contains `assets` and `levels`.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Files, ContentError> {
        Ok(Files::default().with(Layer::open(folder, Scope::Game)?))
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
        Ok(self.with(Layer::open(path, Scope::Game)?))
    }

    /// Adds files in memory as a layer.
    pub fn with_memory(&self, files: BTreeMap<String, Vec<u8>>) -> Files {
        self.with(Layer::Memory(Arc::new(files)))
    }

    /// Adds a layer of files that arrive while the game runs, by [`arrived`](Self::arrived).
    pub fn with_streamed(&self, names: BTreeSet<String>) -> Files {
        self.with(Layer::Streamed(Arc::new(Streamed::new(names))))
    }

    /// Adds the bytes of a file of [`with_streamed`](Self::with_streamed) to these files and all clones.
    pub fn arrived(&self, name: &str, bytes: Vec<u8>) {
        let layers = self.layers.iter().rev();
        let mut streamed = layers.filter_map(|layer| match layer {
            Layer::Streamed(files) if files.contains(name) => Some(files),
            _ => None,
        });
        if let Some(files) = streamed.next() {
            files.put(name, bytes);
        }
    }

    /// Returns a function that returns a file once it has arrived, if the file is one that arrives while the game runs.
    pub(crate) fn streamed(&self, name: &str) -> Option<WhenArrived> {
        let Some(Layer::Streamed(files)) = self.top_down().find(|layer| layer.contains(name)) else { return None };
        let name = name.to_owned();
        Some(Arc::new(move || files.get(&name)))
    }

    fn with(&self, layer: Layer) -> Files {
        let layers = self.layers.iter().cloned().chain([layer]);
        Files { layers: Arc::new(layers.collect()), ..Files::default() }.with_mod_layers(self.mod_layers().to_vec())
    }

    /// Returns these files with other mods.
    pub(crate) fn with_mod_layers(&self, mods: Vec<ModLayer>) -> Files {
        Files { layers: Arc::clone(&self.layers), mods: Arc::new(RwLock::new(Arc::new(mods))), ..Files::default() }
    }

    /// Replaces the mods of these files and of all clones.
    pub(crate) fn set_mod_layers(&self, mods: Vec<ModLayer>) {
        *self.mods.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(mods);
        if let Some(watch) = &*self.watch.0.lock().unwrap_or_else(PoisonError::into_inner) {
            watch();
        }
    }

    /// Sets the function that watches the folders of all layers.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn set_watch(&self, watch: WatchFolders) {
        *self.watch.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(watch);
    }

    pub(crate) fn mod_layers(&self) -> Arc<Vec<ModLayer>> {
        Arc::clone(&self.mods.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the files without mods.
    pub fn without_mods(&self) -> Files {
        self.with_mod_layers(Vec::new())
    }

    /// Returns all layers from the last one, which has priority, to the first one.
    fn top_down(&self) -> impl Iterator<Item = Layer> {
        let mods = self.mod_layers();
        let mods: Vec<Layer> = mods.iter().rev().map(|below| below.layer.clone()).collect();
        mods.into_iter().chain(self.layers.iter().rev().cloned())
    }

    /// Returns the folders to watch for changes: those of the game's files, and those of mods.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn folders(&self) -> BTreeSet<PathBuf> {
        let roots = self.layers.iter().filter_map(Layer::root);
        let tops = roots.flat_map(|root| TOP_FOLDERS.map(|top| root.join(top))).filter(|top| top.is_dir());
        tops.chain(self.mod_layers().iter().filter_map(|below| below.folder.clone())).collect()
    }

    /// Lists the files of all folders again, and records what has changed at these paths. Returns the names of the
    /// changed files of the game.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn note_changed(&self, paths: &BTreeSet<PathBuf>) -> BTreeSet<String> {
        let mods = self.mod_layers();
        let roots: Vec<PathBuf> = self.top_down().filter_map(|layer| layer.root().map(Path::to_path_buf)).collect();
        self.top_down().for_each(|layer| layer.refresh());
        let mut changed = Changed::default();
        for path in paths {
            let name = roots.iter().find_map(|root| file_name::of_path(path.strip_prefix(root).ok()?));
            match name.filter(|name| Scope::Game.contains(name)) {
                // The files in a new folder may have been written before the folder was watched.
                Some(folder) if path.is_dir() => {
                    let below = format!("{folder}/");
                    changed.names.extend(self.names().into_iter().filter(|name| name.starts_with(&below)));
                }
                Some(name) => _ = changed.names.insert(name),
                None => {
                    let has = |below: &ModLayer| below.folder.as_ref().is_some_and(|folder| path.starts_with(folder));
                    changed.is_mod |= mods.iter().any(has);
                }
            }
        }
        let names = changed.names.clone();
        let mut noted = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        noted.names.append(&mut changed.names);
        noted.is_mod |= changed.is_mod;
        names
    }

    /// Returns what has changed since the last call, if the files are watched.
    pub(crate) fn take_changed(&self) -> Changed {
        std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns true if there is a file with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.top_down().any(|layer| layer.contains(name))
    }

    /// Returns true if a mod contains a file with this name.
    pub fn is_in_mod(&self, name: &str) -> bool {
        self.mod_layers().iter().any(|below| below.layer.contains(name))
    }

    /// Returns the name of the mod that provides a file, unless it is one of the game's.
    pub(crate) fn mod_of(&self, name: &str) -> Option<String> {
        let mods = self.mod_layers();
        Some(mods.iter().rev().find(|below| below.layer.contains(name))?.name.clone())
    }

    /// Returns the absolute path of a file, unless there is none or it is in an archive or in memory.
    pub(crate) fn path_of(&self, name: &str) -> Option<PathBuf> {
        Some(self.top_down().find(|layer| layer.contains(name))?.root()?.join(name))
    }

    /// Returns the names of all files, in order.
    pub fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for layer in self.top_down() {
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
        for layer in self.top_down() {
            layer.visit_below(folder, |name| {
                if !name[folder.len() + 1..].contains('/') && name.ends_with(ending) {
                    names.insert(name.to_owned());
                }
            });
        }
        names.into_iter().collect()
    }

    /// Returns the bytes of a file. The entries of a table in mods replace those of the same name below, and are added
    /// otherwise; any other file is taken from the last layer that contains it.
    ///
    /// # Errors
    /// If the file does not exist, is rejected, is too large or cannot be read, or if a table in a mod is not one.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        if let Err(what) = file_name::check(name) {
            return Err(ContentError::cannot_read(name, what));
        }
        if is_table(name)
            && let Some(merged) = self.merged(name)?
        {
            return Ok(merged);
        }
        self.read_up_to(name, MAX_BYTES)
    }

    /// Returns the bytes of a file that is not a table, from the last layer that contains it. It must have at most `max`
    /// bytes.
    ///
    /// # Errors
    /// If the file does not exist, is rejected, is too large or cannot be read.
    pub(crate) fn read_up_to(&self, name: &str, max: usize) -> Result<Vec<u8>, ContentError> {
        let Some(layer) = self.top_down().find(|layer| layer.contains(name)) else {
            let refused = self.top_down().find_map(|layer| layer.why_refused(name));
            return Err(ContentError::cannot_read(name, refused.as_deref().unwrap_or("there is no such file")));
        };
        layer.read_up_to(name, max)
    }

    /// Returns the versions of a table in mods, each completed by the entries of the versions below it, with its name for
    /// messages. Errors in them are at the lines of the mod's own file.
    ///
    /// # Errors
    /// As for [`Files::read`].
    pub(crate) fn versions(&self, name: &str) -> Result<Vec<(String, Vec<u8>)>, ContentError> {
        let parts = self.parts(name)?;
        let below = |count: usize| Ok((name.to_owned(), table_text::merge(&parts[..count])?));
        let version = |count: usize| {
            let part = &parts[count];
            Ok((part.0.clone(), table_text::completed(part, &below(count)?)?))
        };
        (1..parts.len()).map(version).collect()
    }

    /// Returns a table that is in more than one layer, if at least one of them is a mod.
    fn merged(&self, name: &str) -> Result<Option<Vec<u8>>, ContentError> {
        let parts = self.parts(name)?;
        if parts.len() < 2 { Ok(None) } else { table_text::merge(&parts).map(Some) }
    }

    /// Returns a table of the game and those of mods, in their order, with their names for messages. Returns nothing if no
    /// mod has it.
    fn parts(&self, name: &str) -> Result<Vec<(String, Vec<u8>)>, ContentError> {
        let mods = self.mod_layers();
        let over: Vec<&ModLayer> = mods.iter().filter(|below| below.layer.contains(name)).collect();
        let base = self.layers.iter().rev().find(|layer| layer.contains(name));
        let mut files = Vec::new();
        if over.is_empty() {
            return Ok(files);
        }
        if let Some(base) = base {
            files.push((name.to_owned(), base.read(name)?));
        }
        for ModLayer { path, layer, .. } in over {
            files.push((format!("{path}/{name}"), layer.read(name)?));
        }
        Ok(files)
    }

    /// Returns a message for each existing file that is rejected: a link that leads out of its folder, a name that is
    /// not UTF-8, or a name that differs from another one only in case.
    pub fn refused(&self) -> Vec<String> {
        let layers: Vec<Layer> = self.top_down().collect();
        layers.iter().rev().flat_map(Layer::refused).collect()
    }
}
