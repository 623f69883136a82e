//! The rewind buffer: the last minute of a run as states every quarter of a second and all intents since then. It is
//! used to rewind a run and to reproduce crashes.
//!
//! Clones share the buffer: a crash reporter holds one, because the world is gone by then.

use crate::{
    session::begin::Start, session::demo::Demo, session::headless::Headless, session::recorder::Recorder,
    session::snapshot::Snapshot, tick::intent::Intent, tick::tick::TICKS_PER_SECOND,
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Ticks between two states.
pub(super) const APART: u64 = TICKS_PER_SECOND as u64 / 4;
/// Maximum number of states: those of one minute.
pub(super) const MAX: usize = 60 * TICKS_PER_SECOND as usize / APART as usize;

/// The last minute of a run.
#[derive(Clone, Debug, Default)]
pub struct RewindBuffer(Arc<Mutex<Kept>>);

/// The content of the buffer.
#[derive(Debug, Default)]
struct Kept {
    /// The start of the run, and the file of its deck.
    of: Option<(Start, String)>,
    states: VecDeque<State>,
    /// States of the run that this one has replaced, oldest first.
    earlier: VecDeque<State>,
    /// The intent of the present tick.
    under_way: Option<Intent>,
    /// For tests of crash reports: the tick in which to panic.
    fails_at: Option<u64>,
}

/// A state of the run, and the intents of the ticks from it up to the next state.
#[derive(Debug)]
struct State {
    tick: u64,
    snapshot: Arc<Snapshot>,
    intents: Vec<Intent>,
}

impl State {
    /// Returns the tick at the end of the intents.
    fn end(&self) -> u64 {
        self.tick + self.intents.len() as u64
    }
}

impl Kept {
    /// Makes the replaced run the present one if no state of the present one is left.
    fn cross_over(&mut self) {
        if self.states.is_empty() {
            self.states = std::mem::take(&mut self.earlier);
        }
    }
}

/// The states of a run that another one replaces; [`Tape::put_before`](crate::session::tape::Tape::put_before).
#[derive(Debug, Default)]
pub struct EarlierRun(VecDeque<State>);

/// Returns the number of ticks that states cover. A dead player adds intents to the last state, but no time.
fn ticks_of(states: &VecDeque<State>) -> u64 {
    let span = |(first, last): (&State, &State)| last.tick + (last.intents.len() as u64).min(APART) - first.tick;
    states.front().zip(states.back()).map_or(0, span)
}

/// The present run, for crash reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunUnderWay {
    /// File of its deck.
    pub deck: String,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Skill level, 1 to 4.
    pub skill: u8,
    /// Number of ticks on the deck.
    pub tick: u64,
}

impl RewindBuffer {
    /// Returns a buffer that crashes the game in this tick, for tests.
    pub fn failing_at(tick: Option<u64>) -> RewindBuffer {
        RewindBuffer(Arc::new(Mutex::new(Kept { fails_at: tick, ..Kept::default() })))
    }

    /// Begins a run, or continues a saved one. The run began with `start`, on the deck of this file.
    pub fn begin(&self, start: &Start, deck: &str) {
        self.forget();
        self.kept().of = Some((start.clone(), deck.to_owned()));
    }

    /// A panic of a thread that held the lock cannot leave the content inconsistent, because each change is a single
    /// step.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discards the run.
    pub(super) fn forget(&self) {
        let mut kept = self.kept();
        (kept.of, kept.under_way) = (None, None);
        kept.states.clear();
        kept.earlier.clear();
    }

    /// Takes the states before a tick out of the buffer, for the run that replaces this one.
    pub(super) fn take_before(&self, tick: u64) -> EarlierRun {
        let mut kept = self.kept();
        let states = std::mem::take(&mut kept.states).into_iter().filter(|state| state.tick < tick);
        let mut all = std::mem::take(&mut kept.earlier);
        all.extend(states);
        EarlierRun(all)
    }

    /// Adds the states of a run that this one has replaced. They are dropped one by one as this run goes on.
    pub(super) fn put_before(&self, earlier: EarlierRun) {
        self.kept().earlier = earlier.0;
    }

    /// Returns whether the last state and its intents lead to this tick.
    pub(super) fn leads_to(&self, tick: u64) -> bool {
        self.kept().states.back().is_some_and(|state| state.end() == tick)
    }

    /// Adds the state after a tick. If the present content does not lead to this tick, it is discarded.
    pub(super) fn keep(&self, tick: u64, snapshot: Snapshot) {
        let leads_here = self.leads_to(tick);
        let mut kept = self.kept();
        if !leads_here {
            kept.states.clear();
        }
        if kept.states.len() + kept.earlier.len() >= MAX && kept.earlier.pop_front().is_none() {
            kept.states.pop_front();
        }
        let intents = Vec::with_capacity(APART as usize);
        kept.states.push_back(State { tick, snapshot: Arc::new(snapshot), intents });
    }

    /// Records the intent of the tick that begins now.
    ///
    /// # Panics
    /// If the game must crash in this tick for a test: see [`RewindBuffer::failing_at`].
    pub(super) fn enter(&self, tick: u64, intent: Intent) {
        let mut kept = self.kept();
        kept.under_way = Some(intent);
        let fails = kept.fails_at == Some(tick);
        drop(kept);
        assert!(!fails, "the game was asked to crash in tick {tick}");
    }

