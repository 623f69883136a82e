//! Converts a level to a map.

use crate::{
    export::sketch::{SIDE, Sketch},
    game::Game,
    plane_map::PlaneMap,
};
use level::{Level, LevelFog, Trigger, TriggerAction, TriggerCause};

/// A map made of a level.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The map.
    pub map: PlaneMap,
    /// Content that the map cannot contain, one sentence each.
    pub notes: Vec<String>,
}

/// Converts a level to a map of a game. A level with fewer than 64 by 64 cells is enlarged with walls to the right and
/// below, because the original game reads no other size.
///
/// # Errors
/// If the level is larger than a map can be.
pub fn export(game: &Game, level: &Level) -> Result<Exported, String> {
    let mut sketch = Sketch::new(game, level)?;
    sketch.walls();
    sketch.things();
    let is_known = |trigger: &&Trigger| {
        matches!(
            (trigger.on, trigger.actions.as_slice()),
            (TriggerCause::Step, [TriggerAction::Exit])
                | (TriggerCause::Death, [TriggerAction::Exit | TriggerAction::Spawn(_)])
        )
    };
    let triggers = level.triggers.iter().filter(|trigger| !is_known(trigger)).count();
    let has_climate = level.cells.iter().any(|cell| cell.damage_zone.is_some());
    let has_air = level.cells.iter().any(|cell| cell.air.is_some());
    for (is_lost, what) in [
        (
            level.width > SIDE || level.height > SIDE,
            "the original game reads only maps of 64 by 64 cells: this map is larger",
        ),
        (true, "a map has no lights, no textures of floors and ceilings, no sky and no par time"),
        (level.fog != LevelFog::default(), "a map has no fog"),
        (has_climate, "a map has no damage zones"),
        (has_air, "a map has no air pressure"),
        (!level.terminals.is_empty(), "a map has no terminals"),
        (!level.arrivals.is_empty(), "a map has one entrance"),
    ] {
        if is_lost {
            sketch.notes.add(what);
        }
    }
    if triggers > 0 {
        sketch.notes.add(format!("a map has no triggers: {triggers} are left out"));
    }
    Ok(Exported { map: sketch.map, notes: sketch.notes.sentences() })
}
