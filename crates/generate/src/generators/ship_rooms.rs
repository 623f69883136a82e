//! The rooms of a ship: first halls, then rooms that grow from them.

use crate::{
    generators::size::Size,
    graph::graph::{Graph, Scale},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::rng::Rng,
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Crossing halls, and rooms that grow from the existing ones, each behind a door.
///
/// The defaults are those of Skeleton Crew: 64 by 40 tiles; two halls each of 20 to 40, 14 to 24 and 8 to 16 tiles, two
/// wide and at least eight apart; 12 to 20 rooms with sides of five to nine tiles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ShipRooms {
    /// Width and height in tiles. Omit it to build on the existing floor.
    size: Option<Size>,
    /// Minimum and maximum length of each hall, in tiles.
    halls: Vec<(i64, i64)>,
    /// Minimum distance between parallel halls, in tiles.
    apart: i64,
    /// Minimum number of rooms. With fewer, the ship is generated again.
    least_rooms: i64,
    /// Maximum number of rooms.
    most_rooms: i64,
    /// Minimum side of a room, in tiles.
    least_side: i64,
    /// Maximum side of a room, in tiles.
    most_side: i64,
    /// Percentage of neighbouring pairs of rooms that get an additional door.
    doors: i64,
}

impl Default for ShipRooms {
    fn default() -> Self {
        ShipRooms {
            size: None,
            halls: vec![(20, 40), (20, 40), (14, 24), (14, 24), (8, 16), (8, 16)],
            apart: 8,
            least_rooms: 12,
            most_rooms: 20,
            least_side: 5,
            most_side: 9,
            doors: 30,
        }
    }
}

/// Width of a hall, in tiles.
const HALL_WIDTH: usize = 2;
/// Number of attempts to place a hall or a room.
const TRIES: usize = 200;

/// A rectangle of tiles, including its last column and row.
#[derive(Clone, Copy)]
struct Rect {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Stage for ShipRooms {
    fn check(&self) -> Result<(), String> {
        Size::check(self.size)?;
        check_range("number of `halls`", self.halls.len() as i64, 1..=32)?;
        for &(least, most) in &self.halls {
            check_range("minimum length of a hall", least, 4..=1000)?;
            check_range("maximum length of a hall", most, least..=1000)?;
        }
        check_range("apart", self.apart, 1..=1000)?;
        check_range("least_rooms", self.least_rooms, 1..=1000)?;
        check_range("most_rooms", self.most_rooms, self.least_rooms..=1000)?;
        check_range("least_side", self.least_side, 3..=100)?;
        check_range("most_side", self.most_side, self.least_side..=100)?;
        check_range("doors", self.doors, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        let size = self.size.or(graph.is_empty().then_some(Size { width: 64, height: 40 }));
        Size::apply(size, graph, Kind::Floor)?;
        graph.scale = Scale::Tiles;
        for place in &mut graph.places {
            *place = Node::new(if place.kind == Kind::Floor { Kind::Wall } else { Kind::Void });
        }
        let halls = self.halls(graph, &mut work.rng)?;
        self.rooms(graph, &mut work.rng, &halls)?;
        self.more_doors(graph, &mut work.rng);
        Ok(())
    }
}

impl ShipRooms {
    /// Digs the halls. All halls are room number 1; each one crosses an existing one and keeps its distance from
    /// parallel ones.
    fn halls(&self, graph: &mut Graph, rng: &mut Rng) -> Result<Vec<Rect>, StageError> {
        let mut dug: Vec<(Rect, bool)> = Vec::new();
        for &(least, most) in &self.halls {
            let hall = (0..TRIES).find_map(|_| {
                let horizontal = if dug.is_empty() { graph.width >= graph.height } else { rng.percent(50) };
                let hall = hall(graph, rng, (least as usize, most as usize), horizontal, dug.is_empty())?;
                let crosses =
                    dug.is_empty() || dug.iter().any(|(other, along)| *along != horizontal && other.meets(hall, 0));
                let is_near =
                    |(other, along): &(Rect, bool)| *along == horizontal && other.meets(hall, self.apart as usize);
                (crosses && !dug.iter().any(is_near) && hall.is_in(graph)).then_some((hall, horizontal))
            });
            // The first hall is required; further halls that do not fit are omitted.
            let Some((hall, horizontal)) = hall else {
                if dug.is_empty() {
                    return Err(StageError::Retry("the first hall does not fit: increase `size`".to_owned()));
                }
                continue;
            };
            hall.dig(graph, 1);
            dug.push((hall, horizontal));
        }
        Ok(dug.into_iter().map(|(hall, _)| hall).collect())
    }

