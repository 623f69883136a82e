//! The journey: which deck is played, what the player brought to it, with which seed, and what was achieved before.

use crate::achieved::Achieved;
use engine::{Head, Loadout, Rules, Run, Start};
use level::Level;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::sync::Arc;

/// How far the player has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// The file of the deck, as the campaign or the command line names it.
    pub deck: String,
    /// The skill that it was begun on, 1 to 4.
    pub skill: u8,
    /// The seed of this try.
    pub seed: u64,
    /// What the player brought to the deck: what he gets back when he must begin it again.
    pub loadout: Loadout,
    /// The arrival at which he comes onto the deck, if that is not where it starts.
    pub arrival: Option<String>,
    /// What was achieved on the decks that are done.
    pub achieved: Achieved,
    /// The ticks that he has played before this try, on all decks and in all tries.
    pub played: u64,
}

impl Journey {
    /// A journey that begins on this deck, with what a player has at first.
    pub fn new(deck: &str, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let (deck, loadout, achieved) = (deck.to_owned(), Loadout::default(), Achieved::default());
        Journey { deck, skill, seed, loadout, arrival, achieved, played: 0 }
    }

    /// The journey that a save tells of.
    pub(crate) fn of(head: &Head, achieved: Achieved, played: u64) -> Journey {
        let Head { level, skill, seed, arrival, .. } = head.clone();
        Journey { deck: level, skill, seed, loadout: head.loadout(), arrival, achieved, played }
    }

    /// The start of this try on its deck.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Start {
        let Journey { skill, seed, ref loadout, ref arrival, .. } = *self;
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        Start { level, rules, skill, seed, loadout: loadout.clone(), arrival: arrival.clone() }
    }

    /// The deck is to begin again after this run, with what the player brought to it and other luck.
    pub fn again(&mut self, run: Option<&Run>) {
        self.played = self.played.saturating_add(run.map_or(0, |run| run.tick));
        self.seed = another(self.seed);
    }

    /// The deck is done with this run, which the player has left with this; he comes to the next deck at this arrival.
    pub fn go_on(&mut self, run: &Run, level: &Level, loadout: Loadout, next: Option<&str>, arrival: Option<String>) {
        self.achieved.add(&Achieved::of(run, level));
        self.again(Some(run));
        self.loadout = loadout;
        self.arrival = arrival;
        if let Some(next) = next {
            next.clone_into(&mut self.deck);
        }
    }
}

/// Another seed, and always the same one after the same seed.
pub fn another(seed: u64) -> u64 {
    Pcg64::seed_from_u64(seed).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Headless;

    #[test]
    fn each_try_has_another_seed_and_the_same_one_in_every_game() {
        let mut seeds: Vec<u64> = std::iter::successors(Some(0), |&seed| Some(another(seed))).take(100).collect();
        assert_eq!(seeds[1], another(0));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }

    #[test]
    fn what_was_achieved_and_played_adds_up_from_deck_to_deck() {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let level = Arc::new(Level::read("x", text).expect("it is a level"));
        let mut journey = Journey::new("a.ron", 3, 7, None);
        let start = journey.start(&level, &Arc::new(Rules::standard()));
        assert_eq!((start.skill, start.seed), (3, 7));
        let mut run = Headless::begin(&start).run();
        (run.tick, run.kills, run.monsters) = (100, 2, 3);
        journey.again(Some(&run));
        assert_eq!((journey.deck.as_str(), journey.played, journey.achieved), ("a.ron", 100, Achieved::default()));
        let left = Loadout::with_pistol(50, 7);
        journey.go_on(&run, &level, left.clone(), Some("b.ron"), Some("dock".to_owned()));
        assert_eq!((journey.deck.as_str(), journey.played, &journey.loadout), ("b.ron", 200, &left));
        assert_eq!(journey.achieved, Achieved::of(&run, &level));
        assert_ne!(journey.seed, 7);
    }
}
