//! Ammunition and health, by an estimate of the fights.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, by_distance, distances},
    graph::stage::{Known, Stage, Trouble, Work, check_range},
};
use level::Fights;
use serde::Deserialize;

/// Lays out as much ammunition and health as the fights are expected to cost, all along the way from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Supplies {
    /// The names of pickups that are ammunition, laid out in turns.
    #[serde(default)]
    pub(crate) ammunition: Vec<String>,
    /// The names of pickups that heal, laid out in turns.
    #[serde(default)]
    pub(crate) health: Vec<String>,
    /// How much of what the estimate asks for is laid out, in per cent: more is easier.
    #[serde(default = "default_percent")]
    pub(crate) percent: i64,
}

fn default_percent() -> i64 {
    100
}

/// The most pickups of each sort.
const MAX_PICKUPS: u64 = 500;
impl Stage for Supplies {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 0..=1000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the supplies".to_owned()));
        };
        let Fights { hurt, harm, .. } = estimate(graph, work.known)?;
        let mut items = Vec::new();
        for (names, needed, what) in [(&self.ammunition, hurt, "hurts nobody"), (&self.health, harm, "heals nobody")] {
            let mut worth = Vec::new();
            for name in names {
                let facts = work.known.pickup(name)?;
                let value = u64::from(if what == "hurts nobody" { facts.hurts } else { facts.heals });
                // The pipeline may be made for other rules: with these nobody has a use for it.
                if value == 0 && work.known.facts.unused.contains(name) {
                    continue;
                }
                if value == 0 {
                    return Err(Trouble::Wrong(format!("'{name}' {what}")));
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
        work.chance.shuffle(&mut items);
        lay(graph, work, start, items);
        Ok(())
    }
}

/// What it costs to kill all undead that are there.
fn estimate(graph: &Graph, known: &Known) -> Result<Fights, Trouble> {
    let kinds = graph.contents.values().filter_map(|content| match content {
        Content::Monster { name, .. } => Some(name),
        _ => None,
    });
    kinds.map(|name| known.creature(name).map(Fights::with)).sum()
}

/// Lays items out, one in each equal part of the free floor in the order of its distance from the start.
fn lay(graph: &mut Graph, work: &mut Work, start: usize, items: Vec<String>) {
    let distances = distances(graph, start);
    let mut floor = graph.free_floor();
    floor.retain(|&place| distances[place] != UNREACHED);
    let floor = by_distance(&floor, &distances);
    let count = items.len();
    for (number, item) in items.into_iter().enumerate() {
        let part = &floor[floor.len() * number / count..floor.len() * (number + 1) / count];
        if let Some(place) = work.chance.pick(part) {
            graph.contents.insert(place, Content::Pickup(item));
        }
    }
}
