//! The rules of a run, as data: the kinds of undead, the four skills, and the numbers of player, pistol and noises.

use crate::kind::{self, Kind};
use bevy::prelude::*;
use level::{Level, TextError, read_ron};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest file of rules that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The rules that come with the game, for whoever starts it without its folder of assets.
const STANDARD: (&str, &str) =
    (include_str!("../../../assets/rules/standard.ron"), include_str!("../../../assets/monsters.ron"));

/// The rules of a run.
#[derive(Resource, Clone, Debug, PartialEq, Serialize)]
pub struct Rules {
    /// What people call them.
    pub name: String,
    /// From the easiest to the hardest.
    pub skills: [Skill; 4],
    /// How many times the damage an undead takes that suspects nothing.
    pub unaware: i32,
    /// How the player moves.
    pub player: PlayerRules,
    /// How the pistol shoots.
    pub pistol: PistolRules,
    /// How far noises are heard.
    pub noises: NoiseRules,
    /// The kinds of undead, in the order of their names.
    pub monsters: Vec<(String, Kind)>,
}

/// What a skill changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// What people call it.
    pub name: String,
    /// How many times as long the undead take to react.
    #[serde(deserialize_with = "kind::factor")]
    pub reaction: f32,
    /// How many times as fast they chase.
    #[serde(deserialize_with = "kind::factor")]
    pub speed: f32,
    /// How many times as much their blows cost.
    #[serde(deserialize_with = "kind::factor")]
    pub damage: f32,
    /// How many times as far off they aim.
    #[serde(deserialize_with = "kind::factor")]
    pub spread: f32,
    /// How much of the player's motion they allow for when they shoot: 0 none, 1 all.
    #[serde(deserialize_with = "kind::factor")]
    pub lead: f32,
    /// So many of them claw or shoot at the player at once; the others wait for their turn.
    pub attackers: u32,
}

/// How the player moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRules {
    /// Tiles a second, walking.
    #[serde(deserialize_with = "kind::speed")]
    pub walk: f32,
    /// Tiles a second, running.
    #[serde(deserialize_with = "kind::speed")]
    pub run: f32,
}

/// How the pistol shoots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PistolRules {
    /// The least and the most that a hit costs.
    #[serde(deserialize_with = "kind::damage")]
    pub damage: (i32, i32),
    /// From one shot to the next, in ticks.
    #[serde(deserialize_with = "kind::span")]
    pub again: u32,
    /// It never runs out of rounds.
    #[serde(default)]
    pub endless: bool,
}

/// How far noises are heard, in cells of their way, each from 0 to 24.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseRules {
    /// A shot.
    #[serde(deserialize_with = "kind::carry")]
    pub shot: u8,
    /// A burst.
    #[serde(deserialize_with = "kind::carry")]
    pub burst: u8,
    /// Running feet.
    #[serde(deserialize_with = "kind::carry")]
    pub running: u8,
    /// Walking feet.
    #[serde(deserialize_with = "kind::carry")]
    pub walking: u8,
    /// A door that the player opens.
    #[serde(deserialize_with = "kind::carry")]
    pub door: u8,
    /// The cry of one that notices the player.
    #[serde(deserialize_with = "kind::carry")]
    pub cry: u8,
}

/// A file of rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesText {
    name: String,
    skills: [Skill; 4],
    #[serde(deserialize_with = "kind::amount")]
    unaware: i32,
    player: PlayerRules,
    pistol: PistolRules,
    noises: NoiseRules,
    /// Kinds that take the place of those of the same name.
    #[serde(default)]
    monsters: BTreeMap<String, Kind>,
}

/// The kinds of undead of a file, by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Monsters(BTreeMap<String, Kind>);

impl Monsters {
    /// Reads the kinds from the bytes of their file; `file` is what messages call it.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Monsters, TextError> {
        read_ron(file, bytes, MAX_BYTES).map(|Monsters(kinds)| Monsters(from_file(file, kinds)))
    }
}

/// The kinds, which now know what messages call the file that describes them.
fn from_file(file: &str, mut kinds: BTreeMap<String, Kind>) -> BTreeMap<String, Kind> {
    kinds.values_mut().for_each(|kind| file.clone_into(&mut kind.file));
    kinds
}

