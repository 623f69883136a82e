//! Ports: what the game needs from the machine that it runs on.
//!
//! Each port is a resource with a few methods and two halves: a native one that asks the operating system, and one in memory for
//! tests and for pages in a browser. Nothing else in the neutral part of the game reads a clock, starts a thread or touches the disk.
//!
//! Beside the ports are the functions of the native half of [`Store`], with which command-line tools write the files of players and
//! authors: [`write_whole`] and its kin.

// The modules, each of which uses only those before it.
mod clock;

mod names;

mod files;

mod memory;

mod native;

mod jobs;

mod shell;

mod store;

pub use clock::{Clock, ClockHands};
pub use files::{Listed, StoreLock};
pub use jobs::{Job, JobQueue, Jobs, cores};
pub use memory::{Access, MemoryFiles};
pub use names::numbered;
#[cfg(not(target_family = "wasm"))]
pub use native::disk::Folders;
pub use native::folder_lock::FolderLock;
pub use native::free_name::{move_aside, write_first_free, write_numbered};
pub use native::record_file::RecordFile;
pub use native::whole_file::{check_writable, sweep_unfinished, write_new, write_whole};
pub use shell::{PointerCapture, Rumble, ShellRequest};
pub use store::Store;
