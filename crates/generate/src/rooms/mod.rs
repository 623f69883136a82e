//! Prefab rooms: drawn as text in `assets/rooms`, and placed by the translator `Rooms`.
//!
//! Reading, checking and turning rooms belongs here. Choosing their places in a deck does not.

pub(crate) mod legend;
pub(crate) mod read;
pub(crate) mod room;
pub(crate) mod set;
pub(crate) mod turn;
