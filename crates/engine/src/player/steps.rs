//! Footsteps: the player's feet are heard, unless he goes slowly.

use crate::bodies::body::{Body, Position, Velocity};
use crate::deck::noise::Noises;
use crate::player::player::Player;
use crate::rules::rules::Rules;
use crate::tick::run::Run;
use crate::tick::tick::{Step, ticks};
use bevy::prelude::*;

/// The ticks from one footstep to the next.
const STEP: u64 = ticks(0.4) as u64;
/// Who is faster than this runs, in tiles a second.
const RUNS: f32 = 3.0;
/// Who is slower than this makes no noise, in tiles a second.
const SNEAKS: f32 = 1.5;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, step.in_set(Step::Footsteps));
}

/// Lets the player's feet be heard; who goes slowly is silent.
fn step(
    run: Res<Run>,
    rules: Res<Rules>,
    player: Single<(&Position, &Velocity), (With<Player>, With<Body>)>,
    mut noises: ResMut<Noises>,
) {
    let (position, velocity) = *player;
    let speed = velocity.0.length();
    if speed > SNEAKS && run.tick.is_multiple_of(STEP) {
        let reach = if speed > RUNS { rules.noises.running } else { rules.noises.walking };
        noises.of_player(position.0, reach);
    }
}
