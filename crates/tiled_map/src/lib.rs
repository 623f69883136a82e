#![doc = include_str!("../README.md")]

// The modules; each uses only those before it.
mod notes;

mod numbers;

mod classes;

mod defaults;

mod elements;

mod palette;

mod paths;

mod sheet;

mod values;

mod level_text;

mod xml;

mod export;

mod layer_data;

mod properties;

mod guard;

mod import;

pub use export::{Export, export};
pub use import::{Import, import, import_in};
pub use sheet::{Image, Sheet, is_own_sheet};
