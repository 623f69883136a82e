//! Locked doors and their keys.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances_past},
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
    graph::way::{lift, way},
};
use level::{Key, Lock};
use serde::Deserialize;

/// Locks doors that close off a part of the map, and places each key where it can be reached without it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Locks {
    /// Number of locks, up to three.
    pub(crate) count: i64,
    /// The first lock is on the way to the lift: on a door without which it cannot be reached, or on all doors of its
    /// room.
    #[serde(default)]
    pub(crate) lift: bool,
}

/// Minimum share of the map behind a lock, in percent, so that the key is worth finding.
const MIN_BEHIND: usize = 10;
/// Minimum share of the map in front of a lock, in percent, if any door has that much: the key lies there.
const MIN_BEFORE: usize = 40;
/// Minimum distance from a lock to its key, in percent of that of the farthest place for the key: a key next to its
/// lock is not a detour.
const MIN_DETOUR: u32 = 75;
/// Number of doors tried per lock.
const TRIES: usize = 40;

const LOCKS: [(Lock, Key); 3] = [(Lock::A, Key::A), (Lock::B, Key::B), (Lock::C, Key::C)];

impl Stage for Locks {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=LOCKS.len() as i64)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the locks".to_owned()));
        };
        let lift = match lift(graph) {
            None if self.lift => {
                return Err(StageError::Invalid("the lift must be placed before locks on the way to it".to_owned()));
            }
            lift => lift.filter(|_| self.lift).map(|lift| lift.floor),
        };
        for (number, (lock, key)) in LOCKS.into_iter().take(self.count as usize).enumerate() {
            let lift = lift.filter(|_| number == 0);
            let mut put = |before| put(graph, work, start, (lock, key), (lift, before));
            if !put(MIN_BEFORE) && !put(0) {
                return Err(StageError::Retry(format!("no door has enough of the map behind it for lock {lock:?}")));
            }
        }
        Ok(())
    }
}

/// Locks a door, or some doors of which one must be passed to reach `lift`, with at least this share of the map in front
/// of them, in percent, and places their key. Returns false if no door fits.
fn put(
    graph: &mut Graph,
    work: &mut Work,
    start: usize,
    (lock, key): (Lock, Key),
    (lift, min_before): (Option<usize>, usize),
) -> bool {
    let candidates = candidates(graph, work, start, lift);
    let hazards = graph.hazards();
    let all = graph.places.iter().filter(|place| place.kind.is_walkable()).count();
    // A door in whatever state is a link.
    let (links, strides) = (graph.links(), graph.strides());
    // A key is in no hazardous room.
    let mut free = graph.free_floor();
    if !hazards.is_empty() {
        free.retain(|&place| !hazards.contains(&graph.places[place].room));
    }
    for doors in candidates {
        let before = distances_without(&doors, &links, strides, start);
        if lift.is_some_and(|lift| before[lift] != UNREACHED) {
            continue;
        }
        let (mut reached, mut farthest) = (0, 0);
        for &distance in before.iter().filter(|&&distance| distance != UNREACHED) {
            (reached, farthest) = (reached + 1, distance.max(farthest));
        }
        // A lock in front of the lift is always worth its key.
        let has_little_behind = lift.is_none() && (all - reached) * 100 < all * MIN_BEHIND;
        if has_little_behind || reached * 100 < all * min_before {
            continue;
        }
        // The key is far from the start, but can be reached without the lock.
        let is_far = |&place: &usize| (farthest / 2..UNREACHED).contains(&before[place]);
        let mut places: Vec<usize> = free.iter().copied().filter(is_far).collect();
        let from_door = distances_past(None, &links, strides, doors[0]);
        let longest = places.iter().map(|&place| from_door[place]).max().unwrap_or(0);
        places.retain(|&place| from_door[place] >= longest * MIN_DETOUR / 100);
        if let Some(place) = work.rng.pick(&places) {
            let set =
                |graph: &mut Graph, lock| doors.iter().for_each(|&door| graph.places[door].kind = Kind::Door(lock));
            set(graph, Some(lock));
            graph.contents.insert(place, Content::Key(key));
            // The key may be behind another lock whose own key is behind this one.
            if opens_all(graph, start) {
                return true;
            }
            graph.contents.remove(&place);
            set(graph, None);
        }
    }
    false
}

