//! The boards: Lines of Action and Panguru as they hang in the air before whoever plays them, and as a lock's wall shows them.
//!
//! Where each square, plate and button is on a frame, and how it looks, lives here; the game's pages draw and point with the same
//! functions. No rule of a game does.

pub(crate) mod face;
pub(crate) mod hologram;
pub(crate) mod layout;
pub(crate) mod lock;
pub(crate) mod overlay;
pub(crate) mod places;
pub(crate) mod signs;
pub(crate) mod table;
pub(crate) mod words;
