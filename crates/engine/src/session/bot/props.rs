//! The bot's handling of props in its path, in particular explosive ones.

use crate::{
    session::bot::aim::{turn_to, walk_to},
    session::bot::own::{Own, SIGHT},
    session::bot::queries::View,
    tick::intent::Intent,
};
use bevy::prelude::*;

/// Additional width of the bot's path around a prop, to each side, in tiles, so that its own body fits.
const ELBOW: f32 = 0.2;
/// Distance in tiles at which it deals with a prop in its path.
const AHEAD: f32 = 1.0;
/// Safety distance beyond the reach of an explosion, in tiles.
const SAFE: f32 = 0.6;

/// Returns a prop in the straight path to a point that the bot will soon reach: its position, and the distance to keep
/// when it breaks.
pub(super) fn in_way(view: &View, own: &Own, point: Vec2) -> Option<(Vec2, f32)> {
    let rules = &view.rules;
    let (way, length) = (point - own.position).normalize_and_length();
    // A prop with a burning fuse is still an obstacle.
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

/// Returns true if a prop is between two points, so that shots do not get there.
pub(super) fn stop_shot(view: &View, from: Vec2, to: Vec2) -> bool {
    let way = to - from;
    view.props.iter().filter(|(_, prop, _)| !prop.is_wreck()).any(|(_, prop, at)| {
        let share = ((at.0 - from).dot(way) / way.length_squared().max(f32::EPSILON)).clamp(0.0, 1.0);
        let kind = view.rules.props.get(usize::from(prop.kind()));
        kind.is_some_and(|(_, kind)| at.0.distance(from + way * share) < kind.radius)
    })
}

/// Keeps away from explosive props in a fight: walks away from those that are close enough to hurt, and does not shoot
/// at a target behind one.
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

/// Returns true if a shock wave would hit the bot if it went on.
pub(super) fn has_blast_near(view: &View, own: &Own) -> bool {
    view.explosions.iter().any(|explosion| explosion.at().distance(own.position) < explosion.reach() + 2.0 * SAFE)
}

/// Destroys a prop from the necessary distance.
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
