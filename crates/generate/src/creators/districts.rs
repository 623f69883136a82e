//! Districts: parts of the halls and paths that look different from each other.

use crate::{
    graph::content::Content,
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances_past},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
    rooms::room::{Dress, RoomLamp},
};
use level::{Direction, Mood};
use serde::Deserialize;
use std::sync::Arc;

/// Divides the halls and paths outside of rooms into districts, each with its own textures, lamps and props, so that
/// players know where they are. It comes after the lamps, and before step lights, which leave out the furniture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Districts {
    /// The districts in random order. The first one that is used contains the start.
    #[serde(alias = "district")]
    pub(crate) districts: Vec<District>,
    /// Percentage of the places along walls with a prop where it does not block a path. Dead ends have none: there a prop
    /// would look like an obstacle with something behind it.
    #[serde(default)]
    pub(crate) props: i64,
    /// Bays of long halls, with `every`, `wall`, `floor` and `ceiling`.
    #[serde(default)]
    pub(crate) bays: Option<Bays>,
}

/// Bands across long halls that divide them into bays, like the frames of a ship.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bays {
    /// Distance between two bands, in tiles.
    pub(crate) every: i64,
    /// Texture of the walls at both ends of a band.
    pub(crate) wall: String,
    /// Floor texture.
    pub(crate) floor: String,
    /// Ceiling texture.
    pub(crate) ceiling: String,
}

/// A district.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct District {
    /// Textures of three in four walls; the others keep those of the deck.
    pub(crate) walls: Vec<String>,
    /// Floor texture.
    pub(crate) floor: Option<String>,
    /// Ceiling texture.
    pub(crate) ceiling: Option<String>,
    /// Red, green and blue of the lamps, from 0 to 255.
    pub(crate) lamp: Option<(u8, u8, u8)>,
    /// Names of props.
    pub(crate) props: Vec<String>,
    /// Overlays of the walls at dead ends.
    pub(crate) marks: Vec<String>,
}

/// A district with the appearance of its cells.
struct Look<'a> {
    district: &'a District,
    walls: Vec<Arc<Dress>>,
    floor: Arc<Dress>,
}

impl<'a> Look<'a> {
    fn of(district: &'a District) -> Self {
        let wall = |name: &String| Arc::new(Dress { wall: Some(name.clone()), ..Dress::default() });
        let District { floor, ceiling, .. } = district;
        let floor = Dress { floor: floor.clone(), ceiling: ceiling.clone(), ..Dress::default() };
        Look { district, walls: district.walls.iter().map(wall).collect(), floor: Arc::new(floor) }
    }
}

/// Minimum length of a hall with bays, in tiles.
const LONG: usize = 9;
/// Percentage of walls with a texture of the district.
const WALLS: usize = 75;
/// Reach of the lamps, in tiles.
const REACH: f32 = 7.0;

impl Stage for Districts {
    fn check(&self) -> Result<(), String> {
        check_range("number of `districts`", self.districts.len() as i64, 1..=20)?;
        check_range("props", self.props, 0..=100)?;
        check_range("every", self.bays.as_ref().map_or(2, |bays| bays.every), 2..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the districts".to_owned()));
        };
        if !graph.step_lights.is_empty() {
            return Err(StageError::Invalid("the districts must come before the step lights".to_owned()));
        }
        let district_of = divided(graph, start, self.districts.len());
        let mut districts: Vec<&District> = self.districts.iter().collect();
        work.rng.shuffle(&mut districts);
        let looks: Vec<Look> = districts.into_iter().map(Look::of).collect();
        let of = |place: usize| district_of[place].map(|number| &looks[number]);
        self.add_bays(graph, &district_of);
        let strides = graph.strides();
        // Most walls are rock. At the edges the wrong places are asked, which only costs time.
        let may_have = |wall: usize| {
            let is_own = |stride: &usize| district_of.get(wall.wrapping_add(*stride)).is_some_and(Option::is_some);
            strides.iter().any(is_own)
        };
        for place in 0..graph.places.len() {
            if graph.kind(place) == Kind::Wall {
                if graph.dress.has(place) || !may_have(place) {
                    continue;
                }
                let beside = DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(place, way)).find_map(of);
                let walls = beside.map(|look| &look.walls[..]).unwrap_or_default();
                if !walls.is_empty() && work.rng.percent(WALLS) {
                    graph.dress.insert(place, Arc::clone(&walls[work.rng.below(walls.len())]));
                }
            } else if let Some(look) = of(place) {
                if !graph.dress.has(place) {
                    graph.dress.insert(place, Arc::clone(&look.floor));
                }
                self.furnish(graph, work, place, look.district);
            }
        }
        for end in graph.dead_ends() {
            if let Some(look) = of(end).filter(|_| graph.is_free(end)) {
                mark(graph, work, end, look);
            }
        }
        for &place in &graph.lamps {
            if let Some((red, green, blue)) = of(place).and_then(|look| look.district.lamp) {
                let look = RoomLamp { colour: [red, green, blue], reach: REACH, mood: Mood::Steady, ceiling: None };
                graph.lamp_looks.entry(place).or_insert(look);
            }
        }
        Ok(())
    }
}

