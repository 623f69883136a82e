//! Generators: stages that make the graph. The first makes its places; each further one keeps to the floor that it finds.
//!
//! Here lives one file for each, and the list of them. What is done with a finished graph does not.

mod cave;
mod drawn;
mod hull_outline;
mod maze_grow_tree;
mod ship_rooms;
mod size;

use crate::graph::Stage;
use cave::Cave;
use drawn::Drawn;
use hull_outline::HullOutline;
use maze_grow_tree::MazeGrowTree;
use serde::Deserialize;
use ship_rooms::ShipRooms;

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
