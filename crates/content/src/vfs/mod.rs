//! The file system of the game: layers of folders, archives and memory, read only.
//!
//! Which names are valid, which files there are and where their bytes come from lives here. No file outside of a layer can be named, and
//! nothing here knows what a file contains.

mod archive;
mod error;
pub(crate) mod file_name;
mod files;
mod folder;
mod game_folder;
mod index;
#[cfg(test)]
mod tests;

pub use error::ContentError;
pub use file_name::stem;
pub use files::Files;
pub use game_folder::game_folder;
