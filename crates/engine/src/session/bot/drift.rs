//! The bot's movement without gravity. It steers only where it can push itself off something. At rest in mid-air it
//! shoots, because the recoil moves it.

use crate::{
    bodies::height::BodyHeight,
    player::player::RADIUS,
    session::bot::aim::turn_to,
    session::bot::own::{BLOW, Own},
    session::bot::queries::View,
    tick::intent::Intent,
};
use bevy::{math::ops, prelude::*};

/// Speed in tiles per second up to which a floating body counts as at rest.
const RESTS: f32 = 0.1;

/// Returns true if the bot is in the air without gravity. Holding on would then end its flight.
pub(super) fn floats(view: &View, own: &Own) -> bool {
    is_weightless(view, own) && view.flight.single().is_ok_and(|(height, _)| height.is_in_the_air())
}

/// Returns true if there is no gravity where the bot is.
pub(super) fn is_weightless(view: &View, own: &Own) -> bool {
    view.gravity.share(&view.grid, own.position) == 0.0
}

/// Turns away from where the bot wants to go, and fires. Returns `None` unless it floats at rest with nothing to push
/// off, and has a weapon with recoil.
pub(super) fn recoil(view: &View, own: &Own, intent: &Intent) -> Option<Intent> {
    let (height, velocity) = view.flight.single().ok()?;
    let can_push_off = height.can_push_off(BodyHeight::default(), &view.gravity, &view.grid, own.position, RADIUS);
    let is_lost = floats(view, own) && !can_push_off && velocity.0.length() < RESTS && height.rises == 0.0;
    let ahead = Vec2::new(ops::cos(own.heading), ops::sin(own.heading));
    let wanted = ahead * intent.forward + ahead.perp() * intent.strafe;
    if !is_lost || wanted == Vec2::ZERO || own.arm <= BLOW {
        return None;
    }
    let aim = turn_to(own, -wanted);
    // Some weapons fire once per press.
    let (.., player) = view.player.single().ok()?;
    Some(Intent { turn: aim.turn, fire: aim.off < 0.3 && !player.fired, ..default() })
}
