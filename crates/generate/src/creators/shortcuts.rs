//! Push-walls that open shortcuts.

use crate::{
    graph::graph::{Graph, directions_of, opposite, sides},
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
        let mut walls: Vec<(usize, Direction)> =
            between_floor(graph).filter(|&(wall, way)| Push::new(graph, wall, way).is_some()).collect();
        work.rng.shuffle(&mut walls);
        let mut left = self.count;
        let mut detours = Detours::new(graph);
        for (wall, way) in walls.into_iter().take(TRIES) {
            if left == 0 {
                break;
            }
            // Another push-wall may have changed this place.
            let Some(push) = Push::new(graph, wall, way) else { continue };
            if detours.is_long((push.before, push.behind), self.saves + 2) && push.blocks_nothing(graph, wall) {
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

/// Returns the walls with floor on two opposite sides, in the order of the places, each with the directions through it.
fn between_floor(graph: &Graph) -> impl Iterator<Item = (usize, Direction)> + use<> {
    let is_floor = graph.is_floor();
    let (last, strides) = (is_floor.len(), graph.strides());
    let is_wall: Vec<bool> = graph.places.iter().map(|place| place.kind == Kind::Wall).collect();
    let ways = move |wall: usize| {
        // Beyond the end of a row is the next one, so these are candidates only.
        let is_floor = |way: Direction| is_floor.get(wall.wrapping_add(strides[way as usize])) == Some(&true);
        let [east, south, west, north] = DIRECTIONS.map(is_floor);
        [east & west, south & north, east & west, south & north]
    };
    let walls = (0..last).filter(move |&wall| is_wall[wall]).map(move |wall| (wall, ways(wall)));
    let each = |(wall, ways): (usize, [bool; 4])| {
        let through = DIRECTIONS.into_iter().zip(ways).filter(|(_, is_floor)| *is_floor);
        through.map(move |(way, _)| (wall, way))
    };
    walls.flat_map(each)
}

/// Searches for detours of a player without keys and secrets: push-walls and locked doors are closed.
struct Detours {
    /// For each place one bit per direction with an open neighbour. A wall that becomes a push-wall stays closed, so the
    /// links remain valid.
    links: Vec<u8>,
    strides: [usize; 4],
    /// For each place the number of its region, from 1; 0 if it is closed.
    region: Vec<u32>,
    /// For each place the number of the last search that came there.
    seen: Vec<u32>,
    searches: u32,
    /// The places of the last search, in the order of their distance.
    reached: Vec<usize>,
}

impl Detours {
    /// Returns the detours of a map.
    fn new(graph: &Graph) -> Self {
        let is_open: Vec<bool> = graph.places.iter().map(|place| is_open(place.kind)).collect();
        let none = vec![0; graph.places.len()];
        let (links, strides) = (sides(graph.width, &is_open), graph.strides());
        let (region, seen, reached) = (none.clone(), none, Vec::new());
        let mut detours = Detours { links, strides, region, seen, searches: 0, reached };
        for place in (0..is_open.len()).filter(|&place| is_open[place]) {
            if detours.region[place] == 0 {
                detours.search(place, None, usize::MAX);
                detours.reached.iter().for_each(|&place| detours.region[place] = detours.searches);
            }
        }
        detours
    }

    /// Returns true if there is a path between two places, and the shortest has at least this number of steps.
    fn is_long(&mut self, (from, to): (usize, usize), steps: i64) -> bool {
        self.region[from] == self.region[to] && !self.search(from, Some(to), steps as usize - 1)
    }

    /// Finds the places that can be reached with a number of steps. Returns true as soon as `to` is among them.
    fn search(&mut self, from: usize, to: Option<usize>, steps: usize) -> bool {
        self.searches += 1;
        self.seen[from] = self.searches;
        self.reached.clear();
        self.reached.push(from);
        let mut layer = 0..1;
        for _ in 0..steps {
            if layer.is_empty() {
                break;
            }
            for number in layer.clone() {
                let place = self.reached[number];
                for way in directions_of(self.links[place]) {
                    let next = place.wrapping_add(self.strides[way]);
                    if self.seen[next] != self.searches {
                        self.seen[next] = self.searches;
                        self.reached.push(next);
                    }
                }
            }
            if to.is_some_and(|to| self.seen[to] == self.searches) {
                return true;
            }
            layer = layer.end..self.reached.len();
        }
        false
    }
}

/// Returns true for places that a player without keys and secrets can enter.
fn is_open(kind: Kind) -> bool {
    matches!(kind, Kind::Floor | Kind::Door(None))
}
