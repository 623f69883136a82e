//! What makes rooms differ: pillars in one, crates and drums in the next, nothing in a third.

use crate::{
    graph::chance::Chance,
    graph::content::Content,
    graph::graph::Graph,
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Furnishes rooms, each in one of these ways; the others stay bare.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Furniture {
    /// Of a hundred rooms, so many have pillars.
    pub(crate) pillars: i64,
    /// Of a hundred rooms, so many have things along their walls.
    pub(crate) stores: i64,
    /// The names of props of which those things are.
    pub(crate) props: Vec<String>,
}

/// A room has pillars if it is so many tiles long and wide.
const LEAST_SIDE: usize = 5;
/// Of a hundred places along the walls of a store, so many hold something.
const FILLED: usize = 30;

impl Stage for Furniture {
    fn check(&self) -> Result<(), String> {
        check_range("pillars", self.pillars, 0..=100)?;
        check_range("stores", self.stores, 0..=100 - self.pillars)?;
        if self.stores > 0 && self.props.is_empty() {
            return Err("stores need `props` that stand in them".to_owned());
        }
        check_range("number of `props`", self.props.len() as i64, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let rooms = graph.places.iter().map(|place| usize::from(place.room)).max().unwrap_or(0);
        let mut floors: Vec<Vec<usize>> = vec![Vec::new(); rooms + 1];
        for place in (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Floor) {
            floors[usize::from(graph.places[place].room)].push(place);
        }
        // Room 1 is the halls, in which nothing may stand in the way.
        for floor in floors.iter().skip(2).filter(|floor| !floor.is_empty()) {
            let drawn = work.chance.below(100) as i64;
            if drawn < self.pillars {
                put_pillars(graph, floor);
            } else if drawn < self.pillars + self.stores {
                self.fill(graph, &mut work.chance, floor);
            }
        }
        Ok(())
    }
}

impl Furniture {
    /// Puts things along the walls of a room, not before its doors.
    fn fill(&self, graph: &mut Graph, chance: &mut Chance, floor: &[usize]) {
        for &place in floor {
            let at_wall = DIRECTIONS.into_iter().any(|way| graph.kind_beside(place, way) == Kind::Wall);
            let at_way = DIRECTIONS.into_iter().any(|way| {
                let kind = graph.kind_beside(place, way);
                matches!(
                    kind,
                    Kind::Door(_) | Kind::Push(_) | Kind::Lift(_) | Kind::Screen(_) | Kind::Panel | Kind::Window
                )
            });
            if at_wall && !at_way && graph.is_free(place) && leaves_ways(graph, place) && chance.percent(FILLED) {
                let prop = self.props[chance.below(self.props.len())].clone();
                graph.contents.insert(place, Content::Prop(prop));
            }
        }
    }
}

/// True if whoever stands beside a place gets away from there when the place is taken: nobody is shut into a corner.
fn leaves_ways(graph: &Graph, place: usize) -> bool {
    let is_open = |place: usize| {
        graph.kind(place) == Kind::Floor && !matches!(graph.contents.get(&place), Some(Content::Prop(_)))
    };
    let gets_away = |beside: usize| graph.neighbours(beside).any(|next| next != place && is_open(next));
    graph.neighbours(place).filter(|&beside| is_open(beside)).all(gets_away)
}

/// Puts pillars two tiles from the walls and three from each other into a room that is large enough.
fn put_pillars(graph: &mut Graph, floor: &[usize]) {
    let columns = floor.iter().map(|&place| graph.at(place).0);
    let rows = floor.iter().map(|&place| graph.at(place).1);
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return };
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return };
    if right - left + 1 < LEAST_SIDE || bottom - top + 1 < LEAST_SIDE {
        return;
    }
    for &place in floor {
        let (x, y) = graph.at(place);
        let stands = |at: usize, first: usize, last: usize| {
            // Alike from both ends.
            let (one, other) = (at - first, last - at);
            one >= 1 && other >= 1 && one.min(other) % 3 == 1
        };
        // Whoever comes round it must be able to: all eight places beside it are floor, and no other pillar.
        let is_alone = (-1..=1)
            .flat_map(|y| (-1..=1).map(move |x| (x, y)))
            .all(|(x, y)| graph.away(place, x, y).is_some_and(|beside| graph.kind(beside) == Kind::Floor));
        if stands(x, left, right) && stands(y, top, bottom) && is_alone && graph.is_free(place) {
            graph.places[place].kind = Kind::Pillar;
        }
    }
}
