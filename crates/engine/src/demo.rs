//! Demos: a run's start and its intents, with the state's hash for every second, so that a replay that strays is noticed.

use crate::headless::Headless;
use crate::intent::Intent;
use crate::rules::Rules;
use crate::run::{Loadout, Start};
use crate::snapshot::fingerprint;
use crate::tick::TICKS_PER_SECOND;
use level::{Level, TextError, read_ron};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The version of the file format and of the rules; it changes when old demos can no longer be played.
const VERSION: u32 = 10;
/// The largest demo file that is read, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// A recorded run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demo {
    version: u32,
    /// The hash of the level that it was recorded on, as 16 hexadecimal digits.
    level: String,
    /// The hash of the rules, as 16 hexadecimal digits.
    rules: String,
    skill: u8,
    seed: u64,
    loadout: Loadout,
    /// How many ticks each intent lasted.
    intents: Vec<(u32, Intent)>,
    /// The hashes of the state after each second, and after the last tick.
    hashes: Vec<String>,
}

/// Why a demo cannot be played on, or why it strays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DemoError {
    /// It was recorded on another level, or on this one before it was changed.
    OtherLevel,
    /// It was recorded under other rules, or under these before they were changed.
    OtherRules,
    /// It was recorded by another version of the game.
    OtherVersion(u32),
    /// From this second on the world is not the one that was recorded.
    OutOfStep {
        /// The second, from 1.
        second: u64,
    },
}

impl fmt::Display for DemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DemoError::OtherLevel => {
                f.write_str("it was recorded on another level, or on this one before it was changed")
            }
            DemoError::OtherRules => {
                f.write_str("it was recorded under other rules, or under these before they were changed")
            }
            DemoError::OtherVersion(version) => {
                write!(f, "it was recorded by version {version} of the rules; this is version {VERSION}")
            }
            DemoError::OutOfStep { second } => write!(f, "it is out of step in second {second}"),
        }
    }
}

impl std::error::Error for DemoError {}

impl Demo {
    /// Reads a demo from the bytes of its file; `file` is what messages call it.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Demo, TextError> {
        read_ron(file, bytes, MAX_BYTES)
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::new().depth_limit(2).compact_structs(false);
        // Plain numbers and strings always have a text.
        let mut text = ron::ser::to_string_pretty(self, pretty).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The start of the run that was recorded.
    ///
    /// # Errors
    /// If it was recorded on another level or under other rules.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Start, DemoError> {
        if self.version != VERSION {
            return Err(DemoError::OtherVersion(self.version));
        }
        if self.level != hex(fingerprint(&**level)) {
            return Err(DemoError::OtherLevel);
        }
        if self.rules != hex(fingerprint(&**rules)) {
            return Err(DemoError::OtherRules);
        }
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        Ok(Start { level, rules, skill: self.skill, seed: self.seed, loadout: self.loadout.clone() })
    }
}

/// A demo that is played again.
pub struct Replay {
    demo: Demo,
    /// The intents that are over.
    over: usize,
    /// The ticks that the present intent has lasted.
    lasted: u32,
}

impl Replay {
    /// A demo, from its first tick.
    pub fn new(demo: Demo) -> Self {
        Replay { demo, over: 0, lasted: 0 }
    }

    /// The intent of the next tick, or none at the demo's end.
    pub fn next_intent(&mut self) -> Option<Intent> {
        while let Some(&(ticks, intent)) = self.demo.intents.get(self.over) {
            if self.lasted < ticks {
                self.lasted += 1;
                return Some(intent);
            }
            self.over += 1;
            self.lasted = 0;
        }
        None
    }

    /// Compares the world with the one that was recorded; to be called after each whole second.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare(&self, headless: &mut Headless) -> Result<(), DemoError> {
        let second = headless.run().tick.div_ceil(u64::from(TICKS_PER_SECOND));
        let Some(index) = second.checked_sub(1) else { return Ok(()) };
        let recorded = usize::try_from(index).ok().and_then(|index| self.demo.hashes.get(index));
        let same = recorded.is_some_and(|recorded| *recorded == hex(headless.snapshot().hash()));
        if same { Ok(()) } else { Err(DemoError::OutOfStep { second }) }
    }

    /// Compares the world with the one that was recorded at the end; to be called when there are no more intents.
    ///
    /// # Errors
    /// If they differ, or if the demo holds more than was played.
    pub fn compare_end(&self, headless: &mut Headless) -> Result<(), DemoError> {
        self.compare(headless)?;
        let second = headless.run().tick.div_ceil(u64::from(TICKS_PER_SECOND));
        let ends = self.demo.hashes.len() as u64 == second;
        if ends { Ok(()) } else { Err(DemoError::OutOfStep { second: second + 1 }) }
    }
}

/// Writes a demo while a run goes on.
pub struct Recorder {
    demo: Demo,
}

impl Recorder {
    /// A recorder of the run that begins with this start.
    pub fn new(start: &Start) -> Self {
        let (level, rules) = (hex(fingerprint(&*start.level)), hex(fingerprint(&*start.rules)));
        let Start { skill, seed, ref loadout, .. } = *start;
        let loadout = loadout.clone();
        let (intents, hashes) = (Vec::new(), Vec::new());
        Recorder { demo: Demo { version: VERSION, level, rules, skill, seed, loadout, intents, hashes } }
    }

    /// Records the intent of a tick and the world after it.
    pub fn record(&mut self, intent: Intent, headless: &mut Headless) {
        match self.demo.intents.last_mut() {
            Some((ticks, last)) if *last == intent => *ticks += 1,
            _ => self.demo.intents.push((1, intent)),
        }
        if headless.run().is_whole_second() {
            self.demo.hashes.push(hex(headless.snapshot().hash()));
        }
    }

    /// The demo, when the run is over.
    pub fn finish(mut self, headless: &mut Headless) -> Demo {
        if !headless.run().is_whole_second() {
            self.demo.hashes.push(hex(headless.snapshot().hash()));
        }
        self.demo
    }
}

/// A hash as people see it: 16 hexadecimal digits.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
