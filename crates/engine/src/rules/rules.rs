//! The rules of a run, as data: tables of monsters, weapons, pickups and props, the four skill levels, and numbers for
//! the player, fire and noises.

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
    tick::intent::is_default,
};
use bevy::prelude::*;
use level::{Level, ThingKind, read_ron, table};
use sandbox::Script;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// Maximum size of a rules file, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// The rules that are built into the game, for a start without the folder of assets.
const STANDARD: &str = include_str!("../../../../assets/rules/standard.ron");

/// The rules of a run.
#[derive(Resource, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Rules {
    /// Display name.
    pub name: String,
    /// Skill levels, from the easiest to the hardest.
    pub skills: [SkillRules; 4],
    /// Damage factor against unaware monsters.
    pub unaware: i32,
    /// Movement of the player.
    pub player: PlayerRules,
    /// Damage by fire.
    pub burning: BurningRules,
    /// Speed and damage of push-walls.
    pub push_walls: PushWallRules,
    /// Ranges of noises.
    pub noises: NoiseRules,
    /// Limits and costs of pathfinding.
    pub pathfinding: PathRules,
    /// Monster kinds, sorted by name.
    pub monsters: Vec<(String, MonsterKind)>,
    /// Ammunition kinds, sorted by name.
    pub ammunition: Vec<(String, Ammunition)>,
    /// Weapons, sorted by slot and then by name.
    pub weapons: Vec<(String, Weapon)>,
    /// Pickup kinds, sorted by name.
    pub pickups: Vec<(String, PickupKind)>,
    /// Prop kinds, sorted by name.
    pub props: Vec<(String, PropKind)>,
    /// Damage filters of damage zones, by the names that levels use.
    pub damage_zones: BTreeMap<String, Filter>,
    /// Creature scripts, sorted by name.
    pub scripts: Vec<(String, Script)>,
    /// Names of the mods to which scripts belong, by the names of the scripts. Those of the game belong to none.
    #[serde(skip)]
    pub script_mods: BTreeMap<String, String>,
    /// The file that describes each entry; not part of the rules themselves.
    #[serde(skip)]
    pub(crate) sources: Sources,
    /// Monster kinds without the factors of a skill level, if these are rules on one.
    #[serde(skip)]
    pub(crate) unscaled: Option<Arc<[(String, MonsterKind)]>>,
}

/// The effects of a skill level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillRules {
    /// Display name.
    pub name: String,
    /// Factor of the reaction times of monsters.
    #[serde(deserialize_with = "numbers::factor")]
    pub reaction: f32,
    /// Factor of the speed of chasing monsters.
    #[serde(deserialize_with = "numbers::factor")]
    pub speed: f32,
    /// Factor of the damage of monster attacks.
    #[serde(deserialize_with = "numbers::factor")]
    pub damage: f32,
    /// Factor of the aiming error of monsters.
    #[serde(deserialize_with = "numbers::factor")]
    pub spread: f32,
    /// Share of the player's movement that monsters take into account when they shoot: 0 none, 1 all.
    #[serde(deserialize_with = "numbers::factor")]
    pub lead: f32,
    /// Maximum number of monsters that attack the player at once; the others wait.
    pub attackers: u32,
    /// Ticks until a new breach pulls the player with its full strength.
    // Not serialized if 0, so rules without it keep the hash from before it existed.
    #[serde(default, deserialize_with = "numbers::span", skip_serializing_if = "is_default")]
    pub breach_grace: u32,
    /// Whether hints at terminals cost no oxygen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub free_hints: bool,
    /// Additional pause of monsters after each strike, as a share of the usual one.
    #[serde(default, deserialize_with = "numbers::factor", skip_serializing_if = "is_default")]
    pub respite: f32,
    /// Share of the damage of bursts, such as those of bloaters, that is left out: 0 none, 1 all.
    #[serde(default, deserialize_with = "numbers::share", skip_serializing_if = "is_default")]
    pub burst_relief: f32,
    /// Whether a terminal closes when a monster that is after the player comes near.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boards_close: bool,
}

/// Movement of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRules {
    /// Walking speed in tiles per second.
    #[serde(deserialize_with = "numbers::speed")]
    pub walk: f32,
    /// Running speed in tiles per second.
    #[serde(deserialize_with = "numbers::speed")]
    pub run: f32,
    /// Share of the damage that armour absorbs while there is any, 0 to 1.
    #[serde(deserialize_with = "numbers::share")]
    pub armour: f32,
}

