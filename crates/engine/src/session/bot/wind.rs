//! What the bot does in a wind that might carry it off.

use crate::{
    bodies::body, player::hold::ARM, player::player, session::bot::own::Own, session::bot::queries::View,
    tick::intent::Intent,
};
use bevy::{math::ops, prelude::*};

/// A wind that is weaker than this it walks through, in tiles a second.
const WEAK: f32 = 1.5;

/// Holds on where there is something to hold, and else runs away from the hole; none if the wind is weak.
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
