//! Prefab rooms: drawn as text in `assets/rooms`, and placed by the translator `Rooms`.

pub(crate) mod legend;
pub(crate) mod read;
pub(crate) mod room;
pub(crate) mod set;
pub(crate) mod turn;
