//! The native halves: all that asks the operating system.

pub(crate) mod threads;
