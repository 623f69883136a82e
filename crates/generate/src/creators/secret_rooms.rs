//! Secret rooms behind push-walls.

use crate::{
    creators::hall_treasures::some_of,
    graph::content::Content,
    graph::graph::{Graph, opposite},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Direction;
use serde::Deserialize;

/// Digs small rooms into solid rock or into space, behind push-walls, and places treasures in them. If not enough rooms
/// fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecretRooms {
    /// Maximum number of rooms.
    pub(crate) count: i64,
    /// Names of the treasure sets; each room gets some of their items.
    #[serde(default, alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// Depth of a room in tiles. It equals the distance that a push-wall moves, so the wall stops at the room's end.
const DEPTH: isize = 2;
/// Number of floor tiles to each side of the push-wall's path.
const SIDE: isize = 1;

impl Stage for SecretRooms {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let mut walls: Vec<(usize, Direction)> = Vec::new();
        for place in (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Wall) {
            let ways = DIRECTIONS.into_iter().filter(|&way| graph.neighbour_kind(place, opposite(way)) == Kind::Floor);
            walls.extend(ways.map(|way| (place, way)));
        }
        work.rng.shuffle(&mut walls);
        let mut left = self.count;
        for (wall, way) in walls {
            if left == 0 {
                break;
            }
            let Some(room) = room_behind(graph, wall, way) else { continue };
            left -= 1;
            room.dig(graph, wall, way);
            let items = some_of(&treasures, room.corners.len(), &mut work.rng);
            for (place, item) in room.corners.into_iter().zip(items) {
                graph.contents.insert(place, Content::Pickup(item));
            }
        }
        Ok(())
    }
}

/// A room to be dug.
struct Room {
    floor: Vec<usize>,
    /// Places around the room that must be wall.
    round: Vec<usize>,
    /// Floor to the sides of the push-wall's path.
    corners: Vec<usize>,
}

/// Returns the room behind a wall, if there is only rock and space.
fn room_behind(graph: &Graph, wall: usize, way: Direction) -> Option<Room> {
    let mut room = Room { floor: Vec::new(), round: Vec::new(), corners: Vec::new() };
    let (right, down) = way.step();
    // A place ahead of the wall and to its side.
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
                // The room would block the view of a window.
                Kind::Window => return None,
                // Doors and lifts must keep their walls, and push-walls must not meet.
                Kind::Door(_) | Kind::Push(_) | Kind::Lift(_) | Kind::Screen(_) | Kind::Panel
                    if is_near || ahead == -1 =>
                {
                    return None;
                }
                Kind::Wall | Kind::Void => {}
                _ if is_near && ahead > 0 => return None,
                // The push-wall needs walls next to it, or it would be visible from the side.
                Kind::Floor | Kind::Furniture | Kind::Grating | Kind::Table if ahead == 0 && side.abs() <= SIDE + 1 => {
                    return None;
                }
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
                graph.places[place] = Node::new(Kind::Wall);
            }
        }
        for &place in &self.floor {
            graph.places[place] = Node { room, ..Node::new(Kind::Floor) };
        }
        graph.places[wall].kind = Kind::Push(way);
    }
}
