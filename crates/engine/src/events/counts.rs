//! Counts: kills, shots, hits and finds on a deck, by kind. The debriefing, the save page, the bestiary and text mode
//! show them.
//!
//! The simulation does not read them, so the state hash leaves them out and the hashes in old demos and saves stay
//! valid.

use crate::{
    events::game_event::GameEvent,
    rules::ids::{KindId, WeaponId},
    rules::rules::Rules,
    state::part::{Bounds, Flaw, SavedResource},
};
use bevy::prelude::*;
use level::CountedSet;
use serde::{Deserialize, Serialize};

/// The number of kills, shots, hits and finds, by their names in the rules.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Counts {
    /// The enemies that died, by kind; their total is [`Run::kills`](crate::tick::run::Run::kills).
    pub kills: CountedSet<String>,
    /// The rounds that the player has fired, by weapon: one for each barrel or hand, regardless of the number of
    /// pellets.
    pub rounds: CountedSet<String>,
    /// The rounds that hit a creature or a prop, or closed a hole, by weapon. Splash damage does not count as a hit.
    pub hits: CountedSet<String>,
    /// The pickups that the player has taken, by kind.
    pub finds: CountedSet<String>,
}

impl Counts {
    /// Counts an event, if it is of a counted kind.
    pub(crate) fn follow(&mut self, what: GameEvent, rules: &Rules) {
        match what {
            GameEvent::MonsterDies(kind) => {
                let kind = rules.monsters.get(usize::from(kind.0)).filter(|(_, kind)| kind.is_hostile());
                self.kills.add_all(kind.map(|(name, _)| (name.clone(), 1)));
            }
            GameEvent::MonsterLost(kind) => {
                let kind = rules.monsters.get(usize::from(kind.0));
                self.kills.add_all(kind.map(|(name, _)| (name.clone(), 1)));
            }
            GameEvent::Taken(pickup) => {
                let pickup = rules.pickups.get(usize::from(pickup.0));
                self.finds.add_all(pickup.map(|(name, _)| (name.clone(), 1)));
            }
            _ => {}
        }
    }

    /// Takes back the kill of a monster that rises again.
    pub(crate) fn revive(&mut self, KindId(kind): KindId, rules: &Rules) {
        if let Some((name, _)) = rules.monsters.get(usize::from(kind)) {
            self.kills.remove(name, 1);
        }
    }

    /// Counts the rounds that a weapon has fired.
    pub(crate) fn fire(&mut self, WeaponId(weapon): WeaponId, rounds: u32, rules: &Rules) {
        self.rounds.add(rules.weapons[usize::from(weapon)].0.clone(), u64::from(rounds));
    }

    /// Counts a hit by a round of a weapon.
    pub(crate) fn hit(&mut self, WeaponId(weapon): WeaponId, rules: &Rules) {
        self.hits.add(rules.weapons[usize::from(weapon)].0.clone(), 1);
    }

    /// Adds the counts of another deck.
    pub fn add(&mut self, other: &Counts) {
        let pairs =
            |set: &CountedSet<String>| set.iter().map(|(name, count)| (name.clone(), count)).collect::<Vec<_>>();
        for (own, others) in self.sets_mut().into_iter().zip(other.sets()) {
            own.add_all(pairs(others));
        }
    }

    /// Subtracts the earlier counts of a deck that is about to be counted again.
    pub fn take(&mut self, other: &Counts) {
        for (own, others) in self.sets_mut().into_iter().zip(other.sets()) {
            for (name, count) in others.iter() {
                own.remove(name, count);
            }
        }
    }

    fn sets(&self) -> [&CountedSet<String>; 4] {
        let Counts { kills, rounds, hits, finds } = self;
        [kills, rounds, hits, finds]
    }

    fn sets_mut(&mut self) -> [&mut CountedSet<String>; 4] {
        let Counts { kills, rounds, hits, finds } = self;
        [kills, rounds, hits, finds]
    }
}

impl SavedResource for Counts {
    fn validate(&self, _: &Bounds) -> Result<(), Flaw> {
        Ok(())
    }
}
