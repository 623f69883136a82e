//! The profiler: how long the parts of a tick take, for benchmarks. No rule reads it, and a game that adds nothing has none.

use crate::tick::tick::{Step, Tick, single_threaded};
use bevy::prelude::*;
use std::time::{Duration, Instant};

/// How long the last tick took, in all and in parts.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct TickTiming {
    /// All of it.
    pub total: Duration,
    /// The searches of the shared distance fields.
    pub fields: Duration,
    /// Looking, listening, and finding out who stands where.
    pub senses: Duration,
    /// Moving bodies, with what pushes them back.
    pub movement: Duration,
    /// The scripts of creatures, and what these do by them.
    pub scripts: Duration,
    began: Option<Instant>,
    lap: Option<Instant>,
}

impl TickTiming {
    /// The time since the last lap.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let since = self.lap.map_or(Duration::ZERO, |lap| now - lap);
        self.lap = Some(now);
        since
    }
}

/// Measures every tick; to be added after [`EnginePlugin`](crate::plugin::EnginePlugin).
pub struct ProfilerPlugin;

impl Plugin for ProfilerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TickTiming>();
        app.add_systems(FixedFirst, begin).edit_schedule(FixedFirst, single_threaded);
        app.add_systems(FixedLast, end).edit_schedule(FixedLast, single_threaded);
        // The sets' edges are crossed one after the other; within the senses the fields are measured apart.
        app.add_systems(
            FixedUpdate,
            (
                lap.after(Tick::Intent).before(Tick::Sense),
                add_to_senses.after(Step::TakeTurns).before(Step::SearchFields),
                add_to_fields.after(Step::SearchFields).before(Step::Look),
                add_to_senses.after(Tick::Sense).before(Tick::Think),
                lap.after(Step::Think).before(Step::CallScripts),
                add_to_scripts.after(Step::FollowScripts).before(Step::ResolveDeaths),
                lap.after(Tick::TriggerAction).before(Tick::Move),
                add_to_movement.after(Tick::Move).before(Tick::Touch),
            ),
        );
    }
}

fn begin(mut timing: ResMut<TickTiming>) {
    *timing = TickTiming { began: Some(Instant::now()), ..default() };
}

fn end(mut timing: ResMut<TickTiming>) {
    timing.total = timing.began.map_or(Duration::ZERO, |began| began.elapsed());
}

fn lap(mut timing: ResMut<TickTiming>) {
    timing.lap();
}

fn add_to_senses(mut timing: ResMut<TickTiming>) {
    let lap = timing.lap();
    timing.senses += lap;
}

fn add_to_fields(mut timing: ResMut<TickTiming>) {
    let lap = timing.lap();
    timing.fields += lap;
}

fn add_to_scripts(mut timing: ResMut<TickTiming>) {
    let lap = timing.lap();
    timing.scripts += lap;
}

fn add_to_movement(mut timing: ResMut<TickTiming>) {
    let lap = timing.lap();
    timing.movement += lap;
}
