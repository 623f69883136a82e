//! Ships: whole campaigns, made of codes that can be shared.
//!
//! Here lives what is planned for all decks of a ship together. How one deck is made is known to the rooms before.

mod code;
mod frame;
mod plan;
mod ship;
mod story;

pub use code::{DANGERS, LENGTHS, MAX_SEED, ShipCode};
pub use ship::{Ship, ShipDeck};
