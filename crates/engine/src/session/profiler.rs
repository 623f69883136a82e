//! The profiler: measures the parts of a tick for benchmarks. It is optional, and the simulation does not read it.

use crate::tick::tick::{Step, Tick, single_threaded};
use bevy::{platform::time::Instant, prelude::*};
use std::time::Duration;

/// Duration of the last tick and of its parts.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct TickTiming {
    /// The whole tick.
    pub total: Duration,
    /// The searches of the shared distance fields.
    pub fields: Duration,
    /// Sight, hearing, and updating the spatial index.
    pub senses: Duration,
    /// Movement of bodies, with collisions.
    pub movement: Duration,
    /// Scripts of creatures, and the actions that follow from them.
    pub scripts: Duration,
    began: Option<Instant>,
    lap: Option<Instant>,
}

impl TickTiming {
    /// Returns the time since the last call.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let since = self.lap.map_or(Duration::ZERO, |lap| now - lap);
        self.lap = Some(now);
        since
    }
}

/// Measures every tick; must be added after [`EnginePlugin`](crate::plugin::EnginePlugin).
pub struct ProfilerPlugin;

impl Plugin for ProfilerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TickTiming>();
        app.add_systems(FixedFirst, begin).edit_schedule(FixedFirst, single_threaded);
        app.add_systems(FixedLast, end).edit_schedule(FixedLast, single_threaded);
        // The sets run one after another. The fields are measured separately from the other senses.
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
