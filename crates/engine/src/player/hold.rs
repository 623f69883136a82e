//! Holding on: as long as use is pressed, the player holds to what is beside him, and no wind moves him.

use crate::air::air::Air;
use crate::bodies::body::{self, Body, Position, Thrown, Velocity};
use crate::deck::grid::Grid;
use crate::player::player::Player;
use crate::tick::intent::Intent;
use crate::tick::tick::Step;
use bevy::prelude::*;

/// How far from his body the player finds something to hold, in tiles.
pub(crate) const ARM: f32 = 0.45;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, hold.in_set(Step::HoldOn));
}

/// Keeps the player where he is, if he wants to and the wind pulls at him: at a wall, a door, a pane, a pillar or bars.
fn hold(
    intent: Res<Intent>,
    (air, grid): (Res<Air>, Res<Grid>),
    player: Single<(&Position, &Body, &mut Velocity, &mut Thrown), With<Player>>,
) {
    let (position, body, mut velocity, mut thrown) = player.into_inner();
    if !intent.use_ || air.wind(position.0) == Vec2::ZERO {
        return;
    }
    let reach = body.radius + ARM;
    if !body::is_clear(&grid, position.0, reach) {
        (velocity.0, thrown.0) = (Vec2::ZERO, Vec2::ZERO);
    }
}
