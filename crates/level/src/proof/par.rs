//! How long a deck takes: an estimate by its shortest way and its fights.

use crate::{
    model::cell::CellShape, model::level::Level, model::lock::Key, model::thing::ThingKind, proof::facts::Facts,
    proof::fights::Fights,
};
use std::collections::VecDeque;

/// The bot meets about so many of the undead on its way.
const MET: f32 = 0.5;
/// Whoever does not know a deck takes so many times as long as the bot, which walks the shortest way: the pars of decks that were played
/// are three times its median, too.
const UNKNOWN: f32 = 3.0;
/// The skill whose undead count: the usual one.
const SKILL: u8 = 2;
const TICKS_PER_SECOND: f32 = 120.0;
/// Pars are multiples of so many seconds, and so many at least.
const STEP: f32 = 5.0;
const LEAST: f32 = 30.0;

impl Level {
    /// How long an able player takes who has not been here before, in seconds, by estimate: three times as long as whoever runs the
    /// shortest way to an exit, with the keys that he needs, and fights half of the undead. `facts` say how fast he is and what fights
    /// cost.
    pub fn estimated_par(&self, facts: &Facts) -> f32 {
        let walk = self.shortest_way() as f32 / facts.run;
        let fights = Fights::on(self, SKILL, facts).ticks as f32 * MET / TICKS_PER_SECOND;
        ((walk + fights) * UNKNOWN / STEP).ceil().max(LEAST / STEP) * STEP
    }

    /// How many steps lead from the start to the nearest exit, by way of the nearest keys as long as locks bar it. If nothing but
    /// triggers opens the way, doors and push-walls on it count as open.
    fn shortest_way(&self) -> u32 {
        let (mut at, mut steps, mut held) = (self.player.y * self.width + self.player.x, 0, [false; Key::ALL.len()]);
        loop {
            let distances = self.walking_distances(at, |cell| match self.cells[cell].shape {
                CellShape::Door { lock: Some(lock), .. } => lock.key().is_some_and(|key| held[key as usize]),
                CellShape::Push { .. } => false,
                shape => shape.can_be_passed(),
            });
            if let Some(way) = self.way_to_exit(&distances) {
                return steps + way;
            }
            let key = |thing: &crate::model::thing::Thing| match thing.kind {
                ThingKind::Key(key) if !held[key as usize] => Some(key),
                _ => None,
            };
            let keys = self.things.iter().filter_map(|thing| Some((key(thing)?, thing.y * self.width + thing.x)));
            let near = keys.filter_map(|(key, cell)| Some((distances[cell]?, cell, key)));
            let Some((way, cell, key)) = near.min_by_key(|(way, cell, _)| (*way, *cell)) else { break };
            (at, steps, held[key as usize]) = (cell, steps + way, true);
        }
        let open = self.walking_distances(at, |cell| self.cells[cell].shape.can_be_passed());
        steps + self.way_to_exit(&open).unwrap_or(0)
    }

    /// How many steps lead to the floor before the nearest exit.
    fn way_to_exit(&self, distances: &[Option<u32>]) -> Option<u32> {
        let before = |wall: usize| {
            let only = self.cells[wall].shape.face().map(|face| self.ahead(wall, face, 1));
            self.neighbours(wall).filter(move |cell| only.is_none_or(|only| only == *cell))
        };
        self.exits().into_iter().flat_map(before).filter_map(|cell| distances[cell]).min()
    }

    /// How many steps lead from a cell to each other one, over cells that let through.
    fn walking_distances(&self, from: usize, passes: impl Fn(usize) -> bool) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.cells.len()];
        let mut frontier = VecDeque::from([from]);
        distances[from] = Some(0);
        while let Some(cell) = frontier.pop_front() {
            for beside in self.neighbours(cell) {
                if distances[beside].is_none() && passes(beside) {
                    distances[beside] = distances[cell].map(|steps| steps + 1);
                    frontier.push_back(beside);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::facts::MonsterFacts;

    fn level(map: &[&str]) -> Level {
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'L': (wall: \"a\", lift: \"b\"),
                'k': (thing: Key(A)), 'D': (door: \"a\", lock: A), 'z': (monster: \"shambler\"), 'S': (door: \"a\", lock: Sealed)}},
            map: {map:?})"
        );
        Level::read("x", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_shortest_way_fetches_the_keys_that_it_needs_and_no_others() {
        assert_eq!(level(&["########", "#k.@..L#", "########"]).shortest_way(), 2);
        assert_eq!(level(&["########", "#k.@.D.L", "########"]).shortest_way(), 2 + 5);
        assert_eq!(level(&["########", "#..@.S.L", "########"]).shortest_way(), 3, "something else opens it");
    }

    #[test]
    fn a_par_grows_with_the_way_and_with_the_undead_and_is_in_steps() {
        let long = |floor: usize, undead: usize| {
            let row = format!("#@{}{}L", ".".repeat(floor), "z".repeat(undead));
            level(&["#".repeat(row.len()).as_str(), &row, "#".repeat(row.len()).as_str()])
        };
        let shambler = MonsterFacts { health: 50, harm: 600, ticks: 480, shoots: 0 };
        let facts = Facts { run: 5.0, monsters: [("shambler".to_owned(), shambler)].into(), ..Facts::default() };
        let par = |floor, undead| long(floor, undead).estimated_par(&facts);
        assert_eq!(par(10, 0), 30.0, "no deck is done in no time");
        assert_eq!(
            par(98, 2),
            75.0,
            "a hundred steps at five a second, half of two fights of four seconds, three times"
        );
        assert_eq!(par(90, 10), 120.0);
    }
}
