//! A setting: the map, the rules and the skill of a story that brings its own.

use crate::scenario::{Scenario, level_text_with};
use engine::{Loadout, Rules, Start, Tables};
use level::Level;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The undead of the stories, see there.
const BESTIARY: &str = include_str!("bestiary.ron");

/// What a story begins with.
pub(crate) struct ScenarioBuilder {
    map: String,
    legend: String,
    rules: Rules,
    skill: u8,
    seed: u64,
    loadout: Loadout,
}

impl ScenarioBuilder {
    /// A map with the undead of the stories on it, the rules of the game, and its second skill.
    pub(crate) fn on(map: &str) -> Self {
        let monsters = Tables::monsters("bestiary.ron", BESTIARY.as_bytes()).expect("the stories' undead are sound");
        let own = Tables { monsters, ..tables() };
        let own = Rules::read("standard.ron", file("assets/rules/standard.ron").as_bytes(), &own);
        let mut rules = Rules::standard();
        rules.monsters.extend(own.expect("the rules are sound").monsters);
        rules.monsters.sort_by(|a, b| a.0.cmp(&b.0));
        let loadout = Loadout::default();
        ScenarioBuilder { map: map.to_owned(), legend: String::new(), rules, skill: 2, seed: 1, loadout }
    }

    /// The rules of the tutorial game.
    pub(crate) fn classic(self) -> Self {
        let rules = Rules::read("classic.ron", file("assets/rules/classic.ron").as_bytes(), &tables());
        ScenarioBuilder { rules: rules.expect("the classic rules are sound"), ..self }
    }

    /// More entries of the map's legend.
    pub(crate) fn legend(self, legend: &str) -> Self {
        ScenarioBuilder { legend: legend.to_owned(), ..self }
    }

    /// The rules with a change.
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

    /// The start of the run of a player who brings this.
    pub(crate) fn begin_armed(self, loadout: Loadout) -> Scenario {
        ScenarioBuilder { loadout, ..self }.begin()
    }

    /// The start of the run.
    pub(crate) fn begin(self) -> Scenario {
        let text = level_text_with(&self.legend, &self.map);
        let level = Level::read("story", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", self.map));
        let rules = Arc::new(self.rules);
        rules.check(&level).expect("the rules know all undead of the story");
        let ScenarioBuilder { skill, seed, loadout, .. } = self;
        Scenario::begin(Start { rules, skill, seed, loadout, ..Start::on(Arc::new(level)) })
    }
}

/// The tables of the game.
pub(crate) fn tables() -> Tables {
    Tables::standard().expect("the game's tables are sound")
}

/// The text of a file of the game.
pub(crate) fn file(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a file of the game")
}

/// The folder of the game.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
