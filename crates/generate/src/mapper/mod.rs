//! The mapper: converts a graph to a level with the textures of a theme.
//!
//! It does not change the layout.

pub(crate) mod cells;
pub(crate) mod map;
pub(crate) mod names;
pub(crate) mod prefabs;
pub(crate) mod theme;

use serde::Deserialize;

/// The mappers, by their names in pipelines. Each has its theme in `theme.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Mapper {
    /// Rust and tiles, high and cold.
    Holds,
    /// White walls, tiles and screens.
    Laboratory,
    /// The ducts of a labyrinth.
    MooseMaze,
    /// Pipes, grates and warm light.
    Engineering,
    /// Bulkheads and plates, where people lived.
    CrewDeck,
    /// Rust and blood of an overgrown wreck.
    Wreck,
    /// The texture kit of the cryo deck.
    Cryogenics,
    /// The texture kit of the holds.
    Cargo,
    /// The texture kit of the engine room.
    Reactor,
    /// The texture kit of the chapel.
    Chapel,
    /// The texture kit of the bridge.
    Command,
    /// The texture kit of the crew quarters.
    Quarters,
    /// The texture kit of the laboratory.
    Research,
    /// The texture kit of the labyrinth, in cold light.
    Ducts,
    /// Pipes and moss of ducts below the hull, in green light.
    LowerDucts,
    /// The texture kit of the outer hull.
    OuterHull,
}
