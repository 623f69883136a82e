//! The file system of the game: layers of folders, archives and memory, read only.
//!
//! Which names are valid, which files there are and where their bytes come from lives here. No file outside of a layer can be named, and
//! nothing here knows what a file contains.

pub(crate) mod archive;
pub(crate) mod error;
pub(crate) mod file_name;
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod game_folder;
pub(crate) mod index;
#[cfg(test)]
mod tests;
