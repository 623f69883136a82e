//! `hullkit demo`: what a demo holds, as text.

use crate::failure::{Failure, say};
use crate::play::read_demo;
use clap::Args;
use engine::{Intent, Loadout};
use serde::Serialize;
use std::path::PathBuf;

/// Prints what a demo holds: first one line of JSON with what the run began with, then one for each intent, with the tick
/// from which it was held, from 0, and for how many ticks.
///
/// `{"tick":120,"ticks":30,"intent":{"forward":1.0,"run":true}}`: from tick 120 the player runs forwards for a quarter of a
/// second. What an intent does not name it does not want.
#[derive(Args)]
pub(crate) struct Show {
    /// The demo's file.
    demo: PathBuf,
}

/// What the run began with, and how it ended.
#[derive(Serialize)]
struct First<'a> {
    level: &'a str,
    level_hash: String,
    rules_hash: String,
    skill: u8,
    seed: u64,
    loadout: &'a Loadout,
    /// Where the player came onto the deck, if not where it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrival: Option<&'a str>,
    ticks: u64,
    /// After the last tick, as `hullkit run` prints it.
    state_hash: Option<String>,
}

/// An intent that was held for some ticks.
#[derive(Serialize)]
struct Held {
    tick: u64,
    ticks: u32,
    intent: Intent,
}

impl Show {
    /// Reads and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let demo = read_demo(&self.demo)?;
        let hex = |hash: u64| format!("{hash:016x}");
        let head = demo.head();
        print(&First {
            level: &head.level,
            level_hash: hex(head.level_hash),
            rules_hash: hex(head.rules_hash),
            skill: head.skill,
            seed: head.seed,
            loadout: &head.loadout,
            arrival: head.arrival.as_deref(),
            ticks: demo.ticks(),
            state_hash: demo.last_hash().map(hex),
        })?;
        let mut tick = 0;
        for &(ticks, intent) in demo.intents() {
            print(&Held { tick, ticks, intent })?;
            tick += u64::from(ticks);
        }
        Ok(())
    }
}

fn print(line: &impl Serialize) -> Result<(), Failure> {
    say(&serde_json::to_string(line).map_err(Failure::data)?)
}
