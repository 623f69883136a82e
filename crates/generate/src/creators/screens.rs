//! Screens on the walls, at which something is to be read.

use crate::{
    graph::content::Screen,
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Hangs a screen for each text onto a wall, in their order along the way from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Screens {
    /// The texts, each of at most 200 letters.
    #[serde(alias = "text")]
    pub(crate) texts: Vec<String>,
}

impl Stage for Screens {
    fn check(&self) -> Result<(), String> {
        check_range("number of `texts`", self.texts.len() as i64, 0..=100)?;
        let lengths = self.texts.iter().map(|text| text.chars().count() as i64);
        lengths.into_iter().try_for_each(|length| check_range("number of letters of a text", length, 1..=200))
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the screens".to_owned()));
        };
        let distances = distances(graph, start);
        let mut walls: Vec<(u32, usize, Direction)> = Vec::new();
        for wall in (0..graph.places.len()).filter(|&place| hangs_well(graph, place)) {
            for face in DIRECTIONS {
                if let Some(floor) = graph.beside(wall, face).filter(|&floor| graph.kind(floor) == Kind::Floor)
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
            let Some((_, wall, face)) = work.chance.pick(&part) else {
                return Err(Trouble::Unlucky(format!("there is no wall for the screen number {}", number + 1)));
            };
            graph.places[wall].kind = Kind::Screen(face);
            graph.screens.push(Screen { wall, text: text.clone() });
        }
        Ok(())
    }
}

/// True for a wall in a row of walls: neither at a corner nor beside a door.
fn hangs_well(graph: &Graph, wall: usize) -> bool {
    let is_wall = |way: Direction| graph.kind_beside(wall, way) == Kind::Wall;
    let [east, south, west, north] = DIRECTIONS;
    graph.kind(wall) == Kind::Wall && (is_wall(east) && is_wall(west) || is_wall(south) && is_wall(north))
}

/// True if no other screen hangs there by now, and whoever reads this one steps on no thing.
fn is_apart(graph: &Graph, wall: usize, face: Direction) -> bool {
    let is_free = graph.beside(wall, face).is_some_and(|floor| graph.is_free(floor));
    graph.kind(wall) == Kind::Wall && is_free && graph.kind_beside(wall, opposite(face)) != Kind::Window
}
