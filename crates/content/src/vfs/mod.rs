//! The layered, read-only file system of the game: folders, archives and memory.
//!
//! This module defines which names are valid, which files exist and where their bytes come from. Files outside of the
//! layers cannot be named. The module does not know any file formats.

pub(crate) mod archive;
pub(crate) mod error;
pub(crate) mod file_name;
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod game_folder;
pub(crate) mod index;
pub(crate) mod layer;
pub(crate) mod metered;
pub(crate) mod streamed;
pub(crate) mod table_text;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
