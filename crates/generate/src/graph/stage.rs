//! The interface of a pipeline's stages.

use crate::{graph::graph::Graph, graph::rng::Rng, rooms::set::RoomSet};
use level::{CountedSet, GameData, MonsterData, PickupData};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// A stage of a pipeline, with the parameters from its file.
pub(crate) trait Stage {
    /// Checks the parameters; the error is a sentence.
    fn check(&self) -> Result<(), String>;

    /// Applies the stage to the graph.
    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError>;
}

/// Inputs of a stage other than the graph.
pub(crate) struct Work<'a> {
    pub(crate) rng: Rng,
    pub(crate) known: &'a GeneratorData,
}

/// Reason why a stage failed, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StageError {
    /// The pipeline is wrong, so no seed can succeed.
    Invalid(String),
    /// Another attempt may succeed.
    Retry(String),
}

/// A treasure set: how often each pickup is placed, by name.
pub type TreasureSet = CountedSet<String>;

/// Data of the game that pipelines depend on.
#[derive(Clone, Debug, Default)]
pub struct GeneratorData {
    /// Treasure sets by name.
    pub treasure_sets: BTreeMap<String, TreasureSet>,
    /// Data about monsters, pickups and the player's movement.
    pub game_data: GameData,
    /// Prefab rooms; by default those that are built into the program.
    pub rooms: RoomSet,
}

impl GeneratorData {
    /// Returns the data of a pickup.
    pub(crate) fn pickup(&self, name: &str) -> Result<PickupData, StageError> {
        let pickups = &self.game_data.pickups;
        pickups.get(name).copied().ok_or_else(|| missing("pickup", name, pickups.keys()))
    }

    /// Returns the data of a kind of monster.
    pub(crate) fn creature(&self, name: &str) -> Result<MonsterData, StageError> {
        let monsters = &self.game_data.monsters;
        monsters.get(name).copied().ok_or_else(|| missing("monster", name, monsters.keys()))
    }

    /// Returns the union of some treasure sets.
    pub(crate) fn treasures(&self, sets: &[String]) -> Result<TreasureSet, StageError> {
        let mut all = TreasureSet::default();
        for name in sets {
            let set = self.treasure_sets.get(name);
            let set = set.ok_or_else(|| missing("treasure set", name, self.treasure_sets.keys()))?;
            set.iter().for_each(|(item, count)| all.add(item.clone(), count));
        }
        for (item, _) in all.iter() {
            self.pickup(item)?;
        }
        Ok(all)
    }
}

/// Returns the error for a name that the game does not define.
pub(crate) fn missing<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a String>) -> StageError {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let known =
        if known.is_empty() { "none is defined".to_owned() } else { format!("there are '{}'", known.join("', '")) };
    StageError::Invalid(format!("no {what} is called '{name}'; {known}"))
}

/// Checks that a parameter of a stage is in its range.
pub(crate) fn check_range(what: &str, number: i64, range: RangeInclusive<i64>) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    Err(format!("`{what}` must be a whole number from {} to {}, got {number}", range.start(), range.end()))
}
