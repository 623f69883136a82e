#![doc = include_str!("../README.md")]

// The rooms, each of which uses only those before it.
mod graph;

mod generators;

mod translators;

mod creators;

mod mapper;

mod pipeline;

mod ship;

pub use graph::{Destination, Going, Known, Stair, TreasureSet};
pub use pipeline::{Deck, GenerateError, MAX_BYTES, Pipeline, read_treasure_sets};
pub use ship::{DANGERS, LENGTHS, MAX_SEED, Ship, ShipCode, ShipDeck};
