//! Lights that come on as one walks.

use crate::{
    graph::content::StepLight,
    graph::graph::{Graph, directions_of, numbers_of, sides},
    graph::measure::{by_distance, distances},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Parts the floor into small groups. Each is as dark as the rest until the player steps on it, and stays light then: so he sees
/// where he has been.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepLights {
    /// How light it then is, in per cent.
    pub(crate) percent: i64,
}

/// The most groups: each is a trigger of the level.
const MAX_GROUPS: usize = 1000;

impl Stage for StepLights {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 1..=100)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the lights".to_owned()));
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
            let mut beside = 0;
            for way in directions_of(sides[place]) {
                if !std::mem::replace(&mut is_lit[place.wrapping_add(strides[way])], true) {
                    beside |= 1 << way;
                }
            }
            graph.step_lights.push(StepLight { place, beside, light });
        }
        let count = graph.step_lights.len();
        if count > MAX_GROUPS {
            let what = format!("the map would have {count} lights that come on, and a level has at most {MAX_GROUPS}");
            return Err(Trouble::Wrong(what));
        }
        Ok(())
    }
}
