//! Signs that show the path to the exit.

use crate::{
    creators::lamps::exit_lamp,
    graph::content::{Content, Screen},
    graph::graph::{Graph, directions_of, opposite},
    graph::measure::{UNREACHED, distances_past},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
    rooms::room::Dress,
};
use level::Direction;
use serde::Deserialize;
use std::sync::Arc;

/// Hangs signs with arrows along the shortest path from the start to the lift, or to the nearest stairs that lead on: on
/// walls in front of which it turns, next to its doors, and next to the lift, which also gets a lamp. It must be the last
/// stage, because it needs the finished map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Signs {
    /// Names of the overlays with an arrow to the left, and to the right.
    pub(crate) overlays: (String, String),
    /// Text that the player reads when using a sign.
    pub(crate) text: String,
    /// Minimum number of steps from one sign to the next.
    pub(crate) every: i64,
}

impl Default for Signs {
    fn default() -> Self {
        let overlays = ("sign_exit_left".to_owned(), "sign_exit".to_owned());
        Signs { overlays, text: "EXIT. Lift and stairs that way.".to_owned(), every: 6 }
    }
}

/// A step of the path.
struct Step {
    place: usize,
    /// Direction in which the player comes.
    comes: Direction,
    /// Direction in which the path goes on.
    goes: Direction,
}

impl Stage for Signs {
    fn check(&self) -> Result<(), String> {
        check_range("every", self.every, 1..=10_000)?;
        check_range("number of letters of `text`", self.text.chars().count() as i64, 1..=200)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the signs".to_owned()));
        };
        let lift = (0..graph.places.len()).find_map(|wall| match graph.kind(wall) {
            Kind::Lift(face) => Some((wall, face, graph.neighbour(wall, face)?)),
            _ => None,
        });
        if let Some((wall, face, floor)) = lift {
            self.mark_lift(graph, (wall, face), floor);
        }
        let mut left = 0;
        for Step { place, comes, goes } in path(graph, start, lift.map(|(.., floor)| floor)) {
            left -= 1;
            if left > 0 {
                continue;
            }
            let hung = if matches!(graph.kind(place), Kind::Door(_)) {
                self.hang_beside(graph, place, opposite(comes))
            } else {
                let ahead = graph.neighbour(place, comes).filter(|_| goes != comes);
                ahead.is_some_and(|wall| self.hang(graph, wall, opposite(comes), goes == right_of(comes)))
            };
            if hung {
                left = self.every;
            }
        }
        Ok(())
    }
}

impl Signs {
    /// Makes the lift visible: a sign, walls of its own, and a lamp in front of it.
    fn mark_lift(&self, graph: &mut Graph, (lift, face): (usize, Direction), floor: usize) {
        self.hang_beside(graph, lift, face);
        for way in [right_of(face), opposite(right_of(face))] {
            let Some(wall) = graph.neighbour(lift, way) else { continue };
            let is_back_hidden = graph.neighbour_kind(wall, opposite(face)) != Kind::Floor;
            if matches!(graph.kind(wall), Kind::Wall | Kind::Screen(_)) && is_back_hidden {
                let wall_texture = Some("lift".to_owned());
                graph.dress.insert(wall, Arc::new(Dress { wall: wall_texture, ..Dress::default() }));
            }
        }
        exit_lamp(graph, floor);
    }

    /// Hangs a sign that points to a door or lift on the wall next to it. Returns false if there is none.
    fn hang_beside(&self, graph: &mut Graph, place: usize, face: Direction) -> bool {
        // A player who looks at this face has its right on the left hand.
        [(right_of(face), true), (opposite(right_of(face)), false)].into_iter().any(|(way, points_right)| {
            graph.neighbour(place, way).is_some_and(|wall| self.hang(graph, wall, face, points_right))
        })
    }

    /// Hangs a sign on a wall, if it is visible there and the wall is free.
    fn hang(&self, graph: &mut Graph, wall: usize, face: Direction, points_right: bool) -> bool {
        let has_overlay = graph.dress.get(wall).is_some_and(|dress| dress.overlay.is_some());
        let is_seen = graph.neighbour(wall, face).is_some_and(|floor| {
            let has_prop = matches!(graph.contents.get(&floor), Some(Content::Prop(_)));
            graph.kind(floor) == Kind::Floor && !has_prop
        });
        let mut around = DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(wall, way));
        let has_stairs = around.any(|place| matches!(graph.contents.get(&place), Some(Content::Stair(_))));
        if graph.kind(wall) != Kind::Wall || has_overlay || !is_seen || has_stairs {
            return false;
        }
        let (left, right) = &self.overlays;
        let overlay = if points_right { right } else { left };
        graph.places[wall].kind = Kind::Screen(face);
        graph.screens.push(Screen { wall, text: self.text.clone(), overlay: Some(overlay.clone()) });
        true
    }
}