/// Returns the doors that could get a lock, in random order. If it must be on the way to `lift`, all doors of the lift's
/// room follow, which get one lock together.
fn candidates(graph: &Graph, work: &mut Work, start: usize, lift: Option<usize>) -> Vec<Vec<usize>> {
    let mut doors: Vec<usize> =
        (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Door(None)).collect();
    // Without gravity it is hard to stay in front of a door and use it.
    let weightless: Vec<u16> =
        graph.prefabs.iter().filter(|prefab| prefab.room.weightless).map(|prefab| prefab.number).collect();
    doors.retain(|&door| !graph.neighbours(door).any(|place| weightless.contains(&graph.places[place].room)));
    let of_lift = lift.map(|lift| doors_of_room(graph, &doors, graph.places[lift].room));
    if lift.is_some() {
        // A door without which the lift cannot be reached is on every path to it.
        let on_way: Vec<usize> = way(graph, start).iter().map(|step| step.place).collect();
        doors.retain(|door| on_way.contains(door));
    }
    work.rng.shuffle(&mut doors);
    let each = doors.into_iter().take(TRIES).map(|door| vec![door]);
    each.chain(of_lift.filter(|doors| !doors.is_empty())).collect()
}

/// Returns those of some doors that lead into a room.
fn doors_of_room(graph: &Graph, doors: &[usize], room: u16) -> Vec<usize> {
    let leads = |door: &usize| graph.neighbours(*door).any(|place| graph.places[place].room == room);
    doors.iter().copied().filter(leads).collect()
}

/// Returns the distances from the start without passing some doors.
fn distances_without(doors: &[usize], links: &[u8], strides: [usize; 4], start: usize) -> Vec<u32> {
    let [door] = doors else {
        let mut links = links.to_vec();
        doors.iter().for_each(|&door| links[door] = 0);
        let mut distances = distances_past(None, &links, strides, start);
        doors.iter().for_each(|&door| distances[door] = UNREACHED);
        return distances;
    };
    distances_past(Some(*door), links, strides, start)
}

/// Returns true if everything can be reached from the start by collecting keys on the way.
fn opens_all(graph: &Graph, start: usize) -> bool {
    let mut has = [false; LOCKS.len()];
    let mut reached = vec![false; graph.places.len()];
    let mut frontier = vec![start];
    // Doors that were reached before their keys.
    let mut shut: Vec<(usize, Lock)> = Vec::new();
    reached[start] = true;
    while let Some(place) = frontier.pop() {
        if let Some(Content::Key(key)) = graph.contents.get(&place) {
            has[*key as usize] = true;
            let (open, still): (Vec<_>, Vec<_>) = shut.into_iter().partition(|(_, lock)| lock.key() == Some(*key));
            shut = still;
            frontier.extend(open.iter().map(|(door, _)| *door));
        }
        for next in graph.neighbours(place) {
            if reached[next] {
                continue;
            }
            reached[next] = true;
            match graph.kind(next) {
                Kind::Door(Some(lock)) if !lock.key().is_some_and(|key| has[key as usize]) => shut.push((next, lock)),
                _ => frontier.push(next),
            }
        }
    }
    shut.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the graph of a map where `@` is the start, `a` and `b` are keys, and `A` and `B` their doors.
    fn graph(rows: &[&str]) -> (Graph, usize) {
        let mut graph = Graph::empty();
        graph.fill(rows[0].len(), rows.len(), Kind::Wall);
        let mut start = 0;
        for (place, letter) in rows.concat().chars().enumerate() {
            graph.places[place].kind = match letter {
                '#' => Kind::Wall,
                'A' => Kind::Door(Some(Lock::A)),
                'B' => Kind::Door(Some(Lock::B)),
                _ => Kind::Floor,
            };
            match letter {
                '@' => start = place,
                'a' => drop(graph.contents.insert(place, Content::Key(Key::A))),
                'b' => drop(graph.contents.insert(place, Content::Key(Key::B))),
                _ => {}
            }
        }
        (graph, start)
    }

    #[test]
    fn keys_behind_each_others_locks_open_nothing() {
        for (row, opens) in [
            ("#@.a.A.b.B.#", true),
            ("#b@.a.A..B.#", true),
            ("#.B.@.a.A.b#", true),
            ("#a.B.@..A.b#", false),
            ("#.B.@..A.ba#", false),
        ] {
            let (graph, start) = graph(&["############", row, "############"]);
            assert_eq!(opens_all(&graph, start), opens, "{row}");
        }
    }
}
