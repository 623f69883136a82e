//! The rules of a run, as data: the tables of undead, weapons, pickups and props, the four skills, and the numbers of
//! player, flames and noises.

use crate::{
    rules::burning_rules::BurningRules,
    rules::filter::Filter,
    rules::monster_kind::MonsterKind,
    rules::numbers,
    rules::path_rules::PathRules,
    rules::pickup_kind::PickupKind,
    rules::prop_kind::PropKind,
    rules::push_wall_rules::PushWallRules,
    rules::source::{Sources, Table},
    rules::tables::Tables,
    rules::weapon::{Ammunition, Weapon},
};
use bevy::prelude::*;
use level::{Level, ThingKind, read_ron, table};
use sandbox::Script;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest file of rules that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// The rules that come with the game, for whoever starts it without its folder of assets.
const STANDARD: &str = include_str!("../../../../assets/rules/standard.ron");

/// The rules of a run.
#[derive(Resource, Clone, Debug, PartialEq, Serialize)]
pub struct Rules {
    /// What people call them.
    pub name: String,
    /// From the easiest to the hardest.
    pub skills: [SkillRules; 4],
    /// How many times the damage an undead takes that suspects nothing.
    pub unaware: i32,
    /// How the player moves.
    pub player: PlayerRules,
    /// How flames burn.
    pub burning: BurningRules,
    /// How push-walls move and crush.
    pub push_walls: PushWallRules,
    /// How far noises are heard.
    pub noises: NoiseRules,
    /// How far the undead search for ways, and what they avoid.
    pub pathfinding: PathRules,
    /// The kinds of undead, in the order of their names.
    pub monsters: Vec<(String, MonsterKind)>,
    /// The kinds of ammunition, in the order of their names.
    pub ammunition: Vec<(String, Ammunition)>,
    /// The weapons, in the order of their slots, then of their names.
    pub weapons: Vec<(String, Weapon)>,
    /// The kinds of pickups, in the order of their names.
    pub pickups: Vec<(String, PickupKind)>,
    /// The kinds of props, in the order of their names.
    pub props: Vec<(String, PropKind)>,
    /// What the places of a deck make of damage, by the names that levels give them.
    pub damage_zones: BTreeMap<String, Filter>,
    /// The scripts of creatures, in the order of their names.
    pub scripts: Vec<(String, Script)>,
    /// Which file describes what; no part of the rules themselves.
    #[serde(skip)]
    pub(crate) sources: Sources,
}

/// What a skill changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillRules {
    /// What people call it.
    pub name: String,
    /// How many times as long the undead take to react.
    #[serde(deserialize_with = "numbers::factor")]
    pub reaction: f32,
    /// How many times as fast they chase.
    #[serde(deserialize_with = "numbers::factor")]
    pub speed: f32,
    /// How many times as much their blows cost.
    #[serde(deserialize_with = "numbers::factor")]
    pub damage: f32,
    /// How many times as far off they aim.
    #[serde(deserialize_with = "numbers::factor")]
    pub spread: f32,
    /// How much of the player's motion they allow for when they shoot: 0 none, 1 all.
    #[serde(deserialize_with = "numbers::factor")]
    pub lead: f32,
    /// So many of them claw or shoot at the player at once; the others wait for their turn.
    pub attackers: u32,
}

/// How the player moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRules {
    /// Tiles a second, walking.
    #[serde(deserialize_with = "numbers::speed")]
    pub walk: f32,
    /// Tiles a second, running.
    #[serde(deserialize_with = "numbers::speed")]
    pub run: f32,
    /// The share of a wound that armour takes as long as there is some, 0 to 1.
    #[serde(deserialize_with = "numbers::share")]
    pub armour: f32,
}

/// How far noises are heard, in cells of their way, each from 0 to 24.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseRules {
    /// A shot.
    #[serde(deserialize_with = "numbers::carry")]
    pub shot: u8,
    /// Running feet.
    #[serde(deserialize_with = "numbers::carry")]
    pub running: u8,
    /// Walking feet.
    #[serde(deserialize_with = "numbers::carry")]
    pub walking: u8,
    /// A door that the player makes move, or at whose lock he rattles.
    #[serde(deserialize_with = "numbers::carry")]
    pub door: u8,
    /// The cry of one that notices the player.
    #[serde(deserialize_with = "numbers::carry")]
    pub cry: u8,
}

