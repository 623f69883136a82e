//! Heavy mode: a second world, restored from the bytes of a snapshot, must stay equal to the first one.

use engine::{Headless, Intent, Rules, Snapshot, restore};
use level::Level;
use protocol::differences;
use serde_json::Value;
use std::sync::Arc;

/// How many values that differ are printed.
const MAX_VALUES: usize = 8;
/// How many characters of a value are printed.
const MAX_LENGTH: usize = 60;

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
            let restored_state = twin.snapshot();
            let parts = parts_that_differ(&snapshot, &restored_state);
            if !parts.is_empty() {
                let values = first_values(&snapshot, &restored_state)?;
                let parts = parts.join(", ");
                return Err(format!(
                    "tick {tick} differs after restoring the snapshot of tick {restored}: {parts}{values}"
                ));
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
fn parts_that_differ(one: &Snapshot, other: &Snapshot) -> Vec<&'static str> {
    let parts = one.parts().into_iter().zip(other.parts());
    parts.filter(|(one, other)| one.1 != other.1).map(|((name, _), _)| name).collect()
}

/// Returns a line for each of the first values that differ between two states, with its path.
fn first_values(one: &Snapshot, other: &Snapshot) -> Result<String, String> {
    let found = differences(one, other)?;
    let rows = found["differences"].as_array().into_iter().flatten().take(MAX_VALUES);
    let row = |row: &Value| {
        let path = row["path"].as_str().unwrap_or_default();
        format!("\n  {path}: {}, restored: {}", shortened(&row["from"]), shortened(&row["to"]))
    };
    Ok(rows.map(row).collect())
}

/// Returns the beginning of a value as text.
fn shortened(value: &Value) -> String {
    value.to_string().chars().take(MAX_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Start;

    #[test]
    fn first_values_that_differ_are_named_with_both_values() {
        let text =
            "(name: \"\", legend: {'#': (wall: \"wall\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(Level::read("cell.ron", text.as_bytes()).expect("the level is valid"));
        let mut headless = Headless::begin(&Start::on(level));
        let before = headless.snapshot();
        headless.tick(Intent::default());
        let after = headless.snapshot();
        assert_eq!(first_values(&before, &before), Ok(String::new()));
        let values = first_values(&before, &after).expect("states can be written");
        assert!(values.contains("\n  /run/tick: 0, restored: 1"), "{values}");
        assert!(values.lines().count() <= MAX_VALUES + 1 && parts_that_differ(&before, &after).contains(&"run"));
    }
}