/// Path distances at which noises are heard, in cells, each from 0 to 24.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseRules {
    /// A shot.
    #[serde(deserialize_with = "numbers::carry")]
    pub shot: u8,
    /// Running footsteps.
    #[serde(deserialize_with = "numbers::carry")]
    pub running: u8,
    /// Walking footsteps.
    #[serde(deserialize_with = "numbers::carry")]
    pub walking: u8,
    /// A door that the player moves, or a locked door that the player tries to open.
    #[serde(deserialize_with = "numbers::carry")]
    pub door: u8,
    /// The cry of a monster that notices the player.
    #[serde(deserialize_with = "numbers::carry")]
    pub cry: u8,
    /// A bullet that hits a wall. Monsters that hear it know from where it came.
    // Not serialized if 0, as with `SkillRules::breach_grace`; so is the next one.
    #[serde(default, deserialize_with = "numbers::carry", skip_serializing_if = "is_default")]
    pub impact: u8,
    /// Share of a noise's range within which it rouses a monster in ambush, 0 to 1. 0 for not at all.
    #[serde(default, deserialize_with = "numbers::share", skip_serializing_if = "is_default")]
    pub ambush: f32,
}

/// The form of a rules file.
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
    /// Damage filters of damage zones.
    #[serde(default, deserialize_with = "table", alias = "climates")]
    damage_zones: BTreeMap<String, Filter>,
    // These change the entries of the shared tables with the same names.
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
    /// Returns which table entries the file `file` contains.
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
    /// Reads rules from the bytes of a file. Everything that the file does not describe comes from the tables; `file`
    /// is its name in error messages.
    ///
    /// # Errors
    /// Returns the first error in the file, with line and column, or the first inconsistency between the file and the
    /// tables.
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
            script_mods: tables.script_mods.clone(),
            sources,
            unscaled: None,
        };
        rules.fit_together()?;
        Ok(rules)
    }

    /// Returns the rules that are built into the game.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn standard() -> Rules {
        let tables = Tables::standard().expect("the built-in tables are valid");
        Rules::read("standard.ron", STANDARD.as_bytes(), &tables).expect("the built-in rules are valid")
    }

    /// Returns the name in error messages of the file that describes a table entry: the rules file, if it changes the
    /// entry.
    pub fn file_of(&self, table: Table, name: &str) -> &str {
        self.sources.file_of(table, name)
    }

    /// Returns the index of a monster kind.
    pub fn kind(&self, name: &str) -> Option<u16> {
        number(&self.monsters, name)
    }

    /// Returns the index of a weapon.
    pub fn weapon(&self, name: &str) -> Option<u16> {
        let found = self.weapons.iter().position(|(other, _)| other == name)?;
        u16::try_from(found).ok()
    }

    /// Returns an ammunition kind.
    pub fn ammo(&self, name: &str) -> Option<&Ammunition> {
        let number = number(&self.ammunition, name)?;
        Some(&self.ammunition[usize::from(number)].1)
    }

    /// Returns the index of a pickup kind.
    pub fn pickup(&self, name: &str) -> Option<u16> {
        number(&self.pickups, name)
    }

    /// Returns the index of the pickup kind for a thing of a level, if it is a known pickup.
    pub fn lying(&self, level: &Level, kind: ThingKind) -> Option<u16> {
        match kind {
            ThingKind::Pickup(index) => self.pickup(level.pickup(index)),
            ThingKind::Key(key) => {
                self.pickups.iter().position(|(_, kind)| kind.key == Some(key)).map(|key| key as u16)
            }
            ThingKind::Player | ThingKind::Monster(_) | ThingKind::Prop(_) => None,
        }
    }

    /// Returns the index of a prop kind.
    pub fn prop(&self, name: &str) -> Option<u16> {
        number(&self.props, name)
    }

    /// Returns the index of a script.
    pub fn script(&self, name: &str) -> Option<u16> {
        number(&self.scripts, name)
    }

    /// Returns the name of the mod to which the script with this index belongs, if it belongs to one.
    pub(crate) fn mod_of_script(&self, script: usize) -> Option<&str> {
        let (name, _) = self.scripts.get(script)?;
        self.script_mods.get(name).map(String::as_str)
    }

    /// Adds or replaces a script.
    pub fn set_script(&mut self, name: &str, script: Script) {
        match self.scripts.binary_search_by(|(other, _)| other.as_str().cmp(name)) {
            Ok(number) => self.scripts[number].1 = script,
            Err(number) => self.scripts.insert(number, (name.to_owned(), script)),
        }
    }

    /// Returns how many of an item a player can carry; 0 for unknown items.
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

    /// Checks a level under these rules.
    ///
    /// # Errors
    /// If the level contains a thing, or names a damage zone, that the rules do not define.
    pub fn check(&self, level: &Level) -> Result<(), String> {
        let tables = [
            ("monster", &level.monsters, names(&self.monsters)),
            ("pickup", &level.pickups, names(&self.pickups)),
            ("prop", &level.props, names(&self.props)),
            ("damage zone", &level.damage_zones, self.damage_zones.keys().map(String::as_str).collect()),
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
            return Err(format!("the rules '{}' have no pickup for a key that is on the deck", self.name));
        }
        Ok(())
    }

    /// Returns one sentence for each sound that the rules name but that does not exist.
    pub fn missing_sounds(&self, exists: impl Fn(&str) -> bool) -> Vec<String> {
        let missing = self.sounds().filter(|(.., sound)| !exists(sound));
        missing.map(|(file, name, sound)| format!("{file}: {name}: no sound '{sound}' in assets/sounds")).collect()
    }

    /// Returns the rules for a skill level from 1 to 4, with its factors applied to the kinds. Those of another skill
    /// level no longer apply.
    pub(crate) fn on_skill(&self, skill: u8) -> Rules {
        let mut rules = self.clone();
        let unscaled = self.unscaled.clone().unwrap_or_else(|| self.monsters.as_slice().into());
        rules.monsters = unscaled.to_vec();
        rules.unscaled = Some(unscaled);
        let skill = self.skill(skill);
        for (_, kind) in &mut rules.monsters {
            kind.senses.reaction = (kind.senses.reaction as f32 * skill.reaction).round() as u32;
            kind.speed *= skill.speed;
            if let Some(burst) = &mut kind.bursts {
                burst.damage = burst.damage.times(1.0 - f64::from(skill.burst_relief));
            }
            for attack in &mut kind.attacks {
                attack.damage = attack.damage.times(f64::from(skill.damage));
                attack.rest += (attack.rest as f32 * skill.respite).round() as u32;
                if let Some(projectile) = &mut attack.projectile {
                    projectile.spread *= skill.spread;
                }
            }
        }
        rules
    }

    /// Returns a skill level by its number from 1 to 4; other numbers count as the nearest one.
    pub fn skill(&self, skill: u8) -> &SkillRules {
        &self.skills[usize::from(skill.clamp(1, 4)) - 1]
    }
}

