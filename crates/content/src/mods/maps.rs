//! Mods that are only maps of Wolfenstein 3D and its relatives, as players bring them: their campaign is made when the mod
//! is opened. The files themselves do not change.

use crate::{
    mods::game_mod::{MapsOfMod, Mod},
    mods::manifest::Manifest,
    read::wolf::{CampaignPlace, WolfMaps},
    read::wolf_files::{is_map_file, is_wolf_file, read_wolf_files, wolf_files_among, wolf_paths},
    vfs::archive::Archive,
    vfs::error::ContentError,
    vfs::files::Files,
    vfs::index::Scope,
    vfs::layer::Layer,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use xxhash_rust::xxh3::Xxh3Default;

/// Opens a folder or an archive as [`Mod::open`] does. Maps without anything else for the game become a mod with their
/// campaign, which depends on the game's descriptions and rules in `files`. If one of the `known` mods was made of the
/// same maps, it is returned again.
///
/// # Errors
/// As for [`Mod::open`], or if no campaign can be made of the maps.
pub fn open_mod(files: &Files, path: &Path, known: &[Arc<Mod>]) -> Result<Arc<Mod>, ContentError> {
    if path.is_file() && is_map_file(path) {
        let contents = read_wolf_files(&wolf_paths(&[PathBuf::from(path)])?)?;
        return of_maps(files, (path, Layer::default()), &contents, known);
    }
    of_layer(files, path, Layer::open(path, Scope::Mod)?, known)
}

/// As [`open_mod`], but for an archive in memory; `path` is its path in messages.
///
/// # Errors
/// As for [`open_mod`].
pub fn open_packed_mod(
    files: &Files,
    path: &Path,
    bytes: Vec<u8>,
    known: &[Arc<Mod>],
) -> Result<Arc<Mod>, ContentError> {
    let archive = Archive::of_mod(&path.display().to_string(), bytes)?;
    of_layer(files, path, Layer::Archive(Arc::new(archive)), known)
}

/// Returns the mod with the files of a layer, or the one that is made of maps in it.
fn of_layer(files: &Files, path: &Path, layer: Layer, known: &[Arc<Mod>]) -> Result<Arc<Mod>, ContentError> {
    let names = layer.names();
    let has_maps = names.iter().any(|name| is_wolf_file(Path::new(name)));
    if !has_maps || names.iter().any(|name| Scope::Game.contains(name)) {
        return Mod::of_layer(path, layer).map(Arc::new);
    }
    let contents = wolf_files_among(&names, |name| format!("{}/{name}", path.display()), |name| layer.read(name))?;
    of_maps(files, (path, layer), &contents, known)
}

/// Returns the mod that is made of maps. The layer contains what is next to them.
fn of_maps(
    files: &Files,
    (path, layer): (&Path, Layer),
    contents: &[(String, Vec<u8>)],
    known: &[Arc<Mod>],
) -> Result<Arc<Mod>, ContentError> {
    let manifest = Mod::manifest_of(path, &layer)?;
    let source = hash(contents);
    let is_same = |other: &&Arc<Mod>| {
        other.path() == path && other.maps().is_some_and(|maps| maps.source == source && maps.manifest == manifest)
    };
    if let Some(same) = known.iter().find(is_same) {
        return Ok(Arc::clone(same));
    }
    let maps = WolfMaps::convert(&files.without_mods(), path, contents, None)?;
    let shown = manifest
        .clone()
        .unwrap_or_else(|| Manifest { description: format!("Maps of {}.", maps.game.name), ..Manifest::of_path(path) });
    let made = maps.layer(CampaignPlace::Titled(&shown.name), None)?;
    Mod::of_maps(path, shown, &layer, made, MapsOfMod { source, manifest, report: maps.report }).map(Arc::new)
}

fn hash(contents: &[(String, Vec<u8>)]) -> u64 {
    let mut hash = Xxh3Default::new();
    for part in contents.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]) {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.digest()
}
