//! What a stage of a pipeline is, and what it works with.

use crate::{graph::chance::Chance, graph::graph::Graph};
use level::{CountedSet, Facts, MonsterFacts, PickupFacts};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// One step of a pipeline: parameters that were read from its file, and what is done with them.
pub(crate) trait Stage {
    /// What is wrong with its parameters, in a sentence, if anything.
    fn check(&self) -> Result<(), String>;

    /// Does its work on the graph.
    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble>;
}

/// What a stage works with beside the graph.
pub(crate) struct Work<'a> {
    pub(crate) chance: Chance,
    pub(crate) known: &'a Known,
}

/// Why a stage did not do its work, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// No seed could help: the pipeline is wrong.
    Wrong(String),
    /// Another attempt may succeed.
    Unlucky(String),
}

/// How often each thing of a set of treasures is laid out, by the names of pickups.
pub type TreasureSet = CountedSet<String>;

/// What a pipeline may ask of the game that its decks are for.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The sets of treasures, by name.
    pub treasure_sets: BTreeMap<String, TreasureSet>,
    /// What its tables say of fights, and of how the player moves.
    pub facts: Facts,
}

impl Known {
    /// What is known of a pickup.
    pub(crate) fn pickup(&self, name: &str) -> Result<PickupFacts, Trouble> {
        let pickups = &self.facts.pickups;
        pickups.get(name).copied().ok_or_else(|| missing("pickup", name, pickups.keys()))
    }

    /// What is known of a kind of undead.
    pub(crate) fn creature(&self, name: &str) -> Result<MonsterFacts, Trouble> {
        let monsters = &self.facts.monsters;
        monsters.get(name).copied().ok_or_else(|| missing("undead", name, monsters.keys()))
    }

    /// All treasures of some sets together.
    pub(crate) fn treasures(&self, sets: &[String]) -> Result<TreasureSet, Trouble> {
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

/// Tells that the game has nothing of a name.
fn missing<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a String>) -> Trouble {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let known =
        if known.is_empty() { "none is known".to_owned() } else { format!("there are '{}'", known.join("', '")) };
    Trouble::Wrong(format!("no {what} is called '{name}'; {known}"))
}

/// Says that a number of a stage is out of its range, if it is.
pub(crate) fn check_range(what: &str, number: i64, range: RangeInclusive<i64>) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    Err(format!("`{what}` is a whole number from {} to {}, not {number}", range.start(), range.end()))
}
