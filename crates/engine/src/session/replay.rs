//! The replay: a demo that is played again, forwards tick by tick and to wherever somebody wants to see it.

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

/// How far apart the states are that are kept to go back to, in ticks.
const APART: u64 = 5 * TICKS_PER_SECOND as u64;

/// A demo that is played again.
pub struct Replay {
    demo: Demo,
    start: Start,
    place: ReplayPosition,
    /// Where it has come by: the states every [`APART`] ticks.
    marks: Vec<(ReplayPosition, Snapshot)>,
}

/// A place in a demo.
#[derive(Clone, Copy, Debug, Default)]
struct ReplayPosition {
    /// The ticks that were played.
    tick: u64,
    /// The intents that are over.
    over: usize,
    /// The ticks that the present intent has lasted.
    lasted: u32,
}

impl Replay {
    /// A demo, on its level and under its rules, from its first tick.
    ///
    /// # Errors
    /// If it was recorded on another level or under other rules.
    pub fn new(demo: Demo, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Self, DemoError> {
        let start = demo.start(level, rules)?;
        Ok(Replay { demo, start, place: ReplayPosition::default(), marks: Vec::new() })
    }

    /// What the recorded run began with.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The demo.
    pub fn demo(&self) -> &Demo {
        &self.demo
    }

    /// Puts into a world the state in which the demo begins, and goes to its first tick.
    ///
    /// # Errors
    /// If that state cannot be.
    pub fn begin(&mut self, world: &mut World) -> Result<(), DemoError> {
        self.place = ReplayPosition::default();
        self.demo.begin(world, &self.start)
    }

    /// How many ticks were played.
    pub fn tick(&self) -> u64 {
        self.place.tick
    }

    /// How many ticks there are.
    pub fn ticks(&self) -> u64 {
        self.demo.ticks()
    }

    /// True after the last tick.
    pub fn is_over(&self) -> bool {
        self.tick() >= self.ticks()
    }

    /// The intent of the next tick, or none at the demo's end.
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

    /// Compares the world after a tick with the one that was recorded; to be called after each tick. It looks closely after
    /// each second and after the last tick, and tells the very tick in which the two went apart.
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
        if tick.is_multiple_of(APART) && is_ahead {
            self.marks.push((self.place, snapshot));
        }
        Ok(())
    }

    /// Goes to the last state that was come by and is not after a tick; how many ticks were played until there.
    ///
    /// # Errors
    /// If the state in which the demo begins cannot be.
    pub fn back_to(&mut self, tick: u64, world: &mut World) -> Result<u64, DemoError> {
        let Some((place, snapshot)) = self.marks.iter().rfind(|(mark, _)| mark.tick <= tick) else {
            self.begin(world)?;
            return Ok(0);
        };
        self.place = *place;
        restore(world, snapshot, Arc::clone(&self.start.level), &self.start.rules)?;
        Ok(place.tick)
    }

    /// The last tick, not after this one, whose state is known, so that one can go there at once.
    pub fn known_to(&self, tick: u64) -> u64 {
        self.marks.iter().rfind(|(mark, _)| mark.tick <= tick).map_or(0, |(mark, _)| mark.tick)
    }

    /// Plays the next tick in a world without waiting for its clock; false at the demo's end.
    ///
    /// # Errors
    /// If the world then is not the one that was recorded.
    pub fn advance(&mut self, world: &mut World) -> Result<bool, DemoError> {
        let Some(intent) = self.next_intent() else { return Ok(false) };
        world.insert_resource(intent);
        world.run_schedule(FixedUpdate);
        self.compare(world).map(|()| true)
    }

    /// The first tick since the last known state whose hash is not the recorded one: the run is played once more from there, up
    /// to where it is now.
    fn first_difference(&self) -> Option<u64> {
        let mut again = Replay {
            marks: self.marks.clone(),
            start: self.start.clone(),
            demo: self.demo.clone(),
            place: ReplayPosition::default(),
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
