//! A mod: its manifest and its files.

use crate::{
    mods::manifest::{MANIFEST, Manifest},
    vfs::error::ContentError,
    vfs::file_name::TOP_FOLDERS,
    vfs::files::{Files, ModLayer},
    vfs::index::Scope,
    vfs::layer::Layer,
};
use renderer::png_size;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use xxhash_rust::xxh3::Xxh3Default;

/// The file name of a mod's picture.
pub(crate) const PICTURE: &str = "mod.png";
/// Maximum length of a side of the picture, in pixels.
const MAX_PICTURE_SIDE: usize = 512;
/// Maximum size of the picture's file, in bytes.
const MAX_PICTURE_BYTES: usize = 1 << 20;
/// Files and folders that take part in a run. Everything else only changes what players see, hear and read.
const PLAYS: [&str; 11] = [
    "assets/campaign.ron",
    "assets/campaigns/",
    "assets/monsters.ron",
    "assets/pickups.ron",
    "assets/pipelines/",
    "assets/props.ron",
    "assets/rooms/",
    "assets/rules/",
    "assets/scripts/",
    "assets/treasure_sets.ron",
    "assets/weapons.ron",
];

/// A folder or an archive with files that replace, change or extend those of the game.
#[derive(Clone, Debug)]
pub struct Mod {
    manifest: Manifest,
    has_manifest: bool,
    path: PathBuf,
    layer: Layer,
    /// The hash, once it is known.
    hash: Arc<Mutex<Option<u64>>>,
    maps: Option<Arc<MapsOfMod>>,
}

/// The maps of another game of which a mod was made.
#[derive(Clone, Debug)]
pub(crate) struct MapsOfMod {
    /// Hash of their files.
    pub(crate) source: u64,
    /// The manifest next to them, if there is one.
    pub(crate) manifest: Option<Manifest>,
    pub(crate) report: Vec<String>,
}

impl Mod {
    /// Opens a folder or a zip archive. A mod without a manifest gets the name of its folder or archive.
    ///
    /// # Errors
    /// If it cannot be read, exceeds a limit, has an invalid manifest, or contains nothing for the game.
    pub fn open(path: &Path) -> Result<Mod, ContentError> {
        Mod::of_layer(path, Layer::open(path, Scope::Mod)?)
    }

    /// Creates a mod from contents by name; `path` is its path in messages.
    ///
    /// # Errors
    /// As for [`Mod::open`].
    pub fn of_memory(path: &Path, files: BTreeMap<String, Vec<u8>>) -> Result<Mod, ContentError> {
        Mod::of_layer(path, Layer::Memory(Arc::new(files)))
    }

    pub(crate) fn of_layer(path: &Path, layer: Layer) -> Result<Mod, ContentError> {
        let manifest = Mod::manifest_of(path, &layer)?;
        let has_manifest = manifest.is_some();
        let manifest = manifest.unwrap_or_else(|| Manifest::of_path(path));
        let mut is_of_use = has_manifest;
        layer.visit(|name| is_of_use |= Scope::Game.contains(name));
        if !is_of_use && let Some(what) = layer.refused().first() {
            return Err(ContentError::wrong(format_args!("{}/{what}", path.display())));
        }
        if !is_of_use {
            let [assets, levels] = TOP_FOLDERS;
            let what = format!("{}: a mod must contain {MANIFEST}, {assets}/ or {levels}/", path.display());
            return Err(ContentError::wrong(what));
        }
        Ok(Mod { manifest, has_manifest, path: path.to_owned(), layer, hash: Arc::default(), maps: None })
    }

    /// Creates a mod of maps from the files that were made of them, and the manifest and picture next to the maps.
    pub(crate) fn of_maps(
        path: &Path,
        manifest: Manifest,
        beside: &Layer,
        mut made: BTreeMap<String, Vec<u8>>,
        maps: MapsOfMod,
    ) -> Result<Mod, ContentError> {
        for name in [MANIFEST, PICTURE].into_iter().filter(|name| beside.contains(name)) {
            made.insert(name.to_owned(), beside.read(name)?);
        }
        let (has_manifest, layer) = (maps.manifest.is_some(), Layer::Memory(Arc::new(made)));
        let maps = Some(Arc::new(maps));
        Ok(Mod { manifest, has_manifest, path: path.to_owned(), layer, hash: Arc::default(), maps })
    }

    /// Reads the manifest in a layer, if there is one.
    pub(crate) fn manifest_of(path: &Path, layer: &Layer) -> Result<Option<Manifest>, ContentError> {
        let read = || Manifest::read(&format!("{}/{MANIFEST}", path.display()), &layer.read(MANIFEST)?);
        layer.contains(MANIFEST).then(read).transpose()
    }

