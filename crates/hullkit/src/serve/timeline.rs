//! The timeline of a run: the intents of its ticks, and snapshots from which any earlier tick is reached again.

use engine::{Headless, Intent, Snapshot, Start, restore};
use std::sync::Arc;

/// The maximum number of ticks of a run: more than four hours.
pub(crate) const MAX_TICKS: usize = 2_000_000;
/// The number of ticks between snapshots at the beginning.
const SPACING: u64 = 120;
/// The maximum number of snapshots. Then every second one is dropped, and the distance doubles.
const MAX_SNAPSHOTS: usize = 200;

/// A run that can go to any of its ticks. Ticks are counted from its start, or from the save it continues.
pub(crate) struct Timeline {
    pub(crate) headless: Headless,
    pub(crate) start: Start,
    /// The intents of all known ticks, from the first one.
    intents: Vec<Intent>,
    /// The number of ticks that were played to reach the present state.
    at: u64,
    /// Snapshots in the order of their ticks; the first one is that of tick 0.
    snapshots: Vec<(u64, Snapshot)>,
    spacing: u64,
}

impl Timeline {
    /// Begins the timeline of a run whose first state is that of this world.
    pub(crate) fn new(mut headless: Headless, start: Start) -> Timeline {
        let snapshots = vec![(0, headless.snapshot())];
        Timeline { headless, start, intents: Vec::new(), at: 0, snapshots, spacing: SPACING }
    }

    /// Returns the number of the present tick.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Returns the number of the last known tick.
    pub(crate) fn known(&self) -> u64 {
        self.intents.len() as u64
    }

    /// Adds intents of later ticks, for example those of a demo, without playing them.
    ///
    /// # Errors
    /// If the run becomes too long.
    pub(crate) fn extend(&mut self, ticks: u32, intent: Intent) -> Result<(), String> {
        self.check_length(u64::from(ticks))?;
        self.intents.extend(std::iter::repeat_n(intent, ticks as usize));
        Ok(())
    }

    /// Plays one tick with this intent. What was known about later ticks is forgotten.
    ///
    /// # Errors
    /// If the run becomes too long.
    pub(crate) fn play(&mut self, intent: Intent) -> Result<(), String> {
        self.intents.truncate(self.at as usize);
        self.snapshots.retain(|(tick, _)| *tick <= self.at);
        self.check_length(1)?;
        self.intents.push(intent);
        self.replay_one();
        Ok(())
    }

    fn check_length(&self, more: u64) -> Result<(), String> {
        let fits = self.known().saturating_add(more) <= MAX_TICKS as u64;
        if fits { Ok(()) } else { Err(format!("a run has at most {MAX_TICKS} ticks")) }
    }

    /// Plays the next known tick again. Returns false at the end of what is known.
    pub(crate) fn replay_one(&mut self) -> bool {
        let Some(intent) = self.intents.get(self.at as usize) else { return false };
        self.headless.tick(*intent);
        self.at += 1;
        let is_new = self.snapshots.last().is_none_or(|(tick, _)| *tick < self.at);
        if is_new && self.at.is_multiple_of(self.spacing) {
            self.snapshots.push((self.at, self.headless.snapshot()));
            if self.snapshots.len() > MAX_SNAPSHOTS {
                self.spacing *= 2;
                let spacing = self.spacing;
                self.snapshots.retain(|(tick, _)| tick.is_multiple_of(spacing));
            }
        }
        true
    }

    /// Goes to a known tick, forwards or backwards.
    ///
    /// # Errors
    /// If the tick is not known.
    pub(crate) fn seek(&mut self, tick: u64) -> Result<(), String> {
        if tick > self.known() {
            return Err(format!("tick {tick} is not known yet: the run has {} ticks", self.known()));
        }
        let nearest = self.snapshots.iter().rfind(|(at, _)| *at <= tick);
        let &(nearest, ref snapshot) = nearest.ok_or("the first snapshot is missing")?;
        if self.at > tick || self.at < nearest {
            restore(self.headless.world_mut(), snapshot, Arc::clone(&self.start.level), &self.start.rules)
                .map_err(|error| format!("the snapshot of tick {nearest} cannot be restored: {error}"))?;
            self.at = nearest;
        }
        while self.at < tick && self.replay_one() {}
        Ok(())
    }

    /// Returns the ticks between two known ones that have a snapshot.
    pub(crate) fn snapshots_between(&self, from: u64, to: u64) -> Vec<u64> {
        self.snapshots.iter().map(|(tick, _)| *tick).filter(|tick| (from..=to).contains(tick)).collect()
    }
}
