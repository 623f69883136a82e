//! Replays: a demo is played tick by tick, and can jump to any tick.

use crate::{
    rules::rules::Rules,
    session::begin::Start,
    session::demo::{Demo, DemoError, second_of, short},
    session::headless::Headless,
    session::snapshot::{Snapshot, capture, restore},
    tick::intent::Intent,
    tick::tick::TICKS_PER_SECOND,
};
use bevy::prelude::*;
use level::Level;
use std::sync::Arc;

/// Ticks between two states that are kept for jumping back, at first. It doubles whenever there are too many states.
const APART: u64 = 5 * TICKS_PER_SECOND as u64;
/// Maximum number of states that are kept.
const MAX_MARKS: usize = 128;

/// A demo that is being replayed.
pub struct Replay {
    demo: Demo,
    start: Start,
    place: ReplayPosition,
    /// Earlier states, at a fixed distance.
    marks: Vec<(ReplayPosition, Snapshot)>,
    /// Ticks between two of them.
    apart: u64,
}

/// A position in a demo.
#[derive(Clone, Copy, Debug, Default)]
struct ReplayPosition {
    /// Number of ticks that were played.
    tick: u64,
    /// Number of finished intents.
    over: usize,
    /// Number of ticks of the present intent so far.
    lasted: u32,
}

impl Replay {
    /// Returns a replay from the first tick of a demo, on its level and under its rules.
    ///
    /// # Errors
    /// If the demo was recorded on a different level or under different rules.
    pub fn new(demo: Demo, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Self, DemoError> {
        let start = demo.start(level, rules)?;
        Ok(Replay { demo, start, place: ReplayPosition::default(), marks: Vec::new(), apart: APART })
    }

    /// Returns the start of the recorded run.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the demo.
    pub fn demo(&self) -> &Demo {
        &self.demo
    }

    /// Puts the first state of the demo into a world, and rewinds the replay.
    ///
    /// # Errors
    /// If that state is invalid.
    pub fn begin(&mut self, world: &mut World) -> Result<(), DemoError> {
        self.place = ReplayPosition::default();
        self.demo.begin(world, &self.start)
    }

    /// Returns the number of ticks that were played.
    pub fn tick(&self) -> u64 {
        self.place.tick
    }

    /// Returns the total number of ticks.
    pub fn ticks(&self) -> u64 {
        self.demo.ticks()
    }

    /// Returns true after the last tick.
    pub fn is_over(&self) -> bool {
        self.tick() >= self.ticks()
    }

    /// Replays the whole demo in a new world, and compares each second with the recording. Returns the last state.
    ///
    /// # Errors
    /// If the first state is invalid, or at the first difference.
    pub fn play(mut self) -> Result<Headless, DemoError> {
        let mut headless = Headless::begin(&self.start);
        self.begin(headless.world_mut())?;
        while let Some(intent) = self.next_intent() {
            headless.tick(intent);
            self.compare(headless.world_mut())?;
        }
        Ok(headless)
    }

    /// Returns the intent of the next tick, or `None` at the end of the demo.
    pub fn next_intent(&mut self) -> Option<Intent> {
        let ReplayPosition { tick, over, lasted } = &mut self.place;
        while let Some(&(ticks, intent)) = self.demo.intents.get(*over) {
            if *lasted < ticks {
                *lasted += 1;
                *tick += 1;
                return Some(intent);
            }
            *over += 1;
            *lasted = 0;
        }
        None
    }

    /// Compares the world with the recorded one; must be called after each tick. After each second and after the last
    /// tick, it compares the complete hashes, and the error names the first tick that differs.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare(&mut self, world: &mut World) -> Result<(), DemoError> {
        let tick = self.tick();
        let is_second = tick.is_multiple_of(u64::from(TICKS_PER_SECOND));
        if tick == 0 || !is_second && !self.is_over() {
            return Ok(());
        }
        let (second, snapshot) = (second_of(tick), capture(world));
        let recorded = usize::try_from(second - 1).ok().and_then(|index| self.demo.hashes.whole.get(index));
        if recorded != Some(&snapshot.hash()) {
            let parts = self.demo.hashes.differing(second, &snapshot);
            return Err(DemoError::OutOfStep { tick: self.first_difference().unwrap_or(tick), parts });
        }
        let is_ahead = self.marks.last().is_none_or(|(mark, _)| mark.tick < tick);
        if tick.is_multiple_of(self.apart) && is_ahead {
            self.marks.push((self.place, snapshot));
            if self.marks.len() > MAX_MARKS {
                self.apart *= 2;
                let apart = self.apart;
                self.marks.retain(|(mark, _)| mark.tick.is_multiple_of(apart));
            }
        }
        Ok(())
    }

    /// Goes back to the last kept state at or before a tick, and returns the number of ticks up to this state.
    ///
    /// # Errors
    /// If the first state of the demo is invalid.
    pub fn back_to(&mut self, tick: u64, world: &mut World) -> Result<u64, DemoError> {
        let Some((place, snapshot)) = self.marks.iter().rfind(|(mark, _)| mark.tick <= tick) else {
            self.begin(world)?;
            return Ok(0);
        };
        self.place = *place;
        restore(world, snapshot, Arc::clone(&self.start.level), &self.start.rules)?;
        Ok(place.tick)
    }

    /// Returns the last tick, at or before this one, with a kept state.
    pub fn known_to(&self, tick: u64) -> u64 {
        self.marks.iter().rfind(|(mark, _)| mark.tick <= tick).map_or(0, |(mark, _)| mark.tick)
    }

    /// Plays the next tick in a world without waiting for the clock. Returns false at the end of the demo.
    ///
    /// # Errors
    /// If the world then differs from the recorded one.
    pub fn advance(&mut self, world: &mut World) -> Result<bool, DemoError> {
        let Some(intent) = self.next_intent() else { return Ok(false) };
        world.insert_resource(intent);
        world.run_schedule(FixedUpdate);
        self.compare(world).map(|()| true)
    }

    /// Returns the first tick after the last kept state whose hash differs from the recorded one. Replays the run from
    /// that state up to the present tick to find it.
    fn first_difference(&self) -> Option<u64> {
        let mut again = Replay {
            marks: self.marks.clone(),
            start: self.start.clone(),
            demo: self.demo.clone(),
            place: ReplayPosition::default(),
            apart: self.apart,
        };
        let mut headless = Headless::begin(&self.start);
        let world = headless.world_mut();
        again.back_to(self.tick() - 1, world).ok()?;
        while again.tick() < self.tick() {
            world.insert_resource(again.next_intent()?);
            world.run_schedule(FixedUpdate);
            let index = usize::try_from(again.tick() - 1).ok()?;
            if self.demo.hashes.of_ticks.get(index) != Some(&short(capture(world).hash())) {
                return Some(again.tick());
            }
        }
        None
    }
}
