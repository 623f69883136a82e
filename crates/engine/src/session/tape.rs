//! The tape: plays a demo, records one, and keeps the rewind buffer during a run.
//!
//! It is not part of the run: it is optional, and the simulation does not read it.

use crate::{
    events::event_log::EventRecord,
    player::player::Player,
    rules::rules::Rules,
    session::demo::DemoError,
    session::recorder::Recorder,
    session::replay::Replay,
    session::rewind_buffer::{APART, EarlierRun, RewindBuffer},
    session::snapshot::{SnapshotError, capture, restore},
    tick::intent::Intent,
    tick::run::{Outcome, Run},
    tick::tick::{TICKS_PER_SECOND, single_threaded},
};
use bevy::prelude::*;
use level::Level;
use std::sync::Arc;

/// Ticks before the fatal hit to which the first step back leads after death.
const BEFORE_DEATH: u64 = TICKS_PER_SECOND as u64 / 2;

/// Playback, recording and rewinding of a run.
#[derive(Resource, Default)]
pub struct Tape {
    /// The demo that is played: its intents replace all other input.
    pub replay: Option<Replay>,
    /// The recorder of the run.
    pub recorder: Option<Recorder>,
    /// Whether the rewind buffer is kept.
    pub keeps: bool,
    /// The first divergence of the demo that is played, if there was one. Nothing is compared after it.
    pub strayed: Option<DemoError>,
    /// The rewind buffer.
    pub last_minute: RewindBuffer,
    /// Stops the time after a tick.
    pub stop: Option<StopAfter>,
    /// The present tick of the run, and its intent.
    tick: u64,
    intent: Intent,
    /// Whether the intent comes from the demo.
    is_played: bool,
}

/// A condition that is evaluated after each tick. As soon as it is true, no further tick runs in the same frame, and
/// the driver must hold the time.
pub struct StopAfter {
    /// The condition, which only reads the world. It returns its name when it is true.
    pub condition: Box<dyn FnMut(&mut World) -> Option<String> + Send + Sync>,
    /// The tick after which it was true, and its name.
    pub stopped: Option<(u64, String)>,
}

/// Adds a [`Tape`] to each run; must be added after [`EnginePlugin`](crate::plugin::EnginePlugin).
pub struct TapePlugin;

impl Plugin for TapePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Tape>();
        let before = (keep_first.run_if(nothing_leads_here), before_tick.run_if(resource_exists::<Run>)).chain();
        app.add_systems(FixedPreUpdate, before).edit_schedule(FixedPreUpdate, single_threaded);
        app.add_systems(FixedPostUpdate, after_tick.run_if(resource_exists::<Run>));
    }
}

fn nothing_leads_here(tape: Res<Tape>, run: Option<Res<Run>>) -> bool {
    tape.keeps && run.is_some_and(|run| run.goes_on() && !tape.last_minute.leads_to(run.tick))
}

/// Keeps the first state of a run that begins or is continued. If the run has been moved back to a tick of the last
/// minute, the ticks after it are discarded instead: the run takes another course.
fn keep_first(world: &mut World) {
    let tick = world.resource::<Run>().tick;
    let mut tape = world.resource_mut::<Tape>();
    if let Some(discarded) = tape.last_minute.cut(tick) {
        if tape.recorder.as_mut().is_some_and(|recorder| !recorder.take_back(discarded)) {
            tape.recorder = None;
        }
        return;
    }
    let snapshot = capture(world);
    world.resource::<Tape>().last_minute.keep(tick, snapshot);
}

/// Replaces the intent by that of the demo, if one is played, and remembers the input of the tick.
fn before_tick(mut tape: ResMut<Tape>, mut intent: ResMut<Intent>, run: Res<Run>) {
    tape.is_played = false;
    if run.goes_on()
        && let Some(replay) = &mut tape.replay
    {
        let next = replay.next_intent();
        *intent = next.unwrap_or_default();
        tape.is_played = next.is_some();
    }
    (tape.tick, tape.intent) = (run.tick, *intent);
    if tape.keeps && run.goes_on() {
        tape.last_minute.enter(run.tick, *intent);
    }
}

/// Records the tick, keeps the state, and compares it with the demo. After the last tick of a demo no further tick runs
/// in the same frame.
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
        if tape.is_played {
            tape.compare(world);
        }
        if tape.replay.as_ref().is_some_and(Replay::is_over) {
            discard_rest(world);
        }
        if tape.keeps {
            tape.last_minute.pass();
        }
        // The time after death does not belong to the last minute.
        if tape.keeps && tick.is_multiple_of(APART) && world.resource::<Run>().outcome != Outcome::Dead {
            tape.last_minute.keep(tick, capture(world));
        }
        if let Some(stop) = &mut tape.stop
            && stop.stopped.is_none()
            && let Some(name) = (stop.condition)(world)
        {
            stop.stopped = Some((tick, name));
            discard_rest(world);
        }
    });
}

/// Lets no further tick run in this frame.
fn discard_rest(world: &mut World) {
    if let Some(mut time) = world.get_resource_mut::<Time<Fixed>>() {
        let left = time.overstep();
        time.discard_overstep(left);
    }
}

