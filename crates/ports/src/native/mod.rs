//! The native halves: all that asks the operating system.

pub(crate) mod disk;
pub(crate) mod folder_lock;
pub(crate) mod free_name;
pub(crate) mod record_file;
pub(crate) mod threads;
pub(crate) mod whole_file;
mod write_target;