impl Districts {
    /// Dresses the bands between the bays.
    fn add_bays(&self, graph: &mut Graph, district_of: &[Option<usize>]) {
        let Some(Bays { every, wall, floor, ceiling }) = &self.bays else { return };
        let floor = Dress { floor: Some(floor.clone()), ceiling: Some(ceiling.clone()), ..Dress::default() };
        let [floor, wall] = [floor, Dress { wall: Some(wall.clone()), ..Dress::default() }].map(Arc::new);
        for place in (0..district_of.len()).filter(|&place| district_of[place].is_some()) {
            let Some(across) = band(graph, place, *every as usize) else { continue };
            graph.dress.insert(place, Arc::clone(&floor));
            for way in across {
                let beside = graph.neighbour(place, way).filter(|&beside| graph.kind(beside) == Kind::Wall);
                if let Some(beside) = beside.filter(|&beside| !graph.dress.has(beside)) {
                    graph.dress.insert(beside, Arc::clone(&wall));
                }
            }
        }
    }

    /// Places a prop, if it does not block a path there.
    fn furnish(&self, graph: &mut Graph, work: &mut Work, place: usize, district: &District) {
        if district.props.is_empty() || graph.kind(place) != Kind::Floor {
            return;
        }
        let beside = DIRECTIONS.map(|way| (way, graph.neighbour_kind(place, way)));
        let count = |kind| beside.iter().filter(|(_, beside)| *beside == kind).count();
        let (open, walls) = (count(Kind::Floor), count(Kind::Wall));
        let is_at_wall = walls > 0 && open > 1 && open + walls == DIRECTIONS.len();
        let leaves_lane = |&(way, kind): &(Direction, Kind)| kind == Kind::Wall && is_lane_free(graph, place, way);
        // The contents are asked last, because that takes longest.
        if !is_at_wall || !beside.iter().any(leaves_lane) || !graph.is_free(place) || !leaves_paths(graph, place) {
            return;
        }
        if work.rng.percent(self.props as usize) {
            let prop = district.props[work.rng.below(district.props.len())].clone();
            if work.known.game_data.furniture.contains(&prop) {
                graph.places[place].kind = Kind::Furniture;
            }
            graph.contents.insert(place, Content::Prop(prop));
        }
    }
}

/// Returns the directions across a long hall if the place is in a band between two of its bays.
fn band(graph: &Graph, place: usize, every: usize) -> Option<[Direction; 2]> {
    let (x, y) = graph.at(place);
    if !x.is_multiple_of(every) && !y.is_multiple_of(every) {
        return None;
    }
    let (strides, edges) = (graph.strides(), [graph.width - 1 - x, graph.height - 1 - y, x, y]);
    let run = |way: Direction| {
        let (stride, edge) = (strides[way as usize], edges[way as usize]);
        let next = std::iter::successors(Some(place.wrapping_add(stride)), |place| Some(place.wrapping_add(stride)));
        next.take(edge.min(LONG)).take_while(|&place| graph.kind(place) == Kind::Floor).count()
    };
    let [east, south, west, north] = DIRECTIONS.map(run);
    match (1 + east + west, 1 + south + north) {
        (along, across) if along >= LONG && across < LONG => {
            x.is_multiple_of(every).then_some([Direction::South, Direction::North])
        }
        (across, along) if along >= LONG && across < LONG => {
            y.is_multiple_of(every).then_some([Direction::East, Direction::West])
        }
        _ => None,
    }
}

