//! A builder for scenarios with their own map, rules and skill level.

use crate::scenario::{Scenario, level_text_with};
use engine::{Loadout, Rules, Start, Tables};
use level::Level;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The monsters of `bestiary.ron`, which only scenarios use.
const BESTIARY: &str = include_str!("bestiary.ron");

/// The parameters of a scenario.
pub(crate) struct ScenarioBuilder {
    map: String,
    legend: String,
    rules: Rules,
    skill: u8,
    seed: u64,
    loadout: Loadout,
}

impl ScenarioBuilder {
    /// Returns a scenario with this map, the scenario monsters, the rules of the game, and its second skill level.
    pub(crate) fn on(map: &str) -> Self {
        let monsters = Tables::monsters("bestiary.ron", BESTIARY.as_bytes()).expect("the scenario monsters are valid");
        let own = Tables { monsters, ..tables() };
        let own = Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &own);
        let mut rules = Rules::standard();
        rules.monsters.extend(own.expect("the rules are valid").monsters);
        rules.monsters.sort_by(|a, b| a.0.cmp(&b.0));
        let loadout = Loadout::default();
        ScenarioBuilder { map: map.to_owned(), legend: String::new(), rules, skill: 2, seed: 1, loadout }
    }

    /// Uses the rules of the tutorial game.
    pub(crate) fn classic(self) -> Self {
        let rules = Rules::read("classic.ron", file("assets/rules/classic.ron").as_bytes(), &tables());
        ScenarioBuilder { rules: rules.expect("the classic rules are valid"), ..self }
    }

    /// Adds entries to the legend of the map.
    pub(crate) fn legend(self, legend: &str) -> Self {
        ScenarioBuilder { legend: legend.to_owned(), ..self }
    }

    /// Changes the rules.
    pub(crate) fn change(mut self, change: impl FnOnce(&mut Rules)) -> Self {
        change(&mut self.rules);
        self
    }

    pub(crate) fn skill(self, skill: u8) -> Self {
        ScenarioBuilder { skill, ..self }
    }

    pub(crate) fn seed(self, seed: u64) -> Self {
        ScenarioBuilder { seed, ..self }
    }

    pub(crate) fn loadout(self, health: i32, ammo: u64) -> Self {
        ScenarioBuilder { loadout: Loadout::with_pistol(health, ammo), ..self }
    }

    /// Begins the run with a loadout.
    pub(crate) fn begin_armed(self, loadout: Loadout) -> Scenario {
        ScenarioBuilder { loadout, ..self }.begin()
    }

    /// Begins the run.
    pub(crate) fn begin(self) -> Scenario {
        let text = level_text_with(&self.legend, &self.map);
        let level = Level::read("story", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", self.map));
        let rules = Arc::new(self.rules);
        rules.check(&level).expect("the rules define all monsters of the scenario");
        let ScenarioBuilder { skill, seed, loadout, .. } = self;
        Scenario::begin(Start { rules, skill, seed, loadout, ..Start::on(Arc::new(level)) })
    }
}

/// Returns the tables of the game.
pub(crate) fn tables() -> Tables {
    Tables::standard().expect("the game's tables are valid")
}

/// Returns the text of a file of the game.
pub(crate) fn file(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a file of the game")
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
