//! `hullkit demo`: plays demos and compares each with the world that it recorded, or shows what they hold.

use crate::{
    command_line::failure::{Failure, read_level_under, read_rules, say},
    play::play::{failed, read_demo},
};
use clap::Args;
use engine::{Headless, Intent, Loadout, Replay, Rules, TICKS_PER_SECOND};
use serde::Serialize;
use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Plays demos again, as many at once as there are cores, each on the level that it names, and compares the world with the
/// recorded one. Prints a line for each; exits with 4 if one is out of step, and names the first tick that differs.
#[derive(Args)]
pub(crate) struct Demos {
    /// The demos' files.
    #[arg(required = true, value_name = "FILE")]
    demos: Vec<PathBuf>,
    /// Print JSON: one object a demo.
    #[arg(long)]
    json: bool,
    /// A file of rules instead of the game's.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Play nothing; print what the demos hold, as JSON: first one line with what the run began with, then one for each intent,
    /// with the tick from which it was held, from 0, and for how many ticks.
    ///
    /// `{"tick":120,"ticks":30,"intent":{"forward":1.0,"run":true}}`: from tick 120 the player runs forwards for a quarter of
    /// a second. What an intent does not name it does not want.
    #[arg(long, conflicts_with_all = ["json", "rules"])]
    show: bool,
}

/// How a demo was played.
#[derive(Serialize)]
struct Played {
    demo: String,
    level: String,
    ticks: u64,
    bytes: u64,
    state_hash: Option<String>,
    /// What is wrong; none if the world was the recorded one to the end.
    error: Option<String>,
    #[serde(skip)]
    code: u8,
}

impl Demos {
    /// Plays or shows them.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.show {
            return self.demos.iter().try_for_each(|demo| show(demo));
        }
        let rules = read_rules(self.rules.as_deref())?;
        let played = self.play_all(&rules);
        // Of one that cannot be played people are told on stderr alone.
        for played in played.iter().filter(|played| self.json || matches!(played.code, 0 | 4)) {
            say(&if self.json { serde_json::to_string(played).map_err(Failure::data)? } else { played.text() })?;
        }
        let worst = played.iter().map(|played| played.code).max().unwrap_or(0);
        let failed: Vec<String> = played.into_iter().filter_map(|played| played.error).collect();
        if worst == 0 { Ok(()) } else { Err(Failure { code: worst, message: failed.join("\n") }) }
    }

    /// Plays all demos, side by side; in their order.
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

/// Plays one demo to its end, or to where it is out of step, under the rules of this file.
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
        let level = read_level_under(&below_game_folder(&demo.head().level), file)?;
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

/// Where a level is that a demo names: below the game's folder or, if there is none, below the working one.
fn below_game_folder(level: &str) -> PathBuf {
    let found = content::game_folder().map(|folder| folder.join(level)).filter(|path| path.is_file());
    found.unwrap_or_else(|| PathBuf::from(level))
}

impl Played {
    /// As a line for people.
    fn text(&self) -> String {
        let Played { demo, level, ticks, error, .. } = self;
        let seconds = *ticks as f64 / f64::from(TICKS_PER_SECOND);
        match error {
            None => format!("{demo}: {level}, {seconds:.1} s, as recorded"),
            Some(_) => format!("{demo}: {level}, {seconds:.1} s, NOT as recorded"),
        }
    }
}

/// What the run began with, and how it ended.
#[derive(Serialize)]
struct First<'a> {
    level: &'a str,
    level_hash: String,
    rules_hash: String,
    skill: u8,
    seed: u64,
    loadout: Loadout,
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

/// Prints what a demo holds.
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
