//! Locked doors, and their keys before them.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::place::Kind,
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::{Key, Lock};
use serde::Deserialize;

/// Locks doors behind which a part of the map lies, and puts each key where one gets without it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Locks {
    /// How many of the three locks there are.
    pub(crate) count: i64,
}

/// A lock has so many of a hundred places behind it at least: it is to be worth its key.
const LEAST_BEHIND: usize = 10;
/// So many doors are tried for a lock.
const TRIES: usize = 40;

const LOCKS: [(Lock, Key); 3] = [(Lock::A, Key::A), (Lock::B, Key::B), (Lock::C, Key::C)];

impl Stage for Locks {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=LOCKS.len() as i64)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the locks".to_owned()));
        };
        for (lock, key) in LOCKS.into_iter().take(self.count as usize) {
            if !put(graph, work, start, lock, key) {
                return Err(Trouble::Unlucky(format!("no door is left behind which enough lies for lock {lock:?}")));
            }
        }
        Ok(())
    }
}

/// Locks a door and puts its key. False if none fits.
fn put(graph: &mut Graph, work: &mut Work, start: usize, lock: Lock, key: Key) -> bool {
    let mut doors: Vec<usize> =
        (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Door(None)).collect();
    work.chance.shuffle(&mut doors);
    let all = graph.places.iter().filter(|place| place.kind.is_way()).count();
    for door in doors.into_iter().take(TRIES) {
        graph.places[door].kind = Kind::Wall;
        let before = distances(graph, start);
        graph.places[door].kind = Kind::Door(Some(lock));
        let reached = before.iter().filter(|&&distance| distance != UNREACHED).count();
        // The key lies far away from the start, but before its lock.
        let farthest = before.iter().filter(|&&distance| distance != UNREACHED).max().copied().unwrap_or(0);
        let is_far = |&place: &usize| (farthest / 2..UNREACHED).contains(&before[place]) && graph.is_free(place);
        let places: Vec<usize> = (0..graph.places.len()).filter(is_far).collect();
        if let Some(place) = work.chance.pick(&places).filter(|_| (all - reached) * 100 >= all * LEAST_BEHIND) {
            graph.contents.insert(place, Content::Key(key));
            // The key may lie behind another lock whose key lies behind this one.
            if opens_all(graph, start) {
                return true;
            }
            graph.contents.remove(&place);
        }
        graph.places[door].kind = Kind::Door(None);
    }
    false
}

/// True if whoever begins at the start gets everywhere, taking keys as he comes to them.
fn opens_all(graph: &Graph, start: usize) -> bool {
    let mut has = [false; LOCKS.len()];
    let mut reached = vec![false; graph.places.len()];
    let mut frontier = vec![start];
    // Doors that he came to without their key.
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

    /// A graph of a map in which `@` is the start, `a` and `b` are keys, `A` and `B` their doors.
    fn graph(rows: &[&str]) -> (Graph, usize) {
        let mut graph = Graph::nothing();
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
    fn keys_that_lie_behind_each_others_locks_open_nothing() {
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
