//! Heavy mode: a second world, restored from the bytes of a snapshot, must stay equal to the first one.

use engine::{Headless, Intent, Rules, Snapshot, restore};
use level::Level;
use std::sync::Arc;

/// The comparison of a run with worlds that are restored from its snapshots.
pub(crate) struct Heavy {
    /// The number of ticks between snapshots.
    every: u64,
    /// The restored world, and the tick of its snapshot.
    twin: Option<(Headless, u64)>,
    /// The number of ticks that were compared.
    pub(crate) compared: u64,
}

impl Heavy {
    /// Creates the comparison with a snapshot every `ticks` ticks, at least 1.
    pub(crate) fn every(ticks: u64) -> Heavy {
        Heavy { every: ticks, twin: None, compared: 0 }
    }

    /// Plays the tick of this intent, which the run has just played, in the restored world as well, compares the two,
    /// and takes the next snapshot when it is due.
    ///
    /// # Errors
    /// If a snapshot cannot be restored, or the parts of the state that differ.
    pub(crate) fn follow(
        &mut self,
        headless: &mut Headless,
        intent: Intent,
        level: &Arc<Level>,
        rules: &Rules,
    ) -> Result<(), String> {
        let snapshot = headless.snapshot();
        let tick = headless.run().tick;
        if let Some((twin, restored)) = &mut self.twin {
            twin.tick(intent);
            self.compared += 1;
            let differs = differences(&snapshot, &twin.snapshot());
            if !differs.is_empty() {
                let parts = differs.join(", ");
                return Err(format!("tick {tick} differs after restoring the snapshot of tick {restored}: {parts}"));
            }
        }
        if tick.is_multiple_of(self.every) {
            let unreadable = || format!("the snapshot of tick {tick} cannot be read");
            let read = Snapshot::from_bytes(&snapshot.to_bytes()).ok_or_else(unreadable)?;
            let wrong = |error| format!("the snapshot of tick {tick} cannot be restored: {error}");
            match &mut self.twin {
                Some((twin, restored)) => {
                    restore(twin.world_mut(), &read, Arc::clone(level), rules).map_err(wrong)?;
                    *restored = tick;
                }
                None => self.twin = Some((Headless::restore(&read, Arc::clone(level), rules).map_err(wrong)?, tick)),
            }
        }
        Ok(())
    }
}

/// Returns the names of the parts that differ between two states.
fn differences(one: &Snapshot, other: &Snapshot) -> Vec<&'static str> {
    let parts = one.parts().into_iter().zip(other.parts());
    parts.filter(|(one, other)| one.1 != other.1).map(|((name, _), _)| name).collect()
}
