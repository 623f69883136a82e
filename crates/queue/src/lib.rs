#![doc = include_str!("../README.md")]

pub mod path;
mod queue;

pub use queue::{Queue, QueueError};
