//! Ammunition and health, based on an estimate of the fights.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, by_distance, distances},
    graph::stage::{GeneratorData, Stage, StageError, Work, check_range},
};
use level::Fights;
use serde::Deserialize;

/// Places as much ammunition and health as the fights are expected to cost, along the path from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Supplies {
    /// Names of ammunition pickups, placed alternately.
    #[serde(default)]
    pub(crate) ammunition: Vec<String>,
    /// Names of health pickups, placed alternately.
    #[serde(default)]
    pub(crate) health: Vec<String>,
    /// Amount relative to the estimate, in percent; more is easier.
    #[serde(default = "default_percent")]
    pub(crate) percent: i64,
}

fn default_percent() -> i64 {
    100
}

/// Maximum number of pickups of each sort.
const MAX_PICKUPS: u64 = 500;
impl Stage for Supplies {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 0..=1000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the supplies".to_owned()));
        };
        let Fights { hurt, harm, .. } = estimate(graph, work.known)?;
        let mut items = Vec::new();
        for (names, needed, what) in
            [(&self.ammunition, hurt, "does not cause damage"), (&self.health, harm, "does not heal")]
        {
            let mut worth = Vec::new();
            for name in names {
                let game_data = work.known.pickup(name)?;
                let value = u64::from(if what == "does not cause damage" { game_data.hurts } else { game_data.heals });
                // The pipeline may be written for other rules; with these rules the pickup is useless.
                if value == 0 && work.known.game_data.unused.contains(name) {
                    continue;
                }
                if value == 0 {
                    return Err(StageError::Invalid(format!("'{name}' {what}")));
                }
                worth.push((value, name));
            }
            let mut left = needed * self.percent as u64 / 100;
            for &(value, name) in worth.iter().cycle().take(MAX_PICKUPS as usize) {
                if left == 0 {
                    break;
                }
                left = left.saturating_sub(value);
                items.push(name.clone());
            }
        }
        work.rng.shuffle(&mut items);
        lay(graph, work, start, items);
        Ok(())
    }
}

/// Estimates the cost of killing all monsters on the map.
fn estimate(graph: &Graph, known: &GeneratorData) -> Result<Fights, StageError> {
    let kinds = graph.contents.values().filter_map(|content| match content {
        Content::Monster { name, .. } => Some(name),
        _ => None,
    });
    kinds.map(|name| known.creature(name).map(Fights::with)).sum()
}

/// Places items, one in each equal part of the free floor in order of its distance from the start.
fn lay(graph: &mut Graph, work: &mut Work, start: usize, items: Vec<String>) {
    let distances = distances(graph, start);
    let mut floor = graph.free_floor();
    floor.retain(|&place| distances[place] != UNREACHED);
    let floor = by_distance(&floor, &distances);
    let count = items.len();
    for (number, item) in items.into_iter().enumerate() {
        let part = &floor[floor.len() * number / count..floor.len() * (number + 1) / count];
        if let Some(place) = work.rng.pick(part) {
            graph.contents.insert(place, Content::Pickup(item));
        }
    }
}
