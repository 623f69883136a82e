//! Turns: who looks and thinks in which tick. Those near the player do so in each, the others now and then, and those that have waited
//! for a search for a path when they may.

use crate::{
    bodies::body::Position, bodies::searches::Searches, bodies::spatial_index::SpatialIndex, monsters::monster::Undead,
    player::player::Player, tick::id::Id, tick::run::Run, tick::tick::Step,
};
use bevy::prelude::*;

/// Up to which distance from the player, in tiles, the undead think once in how many ticks (powers of two).
const PERIODS: [(f32, u32); 3] = [(3.0, 1), (8.0, 4), (24.0, 8)];
/// Those who are farther think once in so many.
const FARTHER: u32 = 16;

/// The undead whose turn it is in this tick, in the order of their ids; no part of the state.
#[derive(Resource, Default)]
pub(crate) struct ThinkSchedule(pub(crate) Vec<Entity>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ThinkSchedule>();
    app.add_systems(FixedUpdate, take_due.in_set(Step::TakeTurns).in_set(Undead));
}

/// Says whose turn it is. Their numbers spread them over the ticks.
pub(crate) fn take_due(
    run: Res<Run>,
    places: Res<SpatialIndex>,
    player: Single<&Position, With<Player>>,
    mut searches: ResMut<Searches>,
    mut turns: ResMut<ThinkSchedule>,
) {
    turns.0.clear();
    let tick = run.tick as u32; // its last bits are enough
    let is_due = |id: u32, from: Vec2| tick.wrapping_add(id) & (period(from.distance_squared(player.0)) - 1) == 0;
    let called = searches.call(run.tick, |id| places.of(id).is_some());
    let has_turn = |id: Id, at: Vec2| is_due(id.0, at) || called.contains(&id);
    let due = places.all().iter().filter(|standing| standing.is_undead && has_turn(standing.id, standing.at));
    due.for_each(|standing| turns.0.push(standing.entity));
}

fn period(distance_squared: f32) -> u32 {
    let near = |&(distance, _): &(f32, u32)| distance_squared < distance * distance;
    PERIODS.into_iter().find(near).map_or(FARTHER, |(_, period)| period)
}
