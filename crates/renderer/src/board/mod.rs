//! The boards: Lines of Action and Panguru as holograms in front of the player, and as the face on a lock's wall.
//!
//! This folder defines where each square, plate and button is on a frame, and how it looks; the game's pages draw and
//! point with the same functions. The rules of the games are elsewhere.

pub(crate) mod face;
pub(crate) mod hologram;
pub(crate) mod layout;
pub(crate) mod lock;
pub(crate) mod overlay;
pub(crate) mod places;
pub(crate) mod signs;
pub(crate) mod table;
pub(crate) mod words;
