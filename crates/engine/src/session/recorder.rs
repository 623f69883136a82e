//! The recorder: it writes a demo while a run goes on.

use crate::{
    session::begin::Start,
    session::container::Head,
    session::demo::{Demo, Hashes, second_of, short},
    session::snapshot::capture,
    tick::intent::Intent,
    tick::tick::TICKS_PER_SECOND,
};
use bevy::prelude::*;

/// Writes a demo while a run goes on.
#[derive(Clone, Debug)]
pub struct Recorder {
    demo: Demo,
}

impl Recorder {
    /// A recorder of the run that begins with this start, on a level that people find at this path.
    pub fn new(start: &Start, path: &str) -> Self {
        Recorder {
            demo: Demo { head: Head::of(start, path), origin: None, intents: Vec::new(), hashes: Hashes::default() },
        }
    }

    /// A recorder of the run in a world, from where it stands now. It began with this start.
    pub fn from_here(start: &Start, path: &str, world: &mut World) -> Self {
        let mut recorder = Recorder::new(start, path);
        recorder.demo.origin = Some(Box::new(capture(world)));
        recorder
    }

    /// Records the intent of a tick and the world after it.
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

    /// How many ticks it has recorded.
    pub fn ticks(&self) -> u64 {
        self.demo.hashes.of_ticks.len() as u64
    }

    /// Forgets the last ticks, so many: the run has been taken back to before them. False, and nothing is forgotten, if it had
    /// not recorded so many.
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

    /// The demo, when the run in this world is over or has been recorded for long enough.
    pub fn finish(mut self, world: &mut World) -> Demo {
        if (self.demo.hashes.whole.len() as u64) < second_of(self.ticks()) {
            self.demo.hashes.push_second(&capture(world));
        }
        self.demo
    }
}