impl Tape {
    /// Returns a tape that keeps the last minute of each run in this buffer.
    pub fn keeping(last_minute: RewindBuffer) -> Tape {
        Tape { keeps: true, last_minute, ..Tape::default() }
    }

    /// Discards everything of the previous run: the buffer, the recording and the demo.
    pub fn clear(&mut self) {
        self.last_minute.forget();
        *self = Tape { keeps: self.keeps, last_minute: self.last_minute.clone(), ..Tape::default() };
    }

    /// Plays a demo in a world from its first tick, instead of the present run.
    ///
    /// # Errors
    /// If the first state of the demo is invalid; the world is unchanged then.
    pub fn play(&mut self, mut replay: Replay, world: &mut World) -> Result<(), DemoError> {
        replay.begin(world)?;
        self.clear();
        self.replay = Some(replay);
        Ok(())
    }

    /// Moves the demo closer to a tick, without waiting for the clock: to a kept state if that is closer, and otherwise
    /// by one tick. Returns true when it has reached the tick.
    ///
    /// # Errors
    /// If the first state of the demo is invalid.
    pub fn seek(&mut self, tick: u64, world: &mut World) -> Result<bool, DemoError> {
        let Some(replay) = &mut self.replay else { return Ok(true) };
        let tick = tick.min(replay.ticks());
        if tick < replay.tick() || replay.known_to(tick) > replay.tick() {
            replay.back_to(tick, world)?;
        } else if replay.tick() < tick
            && let Some(intent) = replay.next_intent()
        {
            world.insert_resource(intent);
            world.run_schedule(FixedUpdate);
            self.compare(world);
        }
        Ok(self.replay.as_ref().is_none_or(|replay| replay.tick() == tick))
    }

    /// Compares the world with the demo after a tick.
    fn compare(&mut self, world: &mut World) {
        if self.strayed.is_none()
            && let Some(replay) = &mut self.replay
        {
            self.strayed = replay.compare(world).err();
        }
    }

    /// Moves the run to a tick of the last minute, forwards or backwards. The later ticks stay known until the run goes
    /// on from there. Returns false if the last minute does not have the tick.
    ///
    /// # Errors
    /// If the state cannot be restored; the world is unchanged then.
    pub fn move_to(
        &mut self,
        tick: u64,
        world: &mut World,
        level: &Arc<Level>,
        rules: &Rules,
    ) -> Result<bool, SnapshotError> {
        let Some((_, snapshot, intents)) = self.last_minute.way_to(tick) else { return Ok(false) };
        restore(world, &snapshot, Arc::clone(level), rules)?;
        for intent in intents {
            world.insert_resource(intent);
            world.run_schedule(FixedUpdate);
        }
        // The events of these ticks have been seen and heard before.
        world.resource_mut::<Messages<EventRecord>>().clear();
        Ok(true)
    }

    /// Returns the number of seconds that can be rewound.
    pub fn seconds(&self) -> f32 {
        self.last_minute.ticks() as f32 / TICKS_PER_SECOND as f32
    }

    /// Takes the last minute of the present run, for the run that replaces it.
    pub fn take_earlier(&self, world: &mut World) -> EarlierRun {
        self.last_minute.take_before(last_alive(world))
    }

    /// Lets the run go back into the one that it has replaced.
    pub fn put_before(&self, earlier: EarlierRun) {
        self.last_minute.put_before(earlier);
    }

    /// Rewinds the run by a number of steps of a quarter of a second; the first one leads to the last state before now,
    /// or before the hit that has killed the player. The recorder is rewound, too; a recording that began later is
    /// discarded. Returns false at the end of the buffer.
    ///
    /// # Errors
    /// If the state cannot be restored; the world is unchanged then.
    pub fn back(
        &mut self,
        steps: u32,
        world: &mut World,
        level: &Arc<Level>,
        rules: &Rules,
    ) -> Result<bool, SnapshotError> {
        let (now, alive) = (world.resource::<Run>().tick, last_alive(world));
        let first = self.last_minute.span().map_or(0, |(first, _)| first);
        // A player who died right after the first state goes back to that one.
        let before = alive.max(first + 1).min(now);
        let Some((tick, snapshot)) = self.last_minute.back_before(before, steps.saturating_sub(1)) else {
            return Ok(false);
        };
        restore(world, &snapshot, Arc::clone(level), rules)?;
        // The replaced run was another recording.
        let is_recorded =
            |recorder: &mut Recorder| now.checked_sub(tick).is_some_and(|ticks| recorder.take_back(ticks));
        if self.recorder.as_mut().is_some_and(|recorder| !is_recorded(recorder)) {
            self.recorder = None;
        }
        Ok(true)
    }
}

/// Returns the present tick, or half a second before the hit that has killed the player.
fn last_alive(world: &mut World) -> u64 {
    let run = *world.resource::<Run>();
    let mut players = world.query::<&Player>();
    match players.single(world) {
        Ok(player) if run.outcome == Outcome::Dead => {
            run.tick.saturating_sub(u64::from(player.since_death) + BEFORE_DEATH)
        }
        _ => run.tick,
    }
}

#[cfg(test)]
#[path = "tape_tests.rs"]
mod tests;
