//! Bookmarks, and the conditions that stop a run, as developers type them.

use crate::watch::Watch;
use bevy::{ecs::message::MessageCursor, prelude::*};
use engine::{EventRecord, StopAfter, Tape};
use localization::{Said, say};
use std::collections::BTreeMap;

/// Maximum number of bookmarks and of watches.
const MAX: usize = 32;

/// Bookmarks, and the conditions that stop the run.
#[derive(Resource, Debug, Default)]
pub struct Stops {
    /// Ticks by name.
    bookmarks: BTreeMap<String, u64>,
    /// The conditions that stop the run each time, and their texts.
    watches: Vec<(String, Watch)>,
    /// The condition that stops the run once.
    until: Option<(String, Watch)>,
}

impl Stops {
    /// Returns all bookmarks in alphabetical order.
    pub fn bookmarks(&self) -> &BTreeMap<String, u64> {
        &self.bookmarks
    }

    /// Carries out `bookmark NAME`, or lists the bookmarks if there is no name. Returns the lines of the answer.
    pub fn bookmark(&mut self, name: &str, tick: u64) -> Vec<Said> {
        if name.is_empty() {
            return self.bookmarks.iter().map(|(name, tick)| Said::literal(format!("{name}: {tick}"))).collect();
        }
        if self.bookmarks.len() >= MAX {
            self.bookmarks.pop_first();
        }
        self.bookmarks.insert(name.to_owned(), tick);
        vec![say!("tick {tick}", tick)]
    }

    /// Carries out `until CONDITION`, `watch`, `watch CONDITION`, `unwatch NUMBER` or `unwatch all`. Returns the lines of
    /// the answer. The conditions must be passed on with [`Stops::arm`].
    ///
    /// # Errors
    /// If the condition is invalid, or there is no such watch.
    pub fn condition(&mut self, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
        let read = |text: &str| Watch::read(text).map_err(Said::literal);
        match word {
            "until" => self.until = Some((rest.to_owned(), read(rest)?)),
            "watch" if rest.is_empty() => {
                let all = self.watches.iter().enumerate();
                return Ok(all.map(|(number, (text, _))| Said::literal(format!("{}: {text}", number + 1))).collect());
            }
            "watch" => {
                self.watches.push((rest.to_owned(), read(rest)?));
                let over = self.watches.len().saturating_sub(MAX);
                self.watches.drain(..over);
            }
            _ if rest == "all" => self.watches.clear(),
            _ => {
                let index = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let index = index.filter(|index| *index < self.watches.len());
                let unknown = || say!("There is no watch {word}.", word = Said::literal(rest));
                self.watches.remove(index.ok_or_else(unknown)?);
            }
        }
        Ok(Vec::new())
    }

    /// Passes the conditions on to the tape.
    pub fn arm(&self, world: &mut World) {
        let stop = self.stop_after();
        if let Some(mut tape) = world.get_resource_mut::<Tape>() {
            tape.stop = stop;
        }
    }

    /// Takes the tick at which a condition has stopped the run, and the condition. The one that stops the run once is
    /// forgotten, even if another one was first.
    pub fn take_stopped(&mut self, world: &mut World) -> Option<(u64, String)> {
        let stopped = world.get_resource_mut::<Tape>()?.stop.as_mut()?.stopped.take()?;
        self.until = None;
        self.arm(world);
        Some(stopped)
    }

    /// Returns the condition for the tape: which of the watches has become true, or nothing without any.
    fn stop_after(&self) -> Option<StopAfter> {
        let all: Vec<(String, Watch)> = self.until.iter().chain(&self.watches).cloned().collect();
        if all.is_empty() {
            return None;
        }
        // What is true at the start does not stop the run.
        let (mut before, mut cursor) = (vec![true; all.len()], MessageCursor::<EventRecord>::default());
        let condition = move |world: &mut World| {
            let messages = world.get_resource::<Messages<EventRecord>>()?;
            let events: Vec<EventRecord> = cursor.read(messages).copied().collect();
            let now: Vec<bool> = all.iter().map(|(_, watch)| watch.holds(world, &events)).collect();
            let rises = now.iter().zip(&before).position(|(now, before)| *now && !before);
            before = now;
            rises.map(|index| all[index].0.clone())
        };
        Some(StopAfter { condition: Box::new(condition), stopped: None })
    }
}
