//! Ports: interfaces to the platform that the game runs on.
//!
//! Each port is a resource with a few methods and two implementations. The native one uses the operating system. The
//! one in memory is for tests and for browser builds. No other platform-independent code reads a clock, starts a thread
//! or accesses the disk.
//!
//! The crate also exports the native functions of [`Store`], such as [`write_whole`], with which command-line tools
//! write the files of players and authors.

// Modules in layers: each uses only those above it.
mod clock;

mod names;

mod files;

mod memory;

mod native;

mod jobs;

mod shell;

mod store;

mod fault_world;

pub use clock::{Clock, ClockHands};
pub use fault_world::{FaultWorld, Happened, assert_message};
pub use files::{Listed, StoreLock};
pub use jobs::{Job, JobQueue, Jobs, cores};
pub use memory::{Access, Fault, MemoryFiles, StoredFile};
pub use names::numbered;
#[cfg(not(target_family = "wasm"))]
pub use native::disk::Folders;
#[cfg(not(target_family = "wasm"))]
pub use native::folder_lock::FolderLock;
#[cfg(not(target_family = "wasm"))]
pub use native::free_name::{move_aside, write_first_free, write_numbered};
#[cfg(not(target_family = "wasm"))]
pub use native::record_file::RecordFile;
#[cfg(not(target_family = "wasm"))]
pub use native::same_file::is_same_file;
pub use native::stdout::print_text;
#[cfg(not(target_family = "wasm"))]
pub use native::whole_file::{check_writable, sweep_unfinished, write_new, write_whole};
#[cfg(not(target_family = "wasm"))]
pub use native::whole_files::write_all_whole;
pub use shell::{PointerCapture, Rumble, ShellRequest};
pub use store::Store;
