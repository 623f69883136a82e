//! The tape: what runs along with a run. It plays a demo, records one, and keeps the last minute, so that one can go back.
//!
//! It is no part of the run: a game that adds nothing has none, and no rule reads it.

use crate::rules::rules::Rules;
use crate::session::demo::DemoError;
use crate::session::recorder::Recorder;
use crate::session::replay::Replay;
use crate::session::snapshot::{Snapshot, SnapshotError, capture, restore};
use crate::tick::intent::Intent;
use crate::tick::run::Run;
use crate::tick::tick::TICKS_PER_SECOND;
use bevy::prelude::*;
use level::Level;
use std::collections::VecDeque;
use std::sync::Arc;

/// How far apart the states are to which one can go back, in ticks.
const APART: u64 = TICKS_PER_SECOND as u64 / 4;
/// How many of them are kept: those of a minute.
const MOST: usize = 60 * TICKS_PER_SECOND as usize / APART as usize;

/// What runs along with a run.
#[derive(Resource, Default)]
pub struct Tape {
    /// The demo that is played: its intents take the place of whatever else is wanted.
    pub replay: Option<Replay>,
    /// What records the run.
    pub recorder: Option<Recorder>,
    /// Whether the last minute is kept.
    pub keeps: bool,
    /// Where the demo that is played has left the way that was recorded, if it has.
    pub strayed: Option<DemoError>,
    last_minute: VecDeque<(u64, Snapshot)>,
    /// The tick that the run has come to, and the intent of the one that passes.
    tick: u64,
    intent: Intent,
}

/// Lets a [`Tape`] run along with each run; to be added after [`EnginePlugin`](crate::EnginePlugin).
pub struct TapePlugin;

impl Plugin for TapePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Tape>();
        app.add_systems(FixedPreUpdate, before_tick.run_if(resource_exists::<Run>));
        app.add_systems(FixedPostUpdate, after_tick.run_if(resource_exists::<Run>));
    }
}

/// Takes the next intent from the demo that is played, if one is, and remembers what the tick is about to be given.
fn before_tick(mut tape: ResMut<Tape>, mut intent: ResMut<Intent>, run: Res<Run>) {
    if run.goes_on()
        && let Some(replay) = &mut tape.replay
    {
        *intent = replay.next_intent().unwrap_or_default();
    }
    (tape.tick, tape.intent) = (run.tick, *intent);
}

/// Records the tick, keeps the state, and compares it with the demo's. After a demo's last tick no other follows in the same
/// picture.
fn after_tick(world: &mut World) {
    let tick = world.resource::<Run>().tick;
    world.resource_scope(|world, mut tape: Mut<Tape>| {
        if tape.tick == tick {
            return; // the run is over
        }
        let intent = tape.intent;
        if let Some(recorder) = &mut tape.recorder {
            recorder.record(intent, world);
        }
        if let Some(replay) = &mut tape.replay {
            let compared = replay.compare(world);
            if replay.is_over() {
                let mut time = world.resource_mut::<Time<Fixed>>();
                let left = time.overstep();
                time.discard_overstep(left);
            }
            tape.strayed = compared.err();
        }
        if tape.keeps && tick.is_multiple_of(APART) {
            tape.keep(tick, world);
        }
    });
}

impl Tape {
    /// Keeps the state of a tick.
    fn keep(&mut self, tick: u64, world: &mut World) {
        // Whatever else was kept belongs to another run.
        if self.last_minute.back().is_some_and(|(last, _)| last + APART != tick) {
            self.last_minute.clear();
        }
        if self.last_minute.len() == MOST {
            self.last_minute.pop_front();
        }
        self.last_minute.push_back((tick, capture(world)));
    }

    /// Another run begins: what was kept and recorded of the one before is forgotten, and no demo is played.
    pub fn clear(&mut self) {
        *self = Tape { keeps: self.keeps, ..Tape::default() };
    }

    /// How many seconds there are to go back, at least.
    pub fn seconds(&self) -> f32 {
        self.last_minute.len() as f32 * (APART as f32 / TICKS_PER_SECOND as f32)
    }

    /// Takes the run in a world back by one step of a quarter of a second, or to the last step before now; what the recorder
    /// has of it is taken back too. False at the end of what is kept.
    ///
    /// # Errors
    /// If the state cannot be restored; the world is as it was then.
    pub fn back(&mut self, world: &mut World, level: &Arc<Level>, rules: &Rules) -> Result<bool, SnapshotError> {
        let now = world.resource::<Run>().tick;
        while self.last_minute.back().is_some_and(|(tick, _)| *tick >= now) {
            self.last_minute.pop_back();
        }
        let Some((tick, snapshot)) = self.last_minute.back() else { return Ok(false) };
        restore(world, snapshot, Arc::clone(level), rules)?;
        if self.recorder.as_mut().is_some_and(|recorder| !recorder.take_back(now - tick)) {
            self.recorder = None; // it began later than that
        }
        Ok(true)
    }
}
