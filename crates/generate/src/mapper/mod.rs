//! The mapper: it makes a level of a graph, place by place, in the looks of a theme.
//!
//! Here lives what a place becomes, and the list of themes. Where things stand is decided before.

pub(crate) mod cells;
pub(crate) mod map;
pub(crate) mod names;
pub(crate) mod theme;

use serde::Deserialize;

/// The mappers, by the names that pipelines call them; each has a theme of its own in `theme.rs`.
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
    /// What grows over a wreck: rust and blood.
    Wreck,
    /// The kit of the sleepers' deck.
    Cryogenics,
    /// The kit of the holds.
    Cargo,
    /// The kit of the engines.
    Reactor,
    /// The kit of the chapel.
    Chapel,
    /// The kit of the bridge.
    Command,
    /// The kit of the crew's quarters.
    Quarters,
    /// The kit of the laboratory.
    Research,
    /// The kit of the labyrinth.
    Ducts,
    /// The kit of the space between the hulls.
    OuterHull,
}
