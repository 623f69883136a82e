//! What the stages of a pipeline work on: a graph of places, what stands there, and chance.
//!
//! Here lives what every stage may ask of a graph. What any one stage does does not.

mod chance;
mod content;
mod graph;
mod measure;
mod place;
mod stage;

pub(crate) use chance::Chance;
pub(crate) use content::{Content, Screen, StepLight, Vault};
pub use content::{Destination, Going, Stair};
pub(crate) use graph::{Graph, MAX_SIDE, Scale, directions_of, nth_direction, numbers_of, opposite, sides};
pub(crate) use measure::{UNREACHED, by_distance, distances, regions, sees};
pub(crate) use place::{DIRECTIONS, Kind, Place};
pub use stage::{Known, TreasureSet};
pub(crate) use stage::{Stage, Trouble, Work, check_range};
