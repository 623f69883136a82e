//! State hashes: numbers that identify a whole state, a level or rules, for quick comparisons.

use crate::{
    rules::kind_names::KindNames,
    rules::rules::Rules,
    session::identity::earlier::{earlier_level, earlier_rules},
    session::identity::level::level_identity,
    session::identity::rules::rules_identity,
    tick::run::Run,
};
use bevy::prelude::*;
use level::Level;
use serde::Serialize;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Returns the hash of a value: xxh3 of its postcard encoding.
///
/// # Panics
/// If postcard cannot encode the value, for example a sequence of unknown length. All such values would share one hash,
/// and every test of determinism would pass.
pub(crate) fn fingerprint(value: &impl Serialize) -> u64 {
    xxh3_64(&postcard::to_stdvec(value).expect("postcard can serialise every state"))
}

/// The hashes of the level and the rules of the run. They are cached, because neither changes during a run and both are
/// large.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(super) struct Identities {
    pub(super) level: u64,
    pub(super) rules: u64,
    /// The skill level of these rules.
    pub(super) skill: u8,
    /// The names of all kinds of these rules.
    pub(super) kinds: Arc<KindNames>,
}

impl Identities {
    /// Returns the hashes of a level, and of the rules on the run's skill level.
    pub(super) fn of(level: &Level, rules: &Rules, skill: u8) -> Self {
        let kinds = Arc::new(KindNames::of(rules));
        Identities { level: level_identity(level), rules: rules_identity(rules), skill, kinds }
    }

    /// Returns the hashes of the run in a world. The rules change during a run only if a developer act changes the
    /// skill.
    pub(super) fn of_run(world: &mut World) -> Self {
        let skill = world.resource::<Run>().skill;
        if world.resource::<Identities>().skill != skill {
            let rules = rules_identity(world.resource());
            let mut identities = world.resource_mut::<Identities>();
            (identities.rules, identities.skill) = (rules, skill);
        }
        world.resource::<Identities>().clone()
    }

    /// Returns the hashes that states contained before the introduction of identities.
    pub(super) fn earlier(level: &Level, rules: &Rules, skill: u8) -> Self {
        Identities { level: earlier_level(level), rules: earlier_rules(rules), ..Identities::of(level, rules, skill) }
    }
}
