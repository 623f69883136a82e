//! Signs that show the path to the exit.

use crate::{
    creators::lamps::exit_lamp,
    graph::content::{Content, Screen},
    graph::graph::{Graph, opposite},
    graph::measure::distances,
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
    graph::way::{Lift, Step, lift, way},
    rooms::room::Dress,
};
use level::Direction;
use serde::Deserialize;
use std::{collections::BTreeSet, sync::Arc};

/// Hangs signs with arrows along the shortest path from the start to the lift, or to the nearest stairs that lead on: on
/// walls in front of which it turns, next to its doors, and next to the lift, which also gets a lamp. Where it turns off
/// a path that goes on, the sign is at the corner behind the turn. Where the key to the next lock is elsewhere, there is
/// a screen without an arrow instead, because the player must go back. It must be the last stage, because it needs the
/// finished map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Signs {
    /// Names of the overlays with an arrow to the left, and to the right.
    pub(crate) overlays: (String, String),
    /// Text that the player reads when using a sign.
    pub(crate) text: String,
    /// Text of the screens on the way to a lock whose key is elsewhere.
    pub(crate) locked: String,
    /// Minimum number of steps from one sign to the next. Signs at the last door, at the first turn behind a lock, and
    /// at forks if side paths are marked are closer.
    pub(crate) every: i64,
    /// Overlay and text of a mark on the wall at the end of each side path that starts from the way, if it is straight
    /// up to there.
    pub(crate) wrong: Option<(String, String)>,
}

/// Width of the halls in which a sign is seen from the other side, in tiles.
const WIDE: usize = 3;
/// Maximum length of a side path with a mark at its end, in tiles.
const SIDE: usize = 10;

impl Default for Signs {
    fn default() -> Self {
        let overlays = ("sign_exit_left".to_owned(), "sign_exit".to_owned());
        let locked = "The way to the lift is locked ahead. The key is elsewhere.".to_owned();
        Signs { overlays, text: "EXIT. Lift and stairs that way.".to_owned(), locked, every: 6, wrong: None }
    }
}

impl Stage for Signs {
    fn check(&self) -> Result<(), String> {
        check_range("every", self.every, 1..=10_000)?;
        check_range("number of letters of `text`", self.text.chars().count() as i64, 1..=200)?;
        check_range("number of letters of `locked`", self.locked.chars().count() as i64, 1..=200)?;
        let wrong = self.wrong.as_ref().map_or(1, |(_, text)| text.chars().count());
        check_range("number of letters of the text of `wrong`", wrong as i64, 1..=200)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the signs".to_owned()));
        };
        if let Some(lift) = lift(graph) {
            self.mark_lift(graph, lift);
        }
        let way = way(graph, start);
        let is_door = |graph: &Graph, step: &Step| matches!(graph.kind(step.place), Kind::Door(_));
        let last_door = way.iter().rev().find(|step| is_door(graph, step)).map(|step| step.place);
        let on_way: BTreeSet<usize> = way.iter().map(|step| step.place).collect();
        let early = early(graph, &way);
        let (mut left, mut is_behind_lock) = (0, false);
        for step in &way {
            let hung_before = graph.screens.len();
            left -= 1;
            let is_fork = self.mark_side_paths(graph, step, &on_way);
            if left <= 0 || is_fork || is_behind_lock || Some(step.place) == last_door {
                let hung = if is_door(graph, step) {
                    self.hang_beside(graph, step.place, opposite(step.comes))
                } else {
                    step.goes != step.comes && self.hang_at_turn(graph, step)
                };
                if hung {
                    (left, is_behind_lock) = (self.every, false);
                }
                if hung && early.contains(&step.place) {
                    let sign = &mut graph.screens[hung_before..];
                    sign.iter_mut().filter(|sign| sign.text == self.text).for_each(|sign| {
                        (sign.text, sign.overlay) = (self.locked.clone(), None);
                    });
                }
            }
            is_behind_lock |= matches!(graph.kind(step.place), Kind::Door(Some(_)));
        }
        Ok(())
    }
}

