//! `hullkit demo`: replays demos and compares each run with its recording, or prints their contents.

use crate::{
    command_line::failure::{Failure, read_level_under, read_rules, say},
    play::play::{failed, read_demo},
};
use clap::Args;
use content::referenced_level;
use engine::{Headless, Intent, Loadout, Replay, Rules, TICKS_PER_SECOND};
use serde::Serialize;
use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Replays demos in parallel on all cores, each on the level that it names, and compares the world with the
/// recording. Prints a line for each demo. Exits with 4 if one diverges, and reports the first tick that differs.
#[derive(Args)]
pub(crate) struct Demos {
    /// The demo files.
    #[arg(required = true, value_name = "FILE")]
    demos: Vec<PathBuf>,
    /// Print JSON: one object per demo.
    #[arg(long)]
    json: bool,
    /// A rules file to use instead of the game's.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Do not replay; print the contents of the demos as JSON. The first line describes the start of the run. Each
    /// further line is an intent, with the tick from which it was held, from 0, and the number of ticks.
    ///
    /// `{"tick":120,"ticks":30,"intent":{"forward":1.0,"run":true}}`: from tick 120 the player runs forwards for a
    /// quarter of a second. Fields that an intent omits are off.
    #[arg(long, conflicts_with_all = ["json", "rules"])]
    show: bool,
}

/// The result of a replay.
#[derive(Serialize)]
struct Played {
    demo: String,
    level: String,
    ticks: u64,
    bytes: u64,
    state_hash: Option<String>,
    /// The first error; none if the world matched the recording to the end.
    error: Option<String>,
    #[serde(skip)]
    code: u8,
}

impl Demos {
    /// Replays or prints the demos.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.show {
            return self.demos.iter().try_for_each(|demo| show(demo));
        }
        let rules = read_rules(self.rules.as_deref())?;
        let played = self.play_all(&rules);
        // Demos that cannot be played are reported to people on stderr only.
        for played in played.iter().filter(|played| self.json || matches!(played.code, 0 | 4)) {
            say(&if self.json { serde_json::to_string(played).map_err(Failure::data)? } else { played.text() })?;
        }
        let worst = played.iter().map(|played| played.code).max().unwrap_or(0);
        let failed: Vec<String> = played.into_iter().filter_map(|played| played.error).collect();
        if worst == 0 { Ok(()) } else { Err(Failure { code: worst, message: failed.join("\n") }) }
    }

    /// Replays all demos in parallel and returns the results in their order.
    fn play_all(&self, rules: &Arc<Rules>) -> Vec<Played> {
        let next = AtomicUsize::new(0);
        let work = || {
            let take = || self.demos.get(next.fetch_add(1, Ordering::Relaxed));
            std::iter::from_fn(take).map(|path| (path, play(path, rules, self.rules.as_deref()))).collect::<Vec<_>>()
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let mut played: Vec<(&PathBuf, Played)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores.min(self.demos.len())).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        played.sort_by_key(|(path, _)| self.demos.iter().position(|demo| demo == *path));
        played.into_iter().map(|(_, played)| played).collect()
    }
}

/// Replays one demo under these rules, until its end or its first difference.
fn play(path: &Path, rules: &Arc<Rules>, file: Option<&Path>) -> Played {
    let name = path.display().to_string();
    let bytes = std::fs::metadata(path).map_or(0, |data| data.len());
    let mut played =
        Played { demo: name.clone(), level: String::new(), ticks: 0, bytes, state_hash: None, error: None, code: 0 };
    let mut go = || {
        let demo = read_demo(path)?;
        demo.head().level.clone_into(&mut played.level);
        played.ticks = demo.ticks();
        played.state_hash = demo.last_hash().map(|hash| format!("{hash:016x}"));
        let level = read_level_under(&referenced_level(&demo.head().level), file)?;
        let mut replay = Replay::new(demo, &level, rules).map_err(|error| failed(&name, &error))?;
        let mut headless = Headless::begin(replay.start());
        replay.begin(headless.world_mut()).map_err(|error| failed(&name, &error))?;
        while let Some(intent) = replay.next_intent() {
            headless.tick(intent);
            replay.compare(headless.world_mut()).map_err(|error| failed(&name, &error))?;
        }
        Ok(())
    };
    if let Err(Failure { code, message }) = go() {
        (played.error, played.code) = (Some(message), code);
    }
    played
}

impl Played {
    /// Returns the result as a line for people.
    fn text(&self) -> String {
        let Played { demo, level, ticks, error, .. } = self;
        let seconds = *ticks as f64 / f64::from(TICKS_PER_SECOND);
        match error {
            None => format!("{demo}: {level}, {seconds:.1} s, as recorded"),
            Some(_) => format!("{demo}: {level}, {seconds:.1} s, NOT as recorded"),
        }
    }
}

/// Start and end of the run.
#[derive(Serialize)]
struct First<'a> {
    level: &'a str,
    level_hash: String,
    rules_hash: String,
    skill: u8,
    seed: u64,
    loadout: Loadout,
    /// The entrance through which the player came onto the deck; none for the start of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrival: Option<&'a str>,
    ticks: u64,
    /// The state hash after the last tick, as `hullkit run` prints it.
    state_hash: Option<String>,
}

/// An intent that was held for a number of ticks.
#[derive(Serialize)]
struct Held {
    tick: u64,
    ticks: u32,
    intent: Intent,
}

/// Prints the contents of a demo.
fn show(path: &Path) -> Result<(), Failure> {
    let demo = read_demo(path)?;
    let hex = |hash: u64| format!("{hash:016x}");
    let head = demo.head();
    print(&First {
        level: &head.level,
        level_hash: hex(head.level_hash),
        rules_hash: hex(head.rules_hash()),
        skill: head.skill,
        seed: head.seed,
        loadout: head.loadout(),
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

fn print(line: &impl Serialize) -> Result<(), Failure> {
    say(&serde_json::to_string(line).map_err(Failure::data)?)
}
