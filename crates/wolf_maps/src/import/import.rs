//! Converts a map to a level.

use crate::{found_map::Part, game::Game, import::draft::Draft, plane_map::PlaneMap};
use level::{GameData, Level};
use thiserror::Error;

/// Maximum par time of a level, in seconds.
const MAX_PAR: f32 = 36_000.0;

/// A level made from a map.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The level.
    pub level: Level,
    /// Differences from the map, one sentence each.
    pub notes: Vec<String>,
}

/// The reason why a map cannot become a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct ImportError {
    /// Description of the error.
    pub what: String,
    /// The part of the map that has it.
    pub part: Part,
}

/// Converts a map to a level; `number` is the map's place in its game, from 1, and the par time depends on
/// `game_data`.
///
/// # Errors
/// If there is not exactly one start of the player, on floor.
pub fn import(game: &Game, map: &PlaneMap, number: usize, game_data: &GameData) -> Result<Imported, ImportError> {
    let mut draft = Draft::new(game, map, number);
    draft.cells();
    draft.settle();
    draft.things()?;
    draft.patrols();
    draft.lights();
    let mut level = draft.level.finished().map_err(|what| ImportError { what, part: Part::Map })?;
    level.par = Some(level.estimated_par(game_data).min(MAX_PAR));
    Ok(Imported { level, notes: draft.notes.sentences() })
}