impl Signs {
    /// Makes the lift visible: a sign, walls of its own, and a lamp in front of it.
    fn mark_lift(&self, graph: &mut Graph, Lift { wall: lift, face, floor }: Lift) {
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

    /// Hangs a sign where the way turns: on the wall ahead, which may be the other side of a hall, or else at the corner.
    fn hang_at_turn(&self, graph: &mut Graph, &Step { place, comes, goes }: &Step) -> bool {
        let is_floor = |place: Option<usize>| place.is_some_and(|place| graph.kind(place) == Kind::Floor);
        let mut ahead = graph.neighbour(place, comes);
        for _ in 1..WIDE {
            // The turn is possible there, too.
            let beside = ahead.and_then(|ahead| graph.neighbour(ahead, goes));
            if is_floor(ahead) && is_floor(beside) {
                ahead = ahead.and_then(|ahead| graph.neighbour(ahead, comes));
            }
        }
        let corner = graph.neighbour(place, goes).filter(|&beside| is_floor(Some(beside)));
        let corner = corner.and_then(|beside| graph.neighbour(beside, comes)).filter(|_| is_floor(ahead));
        let points_right = goes == right_of(comes);
        [ahead, corner].into_iter().flatten().any(|wall| self.hang(graph, wall, opposite(comes), points_right))
    }

    /// Marks the ends of straight paths that start from the way outside of rooms. Returns true if there is one.
    fn mark_side_paths(&self, graph: &mut Graph, step: &Step, on_way: &BTreeSet<usize>) -> bool {
        let Some((overlay, text)) = &self.wrong else { return false };
        let is_path = |graph: &Graph, place: usize| graph.kind(place) == Kind::Floor && graph.places[place].room <= 1;
        let mut is_fork = false;
        for way in DIRECTIONS {
            let first = graph.neighbour(step.place, way).filter(|&first| is_path(graph, first));
            if way == step.goes || way == opposite(step.comes) || !is_path(graph, step.place) || first.is_none() {
                continue;
            }
            is_fork = true;
            let ray = std::iter::successors(first, |&place| graph.neighbour(place, way));
            let path: Vec<usize> = ray.take(SIDE).take_while(|&place| is_path(graph, place)).collect();
            let wall = path.last().and_then(|&end| graph.neighbour(end, way));
            let leads_back = path.iter().any(|place| on_way.contains(place));
            let Some(wall) = wall.filter(|_| !leads_back) else { continue };
            if is_free_wall(graph, wall, opposite(way)) {
                let dress = graph.dress.get(wall).map(|dress| Dress { overlay: None, ..Dress::clone(dress) });
                dress.into_iter().for_each(|dress| graph.dress.insert(wall, Arc::new(dress)));
                graph.places[wall].kind = Kind::Screen(opposite(way));
                graph.screens.push(Screen { wall, text: text.clone(), overlay: Some(overlay.clone()) });
            }
        }
        is_fork
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
        if has_overlay || !is_free_wall(graph, wall, face) {
            return false;
        }
        let (left, right) = &self.overlays;
        let overlay = if points_right { right } else { left };
        graph.places[wall].kind = Kind::Screen(face);
        graph.screens.push(Screen { wall, text: self.text.clone(), overlay: Some(overlay.clone()) });
        true
    }
}

/// Returns the places of the way from which it leads to a lock and away from the key to it.
fn early(graph: &Graph, way: &[Step]) -> BTreeSet<usize> {
    let (mut early, mut from) = (BTreeSet::new(), 0);
    let locks = way.iter().enumerate().filter_map(|(number, step)| match graph.kind(step.place) {
        Kind::Door(Some(lock)) => Some((number, lock.key()?)),
        _ => None,
    });
    for (number, key) in locks {
        let key = graph.contents.iter().find(|(_, content)| **content == Content::Key(key));
        let before = &way[std::mem::replace(&mut from, number + 1)..number];
        let Some((&key, _)) = key.filter(|(key, _)| before.iter().all(|step| step.place != **key)) else { continue };
        let to_key = distances(graph, key);
        let leads_away = |step: &&Step| {
            graph.neighbour(step.place, step.goes).is_some_and(|next| to_key[next] >= to_key[step.place])
        };
        early.extend(before.iter().filter(leads_away).map(|step| step.place));
    }
    early
}

/// Returns true for a wall without stairs that is visible from the floor in front of it.
fn is_free_wall(graph: &Graph, wall: usize, face: Direction) -> bool {
    let is_seen = graph.neighbour(wall, face).is_some_and(|floor| {
        let has_prop = matches!(graph.contents.get(&floor), Some(Content::Prop(_)));
        graph.kind(floor) == Kind::Floor && !has_prop
    });
    let mut around = DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(wall, way));
    let has_stairs = around.any(|place| matches!(graph.contents.get(&place), Some(Content::Stair(_))));
    graph.kind(wall) == Kind::Wall && !has_stairs && is_seen
}

