//! Generators: stages that make the graph. The first makes its places; each further one keeps to the floor that it finds.
//!
//! Here lives one file for each, and the list of them. What is done with a finished graph does not.

pub(crate) mod cave;
pub(crate) mod drawn;
pub(crate) mod hull_outline;
pub(crate) mod maze_grow_tree;
pub(crate) mod ship_rooms;
pub(crate) mod size;

use crate::{
    generators::cave::Cave, generators::drawn::Drawn, generators::hull_outline::HullOutline,
    generators::maze_grow_tree::MazeGrowTree, generators::ship_rooms::ShipRooms, graph::stage::Stage,
};
use serde::Deserialize;

/// The generators, by the names that pipelines call them.
#[derive(Deserialize)]
pub(crate) enum Generator {
    Cave(Cave),
    Drawn(Drawn),
    HullOutline(HullOutline),
    MazeGrowTree(MazeGrowTree),
    ShipRooms(ShipRooms),
}

impl Generator {
    /// The stage itself.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Generator::Cave(stage) => stage,
            Generator::Drawn(stage) => stage,
            Generator::HullOutline(stage) => stage,
            Generator::MazeGrowTree(stage) => stage,
            Generator::ShipRooms(stage) => stage,
        }
    }
}