/// Returns true if a prop at the wall in a direction leaves a straight lane along it. In a hall with two lanes, props
/// are along one side only, so that they form no zigzag.
fn is_lane_free(graph: &Graph, place: usize, wall: Direction) -> bool {
    let away = |steps: isize| {
        let (right, down) = match wall {
            Direction::East => (-steps, 0),
            Direction::South => (0, -steps),
            Direction::West => (steps, 0),
            Direction::North => (0, steps),
        };
        graph.away(place, right, down).is_some_and(|place| graph.kind(place) == Kind::Floor)
    };
    away(1) && (away(2) || matches!(wall, Direction::North | Direction::West))
}

/// Paints an overlay of the district on the wall at a dead end.
fn mark(graph: &mut Graph, work: &mut Work, end: usize, look: &Look) {
    let is_open = |way: &Direction| graph.neighbour_kind(end, *way) == Kind::Floor;
    let Some(open) = DIRECTIONS.into_iter().find(is_open) else { return };
    let Some(wall) = graph.neighbour(end, opposite(open)).filter(|&wall| graph.kind(wall) == Kind::Wall) else {
        return;
    };
    let dress = graph.dress.get(wall).or(look.walls.first()).cloned();
    let Some(dress) = dress.filter(|dress| dress.wall.is_some() && dress.overlay.is_none()) else { return };
    let marks = &look.district.marks;
    if !marks.is_empty() {
        let overlay = Some(marks[work.rng.below(marks.len())].clone());
        graph.dress.insert(wall, Arc::new(Dress { overlay, ..Dress::clone(&dress) }));
    }
}

/// Returns for each place of halls and paths the number of its district: that of the nearest centre. The first centre is
/// the place that is nearest to the start, and each other is as far as possible from those before it.
fn divided(graph: &Graph, start: usize, count: usize) -> Vec<Option<usize>> {
    let is_own = |place: usize| graph.kind(place) == Kind::Floor && graph.places[place].room <= 1;
    let is_hall = |place: &usize| is_own(*place) && !graph.dress.has(*place);
    let (links, strides) = (graph.links(), graph.strides());
    let from_start = distances_past(None, &links, strides, start);
    let halls: Vec<usize> =
        (0..graph.places.len()).filter(is_hall).filter(|&place| from_start[place] != UNREACHED).collect();
    let mut centre = halls.iter().copied().min_by_key(|&place| (from_start[place], place));
    let mut nearest = vec![UNREACHED; graph.places.len()];
    let mut district_of = vec![None; graph.places.len()];
    for number in 0..count {
        let Some(from) = centre else { break };
        let distances = distances_past(None, &links, strides, from);
        for &place in &halls {
            if distances[place] < nearest[place] {
                (nearest[place], district_of[place]) = (distances[place], Some(number));
            }
        }
        centre = halls.iter().copied().max_by_key(|&place| (nearest[place], place)).filter(|&place| nearest[place] > 0);
    }
    district_of
}

/// Returns true if all open neighbours of a place are connected around it, so that a prop there cuts nothing off.
fn leaves_paths(graph: &Graph, place: usize) -> bool {
    const AROUND: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let is_prop = |next: usize| matches!(graph.contents.get(&next), Some(Content::Prop(_)));
    let is_open = |(right, down): (isize, isize)| {
        graph.away(place, right, down).is_some_and(|next| graph.kind(next) == Kind::Floor && !is_prop(next))
    };
    // A prop next to another could cut off the other's cell.
    if graph.neighbours(place).any(is_prop) {
        return false;
    }
    let open = AROUND.map(is_open);
    // A diagonal neighbour connects only if it is next to open places; alone it is not a path.
    let ends = (0..8).filter(|&at| open[at] && !open[(at + 1) % 8] && (at % 2 == 0 || open[(at + 7) % 8]));
    ends.count() <= 1
}
