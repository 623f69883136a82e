//! The art: all images and the font of the game by name, and the textures that a level makes of them.
//!
//! This folder holds everything that is read from `assets` and prepared before a level is shown. What is visible where,
//! and what moves, belongs elsewhere.

pub(crate) mod animation;
pub(crate) mod art;
pub(crate) mod art_file;
pub(crate) mod needs;
pub(crate) mod parts;
pub(crate) mod picture;
pub(crate) mod sheet;
pub(crate) mod sheet_image;
pub(crate) mod skins;
pub(crate) mod uniforms;
