//! The native halves of the ports: everything that asks the operating system.
//!
//! Files, folders, locks and threads are used here only. What a player's files contain is not known here.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod disk;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod folder_lock;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod free_name;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod record_file;
pub(crate) mod threads;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod whole_file;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod write_target;
