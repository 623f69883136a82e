//! Ships: whole campaigns, made of codes that can be shared.
//!
//! Here lives what is planned for all decks of a ship together. How one deck is made is known to the rooms before.

pub(crate) mod code;
pub(crate) mod frame;
pub(crate) mod plan;
pub(crate) mod ship;
pub(crate) mod story;
