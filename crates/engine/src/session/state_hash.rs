//! Fingerprints: numbers that stand for a whole state, a level or rules, so that two of them can be told apart quickly.

use crate::{
    rules::rules::Rules,
    session::identity::earlier::{earlier_level, earlier_rules},
    session::identity::level::level_identity,
    session::identity::rules::rules_identity,
};
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

/// The numbers by which the state of the run calls its level and its rules: neither changes during a run, and both are large.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identities {
    pub(super) level: u64,
    pub(super) rules: u64,
}

impl Identities {
    /// Those of a level, and of the rules on a run's skill.
    pub(super) fn of(level: &Level, rules: &Rules) -> Self {
        Identities { level: level_identity(level), rules: rules_identity(rules) }
    }

    /// Those that states had before there were identities.
    pub(super) fn earlier(level: &Level, rules: &Rules) -> Self {
        Identities { level: earlier_level(level), rules: earlier_rules(rules) }
    }
}
