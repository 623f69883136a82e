//! What the bot does about props in its way, those that explode above all.

use crate::{
    session::bot::aim::{turn_to, walk_to},
    session::bot::own::{Own, SIGHT},
    session::bot::queries::View,
    tick::intent::Intent,
};
use bevy::prelude::*;

/// How much wider than a prop its way is taken to be to each side, in tiles: its own body passes beside it.
const ELBOW: f32 = 0.2;
/// How near a prop in its way must be before it does something about it, in tiles.
const AHEAD: f32 = 1.0;
/// How much farther off than it reaches the bot wants to be when something explodes, in tiles.
const SAFE: f32 = 0.6;

/// A prop that stands in the straight way to a point, near enough to be in it soon: where, and how far one keeps off when
/// it breaks.
pub(super) fn in_way(view: &View, own: &Own, point: Vec2) -> Option<(Vec2, f32)> {
    let rules = &view.rules;
    let (way, length) = (point - own.position).normalize_and_length();
    // One whose fuse burns is still in the way.
    let all = view.props.iter().filter(|(_, prop, _)| !prop.is_wreck() && !prop.stands_for_good(rules));
    let in_way = all.filter_map(|(id, prop, position)| {
        let (_, kind) = rules.props.get(usize::from(prop.kind()))?;
        let to = position.0 - own.position;
        let off = kind.explodes.as_ref().map_or(0.0, |explosion| explosion.reach);
        let along = to.dot(way);
        let meets = to.perp_dot(way).abs() < kind.radius + ELBOW && along > 0.0 && along < length.min(AHEAD + off);
        meets.then_some((along, id, position.0, off))
    });
    in_way.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1))).map(|(.., at, off)| (at, off))
}

/// In a fight it keeps off what explodes: it walks away from what is so near that it would be hurt, and does not shoot at it to
/// hit a target behind.
pub(super) fn keep_off(view: &View, own: &Own, target: Vec2, intent: Intent) -> Intent {
    let fire = intent.fire && !in_way(view, own, target).is_some_and(|(_, off)| off > 0.0);
    let rules = &view.rules;
    let near = view.props.iter().filter(|(_, prop, _)| !prop.is_wreck()).filter_map(|(id, prop, at)| {
        let distance = at.0.distance(own.position);
        let explosion = rules.props.get(usize::from(prop.kind()))?.1.explodes.as_ref()?;
        (distance < explosion.reach).then_some((distance, id, at.0))
    });
    let Some((.., at)) = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1))) else {
        return Intent { fire, ..intent };
    };
    let Intent { forward, strafe, run, .. } = walk_to(own, 2.0 * own.position - at);
    Intent { fire, forward, strafe, run, ..intent }
}

/// True if a shock wave runs that would meet it if it went on.
pub(super) fn has_blast_near(view: &View, own: &Own) -> bool {
    view.explosions.iter().any(|explosion| explosion.at().distance(own.position) < explosion.reach() + 2.0 * SAFE)
}

/// Breaks a prop, from as far off as it must.
pub(super) fn clear_away(own: &Own, (prop, off): (Vec2, f32)) -> Intent {
    let to = prop - own.position;
    let aim = turn_to(own, to);
    let (distance, arm) = (to.length(), own.arm.min(SIGHT));
    let keeps_off = off > 0.0 && arm > off && distance < off + SAFE;
    let forward = if keeps_off {
        -1.0
    } else if distance > arm {
        1.0
    } else {
        0.0
    };
    Intent { turn: aim.turn, fire: aim.off * distance < 0.25 && distance <= arm, forward, ..default() }
}
