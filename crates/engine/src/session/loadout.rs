//! The loadout: what a player takes from deck to deck, and its form in files.

use crate::{
    bodies::wound::Health,
    player::player::Player,
    rules::pickup_kind::{MAX, MAX_HEALTH},
    rules::rules::Rules,
};
use bevy::prelude::*;
use level::CountedSet;
use serde::{Deserialize, Serialize};

/// Equipment that a player carries from deck to deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loadout {
    /// Health, 1 to 1000.
    pub health: i32,
    /// Armour, 0 to 1000.
    pub armour: i32,
    /// Name of the weapon in hand.
    pub held: Option<String>,
    /// Weapons, ammunition and other items. Items that the rules of the run do not define, or that exceed their limits,
    /// are dropped.
    pub inventory: CountedSet<String>,
}

impl Default for Loadout {
    /// Returns a healthy player with a wrench, a pistol and forty rounds.
    fn default() -> Self {
        let mut loadout = Loadout::with_pistol(MAX_HEALTH, 40);
        loadout.inventory.add("wrench".to_owned(), 1);
        loadout
    }
}

impl Loadout {
    /// Returns a pistol with this number of rounds, and nothing else.
    pub fn with_pistol(health: i32, rounds: u64) -> Self {
        let mut inventory = CountedSet::default();
        inventory.add("pistol".to_owned(), 1);
        inventory.add("rounds".to_owned(), rounds);
        Loadout { health, armour: 0, held: Some("pistol".to_owned()), inventory }
    }

    /// Returns what a player carries now.
    pub fn of(player: &Player, health: Health) -> Self {
        let Player { armour, held, inventory, .. } = player.clone();
        Loadout { health: health.0, armour, held, inventory }
    }

    /// Returns the player with this loadout under these rules.
    pub(super) fn player(&self, rules: &Rules) -> Player {
        let mut player = Player { armour: self.armour.clamp(0, MAX), ..default() };
        player.stow(rules, &self.inventory);
        player.wanted = None;
        let held = self.held.as_deref().and_then(|name| rules.weapon(name));
        let held = held.filter(|number| player.inventory.count(&rules.weapons[usize::from(*number)].0) > 0);
        if let Some(number) = held.or_else(|| player.best(rules)) {
            player.hold(rules, number);
        }
        player.since_change = u32::MAX;
        player
    }

    /// Returns the names of the items that these rules do not define, and that are therefore dropped.
    pub fn unknown_to(&self, rules: &Rules) -> Vec<&str> {
        let names = self.inventory.iter().map(|(name, _)| name.as_str()).chain(self.held.as_deref());
        let mut unknown: Vec<&str> = names.filter(|name| rules.limit(name) == 0).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown
    }
}

/// The form of a loadout in files. Its counts are pairs of a name and an arbitrary number, so that invalid counts are
/// reported instead of truncated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedLoadout {
    health: i32,
    armour: i32,
    held: Option<String>,
    counts: Vec<(String, i128)>,
}

impl From<&Loadout> for SavedLoadout {
    fn from(Loadout { health, armour, held, inventory }: &Loadout) -> Self {
        let counts = inventory.iter().map(|(name, count)| (name.clone(), i128::from(count))).collect();
        SavedLoadout { health: *health, armour: *armour, held: held.clone(), counts }
    }
}

impl SavedLoadout {
    /// Converts it to a loadout. Each count is set in one step, however large it is.
    ///
    /// # Errors
    /// Returns a sentence for the first invalid count.
    pub(super) fn loadout(&self) -> Result<Loadout, String> {
        let mut inventory = CountedSet::default();
        for (name, count) in &self.counts {
            let Ok(number) = u64::try_from(*count) else {
                return Err(format!("the player cannot have {count} of '{name}': it must be from 0 to {}", u64::MAX));
            };
            if inventory.count(name) > 0 {
                return Err(format!("'{name}' is listed twice"));
            }
            inventory.set(name.clone(), number);
        }
        Ok(Loadout { health: self.health, armour: self.armour, held: self.held.clone(), inventory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(counts: &[(&str, i128)]) -> SavedLoadout {
        let counts = counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
        SavedLoadout { counts, ..SavedLoadout::from(&Loadout::default()) }
    }

    #[test]
    fn loadouts_with_large_counts_survive_a_file() {
        let mut hoard = Loadout::default();
        hoard.inventory.set("dust".to_owned(), 1_000_000_000_000);
        hoard.inventory.set("sand".to_owned(), u64::MAX);
        let bytes = postcard::to_stdvec(&SavedLoadout::from(&hoard)).expect("it is plain");
        assert!(bytes.len() < 100, "items are stored as pairs: {} bytes", bytes.len());
        let read: SavedLoadout = postcard::from_bytes(&bytes).expect("it was just written");
        assert_eq!(read.loadout(), Ok(hoard));
    }

    #[test]
    fn invalid_counts_are_reported() {
        for (counts, what) in [
            (&[("rounds", -1)][..], "the player cannot have -1 of 'rounds': it must be from 0 to 18446744073709551615"),
            (&[("rounds", 1 << 64)], "the player cannot have 18446744073709551616 of 'rounds'"),
            (&[("rounds", 3), ("shells", 1), ("rounds", 3)], "'rounds' is listed twice"),
        ] {
            let error = saved(counts).loadout().expect_err("the count is invalid");
            assert!(error.starts_with(what), "{error}");
        }
        assert_eq!(saved(&[("rounds", 0)]).loadout().map(|loadout| loadout.inventory.is_empty()), Ok(true));
    }

    #[test]
    fn unknown_items_are_named() {
        let mut loadout = Loadout::default();
        loadout.inventory.set("banana".to_owned(), 2);
        assert_eq!(loadout.unknown_to(&Rules::standard()), ["banana"]);
        assert!(Loadout::default().unknown_to(&Rules::standard()).is_empty());
    }
}
