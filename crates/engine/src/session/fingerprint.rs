//! Fingerprints: numbers that stand for a whole state, a level or rules, so that two of them can be told apart quickly.

use crate::{rules::rules::Rules, rules::source::Table};
use bevy::prelude::*;
use level::Level;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// A number that two values share only if they are the same: xxh3 of what postcard makes of them.
///
/// # Panics
/// If postcard refuses the value, as it does a sequence of unknown length. All such values would share one hash, and every
/// test of determinism would pass.
pub(crate) fn fingerprint(value: &impl Serialize) -> u64 {
    xxh3_64(&postcard::to_stdvec(value).expect("a state is made of what postcard can write"))
}

/// The fingerprints of the parts of some rules, each with the name of the file that says most of it: so that people can be told
/// what has changed. Entries that a file of rules changes count to the table that they are in.
pub(super) fn fingerprints_by_file(rules: &Rules) -> Vec<(String, u64)> {
    let Rules { monsters, ammunition, weapons, pickups, props, scripts, .. } = rules;
    let mut rest = rules.clone();
    rest.monsters.clear();
    rest.ammunition.clear();
    rest.weapons.clear();
    rest.pickups.clear();
    rest.props.clear();
    rest.scripts.clear();
    let parts = [
        ("the file of rules", fingerprint(&rest)),
        (Table::Monsters.file(), fingerprint(monsters)),
        (Table::Weapons.file(), fingerprint(&(ammunition, weapons))),
        (Table::Pickups.file(), fingerprint(pickups)),
        (Table::Props.file(), fingerprint(props)),
        ("scripts", fingerprint(scripts)),
    ];
    parts.map(|(file, hash)| (file.to_owned(), hash)).into()
}

/// The fingerprints of level and rules: neither changes during a run, and both are large.
#[derive(Resource, Clone, Copy)]
pub(super) struct Fingerprints {
    pub(super) level: u64,
    pub(super) rules: u64,
}

impl Fingerprints {
    /// Those of a level, and of the rules on a run's skill.
    pub(super) fn of(level: &Level, rules: &Rules) -> Self {
        Fingerprints { level: fingerprint(level), rules: fingerprint(rules) }
    }
}
