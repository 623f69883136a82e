//! Lights that come on where the player walks.

use crate::{
    graph::content::StepLight,
    graph::graph::{Graph, directions_of, numbers_of, sides},
    graph::measure::{by_distance, distances},
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Divides the floor into small groups. Each group is dark until the player steps on it, and then stays lit, which
/// shows where the player has been.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepLights {
    /// Brightness of a lit group, in percent.
    pub(crate) percent: i64,
}

/// Maximum number of groups, because each is a trigger of the level.
const MAX_GROUPS: usize = 1000;

impl Stage for StepLights {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 1..=100)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the lights".to_owned()));
        };
        let is_floor = graph.is_floor();
        let floor = by_distance(&numbers_of(&is_floor), &distances(graph, start));
        let (sides, strides) = (sides(graph.width, &is_floor), graph.strides());
        let mut is_lit = vec![false; graph.places.len()];
        let light = (self.percent * 255 / 100) as u8;
        for place in floor {
            if std::mem::replace(&mut is_lit[place], true) {
                continue;
            }
            let mut neighbour = 0;
            for way in directions_of(sides[place]) {
                if !std::mem::replace(&mut is_lit[place.wrapping_add(strides[way])], true) {
                    neighbour |= 1 << way;
                }
            }
            graph.step_lights.push(StepLight { place, neighbour, light });
        }
        let count = graph.step_lights.len();
        if count > MAX_GROUPS {
            let what = format!("a level must have at most {MAX_GROUPS} step lights, got {count}");
            return Err(StageError::Invalid(what));
        }
        Ok(())
    }
}
