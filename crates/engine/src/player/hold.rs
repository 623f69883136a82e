//! Holding on: while the use key is pressed, the player holds on to nearby objects, so that neither wind nor
//! weightlessness moves the player.

use crate::{
    air::air::Air,
    bodies::body::{self, Body, Knockback, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::Height,
    deck::grid::Grid,
    player::acts::PlayerActs,
    player::player::{ARM, Player},
    tick::intent::Intent,
    tick::tick::Step,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, hold.in_set(Step::HoldOn).in_set(PlayerActs));
}

/// Stops the player if use is pressed, wind or weightlessness would move the player, and there is something to hold on
/// to.
fn hold(
    intent: Res<Intent>,
    (air, grid, gravity): (Res<Air>, Res<Grid>, Res<Gravity>),
    player: Single<(&Position, &Body, &mut Height, &mut Velocity, &mut Knockback), With<Player>>,
) {
    let (position, body, mut height, mut velocity, mut thrown) = player.into_inner();
    let floats = height.is_in_the_air() && gravity.share(&grid, position.0) == 0.0;
    if !intent.use_ || air.wind(position.0) == Vec2::ZERO && !floats {
        return;
    }
    let reach = body.radius + ARM;
    if body::can_hold(&grid, position.0, reach) {
        (velocity.0, thrown.0) = (Vec2::ZERO, Vec2::ZERO);
        if floats {
            height.rises = 0.0;
        }
    }
}
