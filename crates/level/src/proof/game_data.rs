//! Data about the game that the solver needs: a level refers to tables only by name.

use std::collections::{BTreeMap, BTreeSet};

/// Number of cells that a push-wall moves by the standard rules, if the level does not define it.
pub const PUSH_CELLS: u16 = 2;

/// Data about the game that a level is for, as far as the solver needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameData {
    /// Number of cells that a push-wall moves if the level does not define it.
    pub push_cells: u16,
    /// Running speed of the player, in tiles per second.
    pub run: f32,
    /// Initial health of the player, in points.
    pub health: u32,
    /// Damage that the player's initial ammunition deals if every shot hits, in points.
    pub hurts: u32,
    /// Monsters, by the names of their kinds.
    pub monsters: BTreeMap<String, MonsterData>,
    /// Pickups, by name.
    pub pickups: BTreeMap<String, PickupData>,
    /// Pickups of ammunition for which these rules have no weapon, by name: who asks for them needs none.
    pub unused: BTreeSet<String>,
    /// Unbreakable props, by name.
    pub furniture: BTreeSet<String>,
}

impl Default for GameData {
    /// Returns the movement of the standard rules, without data about fights.
    fn default() -> Self {
        let (monsters, pickups, unused, furniture) = Default::default();
        GameData { push_cells: PUSH_CELLS, run: 4.5, health: 0, hurts: 0, monsters, pickups, unused, furniture }
    }
}

/// Cost of a fight with a monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonsterData {
    /// Health, in points.
    pub health: u32,
    /// Damage that it deals to a player who does not evade, in points per minute.
    pub harm: u32,
    /// Time to kill it, including shots that miss, in ticks.
    pub ticks: u32,
    /// Range of its ranged attack, in tiles; 0 without one.
    pub shoots: u32,
}

/// Benefit of a pickup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickupData {
    /// Health that it restores, in points. Armour counts as the additional damage that it absorbs.
    pub heals: u32,
    /// Damage that its ammunition deals if every shot hits, in points.
    pub hurts: u32,
}