impl Rules {
    /// Reads rules from the bytes of their file; kinds that it does not describe are those of `monsters`. `file` is what
    /// messages call it.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn read(file: &str, bytes: &[u8], monsters: &Monsters) -> Result<Rules, TextError> {
        let text: RulesText = read_ron(file, bytes, MAX_BYTES)?;
        let mut kinds = monsters.0.clone();
        kinds.extend(from_file(file, text.monsters));
        Ok(Rules {
            name: text.name,
            skills: text.skills,
            unaware: text.unaware,
            player: text.player,
            pistol: text.pistol,
            noises: text.noises,
            monsters: kinds.into_iter().collect(),
        })
    }

    /// The rules that come with the game.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn standard() -> Rules {
        let (rules, monsters) = STANDARD;
        let monsters = Monsters::read("monsters.ron", monsters.as_bytes());
        monsters
            .and_then(|monsters| Rules::read("standard.ron", rules.as_bytes(), &monsters))
            .expect("the rules that come with the game are sound")
    }

    /// The number of a kind.
    pub fn kind(&self, name: &str) -> Option<u16> {
        let found = self.monsters.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?;
        u16::try_from(found).ok()
    }

    /// What is wrong with a level under these rules, in a sentence.
    ///
    /// # Errors
    /// If an undead stands on it that they do not know.
    pub fn check(&self, level: &Level) -> Result<(), String> {
        let Some(unknown) = level.monsters.iter().find(|name| self.kind(name).is_none()) else { return Ok(()) };
        let known: Vec<&str> = self.monsters.iter().map(|(name, _)| name.as_str()).collect();
        Err(format!("no monster '{unknown}' in the rules '{}'; there are {}", self.name, known.join(", ")))
    }

    /// The sounds that the undead make and that do not exist, in sentences; empty if all is well.
    pub fn missing_sounds(&self, exists: impl Fn(&str) -> bool) -> Vec<String> {
        let named =
            self.monsters.iter().flat_map(|(name, kind)| kind.sounds.all().map(move |sound| (name, kind, sound)));
        let missing = named.filter(|(_, _, sound)| !exists(sound));
        missing
            .map(|(name, kind, sound)| format!("{}: {name}: no sound '{sound}' in assets/sounds", kind.file))
            .collect()
    }

    /// The rules as they are on a skill, 1 to 4: its factors are worked into the kinds.
    pub(crate) fn on_skill(&self, skill: u8) -> Rules {
        let mut rules = self.clone();
        let skill = self.skill(skill);
        let times = |number: i32| (number as f32 * skill.damage).round() as i32;
        for (_, kind) in &mut rules.monsters {
            kind.senses.reaction = (kind.senses.reaction as f32 * skill.reaction).round() as u32;
            kind.speed *= skill.speed;
            for attack in &mut kind.attacks {
                attack.damage = (times(attack.damage.0), times(attack.damage.1));
                attack.bolt = attack.bolt.map(|bolt| kind::Missile { spread: bolt.spread * skill.spread, ..bolt });
            }
        }
        rules
    }

    /// A skill by its number, 1 to 4; what is beyond counts as the nearest.
    pub fn skill(&self, skill: u8) -> &Skill {
        &self.skills[usize::from(skill.clamp(1, 4)) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_that_come_with_the_game_are_sound() {
        let rules = Rules::standard();
        assert!(rules.kind("shambler").is_some());
        assert_eq!(rules.kind("ghoul"), None);
    }

    #[test]
    fn a_kind_knows_the_file_that_describes_it() {
        let monsters = Monsters::read("monsters.ron", STANDARD.1.as_bytes()).unwrap();
        let file = |text: &str| {
            let rules = Rules::read("rules.ron", text.as_bytes(), &monsters).unwrap();
            rules.monsters[usize::from(rules.kind("shambler").unwrap())].1.file.clone()
        };
        assert_eq!(file(STANDARD.0), "monsters.ron");
        assert_eq!(file(include_str!("../../../assets/rules/classic.ron")), "rules.ron");
    }

    #[test]
    fn a_harder_skill_is_harder() {
        let rules = Rules::standard();
        let shambler = usize::from(rules.kind("shambler").unwrap());
        let on = |skill| rules.on_skill(skill).monsters[shambler].1.clone();
        let (easy, hard) = (on(1), on(4));
        assert!(easy.speed < hard.speed && easy.senses.reaction > hard.senses.reaction);
        assert!(easy.attacks[0].damage.1 < hard.attacks[0].damage.1);
    }
}
