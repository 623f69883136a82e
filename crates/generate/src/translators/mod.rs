//! Translators: stages that bring the graph nearer to the physical world.
//!
//! Here lives one file for each, and the list of them. What is put onto the floor is not theirs.

mod doors;
mod fill_border;
mod loops;
mod simple_maze;
mod symmetry;
mod thin_hull;
mod windows;

use crate::graph::Stage;
use doors::Doors;
use fill_border::FillBorder;
use loops::Loops;
use serde::Deserialize;
use simple_maze::SimpleMaze;
use symmetry::Symmetry;
use thin_hull::ThinHull;
use windows::Windows;

/// The translators, by the names that pipelines call them.
#[derive(Deserialize)]
pub(crate) enum Translator {
    Doors(Doors),
    FillBorder(FillBorder),
    Loops(Loops),
    SimpleMaze(SimpleMaze),
    Symmetry(Symmetry),
    ThinHull(ThinHull),
    Windows(Windows),
}

impl Translator {
    /// The stage itself.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Translator::Doors(stage) => stage,
            Translator::FillBorder(stage) => stage,
            Translator::Loops(stage) => stage,
            Translator::SimpleMaze(stage) => stage,
            Translator::Symmetry(stage) => stage,
            Translator::ThinHull(stage) => stage,
            Translator::Windows(stage) => stage,
        }
    }
}
