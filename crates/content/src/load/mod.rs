//! Loading: the file system as a source of Bevy's asset server, a loader for each kind of file, and the collections that say what is
//! needed when.
//!
//! What changes on the disk is noticed and loaded again here. How a file is read stays in `read`, and what the running game does with it is
//! decided by the game.

pub(crate) mod assets;
pub(crate) mod campaign;
pub(crate) mod changes;
pub(crate) mod collections;
pub(crate) mod entries;
pub(crate) mod join;
pub(crate) mod loader;
pub(crate) mod plugin;
pub(crate) mod rules;
pub(crate) mod sheet;
pub(crate) mod source;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod watcher;
