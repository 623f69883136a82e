//! The art: every picture and the font of the game by name, and the textures that a level makes of them.
//!
//! What is read from `assets` and painted before a deck is shown lives here. What is seen of it where, and who moves it, does
//! not.

pub(crate) mod animation;
pub(crate) mod art;
pub(crate) mod art_file;
pub(crate) mod parts;
pub(crate) mod picture;
pub(crate) mod sheet;
pub(crate) mod skins;
pub(crate) mod uniforms;
