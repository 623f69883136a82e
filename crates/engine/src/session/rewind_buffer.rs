//! The last minute of a run: states a quarter of a second apart, and every intent since, so that one can go back, and so that what led
//! to a crash can be played again.
//!
//! Its clones share it: whoever reports a crash holds one, because the world is gone by then.

use crate::{
    session::begin::Start, session::demo::Demo, session::headless::Headless, session::recorder::Recorder,
    session::snapshot::Snapshot, tick::intent::Intent, tick::tick::TICKS_PER_SECOND,
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How far apart the states are to which one can go back, in ticks.
pub(super) const APART: u64 = TICKS_PER_SECOND as u64 / 4;
/// How many of them are kept: those of a minute.
pub(super) const MAX: usize = 60 * TICKS_PER_SECOND as usize / APART as usize;

/// The last minute of a run.
#[derive(Clone, Debug, Default)]
pub struct RewindBuffer(Arc<Mutex<Kept>>);

/// What is kept of it.
#[derive(Debug, Default)]
struct Kept {
    /// What the run began with, and the file of its deck.
    of: Option<(Start, String)>,
    states: VecDeque<State>,
    /// The intent of the tick that passes now.
    under_way: Option<Intent>,
    /// For tests of what becomes of a crash: the tick that is not to pass.
    fails_at: Option<u64>,
}

/// A state that the run came by, and the intents of the ticks after it, up to the next state.
#[derive(Debug)]
struct State {
    tick: u64,
    snapshot: Arc<Snapshot>,
    intents: Vec<Intent>,
}

impl State {
    /// The tick to which its intents lead.
    fn end(&self) -> u64 {
        self.tick + self.intents.len() as u64
    }
}

/// A run, as a report tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunUnderWay {
    /// The file of its deck.
    pub deck: String,
    /// The seed of chance.
    pub seed: u64,
    /// The skill, 1 to 4.
    pub skill: u8,
    /// How many ticks have passed on the deck.
    pub tick: u64,
}

impl RewindBuffer {
    /// For tests: the minute of a game that is to crash in this tick.
    pub fn failing_at(tick: Option<u64>) -> RewindBuffer {
        RewindBuffer(Arc::new(Mutex::new(Kept { fails_at: tick, ..Kept::default() })))
    }

    /// A run begins, or goes on from where it was saved. It began with this start, on the deck of this file.
    pub fn begin(&self, start: &Start, deck: &str) {
        self.forget();
        self.kept().of = Some((start.clone(), deck.to_owned()));
    }

    /// Whoever panicked while he held it has left it whole: each change is a single step.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the run.
    pub(super) fn forget(&self) {
        let mut kept = self.kept();
        (kept.of, kept.under_way) = (None, None);
        kept.states.clear();
    }

    /// Whether there is a state that leads to this tick.
    pub(super) fn leads_to(&self, tick: u64) -> bool {
        self.kept().states.back().is_some_and(|state| state.end() == tick)
    }

    /// Keeps the state after a tick. Where none leads to it, none of those before does either.
    pub(super) fn keep(&self, tick: u64, snapshot: Snapshot) {
        let leads_here = self.leads_to(tick);
        let mut kept = self.kept();
        if !leads_here {
            kept.states.clear();
        }
        if kept.states.len() == MAX {
            kept.states.pop_front();
        }
        let intents = Vec::with_capacity(APART as usize);
        kept.states.push_back(State { tick, snapshot: Arc::new(snapshot), intents });
    }

    /// The tick after this one begins, with this intent.
    ///
    /// # Panics
    /// If the game is to crash now: see [`RewindBuffer::failing_at`].
    pub(super) fn enter(&self, tick: u64, intent: Intent) {
        let mut kept = self.kept();
        kept.under_way = Some(intent);
        let fails = kept.fails_at == Some(tick);
        drop(kept);
        assert!(!fails, "the game was asked to crash in tick {tick}");
    }

    /// The tick that was begun has passed.
    pub(super) fn pass(&self) {
        let mut kept = self.kept();
        let intent = kept.under_way.take();
        if let Some(state) = kept.states.back_mut() {
            state.intents.extend(intent);
        }
    }

    /// How many ticks there are to go back.
    pub(super) fn ticks(&self) -> u64 {
        let kept = self.kept();
        kept.states.front().zip(kept.states.back()).map_or(0, |(first, last)| last.end() - first.tick)
    }

    /// The last state before this tick, if there is one; the run goes on from there, and what was later is forgotten.
    pub(super) fn back_before(&self, tick: u64) -> Option<(u64, Arc<Snapshot>)> {
        let mut kept = self.kept();
        while kept.states.back().is_some_and(|state| state.tick >= tick) {
            kept.states.pop_back();
        }
        let state = kept.states.back_mut()?;
        state.intents.clear();
        Some((state.tick, Arc::clone(&state.snapshot)))
    }

    /// The run that is under way, if one is.
    pub fn run(&self) -> Option<RunUnderWay> {
        let kept = self.kept();
        let ((start, deck), state) = kept.of.as_ref().zip(kept.states.back())?;
        Some(RunUnderWay { deck: deck.clone(), seed: start.seed, skill: start.skill, tick: state.end() })
    }

    /// Builds the run again as it was after its last whole tick, apart from the game, with what it began with; none without a run.
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

    /// What is kept as a demo; none without a run. It is played again for that, apart from the game. A tick that had begun and
    /// never ended is its last one: whoever plays the demo sees what came of it.
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
        // Of a tick that ends the game there is no state: the one before stands for it.
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
