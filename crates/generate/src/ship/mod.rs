//! Ships: whole campaigns generated from shareable codes.
//!
//! This module plans all decks of a ship together.

pub(crate) mod code;
pub(crate) mod frame;
pub(crate) mod plan;
pub(crate) mod ship;
pub(crate) mod story;