    pub(crate) fn maps(&self) -> Option<&MapsOfMod> {
        self.maps.as_deref()
    }

    /// Returns what differs from the maps of which the mod was made, one sentence each. Empty for other mods.
    pub fn report(&self) -> &[String] {
        self.maps.as_ref().map_or(&[], |maps| &maps.report)
    }

    /// Returns what the mod states about itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the unique name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Returns true if another mod was opened from the same path and has the same manifest and files, which may have
    /// other contents.
    pub fn is_same(&self, other: &Mod) -> bool {
        let source = |one: &Mod| one.maps.as_ref().map(|maps| maps.source);
        self.path == other.path
            && self.manifest == other.manifest
            && self.files() == other.files()
            && source(self) == source(other)
    }

    /// Returns true if the mod has a manifest.
    pub fn has_manifest(&self) -> bool {
        self.has_manifest
    }

    /// Returns the path of its folder or archive.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of all its files, in order.
    pub fn files(&self) -> Vec<String> {
        self.layer.names()
    }

    /// Returns the bytes of one of its files.
    ///
    /// # Errors
    /// If the file does not exist, is rejected, is too large or cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        self.layer.read(name).map_err(|error| ContentError { what: self.in_mod(error.what), ..error })
    }

    /// Returns a message for each file that is rejected.
    pub fn refused(&self) -> Vec<String> {
        self.layer.refused().into_iter().map(|what| self.in_mod(what)).collect()
    }

    /// Returns its picture as the bytes of a PNG file, if it has one of a permitted size.
    pub fn picture(&self) -> Option<Vec<u8>> {
        let bytes = self.layer.contains(PICTURE).then(|| self.layer.read(PICTURE).ok())??;
        Mod::check_picture(&bytes).ok().map(|()| bytes)
    }

    /// Checks the size of a picture.
    pub(crate) fn check_picture(bytes: &[u8]) -> Result<(), String> {
        if bytes.len() > MAX_PICTURE_BYTES {
            return Err(format!("the picture must have at most {MAX_PICTURE_BYTES} bytes, got {}", bytes.len()));
        }
        let [width, height] = png_size(bytes)?;
        if width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE {
            let max = MAX_PICTURE_SIDE;
            return Err(format!("the picture must have at most {max} by {max} pixels, got {width} by {height}"));
        }
        Ok(())
    }

    /// Returns the name of a file of the mod for messages.
    pub fn in_mod(&self, name: impl std::fmt::Display) -> String {
        format!("{}/{name}", self.path.display())
    }

    /// Returns true if the mod has files that take part in a run. Other mods only change what players see and hear.
    pub fn plays(&self) -> bool {
        let mut plays = false;
        self.layer.visit(|name| plays |= takes_part(name));
        plays
    }

    /// Returns the hash of all files that take part in a run. A folder and an archive with the same files have the same
    /// hash. Files that cannot be read are skipped.
    pub fn hash(&self) -> u64 {
        *self.hash.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| {
            let mut hash = Xxh3Default::new();
            for name in self.layer.names().iter().filter(|name| takes_part(name)) {
                let Ok(bytes) = self.layer.read(name) else { continue };
                for part in [name.as_bytes(), &bytes] {
                    hash.update(&(part.len() as u64).to_le_bytes());
                    hash.update(part);
                }
            }
            hash.digest()
        })
    }

    /// Computes the hash again when it is needed, because a file has changed.
    pub fn forget_hash(&self) {
        *self.hash.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }
}

fn takes_part(name: &str) -> bool {
    let is_part = |part: &str| if part.ends_with('/') { name.starts_with(part) } else { name == part };
    name.starts_with("levels/") || PLAYS.into_iter().any(is_part)
}

/// Returns the files of the game with these mods over them, in this order. They replace the mods that were there.
pub fn with_mods(files: &Files, mods: &[Arc<Mod>]) -> Files {
    files.with_mod_layers(layers(mods))
}

/// Replaces the mods of these files and of all their clones. What was read before stays as it is.
pub fn set_mods(files: &Files, mods: &[Arc<Mod>]) {
    files.set_mod_layers(layers(mods));
}

fn layers(mods: &[Arc<Mod>]) -> Vec<ModLayer> {
    let layer = |one: &Arc<Mod>| {
        let (name, path) = (one.name().to_owned(), one.path.display().to_string());
        ModLayer {
            name,
            path,
            layer: one.layer.clone(),
            // Changes on disk have absolute paths.
            #[cfg(not(target_family = "wasm"))]
            folder: one.path.is_dir().then(|| one.path.canonicalize().ok()).flatten(),
        }
    };
    mods.iter().map(layer).collect()
}
