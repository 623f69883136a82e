//! Generators: stages that build the graph, one per file. The first one creates the places; further ones change only
//! existing floor.

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

/// The generators, by their names in pipelines.
#[derive(Deserialize)]
pub(crate) enum Generator {
    Cave(Cave),
    Drawn(Drawn),
    HullOutline(HullOutline),
    MazeGrowTree(MazeGrowTree),
    ShipRooms(ShipRooms),
}

impl Generator {
    /// Returns the stage.
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
