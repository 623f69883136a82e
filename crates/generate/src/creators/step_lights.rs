//! Lights that come on as one walks.

use crate::graph::{Graph, Kind, Stage, StepLight, Trouble, Work, check_range, distances};
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
        let distances = distances(graph, start);
        let mut floor: Vec<usize> = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor).collect();
        floor.sort_unstable_by_key(|&place| (distances[place], place));
        let mut is_lit = vec![false; graph.places.len()];
        let light = (self.percent * 255 / 100) as u8;
        for place in floor {
            if is_lit[place] {
                continue;
            }
            let beside = graph.neighbours(place).filter(|&beside| graph.kind(beside) == Kind::Floor && !is_lit[beside]);
            let places: Vec<usize> = std::iter::once(place).chain(beside).collect();
            places.iter().for_each(|&place| is_lit[place] = true);
            graph.step_lights.push(StepLight { places, light });
        }
        let count = graph.step_lights.len();
        if count > MAX_GROUPS {
            let what = format!("the map would have {count} lights that come on, and a level has at most {MAX_GROUPS}");
            return Err(Trouble::Wrong(what));
        }
        Ok(())
    }
}
