#![doc = include_str!("../README.md")]

// The modules, each of which uses only those before it.
mod queue;

pub mod path;

pub use queue::{Queue, QueueError};