/// A file of rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesText {
    name: String,
    skills: [SkillRules; 4],
    #[serde(deserialize_with = "numbers::amount")]
    unaware: i32,
    player: PlayerRules,
    burning: BurningRules,
    push_walls: PushWallRules,
    noises: NoiseRules,
    #[serde(default, alias = "ways")]
    pathfinding: PathRules,
    /// What the places of a deck make of damage.
    #[serde(default, deserialize_with = "table", alias = "climates")]
    damage_zones: BTreeMap<String, Filter>,
    // What the tables of these names say is changed by these.
    #[serde(default, deserialize_with = "table")]
    monsters: BTreeMap<String, MonsterKind>,
    #[serde(default, deserialize_with = "table")]
    ammunition: BTreeMap<String, Ammunition>,
    #[serde(default, deserialize_with = "table")]
    weapons: BTreeMap<String, Weapon>,
    #[serde(default, deserialize_with = "table")]
    pickups: BTreeMap<String, PickupKind>,
    #[serde(default, deserialize_with = "table")]
    props: BTreeMap<String, PropKind>,
}

impl RulesText {
    /// What the file, which messages call `file`, says of the tables.
    fn sources(&self, file: &str) -> Sources {
        let mut sources = Sources::new(file);
        sources.note(Table::Monsters, self.monsters.keys());
        sources.note(Table::Ammunition, self.ammunition.keys());
        sources.note(Table::Weapons, self.weapons.keys());
        sources.note(Table::Pickups, self.pickups.keys());
        sources.note(Table::Props, self.props.keys());
        sources
    }
}

impl Rules {
    /// Reads rules from the bytes of their file; what it does not describe is as the tables say. `file` is what messages
    /// call it.
    ///
    /// # Errors
    /// The first mistake in the file, with line and column; or what does not fit together in it and the tables.
    pub fn read(file: &str, bytes: &[u8], tables: &Tables) -> Result<Rules, String> {
        let text: RulesText = read_ron(file, bytes, MAX_BYTES).map_err(|error| error.to_string())?;
        let sources = text.sources(file);
        let mut weapons = merged(&tables.weapons.weapons, text.weapons);
        weapons.sort_by_key(|(_, weapon)| weapon.slot);
        let rules = Rules {
            name: text.name,
            skills: text.skills,
            unaware: text.unaware,
            player: text.player,
            burning: text.burning,
            push_walls: text.push_walls,
            noises: text.noises,
            pathfinding: text.pathfinding,
            monsters: merged(&tables.monsters, text.monsters),
            ammunition: merged(&tables.weapons.ammunition, text.ammunition),
            weapons,
            pickups: merged(&tables.pickups, text.pickups),
            props: merged(&tables.props, text.props),
            damage_zones: text.damage_zones,
            scripts: tables.scripts.clone().into_iter().collect(),
            sources,
        };
        rules.fit_together()?;
        Ok(rules)
    }

