//! What the solver must be told of the game: of its tables, a level knows only the names.

use std::collections::{BTreeMap, BTreeSet};

/// What is known of the game that a level is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// How many cells a push-wall goes of which the level says nothing.
    pub push_cells: u16,
    /// How fast the player runs, in tiles a second.
    pub run: f32,
    /// The health that the player begins with, in points.
    pub health: u32,
    /// The health that what he begins with takes from the undead, in points, if every shot hits.
    pub hurts: u32,
    /// The undead, by the names of their kinds.
    pub monsters: BTreeMap<String, MonsterFacts>,
    /// What can be taken, by name.
    pub pickups: BTreeMap<String, PickupFacts>,
    /// The props that nothing breaks, by name: they stand in the way for good.
    pub furniture: BTreeSet<String>,
}

impl Default for Facts {
    /// How the player moves and pushes by the usual rules, and nothing of any fight.
    fn default() -> Self {
        let (monsters, pickups, furniture) = Default::default();
        Facts { push_cells: 2, run: 4.5, health: 0, hurts: 0, monsters, pickups, furniture }
    }
}

/// What a fight with an undead costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonsterFacts {
    /// Its health, in points.
    pub health: u32,
    /// What it takes from a player who lets it, in points a minute.
    pub harm: u32,
    /// How long it takes to kill, in ticks of the game, with the shots that miss.
    pub ticks: u32,
    /// How far it throws or shoots, in tiles; 0 if it only claws.
    pub shoots: u32,
}

/// What a pickup is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickupFacts {
    /// The health that it gives, in points; what stops a share of a wound counts as so much more.
    pub heals: u32,
    /// The health that its ammunition takes from the undead, in points, if every shot hits.
    pub hurts: u32,
}
