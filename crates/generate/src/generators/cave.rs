//! A cave: noise that a cellular automaton smooths.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale},
    graph::measure::regions,
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// A cave. Each place begins as rock or floor; then, so many times over, each becomes what most of the nine places at and
/// round it are. The largest cavern stays, the others are filled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cave {
    /// How many cells wide and high; of a graph that is there already, its floor becomes the cave.
    #[serde(default)]
    size: Option<Size>,
    /// How many of a hundred places begin as rock.
    #[serde(default = "default_rock")]
    rock: i64,
    /// How often the cave is smoothed.
    #[serde(default = "default_rounds")]
    rounds: i64,
}

fn default_rock() -> i64 {
    45
}

fn default_rounds() -> i64 {
    5
}

/// The cavern that stays has so many of a hundred places at least.
const LEAST_SHARE: usize = 20;

impl Stage for Cave {
    fn check(&self) -> Result<(), String> {
        Size::check(self.size)?;
        check_range("rock", self.rock, 0..=100)?;
        check_range("rounds", self.rounds, 0..=20)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        Size::apply(self.size, graph, Kind::Floor)?;
        graph.scale = Scale::Tiles;
        let ground: Vec<usize> = (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor).collect();
        for &place in &ground {
            if work.chance.percent(self.rock as usize) {
                graph.places[place].kind = Kind::Wall;
            }
        }
        let mut is_rock = Vec::new();
        for _ in 0..self.rounds {
            is_rock.clear();
            is_rock.extend(ground.iter().map(|&place| rocks_round(graph, place) >= 5));
            for (&place, &is_rock) in ground.iter().zip(&is_rock) {
                graph.places[place].kind = if is_rock { Kind::Wall } else { Kind::Floor };
            }
        }
        keep_the_largest(graph, ground.len())
    }
}

/// How many of the nine places at and round one are no floor; beyond the lattice is rock.
fn rocks_round(graph: &Graph, place: usize) -> usize {
    let round = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
    round.filter(|&(x, y)| graph.away(place, x, y).is_none_or(|place| graph.kind(place) != Kind::Floor)).count()
}

/// Fills all caverns but the largest, if that is large enough.
fn keep_the_largest(graph: &mut Graph, ground: usize) -> Result<(), Trouble> {
    let (region, sizes) = regions(graph);
    let largest = (0..sizes.len()).max_by_key(|&index| (sizes[index], usize::MAX - index));
    let Some(largest) = largest.filter(|&index| sizes[index] * 100 >= ground * LEAST_SHARE) else {
        return Err(Trouble::Unlucky(format!("no cavern has {LEAST_SHARE} of a hundred places: give it less `rock`")));
    };
    for (place, &region) in graph.places.iter_mut().zip(&region) {
        if region != 0 && region != largest as u32 + 1 {
            place.kind = Kind::Wall;
        }
    }
    Ok(())
}
