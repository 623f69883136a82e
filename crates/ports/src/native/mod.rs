//! Native implementations of the ports: all code that uses the operating system.
//!
//! Only this module uses files, folders, locks and threads. It does not depend on the contents of user files.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod disk;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod folder_lock;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod free_name;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod record_file;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod same_file;
pub(crate) mod stdout;
pub(crate) mod threads;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod whole_file;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod whole_files;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod write_target;

#[cfg(test)]
#[cfg(unix)]
mod disk_world_tests;
