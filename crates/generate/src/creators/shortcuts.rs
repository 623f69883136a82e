//! Push-walls that open a way where there was only a long one.

use crate::{
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::Direction;
use queue::path::{self, find_path};
use serde::Deserialize;

/// Makes push-walls of walls that part two places which lie far from each other by any other way. None leads round a locked door, and
/// none shuts off anything when it has been pushed. If no more fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shortcuts {
    /// The greatest number of walls.
    count: i64,
    /// How many steps each saves at least.
    #[serde(default = "default_saves")]
    saves: i64,
}

fn default_saves() -> i64 {
    12
}

/// So many walls are looked at: each costs a walk over the whole map.
const TRIES: usize = 400;

impl Stage for Shortcuts {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=100)?;
        check_range("saves", self.saves, 2..=1_000_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let walls = (0..graph.places.len()).flat_map(|wall| DIRECTIONS.map(|way| (wall, way)));
        let mut walls: Vec<(usize, Direction)> =
            walls.filter(|&(wall, way)| Push::of(graph, wall, way).is_some()).collect();
        work.chance.shuffle(&mut walls);
        let mut left = self.count;
        for (wall, way) in walls.into_iter().take(TRIES) {
            if left == 0 {
                break;
            }
            // Another push-wall may have changed what is here.
            let Some(push) = Push::of(graph, wall, way) else { continue };
            let route = find_path(&WithoutSecrets(graph), &push.before, &push.behind);
            if route.is_some_and(|route| route.cost - 2 >= self.saves) && push.shuts_nothing_off(graph, wall) {
                graph.places[wall].kind = Kind::Push(way);
                left -= 1;
            }
        }
        Ok(())
    }
}

/// The floor round a wall that might be pushed.
struct Push {
    /// Where one stands to push it.
    before: usize,
    /// The first place that it passes, into which one comes.
    behind: usize,
    /// Where it comes to rest: a push-wall goes two cells.
    rest: usize,
}

impl Push {
    /// What is round a wall, if it can be pushed that way and one gets past it then.
    fn of(graph: &Graph, wall: usize, way: Direction) -> Option<Push> {
        let before = graph.beside(wall, opposite(way))?;
        let behind = graph.beside(wall, way)?;
        let rest = graph.beside(behind, way)?;
        let sides = DIRECTIONS.into_iter().filter(|&side| side != way && side != opposite(way));
        let between_walls = sides.clone().all(|side| graph.kind_beside(wall, side) == Kind::Wall);
        let leads_on = sides.clone().any(|side| graph.kind_beside(behind, side) == Kind::Floor);
        // Beside a door no wall comes to rest.
        let is_clear = DIRECTIONS.into_iter().all(|side| !matches!(graph.kind_beside(rest, side), Kind::Door(_)));
        let fits = graph.kind(wall) == Kind::Wall
            && graph.kind(before) == Kind::Floor
            && graph.is_free(behind)
            && graph.is_free(rest)
            && between_walls
            && leads_on
            && is_clear;
        fits.then_some(Push { before, behind, rest })
    }

    /// True if all floor can still be reached when the wall has come to rest.
    fn shuts_nothing_off(&self, graph: &Graph, wall: usize) -> bool {
        let before = distances(graph, self.before);
        let mut pushed = graph.clone();
        pushed.places[wall].kind = Kind::Floor;
        pushed.places[self.rest].kind = Kind::Wall;
        let after = distances(&pushed, self.before);
        (0..after.len()).all(|place| place == self.rest || before[place] == UNREACHED || after[place] != UNREACHED)
    }
}

/// The map for a player who has neither keys nor found any secret: push-walls and locked doors are closed.
struct WithoutSecrets<'a>(&'a Graph);

impl path::Graph for WithoutSecrets<'_> {
    type Node = usize;

    fn neighbours(&self, place: &usize) -> impl Iterator<Item = (usize, Option<i64>)> {
        self.0.neighbours(*place).map(|next| {
            let is_closed = matches!(self.0.kind(next), Kind::Push(_) | Kind::Door(Some(_)));
            (next, (!is_closed).then_some(1))
        })
    }

    /// Steps go along the axes.
    fn estimate(&self, place: &usize, goal: &usize) -> i64 {
        let ((x, y), (goal_x, goal_y)) = (self.0.at(*place), self.0.at(*goal));
        (x.abs_diff(goal_x) + y.abs_diff(goal_y)) as i64
    }
}