    /// The rules that come with the game.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn standard() -> Rules {
        let tables = Tables::standard().expect("the tables that come with the game are sound");
        Rules::read("standard.ron", STANDARD.as_bytes(), &tables).expect("the rules that come with the game are sound")
    }

    /// What messages call the file that describes an entry of a table: the rules' own, if it changes the entry.
    pub fn file_of(&self, table: Table, name: &str) -> &str {
        self.sources.file_of(table, name)
    }

    /// The number of a kind of undead.
    pub fn kind(&self, name: &str) -> Option<u16> {
        number(&self.monsters, name)
    }

    /// The number of a weapon.
    pub fn weapon(&self, name: &str) -> Option<u16> {
        let found = self.weapons.iter().position(|(other, _)| other == name)?;
        u16::try_from(found).ok()
    }

    /// A kind of ammunition.
    pub fn ammo(&self, name: &str) -> Option<&Ammunition> {
        let number = number(&self.ammunition, name)?;
        Some(&self.ammunition[usize::from(number)].1)
    }

    /// The number of a kind of pickup.
    pub fn pickup(&self, name: &str) -> Option<u16> {
        number(&self.pickups, name)
    }

    /// The number of the pickup that a thing of a level is, if it is one that they know.
    pub fn lying(&self, level: &Level, kind: ThingKind) -> Option<u16> {
        match kind {
            ThingKind::Pickup(index) => self.pickup(level.pickup(index)),
            ThingKind::Key(key) => {
                self.pickups.iter().position(|(_, kind)| kind.key == Some(key)).map(|key| key as u16)
            }
            ThingKind::Player | ThingKind::Monster(_) | ThingKind::Prop(_) => None,
        }
    }

    /// The number of a kind of prop.
    pub fn prop(&self, name: &str) -> Option<u16> {
        number(&self.props, name)
    }

    /// The number of a script.
    pub fn script(&self, name: &str) -> Option<u16> {
        number(&self.scripts, name)
    }

    /// A script has this text from now on, whether there was one of its name or not.
    pub fn set_script(&mut self, name: &str, script: Script) {
        match self.scripts.binary_search_by(|(other, _)| other.as_str().cmp(name)) {
            Ok(number) => self.scripts[number].1 = script,
            Err(number) => self.scripts.insert(number, (name.to_owned(), script)),
        }
    }

    /// How many of an item a player can carry; 0 of what they do not know.
    pub fn limit(&self, item: &str) -> u64 {
        let kept = |number: u16| {
            let kind = &self.pickups[usize::from(number)].1;
            if kind.is_module() {
                1
            } else if kind.treasure {
                u64::MAX
            } else {
                0
            }
        };
        let ammo = self.ammo(item).map(|ammo| u64::from(ammo.limit));
        let weapon = || self.weapon(item).map(|number| 1 + u64::from(self.weapons[usize::from(number)].1.dual_wield));
        ammo.or_else(weapon).or_else(|| self.pickup(item).map(kept)).unwrap_or(0)
    }

    /// What is wrong with a level under these rules, in a sentence.
    ///
    /// # Errors
    /// If something stands on it, or is said of a place, that they do not know.
    pub fn check(&self, level: &Level) -> Result<(), String> {
        let tables = [
            ("monster", &level.monsters, names(&self.monsters)),
            ("pickup", &level.pickups, names(&self.pickups)),
            ("prop", &level.props, names(&self.props)),
            ("climate", &level.damage_zones, self.damage_zones.keys().map(String::as_str).collect()),
        ];
        for (noun, placed, known) in tables {
            if let Some(unknown) = placed.iter().find(|name| !known.contains(&name.as_str())) {
                return Err(format!(
                    "no {noun} '{unknown}' in the rules '{}'; there are {}",
                    self.name,
                    known.join(", ")
                ));
            }
        }
        let keys = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Key(_)));
        if keys.into_iter().any(|thing| self.lying(level, thing.kind).is_none()) {
            return Err(format!("no pickup in the rules '{}' is the key that lies on the deck", self.name));
        }
        Ok(())
    }

    /// The sounds that the rules name and that do not exist, in sentences; empty if all is well.
    pub fn missing_sounds(&self, exists: impl Fn(&str) -> bool) -> Vec<String> {
        let missing = self.sounds().filter(|(.., sound)| !exists(sound));
        missing.map(|(file, name, sound)| format!("{file}: {name}: no sound '{sound}' in assets/sounds")).collect()
    }

    /// The rules as they are on a skill, 1 to 4: its factors are worked into the kinds.
    pub(crate) fn on_skill(&self, skill: u8) -> Rules {
        let mut rules = self.clone();
        let skill = self.skill(skill);
        for (_, kind) in &mut rules.monsters {
            kind.senses.reaction = (kind.senses.reaction as f32 * skill.reaction).round() as u32;
            kind.speed *= skill.speed;
            for attack in &mut kind.attacks {
                attack.damage = attack.damage.times(f64::from(skill.damage));
                if let Some(projectile) = &mut attack.projectile {
                    projectile.spread *= skill.spread;
                }
            }
        }
        rules
    }

    /// A skill by its number, 1 to 4; what is beyond counts as the nearest.
    pub fn skill(&self, skill: u8) -> &SkillRules {
        &self.skills[usize::from(skill.clamp(1, 4)) - 1]
    }
}

/// What a table says, changed by what a file of rules says, in the order of the names.
fn merged<T: Clone>(table: &BTreeMap<String, T>, changes: BTreeMap<String, T>) -> Vec<(String, T)> {
    let mut all = table.clone();
    all.extend(changes);
    all.into_iter().collect()
}

/// The number of a name in a list that goes by names.
fn number<T>(list: &[(String, T)], name: &str) -> Option<u16> {
    let found = list.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?;
    u16::try_from(found).ok()
}

fn names<T>(list: &[(String, T)]) -> Vec<&str> {
    list.iter().map(|(name, _)| name.as_str()).collect()
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
    fn an_entry_is_of_the_file_that_describes_it() {
        let tables = Tables::standard().unwrap();
        let read = |text: &str| Rules::read("rules.ron", text.as_bytes(), &tables).unwrap();
        let (standard, classic) = (read(STANDARD), read(include_str!("../../../../assets/rules/classic.ron")));
        assert_eq!(standard.file_of(Table::Monsters, "shambler"), "monsters.ron");
        assert_eq!(classic.file_of(Table::Monsters, "shambler"), "rules.ron");
        assert_eq!(classic.file_of(Table::Props, "shambler"), "props.ron");
    }

    #[test]
    fn a_harder_skill_is_harder() {
        let rules = Rules::standard();
        let shambler = usize::from(rules.kind("shambler").unwrap());
        let on = |skill| rules.on_skill(skill).monsters[shambler].1.clone();
        let (easy, hard) = (on(1), on(4));
        assert!(easy.speed < hard.speed && easy.senses.reaction > hard.senses.reaction);
        let mean = |kind: &MonsterKind| kind.attacks[0].damage.mean(2, 0.0).unwrap().total();
        assert!(mean(&easy) < mean(&hard));
    }
}
