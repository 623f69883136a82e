//! Push-walls that open shortcuts.

use crate::{
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
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

/// Maximum number of walls tried, because each costs a search.
const TRIES: usize = 400;

impl Stage for Shortcuts {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=100)?;
        check_range("saves", self.saves, 2..=1_000_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let walls = (0..graph.places.len()).filter(|&wall| graph.kind(wall) == Kind::Wall);
        let walls = walls.flat_map(|wall| DIRECTIONS.map(|way| (wall, way)));
        let mut walls: Vec<(usize, Direction)> =
            walls.filter(|&(wall, way)| Push::new(graph, wall, way).is_some()).collect();
        work.rng.shuffle(&mut walls);
        let mut left = self.count;
        let mut detours = Detours::new(graph);
        for (wall, way) in walls.into_iter().take(TRIES) {
            if left == 0 {
                break;
            }
            // Another push-wall may have changed this place.
            let Some(push) = Push::new(graph, wall, way) else { continue };
            if detours.is_long(graph, (push.before, push.behind), self.saves + 2) && push.blocks_nothing(graph, wall) {
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
        let floor = |place: Option<usize>| place.filter(|&place| graph.kind(place) == Kind::Floor);
        let before = floor(graph.neighbour(wall, opposite(way)))?;
        let behind = floor(graph.neighbour(wall, way))?;
        let rest = floor(graph.neighbour(behind, way))?;
        let sides = DIRECTIONS.into_iter().filter(|&side| side != way && side != opposite(way));
        let between_walls = sides.clone().all(|side| graph.neighbour_kind(wall, side) == Kind::Wall);
        let leads_on = sides.clone().any(|side| graph.neighbour_kind(behind, side) == Kind::Floor);
        // A wall must not stop next to a door.
        let is_clear = || DIRECTIONS.into_iter().all(|side| !matches!(graph.neighbour_kind(rest, side), Kind::Door(_)));
        let fits = graph.kind(wall) == Kind::Wall
            && between_walls
            && leads_on
            && is_clear()
            && graph.is_free(behind)
            && graph.is_free(rest);
        fits.then_some(Push { before, behind, rest })
    }

    /// Returns true if all floor can still be reached after the wall has moved.
    fn blocks_nothing(&self, graph: &mut Graph, wall: usize) -> bool {
        let before = distances(graph, self.before);
        graph.places[wall].kind = Kind::Floor;
        graph.places[self.rest].kind = Kind::Wall;
        let after = distances(graph, self.before);
        graph.places[wall].kind = Kind::Wall;
        graph.places[self.rest].kind = Kind::Floor;
        (0..after.len()).all(|place| place == self.rest || before[place] == UNREACHED || after[place] != UNREACHED)
    }
}

/// Searches for detours of a player without keys and secrets: push-walls and locked doors are closed.
struct Detours {
    /// For each place the number of its region, from 1; 0 if it is closed.
    region: Vec<u32>,
    /// For each place the number of the last search that came there.
    seen: Vec<u32>,
    searches: u32,
}

impl Detours {
    /// Returns the detours of a map. A wall that becomes a push-wall stays closed, so the regions remain valid.
    fn new(graph: &Graph) -> Self {
        let none = vec![0; graph.places.len()];
        let mut detours = Detours { region: none.clone(), seen: none, searches: 0 };
        for place in 0..graph.places.len() {
            if detours.region[place] == 0 && graph.kind(place).is_walkable() && is_open(graph, place) {
                let reached = detours.reached(graph, place, usize::MAX);
                reached.into_iter().for_each(|place| detours.region[place] = detours.searches);
            }
        }
        detours
    }

    /// Returns true if there is a path between two places, and the shortest has at least this number of steps.
    fn is_long(&mut self, graph: &Graph, (from, to): (usize, usize), steps: i64) -> bool {
        self.region[from] == self.region[to] && !self.reached(graph, from, steps as usize - 1).contains(&to)
    }

    /// Returns the places that can be reached with a number of steps, in the order of their distance.
    fn reached(&mut self, graph: &Graph, from: usize, steps: usize) -> Vec<usize> {
        self.searches += 1;
        self.seen[from] = self.searches;
        let (mut reached, mut layer) = (vec![from], 0..1);
        for _ in 0..steps {
            if layer.is_empty() {
                break;
            }
            for number in layer.clone() {
                for next in graph.neighbours(reached[number]).filter(|&next| is_open(graph, next)) {
                    if self.seen[next] != self.searches {
                        self.seen[next] = self.searches;
                        reached.push(next);
                    }
                }
            }
            layer = layer.end..reached.len();
        }
        reached
    }
}

/// Returns true for places that a player without keys and secrets can enter.
fn is_open(graph: &Graph, place: usize) -> bool {
    !matches!(graph.kind(place), Kind::Push(_) | Kind::Door(Some(_)))
}