/// Returns the direction on the right of another.
fn right_of(way: Direction) -> Direction {
    DIRECTIONS[(way as usize + 1) % 4]
}

/// Returns the steps of the shortest path without secrets from the start to the lift, or to the nearest stairs.
fn path(graph: &Graph, start: usize, lift: Option<usize>) -> Vec<Step> {
    let mut links = graph.links();
    let strides = graph.strides();
    // A push-wall that is entered is not left again.
    for place in (0..links.len()).filter(|&place| matches!(graph.kind(place), Kind::Push(_))) {
        links[place] = 0;
    }
    let stairs = graph.contents.iter().filter(|(_, content)| matches!(content, Content::Stair(_)));
    let stairs = stairs.map(|(place, _)| *place).filter(|place| *place != start);
    let from_start = distances_past(None, &links, strides, start);
    let goal = lift.into_iter().chain(stairs).min_by_key(|&place| (from_start[place], place));
    let Some(goal) = goal.filter(|&goal| from_start[goal] != UNREACHED) else { return Vec::new() };
    let to_goal = distances_past(None, &links, strides, goal);
    let (mut steps, mut place, mut comes) = (Vec::new(), start, None);
    while place != goal {
        let nearer = |way: &Direction| {
            let next = place.wrapping_add(strides[*way as usize]);
            !matches!(graph.kind(next), Kind::Push(_)) && to_goal[next] + 1 == to_goal[place]
        };
        let ways: Vec<Direction> = directions_of(links[place]).map(|way| DIRECTIONS[way]).filter(nearer).collect();
        // It turns only where it must.
        let straight = comes.filter(|way| ways.contains(way));
        let Some(goes) = straight.or(ways.first().copied()) else { break };
        steps.extend(comes.map(|comes| Step { place, comes, goes }));
        (place, comes) = (place.wrapping_add(strides[goes as usize]), Some(goes));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{rng::Rng, stage::GeneratorData};
    use Direction::{North, South, West};

    /// Returns the signs of a map where `@` is the start, `+` a door, `%` a push-wall and `L` a lift above its floor:
    /// column, row, face, and whether its arrow points to the right.
    fn signs(rows: &[&str], every: i64) -> Vec<(usize, usize, Direction, bool)> {
        let mut graph = Graph::empty();
        graph.fill(rows[0].len(), rows.len(), Kind::Wall);
        for (place, letter) in rows.concat().chars().enumerate() {
            graph.places[place].kind = match letter {
                '#' => Kind::Wall,
                '+' => Kind::Door(None),
                '%' => Kind::Push(Direction::East),
                'L' => Kind::Lift(South),
                _ => Kind::Floor,
            };
            if letter == '@' {
                graph.contents.insert(place, Content::Start);
            }
        }
        let known = GeneratorData::default();
        let mut work = Work { rng: Rng::new(0, 0, 0), known: &known };
        Signs { every, ..Signs::default() }.run(&mut graph, &mut work).unwrap();
        let sign = |screen: &Screen| {
            let ((x, y), Kind::Screen(face)) = (graph.at(screen.wall), graph.kind(screen.wall)) else { panic!() };
            (x, y, face, screen.overlay.as_deref() == Some("sign_exit"))
        };
        graph.screens.iter().map(sign).collect()
    }

    #[test]
    fn signs_hang_at_the_lift_its_doors_and_turns() {
        let map = ["#########", "#@..##L##", "###.#...#", "###.+...#", "#########"];
        let [lift, turns, door] =
            [[(5, 1, South, true)].as_slice(), &[(4, 1, West, true), (3, 4, North, false)], &[(4, 2, West, true)]];
        assert_eq!(signs(&map, 1), [lift, turns, door].concat());
    }

    #[test]
    fn signs_do_not_lead_through_secrets_and_keep_their_distance() {
        let map = ["#########", "#@..%.L##", "###.#...#", "###.+...#", "#########"];
        assert_eq!(signs(&map, 6), [(7, 1, South, false), (3, 4, North, false)]);
    }
}
