#![doc = include_str!("../README.md")]

mod classes;
mod export;
mod guard;
mod import;
mod level_text;
mod palette;
mod sheet;
mod values;
mod xml;

pub use export::{Export, export};
pub use import::{Import, import};
pub use sheet::{Picture, Sheet};
