//! The boards: Lines of Action and Panguru as they hang in the air before whoever plays them, and as a lock's wall shows them.
//!
//! Where each square, plate and button is on a frame, and how it looks, lives here; the game's pages draw and point with the same
//! functions. No rule of a game does.

mod face;
mod hologram;
mod layout;
mod lock;
mod overlay;
mod places;
mod signs;
mod table;
mod words;

pub(crate) use face::{FACE_SIDE, face};
pub use hologram::BoardPointer;
pub use layout::{BoardLayout, Control};
pub use lock::{LockView, draw_lock};
pub use overlay::board_controls;
pub(crate) use overlay::plugin;
pub use places::BoardPlaces;
pub use table::{TableView, draw_table};
pub use words::{BoardKeys, control_at};
