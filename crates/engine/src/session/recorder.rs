//! The recorder: writes a demo during a run.

use crate::{
    rules::kind_names::KindNames,
    session::begin::Start,
    session::container::{Head, NeededMod},
    session::demo::{Demo, Hashes, second_of, short},
    session::snapshot::capture,
    tick::intent::Intent,
    tick::tick::TICKS_PER_SECOND,
};
use bevy::prelude::*;
use std::sync::Arc;

/// Writes a demo during a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    demo: Demo,
}

impl Recorder {
    /// Returns a recorder for a run from its start; `path` is the path of its level for people.
    pub fn new(start: &Start, path: &str) -> Self {
        let (head, kinds) = (Head::of(start, path), Arc::new(KindNames::of(&start.rules)));
        let (intents, hashes, mods) = (Vec::new(), Hashes::default(), Vec::new());
        let demo = Demo { head, origin: None, intents, hashes, mods, kinds };
        Recorder { demo }
    }

    /// Names the mods that take part in the run, in their order.
    #[must_use]
    pub fn with_mods(mut self, mods: Vec<NeededMod>) -> Self {
        self.demo.mods = mods;
        self
    }

    /// Returns a recorder for the run in a world, from its present state. The run began with `start`.
    pub fn from_here(start: &Start, path: &str, world: &mut World) -> Self {
        let mut recorder = Recorder::new(&start.under_rules_of(world), path);
        recorder.demo.origin = Some(Box::new(capture(world)));
        recorder
    }

    /// Records the intent of a tick, and the state of the world after it.
    pub fn record(&mut self, intent: Intent, world: &mut World) {
        let intent = intent.clamped();
        match self.demo.intents.last_mut() {
            Some((ticks, last)) if *last == intent && *ticks < u32::MAX => *ticks += 1,
            _ => self.demo.intents.push((1, intent)),
        }
        let (hashes, snapshot) = (&mut self.demo.hashes, capture(world));
        hashes.of_ticks.push(short(snapshot.hash()));
        if hashes.of_ticks.len().is_multiple_of(TICKS_PER_SECOND as usize) {
            hashes.push_second(&snapshot);
        }
    }

    /// Returns the number of recorded ticks.
    pub fn ticks(&self) -> u64 {
        self.demo.hashes.of_ticks.len() as u64
    }

    /// Discards the last ticks, because the run was rewound. Returns false, without discarding anything, if fewer ticks
    /// were recorded.
    pub fn take_back(&mut self, ticks: u64) -> bool {
        let Some(left) = self.ticks().checked_sub(ticks) else { return false };
        let mut over = ticks;
        while over > 0 {
            let Some((lasted, intent)) = self.demo.intents.pop() else { break };
            let taken = over.min(u64::from(lasted));
            over -= taken;
            if taken < u64::from(lasted) {
                self.demo.intents.push((lasted - taken as u32, intent));
            }
        }
        let hashes = &mut self.demo.hashes;
        let seconds = (left / u64::from(TICKS_PER_SECOND)) as usize;
        hashes.of_ticks.truncate(left as usize);
        hashes.whole.truncate(seconds);
        hashes.of_parts.truncate(seconds * hashes.parts.len());
        if seconds == 0 {
            hashes.parts.clear();
        }
        true
    }

    /// Returns the demo. Call it at the end of the recording.
    pub fn finish(mut self, world: &mut World) -> Demo {
        if (self.demo.hashes.whole.len() as u64) < second_of(self.ticks()) {
            self.demo.hashes.push_second(&capture(world));
        }
        self.demo
    }
}