    /// Grows rooms from the halls and from each other.
    fn rooms(&self, graph: &mut Graph, rng: &mut Rng, halls: &[Rect]) -> Result<(), StageError> {
        let wanted = rng.between(self.least_rooms as usize, self.most_rooms as usize);
        let mut frontier: Vec<(usize, Direction)> = Vec::new();
        let mut built = 0;
        let mut tries = 0;
        halls.iter().for_each(|hall| grow_frontier(graph, &mut frontier, *hall));
        while built < wanted && tries < TRIES * wanted && !frontier.is_empty() {
            tries += 1;
            let slot = rng.below(frontier.len());
            let (door, way) = frontier[slot];
            let sides = [(); 2].map(|()| rng.between(self.least_side as usize, self.most_side as usize));
            let Some(room) = room_behind(graph, rng, door, way, sides) else { continue };
            if !room.is_rock(graph) {
                continue;
            }
            built += 1;
            room.dig(graph, built as u16 + 1);
            graph.places[door].kind = Kind::Door(None);
            frontier.swap_remove(slot);
            grow_frontier(graph, &mut frontier, room);
        }
        if built < self.least_rooms as usize {
            let what = format!("only {built} rooms fit, but `least_rooms` is {}: increase `size`", self.least_rooms);
            return Err(StageError::Retry(what));
        }
        Ok(())
    }

    /// Adds doors between some rooms that are separated only by a wall.
    fn more_doors(&self, graph: &mut Graph, rng: &mut Rng) {
        let mut parted: Vec<((u16, u16), usize)> = Vec::new();
        for place in 0..graph.places.len() {
            for ways in [[0, 2], [1, 3]] {
                let Some([one, other]) = fits_door(graph, place, ways.map(|way| DIRECTIONS[way])) else { continue };
                let rooms = [one, other].map(|neighbour| graph.places[neighbour].room);
                if rooms[0] != rooms[1] {
                    parted.push(((rooms[0].min(rooms[1]), rooms[0].max(rooms[1])), place));
                }
            }
        }
        // By pairs of rooms; skip pairs that a door already connects.
        parted.sort_unstable();
        let joined: Vec<(u16, u16)> = (0..graph.places.len()).filter_map(|place| joins(graph, place)).collect();
        let mut first = 0;
        while first < parted.len() {
            let rooms = parted[first].0;
            let end = first + parted[first..].iter().take_while(|(pair, _)| *pair == rooms).count();
            let (_, place) = parted[rng.between(first, end - 1)];
            if !joined.contains(&rooms) && rng.percent(self.doors as usize) && has_no_door_beside(graph, place) {
                graph.places[place].kind = Kind::Door(None);
            }
            first = end;
        }
    }
}

/// Returns the two rooms that a door connects, the smaller number first.
fn joins(graph: &Graph, place: usize) -> Option<(u16, u16)> {
    let Kind::Door(_) = graph.kind(place) else { return None };
    let mut rooms = graph.neighbours(place).map(|neighbour| graph.places[neighbour].room);
    let (one, other) = (rooms.next()?, rooms.next()?);
    Some((one.min(other), one.max(other)))
}

/// Returns the places in front of and behind a wall, if a door there would be between walls and lead from floor to
/// floor.
fn fits_door(graph: &Graph, place: usize, ways: [Direction; 2]) -> Option<[usize; 2]> {
    let across =
        if ways[0] == Direction::East { [DIRECTIONS[1], DIRECTIONS[3]] } else { [DIRECTIONS[0], DIRECTIONS[2]] };
    let is_wall = |way| graph.neighbour_kind(place, way) == Kind::Wall;
    let floor = |way| graph.neighbour(place, way).filter(|&neighbour| graph.kind(neighbour) == Kind::Floor);
    if graph.kind(place) != Kind::Wall || !across.into_iter().all(is_wall) {
        return None;
    }
    Some([floor(ways[0])?, floor(ways[1])?])
}

/// Returns true if no other door is next to a place, because a door needs walls on both sides.
fn has_no_door_beside(graph: &Graph, place: usize) -> bool {
    DIRECTIONS.into_iter().all(|way| !matches!(graph.neighbour_kind(place, way), Kind::Door(_)))
}

/// Returns a hall of random length at a random position; the first one is in the middle. Returns `None` if the graph is
/// too small.
fn hall(graph: &Graph, rng: &mut Rng, (least, most): (usize, usize), horizontal: bool, first: bool) -> Option<Rect> {
    let length = rng.between(least, most);
    let (along, across) = if horizontal { (graph.width, graph.height) } else { (graph.height, graph.width) };
    // Keep a wall at the edge.
    if along < length + 2 || across < HALL_WIDTH + 2 {
        return None;
    }
    let begin = if first { (along - length) / 2 } else { rng.between(1, along - length - 1) };
    let side = if first { (across - HALL_WIDTH) / 2 } else { rng.between(1, across - HALL_WIDTH - 1) };
    let (end, other) = (begin + length - 1, side + HALL_WIDTH - 1);
    Some(if horizontal {
        Rect { left: begin, right: end, top: side, bottom: other }
    } else {
        Rect { left: side, right: other, top: begin, bottom: end }
    })
}

/// Returns a room of random size behind a door, with the door at a random position along its side.
fn room_behind(graph: &Graph, rng: &mut Rng, door: usize, way: Direction, [wide, high]: [usize; 2]) -> Option<Rect> {
    let (x, y) = graph.at(door);
    let (left, top) = match way {
        Direction::East => (x + 1, y.checked_sub(rng.below(high))?),
        Direction::West => (x.checked_sub(wide)?, y.checked_sub(rng.below(high))?),
        Direction::South => (x.checked_sub(rng.below(wide))?, y + 1),
        Direction::North => (x.checked_sub(rng.below(wide))?, y.checked_sub(high)?),
    };
    Some(Rect { left, top, right: left + wide - 1, bottom: top + high - 1 })
}

/// Adds the walls next to a room or hall, with the directions that lead out of it.
fn grow_frontier(graph: &Graph, frontier: &mut Vec<(usize, Direction)>, room: Rect) {
    for place in room.tiles(graph, 0) {
        for way in DIRECTIONS {
            if let Some(neighbour) =
                graph.neighbour(place, way).filter(|&neighbour| graph.kind(neighbour) == Kind::Wall)
            {
                frontier.push((neighbour, way));
            }
        }
    }
}

impl Rect {
    /// Returns true if two rectangles overlap or are closer than `apart` tiles.
    fn meets(self, other: Rect, apart: usize) -> bool {
        self.left <= other.right + apart
            && other.left <= self.right + apart
            && self.top <= other.bottom + apart
            && other.top <= self.bottom + apart
    }