    /// Records that the tick has finished.
    pub(super) fn pass(&self) {
        let mut kept = self.kept();
        let intent = kept.under_way.take();
        if let Some(state) = kept.states.back_mut() {
            state.intents.extend(intent);
        }
    }

    /// Returns the first and the last tick that the buffer can rebuild, or `None` without a state.
    pub fn span(&self) -> Option<(u64, u64)> {
        let kept = self.kept();
        kept.states.front().zip(kept.states.back()).map(|(first, last)| (first.tick, last.end()))
    }

    /// Returns the last state at or before a tick, and the intents that lead from there to the tick. `None` if the
    /// buffer does not reach it.
    pub(super) fn way_to(&self, tick: u64) -> Option<(u64, Arc<Snapshot>, Vec<Intent>)> {
        let kept = self.kept();
        let state = kept.states.iter().rfind(|state| state.tick <= tick)?;
        let ticks = usize::try_from(tick - state.tick).ok()?;
        let intents = state.intents.get(..ticks)?.to_vec();
        Some((state.tick, Arc::clone(&state.snapshot), intents))
    }

    /// Discards everything after a tick, if the buffer reaches it. Returns the number of discarded ticks.
    pub(super) fn cut(&self, tick: u64) -> Option<u64> {
        let mut kept = self.kept();
        let (first, end) = kept.states.front().zip(kept.states.back()).map(|(first, last)| (first.tick, last.end()))?;
        if !(first..end).contains(&tick) {
            return None;
        }
        while kept.states.back().is_some_and(|state| state.tick > tick) {
            kept.states.pop_back();
        }
        if let Some(state) = kept.states.back_mut() {
            state.intents.truncate((tick - state.tick) as usize);
        }
        Some(end - tick)
    }

    /// Returns the number of ticks that can be rewound.
    pub(super) fn ticks(&self) -> u64 {
        let kept = self.kept();
        ticks_of(&kept.states) + ticks_of(&kept.earlier)
    }

    /// Returns the last state before a tick, or the one this number of `steps` earlier, if there is one, and discards
    /// everything later. Before the first state of a run is the last one of the run that it has replaced.
    pub(super) fn back_before(&self, tick: u64, steps: u32) -> Option<(u64, Arc<Snapshot>)> {
        let mut kept = self.kept();
        while kept.states.back().is_some_and(|state| state.tick >= tick) {
            kept.states.pop_back();
        }
        kept.cross_over();
        for _ in 0..steps {
            if kept.states.len() + kept.earlier.len() > 1 {
                kept.states.pop_back();
                kept.cross_over();
            }
        }
        let state = kept.states.back_mut()?;
        state.intents.clear();
        Some((state.tick, Arc::clone(&state.snapshot)))
    }

    /// Returns the present run, if there is one.
    pub fn run(&self) -> Option<RunUnderWay> {
        let kept = self.kept();
        let ((start, deck), state) = kept.of.as_ref().zip(kept.states.back())?;
        Some(RunUnderWay { deck: deck.clone(), seed: start.seed, skill: start.skill, tick: state.end() })
    }

    /// Rebuilds the run outside of the game, as it was after its last finished tick, together with its start. Returns
    /// `None` without a run.
    pub fn rebuild(&self) -> Option<(Start, Headless)> {
        let (start, origin, intents) = {
            let kept = self.kept();
            let ((start, _), last) = kept.of.clone().zip(kept.states.back())?;
            (start, Arc::clone(&last.snapshot), last.intents.clone())
        };
        let mut game = Headless::restore(&origin, Arc::clone(&start.level), &start.rules).ok()?;
        intents.into_iter().for_each(|intent| game.tick(intent));
        Some((start, game))
    }

    /// Returns the content as a demo, or `None` without a run. The run is played again outside of the game for this
    /// purpose. A tick that began but did not finish is the last one of the demo, so that playing the demo reproduces a
    /// crash.
    pub fn demo(&self) -> Option<Demo> {
        let (start, deck, origin, intents, under_way) = {
            let kept = self.kept();
            let ((start, deck), first) = kept.of.clone().zip(kept.states.front())?;
            let intents: Vec<Intent> = kept.states.iter().flat_map(|state| &state.intents).copied().collect();
            (start, deck, Arc::clone(&first.snapshot), intents, kept.under_way)
        };
        let mut game = Headless::restore(&origin, Arc::clone(&start.level), &start.rules).ok()?;
        let mut recorder = Recorder::from_here(&start, &deck, game.world_mut());
        for intent in intents {
            game.tick(intent);
            recorder.record(intent, game.world_mut());
        }
        let Some(last) = under_way else { return Some(recorder.finish(game.world_mut())) };
        // A tick that crashes the game has no state; the state before it is used instead.
        let mut cut_short = recorder.clone();
        cut_short.record(last, game.world_mut());
        let cut_short = cut_short.finish(game.world_mut());
        let whole = catch_unwind(AssertUnwindSafe(|| {
            game.tick(last);
            recorder.record(last, game.world_mut());
            recorder.finish(game.world_mut())
        }));
        Some(whole.unwrap_or(cut_short))
    }
}
