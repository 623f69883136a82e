//! The rules of a saved or recorded run: the present ones without the kinds that were added since.
//!
//! A mod that only adds kinds therefore does not change a run that began without it: indices, random numbers and hashes
//! are the same. Its kinds take part from the next deck on.

use crate::{
    rules::kind_names::KindNames,
    rules::rules::Rules,
    session::begin::Start,
    session::container::{ContainerError, Head},
    session::demo::Demo,
    session::identity::rules::rules_identity,
    session::snapshot::{Snapshot, SnapshotError},
};
use bevy::prelude::*;
use level::Level;
use std::sync::Arc;

/// Returns these rules without the kinds that are not among the names.
///
/// # Errors
/// If a kind is missing; the error names it.
pub(super) fn rules_of(kinds: &KindNames, rules: &Arc<Rules>) -> Result<Arc<Rules>, ContainerError> {
    rules.only(kinds).map(Arc::new).map_err(ContainerError::MissingKinds)
}

impl Demo {
    /// Checks that the demo can be played on this level and under these rules, which may have more kinds than its own.
    ///
    /// # Errors
    /// If it cannot; the error names what differs or is missing.
    pub fn fits(&self, level: &Level, rules: &Rules) -> Result<(), ContainerError> {
        self.head.fits(level, &rules.only(&self.kinds).map_err(ContainerError::MissingKinds)?)
    }
}

impl Snapshot {
    /// Checks that the state belongs to this level and these rules, which may have more kinds than its own. `head` is the
    /// start of its run.
    ///
    /// # Errors
    /// If it does not; the error names what differs or is missing.
    pub fn fits(&self, head: &Head, level: &Level, rules: &Rules) -> Result<(), ContainerError> {
        head.fits(level, &rules.only(&self.kinds).map_err(ContainerError::MissingKinds)?)
    }
}

impl Start {
    /// Returns this start under the rules of the run in a world, which may have fewer kinds.
    #[must_use]
    pub fn under_rules_of(&self, world: &World) -> Start {
        let kinds = world.get_resource::<Rules>().map(KindNames::of).unwrap_or_default();
        let rules = rules_of(&kinds, &self.rules).unwrap_or_else(|_| Arc::clone(&self.rules));
        Start { rules, ..self.clone() }
    }
}

/// Replaces the indices of kinds in a state by those of rules that have more kinds; both are rules on its skill level.
/// The state may then be continued under these rules.
///
/// # Errors
/// If a kind is unknown.
pub(super) fn renumber(state: &mut Snapshot, from: &Rules, to: &Rules) -> Result<(), SnapshotError> {
    let damaged = || SnapshotError::Damaged("a kind is unknown");
    for monster in &mut state.monsters.0 {
        monster.renumber(from, to).ok_or_else(damaged)?;
    }
    for prop in &mut state.props.0 {
        prop.renumber(from, to).ok_or_else(damaged)?;
    }
    for (_, pickup) in &mut state.pickups.0 {
        let (name, _) = pickup.kind_of(from).ok_or_else(damaged)?;
        pickup.kind = to.pickup(name).ok_or_else(damaged)?;
    }
    (state.rules, state.kinds) = (rules_identity(to), Arc::new(KindNames::of(to)));
    Ok(())
}
