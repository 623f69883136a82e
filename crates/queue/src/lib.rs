#![doc = include_str!("../README.md")]

mod queue;

pub use queue::{Queue, QueueError};
