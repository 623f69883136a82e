//! The state that developer acts leave behind: those that last, and the mark of a run that had any.

use crate::{
    bodies::body::{Body, Knockback, Position, PreviousPosition, Velocity},
    player::player::{Player, RADIUS},
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::run::{Deck, Run},
    tick::tick::{Step, TICK},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The developer acts of a run that last, and whether there were any.
///
/// Without acts it is the default value and not part of the state hash.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    let passes = |state: Res<DevState>| state.no_clip;
    app.add_systems(FixedUpdate, pass_through.in_set(Step::PassThrough).run_if(passes));
}

/// Puts a player who passes through everything where the velocity leads, whatever was in the way.
fn pass_through(
    deck: Res<Deck>,
    player: Single<(&Velocity, &Knockback, &PreviousPosition, &mut Position), (With<Player>, With<Body>)>,
) {
    let (velocity, thrown, previous, mut position) = player.into_inner();
    let size = Vec2::new(deck.0.width as f32, deck.0.height as f32);
    let to = previous.0 + (velocity.0 + thrown.0) * TICK;
    position.0 = to.clamp(Vec2::splat(RADIUS), size - RADIUS);
}