/// Returns the entries of a table with the changes of a rules file, sorted by name.
fn merged<T: Clone>(table: &BTreeMap<String, T>, changes: BTreeMap<String, T>) -> Vec<(String, T)> {
    let mut all = table.clone();
    all.extend(changes);
    all.into_iter().collect()
}

/// Returns the index of a name in a sorted list.
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
    fn built_in_rules_are_valid() {
        let rules = Rules::standard();
        assert!(rules.kind("shambler").is_some());
        assert_eq!(rules.kind("ghoul"), None);
    }

    #[test]
    fn entries_are_listed_under_the_file_of_their_text() {
        let tables = Tables::standard().unwrap();
        let read = |text: &str| Rules::read("rules.ron", text.as_bytes(), &tables).unwrap();
        let (standard, classic) = (read(STANDARD), read(include_str!("../../../../assets/rules/classic.ron")));
        assert_eq!(standard.file_of(Table::Monsters, "shambler"), "monsters.ron");
        assert_eq!(classic.file_of(Table::Monsters, "shambler"), "rules.ron");
        assert_eq!(classic.file_of(Table::Props, "shambler"), "props.ron");
    }

    #[test]
    fn harder_skills_are_harder() {
        let rules = Rules::standard();
        let shambler = usize::from(rules.kind("shambler").unwrap());
        let on = |skill| rules.on_skill(skill).monsters[shambler].1.clone();
        let (easy, hard) = (on(1), on(4));
        assert!(easy.speed < hard.speed && easy.senses.reaction > hard.senses.reaction);
        let mean = |kind: &MonsterKind| kind.attacks[0].damage.mean(2, 0.0).unwrap().total();
        assert!(mean(&easy) < mean(&hard));
    }
}
