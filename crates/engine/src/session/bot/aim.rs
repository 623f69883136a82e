//! The bot's turning, aiming, fighting and walking.

use crate::{session::bot::own::Own, tick::intent::Intent, tick::tick::ticks};
use bevy::{math::ops, prelude::*};
use std::f32::consts::PI;

/// Maximum turn rate in radians per tick, like that of a person with a mouse.
const TURN: f32 = 0.05;
/// Maximum angle in radians to what it uses.
pub(super) const FACES: f32 = 0.3;
/// Distance in tiles below which it steps back.
const TOO_NEAR: f32 = 2.0;
/// Ticks for which it steps to one side in a fight.
const DODGE: u64 = ticks(0.6) as u64;

/// A turn towards a direction, and the angle between heading and direction before the turn, in radians.
pub(super) struct Aim {
    pub(super) turn: f32,
    pub(super) off: f32,
}

pub(super) fn turn_to(own: &Own, direction: Vec2) -> Aim {
    let off = off_heading(own, direction);
    Aim { turn: off.clamp(-TURN, TURN), off: off.abs() }
}

/// Returns the angle from the heading to a direction, from -π to π.
fn off_heading(own: &Own, direction: Vec2) -> f32 {
    (ops::atan2(direction.y, direction.x) - own.heading + PI).rem_euclid(2.0 * PI) - PI
}

/// Turns to a target, fires when it is in line, keeps out of its reach, and steps from side to side to dodge
/// projectiles.
pub(super) fn fight(own: &Own, target: Vec2, tick: u64) -> Intent {
    let to = target - own.position;
    let distance = to.length();
    let aim = turn_to(own, to);
    let fire = aim.off * distance < 0.25;
    let forward = if distance < TOO_NEAR { -1.0 } else { 0.0 };
    let strafe = if (tick / DODGE).is_multiple_of(2) { 1.0 } else { -1.0 };
    let run = distance < TOO_NEAR;
    Intent { turn: aim.turn, fire, forward, strafe, run, ..default() }
}

/// Stands still, aims carefully and shoots.
pub(super) fn shoot(own: &Own, target: Vec2) -> Intent {
    let aim = turn_to(own, target - own.position);
    Intent { turn: aim.turn, fire: aim.off < 0.05, ..default() }
}

/// Strikes at a target along the path.
pub(super) fn strike(own: &Own, target: Vec2, on_its_way: Intent) -> Intent {
    let to = target - own.position;
    let aim = turn_to(own, to);
    Intent { turn: aim.turn, fire: aim.off * to.length() < 0.25, ..on_its_way }
}

/// Walks straight to a point, whatever the heading, and turns towards it.
pub(super) fn walk_to(own: &Own, point: Vec2) -> Intent {
    let to = point - own.position;
    let (strafe, forward) = ops::sin_cos(off_heading(own, to));
    Intent { turn: turn_to(own, to).turn, forward, strafe, run: to.length() > 2.0, ..default() }
}
