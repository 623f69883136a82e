//! Growing-tree mazes: exactly one path connects any two chambers.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale, directions_of, nth_direction, numbers_of, sides},
    graph::node::Kind,
    graph::rng::Rng,
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Maximum weight.
const MAX_WEIGHT: i64 = 1_000_000;

/// Growing-tree maze. Repeatedly picks a chamber of the tree and links it to an unvisited neighbour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MazeGrowTree {
    /// Width and height in chambers. Omit it to fill the existing floor.
    #[serde(default)]
    size: Option<Size>,
    /// Weight of picking the newest chamber. On its own it makes long winding paths (a recursive backtracker).
    #[serde(default)]
    newest: i64,
    /// Weight of picking a random chamber. On its own it makes many short dead ends (simplified Prim).
    #[serde(default)]
    random: i64,
}

impl Stage for MazeGrowTree {
    fn check(&self) -> Result<(), String> {
        Size::check(self.size)?;
        check_range("newest", self.newest, 0..=MAX_WEIGHT)?;
        check_range("random", self.random, 0..=MAX_WEIGHT)?;
        if self.newest + self.random == 0 {
            return Err("at least one of the weights `newest` and `random` must be above 0".to_owned());
        }
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        Size::apply(self.size, graph, Kind::Floor)?;
        graph.scale = Scale::Chambers;
        let is_floor = graph.is_floor();
        let floor = numbers_of(&is_floor);
        for place in &mut graph.places {
            place.links = 0;
        }
        let Some(root) = work.rng.pick(&floor) else {
            return Err(StageError::Retry("the map has no floor for a maze".to_owned()));
        };
        let grown = self.grow(graph, &mut work.rng, (root, &is_floor));
        if grown < floor.len() {
            return Err(StageError::Retry("the floor for a maze must be connected".to_owned()));
        }
        Ok(())
    }
}

impl MazeGrowTree {
    /// Grows the tree from its root; returns its number of chambers.
    fn grow(&self, graph: &mut Graph, rng: &mut Rng, (root, floor): (usize, &[bool])) -> usize {
        let (newest, both) = (self.newest as usize, (self.newest + self.random) as usize);
        let mut active = Active { places: Vec::with_capacity(floor.len()), live: 1 };
        active.places.push(root as u32);
        let (around, strides) = (sides(graph.width, floor), graph.strides());
        // For each chamber one bit per direction with an unvisited neighbour.
        let mut free = around.clone();
        let take = |free: &mut [u8], place: usize| {
            for way in directions_of(around[place]) {
                free[place.wrapping_add(strides[way])] &= !(1 << ((way + 2) % 4));
            }
        };
        take(&mut free, root);
        let mut grown = 1;
        while active.live > 0 {
            let slot = if rng.below(both) < newest { active.newest() } else { active.any(rng) };
            let place = active.places[slot] as usize;
            let count = free[place].count_ones() as usize;
            if count == 0 {
                active.remove(slot);
                continue;
            }
            let way = nth_direction(free[place], rng.below(count));
            let neighbour = place.wrapping_add(strides[way]);
            graph.places[place].links |= 1 << way;
            graph.places[neighbour].links |= 1 << ((way + 2) % 4);
            take(&mut free, neighbour);
            active.places.push(neighbour as u32);
            active.live += 1;
            grown += 1;
        }
        grown
    }
}

/// Chambers of the tree that may have unvisited neighbours, the newest last. Removed chambers leave gaps, so that
/// nothing moves; when there are more gaps than chambers, the gaps are closed.
struct Active {
    places: Vec<u32>,
    live: usize,
}

/// Marks a gap.
const GAP: u32 = u32::MAX;

impl Active {
    /// Returns the slot of the newest chamber.
    fn newest(&mut self) -> usize {
        while self.places.last() == Some(&GAP) {
            self.places.pop();
        }
        self.places.len() - 1
    }

