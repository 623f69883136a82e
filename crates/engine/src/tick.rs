//! The tick: the sets that one step of the simulation passes through, and how fast the steps follow each other.

use crate::run::Run;
use bevy::app::FixedMain;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

/// Ticks in a second of game time.
pub const TICKS_PER_SECOND: u32 = 120;

/// The ticks in this many seconds, rounded down; at least 0 and at most `u32::MAX`.
pub const fn ticks(seconds: f32) -> u32 {
    (seconds * TICKS_PER_SECOND as f32) as u32
}

/// What moves with a speed of 1 tile a second moves this many tiles a tick.
pub(crate) const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// The sets of one tick, in this order; every system of the simulation is in one of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tick {
    /// What the player, a demo or a bot wants.
    Intent,
    /// Who hears and sees what.
    Sense,
    /// Creatures choose: states, targets, routes.
    Think,
    /// Doors, lifts and weapons move on; then the [`Grid`](crate::Grid) is brought up to date.
    Act,
    /// Velocities become positions; walls, doors and other bodies push back.
    Move,
    /// Pickups and footsteps.
    Touch,
    /// Damage and deaths.
    Resolve,
    /// The tick is counted and the end of the run reported.
    Report,
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)));
    app.configure_sets(
        FixedUpdate,
        (Tick::Intent, Tick::Sense, Tick::Think, Tick::Act, Tick::Move, Tick::Touch, Tick::Resolve, Tick::Report)
            .chain()
            .run_if(resource_exists::<Run>.and_then(|run: Res<Run>| run.goes_on())),
    );
    // A handful of small systems gains nothing from threads, and one order of systems is part of the same-world promise.
    app.edit_schedule(FixedMain, single_threaded)
        .edit_schedule(FixedFirst, single_threaded)
        .edit_schedule(FixedPreUpdate, single_threaded)
        .edit_schedule(FixedUpdate, single_threaded)
        .edit_schedule(FixedPostUpdate, single_threaded)
        .edit_schedule(FixedLast, single_threaded);
}

fn single_threaded(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}
