//! The mods with which a command runs.

use content::{ContentError, Files, Mod, Ordered, in_order, open_mod, with_mods};
use engine::NeededMod;
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// The mods of this process, in the order in which they apply. The program sets them once, before its command runs.
static MODS: OnceLock<Vec<Arc<Mod>>> = OnceLock::new();

/// Opens the mods that the command line names. All commands then read the files of the game with them; `files` are those
/// without mods.
pub(crate) fn use_mods(files: &Files, paths: &[PathBuf]) -> Result<&'static [Arc<Mod>], ContentError> {
    let given = paths.iter().map(|path| open_mod(files, path, &[])).collect::<Result<_, ContentError>>()?;
    let Ordered { mods, left_out } = in_order(given);
    if !left_out.is_empty() {
        return Err(ContentError::wrong(left_out.join("\n")));
    }
    Ok(MODS.get_or_init(|| mods))
}

/// Returns the mods in the order in which they apply.
pub(crate) fn mods() -> &'static [Arc<Mod>] {
    MODS.get().map_or(&[], Vec::as_slice)
}

/// Returns the mods that take part in runs of this command.
pub(crate) fn needed_mods() -> Vec<NeededMod> {
    content::needs_of(mods())
}

/// Returns files of the game with the mods.
pub(crate) fn modded(files: &Files) -> Files {
    with_mods(files, mods())
}
