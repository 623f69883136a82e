//! Screens on the walls that show texts.

use crate::{
    graph::content::{Content, Screen},
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Places a screen on a wall for each text, in order along the path from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Screens {
    /// The texts, each of at most 200 characters.
    #[serde(alias = "text")]
    pub(crate) texts: Vec<String>,
}

impl Stage for Screens {
    fn check(&self) -> Result<(), String> {
        check_range("number of `texts`", self.texts.len() as i64, 0..=100)?;
        let lengths = self.texts.iter().map(|text| text.chars().count() as i64);
        lengths.into_iter().try_for_each(|length| check_range("number of letters of a text", length, 1..=200))
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the screens".to_owned()));
        };
        let distances = distances(graph, start);
        let mut walls: Vec<(u32, usize, Direction)> = Vec::new();
        for wall in (0..graph.places.len()).filter(|&place| is_in_wall_row(graph, place)) {
            for face in DIRECTIONS {
                if let Some(floor) = graph.neighbour(wall, face).filter(|&floor| graph.kind(floor) == Kind::Floor)
                    && distances[floor] != UNREACHED
                {
                    walls.push((distances[floor], wall, face));
                }
            }
        }
        walls.sort_unstable_by_key(|&(distance, wall, face)| (distance, wall, face as u8));
        let count = self.texts.len();
        for (number, text) in self.texts.iter().enumerate() {
            let mut part = walls[walls.len() * number / count..walls.len() * (number + 1) / count].to_vec();
            part.retain(|(_, wall, face)| is_apart(graph, *wall, *face));
            let Some((_, wall, face)) = work.rng.pick(&part) else {
                return Err(StageError::Retry(format!("no wall is left for screen {}", number + 1)));
            };
            graph.places[wall].kind = Kind::Screen(face);
            graph.screens.push(Screen { wall, text: text.clone(), overlay: None });
        }
        Ok(())
    }
}

/// Returns true for a wall in a row of walls, neither at a corner nor next to a door.
fn is_in_wall_row(graph: &Graph, wall: usize) -> bool {
    let is_wall = |way: Direction| graph.neighbour_kind(wall, way) == Kind::Wall;
    let [east, south, west, north] = DIRECTIONS;
    graph.kind(wall) == Kind::Wall && (is_wall(east) && is_wall(west) || is_wall(south) && is_wall(north))
}

/// Returns true if neither another screen nor stairs are on this wall, and the floor in front of it is free.
fn is_apart(graph: &Graph, wall: usize, face: Direction) -> bool {
    let is_wall = graph.kind(wall) == Kind::Wall && graph.neighbour_kind(wall, opposite(face)) != Kind::Window;
    let is_stair = |place: usize| matches!(graph.contents.get(&place), Some(Content::Stair(_)));
    let mut around = DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(wall, way));
    is_wall
        && graph.neighbour(wall, face).is_some_and(|floor| graph.is_free(floor))
        // Most decks have no stairs.
        && (graph.stairs.is_empty() || !around.any(is_stair))
}
