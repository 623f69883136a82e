//! Push-walls that open shortcuts.

use crate::{
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
use queue::path::{self, find_path};
use serde::Deserialize;

/// Turns walls into push-walls if they separate two places that are far apart by any other path. A shortcut never
/// bypasses a locked door, and a pushed wall never blocks anything. If not enough walls fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shortcuts {
    /// Maximum number of push-walls.
    pub(crate) count: i64,
    /// Minimum number of steps that each one saves.
    #[serde(default = "default_saves")]
    pub(crate) saves: i64,
}

fn default_saves() -> i64 {
    12
}

/// Maximum number of walls tried, because each costs a search over the whole map.
const TRIES: usize = 400;

impl Stage for Shortcuts {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=100)?;
        check_range("saves", self.saves, 2..=1_000_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let walls = (0..graph.places.len()).flat_map(|wall| DIRECTIONS.map(|way| (wall, way)));
        let mut walls: Vec<(usize, Direction)> =
            walls.filter(|&(wall, way)| Push::new(graph, wall, way).is_some()).collect();
        work.rng.shuffle(&mut walls);
        let mut left = self.count;
        for (wall, way) in walls.into_iter().take(TRIES) {
            if left == 0 {
                break;
            }
            // Another push-wall may have changed this place.
            let Some(push) = Push::new(graph, wall, way) else { continue };
            let route = find_path(&WithoutSecrets(graph), &push.before, &push.behind);
            if route.is_some_and(|route| route.cost - 2 >= self.saves) && push.blocks_nothing(graph, wall) {
                graph.places[wall].kind = Kind::Push(way);
                left -= 1;
            }
        }
        Ok(())
    }
}

/// The places around a wall that could become a push-wall.
struct Push {
    /// Place from which it is pushed.
    before: usize,
    /// First place that it passes, where the player gets in.
    behind: usize,
    /// Place where it stops: a push-wall moves two cells.
    rest: usize,
}

impl Push {
    /// Returns the places around a wall, if it can be pushed in this direction and opens a passage.
    fn new(graph: &Graph, wall: usize, way: Direction) -> Option<Push> {
        let before = graph.neighbour(wall, opposite(way))?;
        let behind = graph.neighbour(wall, way)?;
        let rest = graph.neighbour(behind, way)?;
        let sides = DIRECTIONS.into_iter().filter(|&side| side != way && side != opposite(way));
        let between_walls = sides.clone().all(|side| graph.neighbour_kind(wall, side) == Kind::Wall);
        let leads_on = sides.clone().any(|side| graph.neighbour_kind(behind, side) == Kind::Floor);
        // A wall must not stop next to a door.
        let is_clear = DIRECTIONS.into_iter().all(|side| !matches!(graph.neighbour_kind(rest, side), Kind::Door(_)));
        let fits = graph.kind(wall) == Kind::Wall
            && graph.kind(before) == Kind::Floor
            && graph.is_free(behind)
            && graph.is_free(rest)
            && between_walls
            && leads_on
            && is_clear;
        fits.then_some(Push { before, behind, rest })
    }

    /// Returns true if all floor can still be reached after the wall has moved.
    fn blocks_nothing(&self, graph: &Graph, wall: usize) -> bool {
        let before = distances(graph, self.before);
        let mut pushed = graph.clone();
        pushed.places[wall].kind = Kind::Floor;
        pushed.places[self.rest].kind = Kind::Wall;
        let after = distances(&pushed, self.before);
        (0..after.len()).all(|place| place == self.rest || before[place] == UNREACHED || after[place] != UNREACHED)
    }
}

/// The map for a player without keys and secrets: push-walls and locked doors are closed.
struct WithoutSecrets<'a>(&'a Graph);

impl path::Graph for WithoutSecrets<'_> {
    type Node = usize;

    fn neighbours(&self, place: &usize) -> impl Iterator<Item = (usize, Option<i64>)> {
        self.0.neighbours(*place).map(|next| {
            let is_closed = matches!(self.0.kind(next), Kind::Push(_) | Kind::Door(Some(_)));
            (next, (!is_closed).then_some(1))
        })
    }

    /// Returns the Manhattan distance, because steps go along the axes.
    fn estimate(&self, place: &usize, goal: &usize) -> i64 {
        let ((x, y), (goal_x, goal_y)) = (self.0.at(*place), self.0.at(*goal));
        (x.abs_diff(goal_x) + y.abs_diff(goal_y)) as i64
    }
}
