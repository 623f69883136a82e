//! Rooms that push-walls hide.

use crate::{
    creators::hall_treasures::some_of,
    graph::content::Content,
    graph::graph::{Graph, opposite},
    graph::place::{DIRECTIONS, Kind, Place},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Digs small rooms into solid rock, or out into space, behind walls that can be pushed, and lays treasures into them. If no more
/// fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecretRooms {
    /// The greatest number of rooms.
    pub(crate) count: i64,
    /// The names of the sets of treasures, of which each room gets some.
    #[serde(default, alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// A room is so many tiles deep, as many as its wall slides back: it comes to rest at the room's end.
const DEPTH: isize = 2;
/// So many tiles of a room lie to each side of the wall's way, where the wall does not come.
const SIDE: isize = 1;

impl Stage for SecretRooms {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let mut walls: Vec<(usize, Direction)> = Vec::new();
        for place in (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Wall) {
            let ways = DIRECTIONS.into_iter().filter(|&way| graph.kind_beside(place, opposite(way)) == Kind::Floor);
            walls.extend(ways.map(|way| (place, way)));
        }
        work.chance.shuffle(&mut walls);
        let mut left = self.count;
        for (wall, way) in walls {
            if left == 0 {
                break;
            }
            let Some(room) = room_behind(graph, wall, way) else { continue };
            left -= 1;
            room.dig(graph, wall, way);
            let items = some_of(&treasures, room.corners.len(), &mut work.chance);
            for (place, item) in room.corners.into_iter().zip(items) {
                graph.contents.insert(place, Content::Pickup(item));
            }
        }
        Ok(())
    }
}

/// A room that is to be dug.
struct Room {
    floor: Vec<usize>,
    /// What must be wall round it.
    round: Vec<usize>,
    /// The floor to the sides of the wall's way.
    corners: Vec<usize>,
}

/// The room behind a wall, if there is nothing but rock and space.
fn room_behind(graph: &Graph, wall: usize, way: Direction) -> Option<Room> {
    let mut room = Room { floor: Vec::new(), round: Vec::new(), corners: Vec::new() };
    let (right, down) = way.step();
    // So far ahead of the wall, and so far to its side.
    let at = |ahead: isize, side: isize| {
        let (x, y) = (right as isize, down as isize);
        graph.away(wall, x * ahead - y * side, y * ahead + x * side)
    };
    for ahead in -1..=DEPTH + 2 {
        for side in -SIDE - 2..=SIDE + 2 {
            let is_floor = (1..=DEPTH).contains(&ahead) && side.abs() <= SIDE;
            let is_near = (0..=DEPTH + 1).contains(&ahead) && side.abs() <= SIDE + 1;
            let place = match at(ahead, side) {
                Some(place) => place,
                None if is_near => return None,
                None => continue,
            };
            match graph.kind(place) {
                // A window whose view the room would take.
                Kind::Window => return None,
                // Neither a door nor a lift may lose its wall, nor may two push-walls meet.
                Kind::Door(_) | Kind::Push(_) | Kind::Lift(_) | Kind::Screen(_) | Kind::Panel
                    if is_near || ahead == -1 =>
                {
                    return None;
                }
                Kind::Wall | Kind::Void => {}
                _ if is_near && ahead > 0 => return None,
                // Beside the wall that is pushed stands wall, or it would be seen from the side.
                Kind::Floor if ahead == 0 && side.abs() <= SIDE + 1 => return None,
                _ => {}
            }
            if is_floor {
                room.floor.push(place);
                if side != 0 {
                    room.corners.push(place);
                }
            } else if is_near && ahead >= 0 && place != wall {
                room.round.push(place);
            }
        }
    }
    Some(room)
}

impl Room {
    fn dig(&self, graph: &mut Graph, wall: usize, way: Direction) {
        let room = graph.places.iter().map(|place| place.room).max().unwrap_or(0).saturating_add(1).max(2);
        for &place in &self.round {
            if graph.kind(place) == Kind::Void {
                graph.places[place] = Place::new(Kind::Wall);
            }
        }
        for &place in &self.floor {
            graph.places[place] = Place { room, ..Place::new(Kind::Floor) };
        }
        graph.places[wall].kind = Kind::Push(way);
    }
}