    /// Returns the slot of a random chamber.
    fn any(&mut self, rng: &mut Rng) -> usize {
        if self.live * 2 < self.places.len() {
            self.places.retain(|&place| place != GAP);
        }
        loop {
            let slot = rng.below(self.places.len());
            if self.places[slot] != GAP {
                return slot;
            }
        }
    }

    fn remove(&mut self, slot: usize) {
        self.places[slot] = GAP;
        self.live -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::measure::{UNREACHED, distances},
        graph::rng::Rng,
        graph::stage::GeneratorData,
    };
    use proptest::prelude::*;

    fn maze(size: (i64, i64), newest: i64, random: i64, seed: u64) -> Graph {
        let stage = MazeGrowTree { size: Some(Size { width: size.0, height: size.1 }), newest, random };
        stage.check().expect("valid parameters");
        let mut graph = Graph::empty();
        let known = GeneratorData::default();
        let mut work = Work { rng: Rng::new(seed, 0, 0), known: &known };
        stage.run(&mut graph, &mut work).expect("a maze");
        graph
    }

    /// Returns the longest path through a tree in chambers: from the farthest chamber of any to the farthest of that.
    fn longest(graph: &Graph) -> u32 {
        let farthest = |from| {
            let distances = distances(graph, from);
            (0..distances.len()).max_by_key(|&place| distances[place]).map(|place| (place, distances[place]))
        };
        let (end, _) = farthest(0).expect("a maze has chambers");
        farthest(end).expect("a maze has chambers").1
    }

    #[test]
    fn maze_statistics_match_independent_measurements() {
        // Weights, dead ends with deviation, junctions, and longest path with deviation, over 600 mazes each.
        for (newest, random, ends, ends_sd, junctions, path, path_sd) in [
            (100, 0, 16.6, 2.2, 14.4, 94.0, 10.8),
            (75, 25, 26.3, 3.3, 23.2, 61.1, 10.5),
            (50, 50, 34.5, 3.4, 29.7, 47.6, 8.3),
            (25, 75, 40.3, 3.3, 34.1, 39.0, 6.0),
            (0, 100, 41.4, 3.5, 35.1, 33.3, 4.7),
        ] {
            const MAZES: u64 = 600;
            let (mut sum_ends, mut sum_junctions, mut sum_path) = (0.0, 0.0, 0.0);
            for seed in 0..MAZES {
                let graph = maze((12, 12), newest, random, seed);
                let links = |place| graph.neighbours(place).count();
                sum_ends += (0..144).filter(|&place| links(place) == 1).count() as f64;
                sum_junctions += (0..144).filter(|&place| links(place) > 2).count() as f64;
                sum_path += f64::from(longest(&graph));
            }
            let mean = |sum: f64| sum / MAZES as f64;
            // Both means have the error of 600 samples; five joint deviations are allowed.
            let error = |deviation: f64| 5.0 * deviation * (2.0 / MAZES as f64).sqrt();
            let means = (mean(sum_ends), mean(sum_junctions), mean(sum_path));
            assert!((means.0 - ends).abs() < error(ends_sd), "{newest}/{random}: {means:?}");
            assert!((means.1 - junctions).abs() < error(ends_sd), "{newest}/{random}: {means:?}");
            assert!((means.2 - path).abs() < error(path_sd), "{newest}/{random}: {means:?}");
        }
    }

    proptest! {
        #[test]
        fn maze_is_a_spanning_tree(
            width in 1..30_i64, height in 1..30_i64, newest in 0..3_i64, seed: u64,
        ) {
            let graph = maze((width, height), newest, 1, seed);
            let links: usize = (0..graph.places.len()).map(|place| graph.neighbours(place).count()).sum();
            prop_assert_eq!(links / 2, graph.places.len() - 1);
            prop_assert!(distances(&graph, 0).iter().all(|&distance| distance != UNREACHED));
        }

        #[test]
        fn maze_is_determined_by_its_seed(seed: u64) {
            prop_assert_eq!(maze((9, 7), 1, 1, seed), maze((9, 7), 1, 1, seed));
            prop_assert!(maze((9, 7), 1, 1, seed) != maze((9, 7), 1, 1, seed ^ 1));
        }
    }
}
