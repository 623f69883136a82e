//! Estimates the par time of a deck from its shortest path and its fights.

use crate::{
    model::cell::CellShape, model::level::Level, model::lock::Key, model::thing::ThingKind, proof::fights::Fights,
    proof::game_data::GameData,
};
use std::collections::VecDeque;

/// Fraction of the monsters that the bot meets on its path.
const MET_FRACTION: f32 = 0.5;
/// Factor between the bot, which takes the shortest path, and a player who does not know the deck. The pars of decks
/// that were played are three times the bot's median, too.
const UNFAMILIARITY: f32 = 3.0;
/// Skill whose monsters count: the default skill.
const SKILL: u8 = 2;
const TICKS_PER_SECOND: f32 = 120.0;
/// Pars are multiples of this, in seconds.
const STEP: f32 = 5.0;
/// Minimum par, in seconds.
const MIN_PAR: f32 = 30.0;

impl Level {
    /// Estimates the time in seconds that a skilled player needs who does not know the deck. It is three times that of
    /// running the shortest path to an exit, with the keys it requires, and fighting half of the monsters. `game_data`
    /// contains the running speed and the cost of fights.
    pub fn estimated_par(&self, game_data: &GameData) -> f32 {
        let walk = self.shortest_path() as f32 / game_data.run;
        let fights = Fights::on(self, SKILL, game_data).ticks as f32 * MET_FRACTION / TICKS_PER_SECOND;
        ((walk + fights) * UNFAMILIARITY / STEP).ceil().max(MIN_PAR / STEP) * STEP
    }

    /// Returns the number of steps from the start to the nearest exit, with detours to the nearest keys while locks
    /// block the path. If only triggers open the path, doors and push-walls on it count as open.
    fn shortest_path(&self) -> u32 {
        let (mut at, mut steps, mut held) = (self.player.y * self.width + self.player.x, 0, [false; Key::ALL.len()]);
        loop {
            let distances = self.walking_distances(at, |cell| match self.cells[cell].shape {
                CellShape::Door { lock: Some(lock), .. } => lock.key().is_some_and(|key| held[key as usize]),
                CellShape::Push { .. } => false,
                shape => shape.can_be_passed(),
            });
            if let Some(more) = self.steps_to_exit(&distances) {
                return steps + more;
            }
            let key = |thing: &crate::model::thing::Thing| match thing.kind {
                ThingKind::Key(key) if !held[key as usize] => Some(key),
                _ => None,
            };
            let keys = self.things.iter().filter_map(|thing| Some((key(thing)?, thing.y * self.width + thing.x)));
            let near = keys.filter_map(|(key, cell)| Some((distances[cell]?, cell, key)));
            let Some((more, cell, key)) = near.min_by_key(|(more, cell, _)| (*more, *cell)) else { break };
            (at, steps, held[key as usize]) = (cell, steps + more, true);
        }
        let open = self.walking_distances(at, |cell| self.cells[cell].shape.can_be_passed());
        steps + self.steps_to_exit(&open).unwrap_or(0)
    }

    /// Returns the number of steps to the floor in front of the nearest exit.
    fn steps_to_exit(&self, distances: &[Option<u32>]) -> Option<u32> {
        let before = |wall: usize| {
            let only = self.cells[wall].shape.face().map(|face| self.ahead(wall, face, 1));
            self.neighbours(wall).filter(move |cell| only.is_none_or(|only| only == *cell))
        };
        self.exits().into_iter().flat_map(before).filter_map(|cell| distances[cell]).min()
    }

    /// Returns the number of steps from a cell to every other cell, over passable cells.
    fn walking_distances(&self, from: usize, passes: impl Fn(usize) -> bool) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.cells.len()];
        let mut frontier = VecDeque::from([from]);
        distances[from] = Some(0);
        while let Some(cell) = frontier.pop_front() {
            for next in self.neighbours(cell) {
                if distances[next].is_none() && passes(next) {
                    distances[next] = distances[cell].map(|steps| steps + 1);
                    frontier.push_back(next);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::game_data::MonsterData;

    fn level(map: &[&str]) -> Level {
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'L': (wall: \"a\", lift: \"b\"),
                'k': (thing: Key(A)), 'D': (door: \"a\", lock: A), 'z': (monster: \"shambler\"), 'S': (door: \"a\", lock: Sealed)}},
            map: {map:?})"
        );
        Level::read("x", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn shortest_path_fetches_only_the_keys_it_needs() {
        assert_eq!(level(&["########", "#k.@..L#", "########"]).shortest_path(), 2);
        assert_eq!(level(&["########", "#k.@.D.L", "########"]).shortest_path(), 2 + 5);
        assert_eq!(level(&["########", "#..@.S.L", "########"]).shortest_path(), 3, "a trigger must open it");
    }

    #[test]
    fn pars_grow_with_path_and_monsters_in_steps() {
        let long = |floor: usize, monsters: usize| {
            let row = format!("#@{}{}L", ".".repeat(floor), "z".repeat(monsters));
            level(&["#".repeat(row.len()).as_str(), &row, "#".repeat(row.len()).as_str()])
        };
        let shambler = MonsterData { health: 50, harm: 600, ticks: 480, shoots: 0 };
        let game_data =
            GameData { run: 5.0, monsters: [("shambler".to_owned(), shambler)].into(), ..GameData::default() };
        let par = |floor, monsters| long(floor, monsters).estimated_par(&game_data);
        assert_eq!(par(10, 0), 30.0, "the minimum par");
        assert_eq!(par(98, 2), 75.0, "three times: 100 steps at 5 per second, and half of two fights of 4 seconds");
        assert_eq!(par(90, 10), 120.0);
    }
}
