//! Save files, and the folder that contains them.
//!
//! It contains the format of a save, the image that carries it, and the rules of the slots. Files are accessed through
//! `ports`.

pub(crate) mod picture;
pub(crate) mod save;
pub(crate) mod save_dir;

#[cfg(test)]
mod fault_world_tests;
