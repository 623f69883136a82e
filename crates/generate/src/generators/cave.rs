//! Caves: noise smoothed by a cellular automaton.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale},
    graph::measure::regions,
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// A cave. Each place starts as rock or floor. In each round, every place then becomes what most of the nine places
/// around it are. The largest cavern is kept, and the others are filled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cave {
    /// Width and height in cells. Omit it to carve the cave out of the existing floor.
    #[serde(default)]
    size: Option<Size>,
    /// Percentage of cells that start as rock.
    #[serde(default = "default_rock")]
    rock: i64,
    /// Number of smoothing rounds.
    #[serde(default = "default_rounds")]
    rounds: i64,
}

fn default_rock() -> i64 {
    45
}

fn default_rounds() -> i64 {
    5
}

/// Minimum share of the map that the largest cavern must have, in percent.
const MIN_SHARE: usize = 20;

impl Stage for Cave {
    fn check(&self) -> Result<(), String> {
        Size::check(self.size)?;
        check_range("rock", self.rock, 0..=100)?;
        check_range("rounds", self.rounds, 0..=20)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        Size::apply(self.size, graph, Kind::Floor)?;
        graph.scale = Scale::Tiles;
        let ground: Vec<usize> = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor).collect();
        for &place in &ground {
            if work.rng.percent(self.rock as usize) {
                graph.places[place].kind = Kind::Wall;
            }
        }
        let mut is_rock = Vec::new();
        for _ in 0..self.rounds {
            is_rock.clear();
            is_rock.extend(ground.iter().map(|&place| count_rocks_around(graph, place) >= 5));
            for (&place, &is_rock) in ground.iter().zip(&is_rock) {
                graph.places[place].kind = if is_rock { Kind::Wall } else { Kind::Floor };
            }
        }
        keep_largest(graph, ground.len())
    }
}

/// Counts the places among the nine around a place that are not floor. Places beyond the lattice count as rock.
fn count_rocks_around(graph: &Graph, place: usize) -> usize {
    let round = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
    round.filter(|&(x, y)| graph.away(place, x, y).is_none_or(|place| graph.kind(place) != Kind::Floor)).count()
}

/// Fills all caverns except the largest, if that one is large enough.
fn keep_largest(graph: &mut Graph, ground: usize) -> Result<(), StageError> {
    let (region, sizes) = regions(graph);
    let largest = (0..sizes.len()).max_by_key(|&index| (sizes[index], usize::MAX - index));
    let Some(largest) = largest.filter(|&index| sizes[index] * 100 >= ground * MIN_SHARE) else {
        return Err(StageError::Retry(format!("no cavern has {MIN_SHARE} percent of the map: reduce `rock`")));
    };
    for (place, &region) in graph.places.iter_mut().zip(&region) {
        if region != 0 && region != largest as u32 + 1 {
            place.kind = Kind::Wall;
        }
    }
    Ok(())
}
