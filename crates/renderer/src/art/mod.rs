//! The art: every picture and the font of the game by name, and the textures that a level makes of them.
//!
//! What is read from `assets` and painted before a deck is shown lives here. What is seen of it where, and who moves it, does
//! not.

mod animation;
mod art;
mod art_file;
mod parts;
mod picture;
mod sheet;
pub(crate) mod skins;
pub(crate) mod uniforms;

pub(crate) use animation::Reels;
pub use art::Art;
#[cfg(test)]
pub(crate) use art::VIEWS;
pub(crate) use art::{SIDES, Side};
pub use art_file::{ArtError, check_sky};
pub use parts::{ArtParts, art_font};
pub use picture::ArtPicture;
pub use sheet::{SheetHolds, SpriteSheet};
pub(crate) use skins::{STEPS, Skins};
pub(crate) use uniforms::Worn;
pub use uniforms::{Uniforms, looks};
