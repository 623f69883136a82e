//! The mods in a folder.

use crate::{
    mods::game_mod::Mod, mods::maps::open_mod, read::art::in_parallel, vfs::error::ContentError, vfs::files::Files,
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Maximum number of mods in a folder.
const MAX_MODS: usize = 1000;

/// Returns the mods in a folder, sorted by file name, and the path and the error of each entry that looks like a mod but is
/// not one.
/// Folders and files that end in `.zip` or `.hull` look like mods, and so do files of maps of other games. A folder that
/// does not exist contains none. `files` and `known` are as for [`open_mod`].
pub fn find_mods(files: &Files, folder: &Path, known: &[Arc<Mod>]) -> (Vec<Arc<Mod>>, Vec<(PathBuf, ContentError)>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| looks_like_a_mod(path)).take(MAX_MODS).collect();
    paths.sort();
    let (mut mods, mut errors) = (Vec::new(), Vec::new());
    let opened = in_parallel(&paths, |path| open_mod(files, path, known));
    for (path, opened) in paths.into_iter().zip(opened) {
        match opened {
            Ok(one) => mods.push(one),
            Err(error) => errors.push((path, error)),
        }
    }
    (mods, errors)
}

fn looks_like_a_mod(path: &Path) -> bool {
    let is_hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    !is_hidden && (path.is_dir() || matches!(ending.as_deref(), Some("zip" | "hull" | "pk3" | "wad" | "wdc" | "uwmf")))
}
