//! The bot's behaviour in wind that might carry it away.

use crate::{
    bodies::body,
    player::player::{self, ARM},
    session::bot::own::Own,
    session::bot::queries::View,
    tick::intent::Intent,
};
use bevy::{math::ops, prelude::*};

/// Wind speed in tiles per second up to which it walks on.
const WEAK: f32 = 1.5;

/// Holds on if there is something to hold on to, and otherwise runs away from the hole. Returns `None` if the wind is
/// weak.
pub(super) fn brace(view: &View, own: &Own) -> Option<Intent> {
    let wind = view.air.wind(own.position);
    if wind.length() < WEAK {
        return None;
    }
    if !body::is_clear(&view.grid, own.position, player::RADIUS + ARM) {
        return Some(Intent { use_: true, ..default() });
    }
    let (away, heading) = (-wind.normalize_or_zero(), own.heading);
    let ahead = Vec2::new(ops::cos(heading), ops::sin(heading));
    Some(Intent { forward: away.dot(ahead), strafe: away.dot(ahead.perp()), run: true, ..default() })
}