    fn tiles(self, graph: &Graph, margin: usize) -> impl Iterator<Item = usize> + use<> {
        let width = graph.width;
        (self.top - margin..=self.bottom + margin)
            .flat_map(move |y| (self.left - margin..=self.right + margin).map(move |x| y * width + x))
    }

    /// Returns true if the rectangle and the walls around it are on the lattice and not void.
    fn is_in(self, graph: &Graph) -> bool {
        self.left > 0
            && self.top > 0
            && self.right + 1 < graph.width
            && self.bottom + 1 < graph.height
            && self.tiles(graph, 1).all(|place| graph.kind(place) != Kind::Void)
    }

    /// Returns true if the rectangle and the walls around it are rock.
    fn is_rock(self, graph: &Graph) -> bool {
        self.is_in(graph) && self.tiles(graph, 1).all(|place| graph.kind(place) == Kind::Wall)
    }

    /// Turns the rectangle into the floor of a room.
    fn dig(self, graph: &mut Graph, room: u16) {
        for place in self.tiles(graph, 0) {
            graph.places[place] = Node { room, ..Node::new(Kind::Floor) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph::measure::regions, graph::stage::GeneratorData};

    fn ship(seed: u64) -> Result<Graph, StageError> {
        let mut graph = Graph::empty();
        let known = GeneratorData::default();
        let mut work = Work { rng: Rng::new(seed, 0, 0), known: &known };
        ShipRooms::default().run(&mut graph, &mut work).map(|()| graph)
    }

    #[test]
    fn ship_has_its_size_rooms_and_one_region() {
        let mut built = 0;
        for graph in (0..200).filter_map(|seed| ship(seed).ok()) {
            built += 1;
            assert_eq!((graph.width, graph.height), (64, 40));
            assert_eq!(regions(&graph).1.len(), 1, "all floor and all doors are connected");
            let rooms = graph.places.iter().map(|place| place.room).max().unwrap_or(0) - 1;
            assert!((12..=20).contains(&rooms), "{rooms} rooms");
            for room in 2..=rooms + 1 {
                let tiles = graph.places.iter().filter(|place| place.room == room).count();
                assert!((25..=81).contains(&tiles), "a room of {tiles} tiles");
            }
            for place in (0..graph.places.len()).filter(|&place| matches!(graph.kind(place), Kind::Door(_))) {
                let walls = DIRECTIONS.map(|way| graph.neighbour_kind(place, way) == Kind::Wall);
                assert!(matches!(walls, [true, false, true, false] | [false, true, false, true]), "{walls:?}");
            }
        }
        assert!(built > 190, "{built} of 200 ships were built at the first attempt");
    }
}
