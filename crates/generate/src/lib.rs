#![doc = include_str!("../README.md")]

// The modules; each uses only those before it.
mod rooms;

mod graph;

mod generators;

mod translators;

mod creators;

mod mapper;

mod pipeline;

mod ship;

pub use graph::content::{Destination, Going, Stair};
pub use graph::stage::{GeneratorData, TreasureSet};
pub use pipeline::deck::{Deck, GenerateError};
pub use pipeline::pipeline::Pipeline;
pub use pipeline::read::MAX_BYTES;
pub use pipeline::treasure::read_treasure_sets;
pub use rooms::set::RoomSet;
pub use ship::code::{DANGERS, LENGTHS, MAX_SEED, ShipCode};
pub use ship::ship::{Ship, ShipDeck};
