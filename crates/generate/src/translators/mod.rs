//! Translators: stages that change the graph's layout, one per file.
//!
//! They do not add contents, except for those of prefab rooms.

pub(crate) mod doors;
pub(crate) mod fill_border;
pub(crate) mod loops;
pub(crate) mod rooms;
pub(crate) mod simple_maze;
pub(crate) mod symmetry;
pub(crate) mod thin_hull;
pub(crate) mod windows;

use crate::{
    graph::stage::Stage, translators::doors::Doors, translators::fill_border::FillBorder, translators::loops::Loops,
    translators::rooms::Rooms, translators::simple_maze::SimpleMaze, translators::symmetry::Symmetry,
    translators::thin_hull::ThinHull, translators::windows::Windows,
};
use serde::Deserialize;

/// The translators, by their names in pipelines.
#[derive(Deserialize)]
pub(crate) enum Translator {
    Doors(Doors),
    FillBorder(FillBorder),
    Loops(Loops),
    Rooms(Rooms),
    SimpleMaze(SimpleMaze),
    Symmetry(Symmetry),
    ThinHull(ThinHull),
    Windows(Windows),
}

impl Translator {
    /// Returns the stage.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Translator::Doors(stage) => stage,
            Translator::FillBorder(stage) => stage,
            Translator::Loops(stage) => stage,
            Translator::Rooms(stage) => stage,
            Translator::SimpleMaze(stage) => stage,
            Translator::Symmetry(stage) => stage,
            Translator::ThinHull(stage) => stage,
            Translator::Windows(stage) => stage,
        }
    }
}
