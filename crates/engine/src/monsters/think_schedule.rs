//! The think schedule: which monsters look and think in which tick. Monsters near the player do so in each tick, the
//! others less often. Monsters that wait for a path search also do so when the search is granted.

use crate::{
    bodies::body::Position, bodies::searches::Searches, bodies::spatial_index::SpatialIndex, monsters::monster::Undead,
    player::player::Player, tick::id::Id, tick::run::Run, tick::tick::Step,
};
use bevy::prelude::*;

/// Maximum distance from the player in tiles, and the think period in ticks (a power of two).
const PERIODS: [(f32, u32); 3] = [(3.0, 1), (8.0, 4), (24.0, 8)];
/// Think period of monsters that are farther away.
const FARTHER: u32 = 16;

/// The monsters that are due in this tick, sorted by id; not part of the saved state.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct ThinkSchedule(pub(crate) Vec<Entity>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ThinkSchedule>();
    app.add_systems(FixedUpdate, take_due.in_set(Step::TakeTurns).in_set(Undead));
}

/// Collects the monsters that are due. Their ids spread them over the ticks.
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

/// Returns the number of ticks from one thought to the next at a distance from the player, whose square is given.
pub(crate) fn period(distance_squared: f32) -> u32 {
    let near = |&(distance, _): &(f32, u32)| distance_squared < distance * distance;
    PERIODS.into_iter().find(near).map_or(FARTHER, |(_, period)| period)
}