/// Returns the direction on the right of another.
fn right_of(way: Direction) -> Direction {
    DIRECTIONS[(way as usize + 1) % 4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{rng::Rng, stage::GeneratorData};
    use Direction::{North, South, West};
    use level::{Key, Lock};

    /// Returns the signs of a map where `@` is the start, `+` a door, `%` a push-wall and `L` a lift above its floor:
    /// column, row, face, and whether its arrow points to the right.
    fn signs(rows: &[&str], every: i64) -> Vec<(usize, usize, Direction, bool)> {
        let signs = hung(rows, &Signs { every, ..Signs::default() }).into_iter();
        signs.map(|(x, y, face, overlay)| (x, y, face, overlay == "sign_exit")).collect()
    }

    /// Returns column, row, face and overlay of everything that hangs on the walls.
    fn hung(rows: &[&str], signs: &Signs) -> Vec<(usize, usize, Direction, String)> {
        let mut graph = Graph::empty();
        graph.fill(rows[0].len(), rows.len(), Kind::Wall);
        for (place, letter) in rows.concat().chars().enumerate() {
            graph.places[place].kind = match letter {
                '#' => Kind::Wall,
                '+' => Kind::Door(None),
                'A' => Kind::Door(Some(Lock::A)),
                '%' => Kind::Push(Direction::East),
                'L' => Kind::Lift(South),
                _ => Kind::Floor,
            };
            match letter {
                '@' => graph.contents.insert(place, Content::Start),
                'a' => graph.contents.insert(place, Content::Key(Key::A)),
                _ => None,
            };
        }
        let known = GeneratorData::default();
        let mut work = Work { rng: Rng::new(0, 0, 0), known: &known };
        signs.run(&mut graph, &mut work).unwrap();
        let sign = |screen: &Screen| {
            let ((x, y), Kind::Screen(face)) = (graph.at(screen.wall), graph.kind(screen.wall)) else { panic!() };
            (x, y, face, screen.overlay.clone().unwrap_or_default())
        };
        graph.screens.iter().map(sign).collect()
    }

    #[test]
    fn signs_hang_at_the_lift_its_doors_and_turns() {
        let map = ["#########", "#@..##L##", "###.#...#", "###.+...#", "#########"];
        let [lift, turns, door] = [
            [(5, 1, South, true)].as_slice(),
            &[(4, 1, West, true), (3, 4, North, false)],
            &[(4, 2, West, true), (8, 3, West, false)],
        ];
        assert_eq!(signs(&map, 1), [lift, turns, door].concat());
    }

    #[test]
    fn fork_of_a_passage_has_an_arrow_at_the_corner_and_a_cross() {
        let map = ["###########", "#@........#", "####.######", "####.###L##", "####.....##", "###########"];
        let corner = (5, 2, West, true);
        assert!(signs(&map, 1).contains(&corner), "{:?}", signs(&map, 1));
        let wrong = Some(("cross".to_owned(), "Not here.".to_owned()));
        let marked = hung(&map, &Signs { wrong, ..Signs::default() });
        let crosses: Vec<_> =
            marked.iter().filter(|sign| sign.3 == "cross").map(|sign| (sign.0, sign.1, sign.2)).collect();
        assert_eq!(crosses, [(10, 1, West)], "at the end of the side path, where it is seen from the fork");
    }

    #[test]
    fn first_turn_behind_a_lock_has_a_sign_although_another_is_near() {
        let map = |door: char| {
            let row = format!("###.{door}..#");
            let rows = ["########", "#@..####", &row, "####L#.#", "####...#", "########"];
            signs(&rows, 20).contains(&(7, 2, West, true))
        };
        assert!(map('A') && !map('.'));
    }

    #[test]
    fn signs_have_no_arrow_where_the_key_is_elsewhere() {
        let map = |row: &'static str| {
            let rows = ["###########", row, "####.###L##", "####..A..##", "###########"];
            let all = hung(&rows, &Signs { every: 1, ..Signs::default() }).into_iter();
            all.map(|(x, y, _, overlay)| ((x, y), !overlay.is_empty())).collect::<Vec<_>>()
        };
        let [elsewhere, on_the_way] = ["#@....a####", "#@.a.######"].map(map);
        assert_eq!(elsewhere.iter().map(|sign| sign.0).collect::<Vec<_>>(), [(7, 2), (5, 2), (4, 4)]);
        let arrows = |signs: &[((usize, usize), bool)]| signs.iter().map(|sign| sign.1).collect::<Vec<_>>();
        assert_eq!(arrows(&elsewhere), [true, false, false]);
        assert!(arrows(&on_the_way).into_iter().all(|has_arrow| has_arrow));
    }

    #[test]
    fn signs_do_not_lead_through_secrets_and_keep_their_distance() {
        let map = ["#########", "#@..%.L##", "###.#...#", "###.+...#", "#########"];
        assert_eq!(signs(&map, 6), [(7, 1, South, false), (3, 4, North, false), (4, 2, West, true)]);
    }
}
