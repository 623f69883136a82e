//! Translators: stages that bring the graph nearer to the physical world.
//!
//! Here lives one file for each, and the list of them. What is put onto the floor is not theirs.

pub(crate) mod doors;
pub(crate) mod fill_border;
pub(crate) mod loops;
pub(crate) mod simple_maze;
pub(crate) mod symmetry;
pub(crate) mod thin_hull;
pub(crate) mod windows;

use crate::{
    graph::stage::Stage, translators::doors::Doors, translators::fill_border::FillBorder, translators::loops::Loops,
    translators::simple_maze::SimpleMaze, translators::symmetry::Symmetry, translators::thin_hull::ThinHull,
    translators::windows::Windows,
};
use serde::Deserialize;

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
