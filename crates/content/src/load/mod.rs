//! Asset loading: the file system as a source of Bevy's asset server, a loader for each kind of file, and the asset
//! collections.
//!
//! This module also notices changes on disk and reloads the files. `read` contains the file formats, and the game
//! decides how the running game uses reloaded data.

pub(crate) mod assets;
pub(crate) mod campaign;
pub(crate) mod changes;
pub(crate) mod collections;
pub(crate) mod entries;
pub(crate) mod join;
pub(crate) mod loader;
pub(crate) mod pictures;
pub(crate) mod plugin;
pub(crate) mod rules;
pub(crate) mod sheet;
pub(crate) mod sky;
pub(crate) mod source;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod watcher;
