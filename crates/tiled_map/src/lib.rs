#![doc = include_str!("../README.md")]

mod classes;
mod defaults;
mod elements;
mod export;
mod guard;
mod import;
mod level_text;
mod palette;
mod paths;
mod sheet;
mod values;
mod xml;

pub use export::{Export, export};
pub use import::{Import, import, import_in};
pub use sheet::{Picture, Sheet};
