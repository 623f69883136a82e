//! The text of a file: decoded, parsed as RON or XML, and what is wrong with it, by line and column.
//!
//! Here lives what holds for every file of the house. What a level is, or what its file may say, does not.

mod mistake;
mod ron_text;
mod table;
mod xml;

pub(crate) use mistake::MAX_MISTAKES;
pub use mistake::{Mistake, TextError};
pub(crate) use ron_text::{decode, end_of, parse};
pub use ron_text::{read_ron, read_stages};
pub use table::{read_table, table};
pub use xml::{XmlElement, read_xml};
