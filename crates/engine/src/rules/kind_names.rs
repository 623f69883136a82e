//! Names of all kinds of rules. Saved states and recorded inputs refer to a kind by its index, and the names next to
//! them make that independent of kinds that a mod has added since.

use crate::rules::{rules::Rules, source::Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The names of all kinds of the rules of a run, in the order of the rules.
///
/// Without any name it is unknown which kinds the rules had: earlier files have no names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KindNames {
    monsters: Vec<String>,
    ammunition: Vec<String>,
    weapons: Vec<String>,
    pickups: Vec<String>,
    props: Vec<String>,
    damage_zones: Vec<String>,
    scripts: Vec<String>,
}

impl KindNames {
    /// Returns the names of all kinds of these rules.
    pub(crate) fn of(rules: &Rules) -> KindNames {
        KindNames {
            monsters: names(&rules.monsters),
            ammunition: names(&rules.ammunition),
            weapons: names(&rules.weapons),
            pickups: names(&rules.pickups),
            props: names(&rules.props),
            damage_zones: rules.damage_zones.keys().cloned().collect(),
            scripts: names(&rules.scripts),
        }
    }
}

fn names<T>(table: &[(String, T)]) -> Vec<String> {
    table.iter().map(|(name, _)| name.clone()).collect()
}

impl Rules {
    /// Returns true if other rules have other kinds, by their names.
    pub(crate) fn kinds_differ(&self, other: &Rules) -> bool {
        KindNames::of(self) != KindNames::of(other)
    }

    /// Returns these rules without the kinds that are not among the names. If the other kinds are unchanged, the result
    /// equals the rules from which the names were taken: the indices of kinds and the identity are the same.
    ///
    /// # Errors
    /// If a name is unknown: returns all unknown ones with the name of their file, as in "'hound' (monsters.ron)".
    pub(crate) fn only(&self, kinds: &KindNames) -> Result<Rules, Vec<String>> {
        let mut rules = self.clone();
        if *kinds == KindNames::default() || *kinds == KindNames::of(self) {
            return Ok(rules);
        }
        let mut missing = Vec::new();
        missing.extend(retain(&mut rules.monsters, &kinds.monsters, Table::Monsters.file()));
        missing.extend(retain(&mut rules.ammunition, &kinds.ammunition, Table::Ammunition.file()));
        missing.extend(retain(&mut rules.weapons, &kinds.weapons, Table::Weapons.file()));
        missing.extend(retain(&mut rules.pickups, &kinds.pickups, Table::Pickups.file()));
        missing.extend(retain(&mut rules.props, &kinds.props, Table::Props.file()));
        let mut zones: Vec<_> = rules.damage_zones.into_iter().collect();
        missing.extend(retain(&mut zones, &kinds.damage_zones, "rules"));
        rules.damage_zones = zones.into_iter().collect();
        missing.extend(retain(&mut rules.scripts, &kinds.scripts, "scripts"));
        rules.script_mods.retain(|name, _| kinds.scripts.contains(name));
        if let Some(unscaled) = &rules.unscaled {
            let mut monsters = unscaled.to_vec();
            retain(&mut monsters, &kinds.monsters, Table::Monsters.file());
            rules.unscaled = Some(monsters.into());
        }
        if missing.is_empty() { Ok(rules) } else { Err(missing) }
    }
}

/// Removes the entries that are not among the names. Returns the names without an entry, each with its file.
fn retain<T>(table: &mut Vec<(String, T)>, names: &[String], file: &str) -> Vec<String> {
    let mut wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    table.retain(|(name, _)| wanted.remove(name.as_str()));
    wanted.into_iter().map(|name| format!("'{name}' ({file})")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::identity::rules::rules_identity;

    /// Returns the built-in rules with a monster before all others, a weapon in the first slot, and a script.
    fn with_more() -> Rules {
        let mut rules = Rules::standard();
        let (first, pistol) = (rules.monsters[0].1.clone(), rules.weapons[0].1.clone());
        rules.monsters.insert(0, ("aardvark".to_owned(), first));
        rules.weapons.insert(0, ("air pistol".to_owned(), pistol));
        rules.set_script("aardvark", rules.scripts[0].1.clone());
        rules.script_mods.insert("aardvark".to_owned(), "Zoo".to_owned());
        rules
    }

    #[test]
    fn rules_without_added_kinds_are_the_earlier_ones() {
        let (base, more) = (Rules::standard(), with_more());
        let names = KindNames::of(&base);
        assert_eq!(more.only(&names), Ok(base.clone()));
        let hard = |rules: &Rules| rules.on_skill(4);
        assert_eq!(hard(&more).only(&names), Ok(hard(&base)), "also on a skill level");
        assert_ne!(rules_identity(&more), rules_identity(&base));
        assert_eq!(more.only(&KindNames::default()), Ok(more.clone()), "earlier files have no names");
    }

    #[test]
    fn missing_kinds_are_named_with_their_files() {
        let missing = Rules::standard().only(&KindNames::of(&with_more())).expect_err("it has fewer");
        assert_eq!(missing, ["'aardvark' (monsters.ron)", "'air pistol' (weapons.ron)", "'aardvark' (scripts)"]);
    }
}
