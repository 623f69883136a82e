//! The state that developer acts leave behind: those that last, and the mark of a run that had any.

use crate::{
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::run::Run,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The developer acts of a run that last, and whether there were any.
///
/// Without acts it is the default value and not part of the state hash.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct DevState {
    /// True if there was an act. It stays true: such a run writes no scores.
    pub used: bool,
    /// True while the player is invulnerable.
    pub god: bool,
    /// True while the player passes through walls and bodies.
    pub no_clip: bool,
    /// True while creatures do not act.
    pub frozen: bool,
    /// Skill with which the run began, if an act has changed it.
    pub(crate) first_skill: Option<u8>,
}

impl DevState {
    /// Returns the skill with which the run began. It decides which things of the level there are, and their ids.
    pub fn first_skill(&self, run: &Run) -> u8 {
        self.first_skill.unwrap_or(run.skill)
    }
}

impl SavedResource for DevState {
    fn validate(&self, _: &Bounds) -> Result<(), Flaw> {
        ensure(self.first_skill.is_none_or(|skill| (1..=4).contains(&skill)), "its first skill must be from 1 to 4")
    }
}

/// Run condition: true while creatures act.
pub(crate) fn creatures_act(state: Res<DevState>) -> bool {
    !state.frozen
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DevState>();
}
