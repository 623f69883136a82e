//! Furniture that distinguishes rooms: pillars in one, crates and barrels in the next, nothing in a third.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Furnishes some rooms, each in one of two ways.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Furniture {
    /// Percentage of rooms with pillars.
    pub(crate) pillars: i64,
    /// Percentage of rooms with props along their walls.
    pub(crate) stores: i64,
    /// Names of those props.
    pub(crate) props: Vec<String>,
}

/// Minimum length and width of a room with pillars, in tiles.
const MIN_SIDE: usize = 5;
/// Percentage of places along the walls of a store that hold a prop.
const FILLED: usize = 30;

impl Stage for Furniture {
    fn check(&self) -> Result<(), String> {
        check_range("pillars", self.pillars, 0..=100)?;
        check_range("stores", self.stores, 0..=100 - self.pillars)?;
        if self.stores > 0 && self.props.is_empty() {
            return Err("`props` must have at least one name if there are stores".to_owned());
        }
        check_range("number of `props`", self.props.len() as i64, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let rooms = graph.places.iter().map(|place| usize::from(place.room)).max().unwrap_or(0);
        let mut floors: Vec<Vec<usize>> = vec![Vec::new(); rooms + 1];
        for place in (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor) {
            floors[usize::from(graph.places[place].room)].push(place);
        }
        // Room 1 is the halls, which must stay clear.
        // Prefab rooms are furnished already.
        graph.prefabs.iter().for_each(|prefab| floors[usize::from(prefab.number)].clear());
        for floor in floors.iter().skip(2).filter(|floor| !floor.is_empty()) {
            let drawn = work.rng.below(100) as i64;
            if drawn < self.pillars {
                put_pillars(graph, floor);
            } else if drawn < self.pillars + self.stores {
                self.fill(graph, work, floor);
            }
        }
        Ok(())
    }
}

impl Furniture {
    /// Places props along the walls of a room, except in front of its doors.
    fn fill(&self, graph: &mut Graph, work: &mut Work, floor: &[usize]) {
        for &place in floor {
            let at_wall = DIRECTIONS.into_iter().any(|way| graph.neighbour_kind(place, way) == Kind::Wall);
            let at_way = DIRECTIONS.into_iter().any(|way| {
                let kind = graph.neighbour_kind(place, way);
                matches!(
                    kind,
                    Kind::Door(_) | Kind::Push(_) | Kind::Lift(_) | Kind::Screen(_) | Kind::Panel | Kind::Window
                )
            });
            if at_wall && !at_way && graph.is_free(place) && blocks_no_path(graph, place) && work.rng.percent(FILLED) {
                let prop = self.props[work.rng.below(self.props.len())].clone();
                // What does not break is a permanent obstacle.
                if work.known.game_data.furniture.contains(&prop) {
                    graph.places[place].kind = Kind::Furniture;
                }
                graph.contents.insert(place, Content::Prop(prop));
            }
        }
    }
}

/// Returns true if a prop at this place leaves a path from each neighbouring place, so that it does not close off a
/// corner.
fn blocks_no_path(graph: &Graph, place: usize) -> bool {
    let is_open = |place: usize| {
        graph.kind(place) == Kind::Floor && !matches!(graph.contents.get(&place), Some(Content::Prop(_)))
    };
    let gets_away = |neighbour: usize| graph.neighbours(neighbour).any(|next| next != place && is_open(next));
    graph.neighbours(place).filter(|&neighbour| is_open(neighbour)).all(gets_away)
}

/// Places pillars two tiles from the walls and three from each other, if the room is large enough.
fn put_pillars(graph: &mut Graph, floor: &[usize]) {
    let columns = floor.iter().map(|&place| graph.at(place).0);
    let rows = floor.iter().map(|&place| graph.at(place).1);
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return };
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return };
    if right - left + 1 < MIN_SIDE || bottom - top + 1 < MIN_SIDE {
        return;
    }
    for &place in floor {
        let (x, y) = graph.at(place);
        let fits = |at: usize, first: usize, last: usize| {
            // Symmetric from both ends.
            let (one, other) = (at - first, last - at);
            one >= 1 && other >= 1 && one.min(other) % 3 == 1
        };
        // All eight neighbours must be floor without another pillar, so that bodies can walk around it.
        let is_alone = (-1..=1)
            .flat_map(|y| (-1..=1).map(move |x| (x, y)))
            .all(|(x, y)| graph.away(place, x, y).is_some_and(|neighbour| graph.kind(neighbour) == Kind::Floor));
        if fits(x, left, right) && fits(y, top, bottom) && is_alone && graph.is_free(place) {
            graph.places[place].kind = Kind::Pillar;
        }
    }
}
