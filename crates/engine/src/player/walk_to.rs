//! Click-to-walk: the player walks to a selected point and looks in the direction of movement. Any other input stops
//! the walk at once.

use crate::{
    bodies::body::{Body, Heading, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::route::OnFoot,
    deck::grid::Grid,
    player::acts::PlayerActs,
    player::player::Player,
    rules::filter::Filter,
    rules::rules::Rules,
    tick::intent::Intent,
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::{math::ops, prelude::*};
use std::f32::consts::PI;

/// Turn rate towards the direction of movement, in radians per tick.
const TURN: f32 = 0.04;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, walk_to.in_set(Step::WalkTo).in_set(PlayerActs));
}

/// Starts, ends and advances the player's walk to a point.
fn walk_to(
    (intent, grid, deck): (Res<Intent>, Res<Grid>, Res<Deck>),
    (rules, run, gravity): (Res<Rules>, Res<Run>, Res<Gravity>),
    player: Single<(&Position, &Height, &mut Heading, &mut Velocity, &mut Player, Option<&Body>)>,
) {
    let (position, height, mut heading, mut velocity, mut player, body) = player.into_inner();
    let Some(body) = body.filter(|_| intent.walk_to.is_some() || player.walk.target().is_some()) else { return };
    // Running only changes the pace and does not stop the walk.
    let wants_else = Intent { walk_to: None, run: false, ..*intent } != Intent::default();
    if wants_else {
        player.walk.stop();
        velocity.0 = Vec2::ZERO;
        return;
    }
    if let Some(to) = intent.walk_to {
        player.walk.set_target(to);
    }
    if !height.can_push_off(BodyHeight::default(), &gravity, &grid, position.0, body.radius) {
        return;
    }
    let on_foot = OnFoot {
        grid: &grid,
        level: &deck.0,
        rules: &rules,
        resistances: &Filter::default(),
        shuns: None,
        keys: player.keys,
        at: position.0,
        radius: body.radius,
        tick: run.tick,
    };
    let speed = if intent.run { rules.player.run } else { rules.player.walk };
    let way = player.walk.lead(&on_foot, speed, || true);
    velocity.0 = way;
    if way != Vec2::ZERO {
        let off = (ops::atan2(way.y, way.x) - heading.0 + PI).rem_euclid(2.0 * PI) - PI;
        heading.0 = (heading.0 + off.clamp(-TURN, TURN) + PI).rem_euclid(2.0 * PI) - PI;
    }
}
