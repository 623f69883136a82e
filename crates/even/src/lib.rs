#![doc = include_str!("../README.md")]

mod grid_line;
mod spread;

pub use grid_line::{Step, grid_line};
pub use spread::{Spread, spread};
