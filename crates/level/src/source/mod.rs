//! The text of a file: decoded, parsed as RON or XML, and what is wrong with it, by line and column.
//!
//! Here lives what holds for every file of the house. What a level is, or what its file may say, does not.

pub(crate) mod mistake;
pub(crate) mod ron_text;
pub(crate) mod table;
pub(crate) mod xml;
