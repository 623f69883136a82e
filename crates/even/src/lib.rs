#![doc = include_str!("../README.md")]

// The modules; each uses only those before it.
mod spread;

mod grid_line;

pub use grid_line::{Step, grid_line};
pub use spread::{Spread, spread};
