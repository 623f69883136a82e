//! `hullkit demo`: replays demos and compares each run with its recording, or prints their contents.

use crate::{
    command_line::failure::{Failure, path_of_reference, read_level_under, read_rules, say},
    play::demo_content::store,
    play::heavy::Heavy,
    play::play::{failed, read_demo},
};
use clap::Args;
use content::DemoContent;
use engine::{Demo, Headless, Intent, Loadout, Replay, Rules, TICKS_PER_SECOND};
use level::Level;
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
    /// Every N ticks, write and read a snapshot, restore it into a second world, and compare the two worlds at each of
    /// the next N ticks, part by part.
    #[arg(long, value_name = "N", conflicts_with = "show", value_parser = clap::value_parser!(u64).range(1..))]
    heavy: Option<u64>,
    /// Store the level and the rules of each demo that plays as recorded in a folder `content` next to it. From then
    /// on, the demo plays with its own content after the game's has changed.
    #[arg(long, conflicts_with = "show")]
    store: bool,
}

/// The result of a replay.
#[derive(Default, Serialize)]
struct Played {
    demo: String,
    level: String,
    ticks: u64,
    bytes: u64,
    state_hash: Option<String>,
    /// True if the demo was played with the level and rules that are stored next to it, because the game's have
    /// changed.
    own_content: bool,
    /// The number of ticks at which a restored world was compared with the replay; see `--heavy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<u64>,
    /// The first error; none if the world matched the recording to the end.
    error: Option<String>,
    /// True if it plays as recorded, but not after a snapshot is restored; see `--heavy`.
    #[serde(skip)]
    restores_wrongly: bool,
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
            std::iter::from_fn(take).map(|path| (path, self.play(path, rules))).collect::<Vec<_>>()
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

/// A demo with the level and the rules with which it is played.
struct Prepared {
    demo: Demo,
    level: Arc<Level>,
    rules: Arc<Rules>,
    own_content: bool,
}

/// Finds the content of a demo: the game's, or that next to the demo if the game's has changed.
fn prepare(path: &Path, rules: &Arc<Rules>, file: Option<&Path>) -> Result<Prepared, Failure> {
    let demo = read_demo(path)?;
    let head = demo.head();
    let level = path_of_reference(&head.level).and_then(|path| read_level_under(&path, file));
    if let Ok(level) = &level
        && demo.fits(level, rules).is_ok()
    {
        return Ok(Prepared { level: Arc::clone(level), rules: Arc::clone(rules), demo, own_content: false });
    }
    let stored = DemoContent::beside(path);
    let (own_level, own_rules) = (stored.level(head)?, stored.rules(head)?);
    let own_content = own_level.is_some() || own_rules.is_some();
    let level = own_level.map_or(level, Ok).map_err(|failure| failure.with_unmet(demo.mods()))?;
    Ok(Prepared { level, rules: own_rules.unwrap_or_else(|| Arc::clone(rules)), demo, own_content })
}

impl Demos {
    /// Replays one demo under these rules, until its end or its first difference.
    fn play(&self, path: &Path, rules: &Arc<Rules>) -> Played {
        let mut played = Played {
            demo: path.display().to_string(),
            bytes: std::fs::metadata(path).map_or(0, |data| data.len()),
            ..Played::default()
        };
        if let Err(Failure { code, message }) = self.replay(path, rules, &mut played) {
            (played.error, played.code) = (Some(message), code);
        }
        played
    }

    fn replay(&self, path: &Path, rules: &Arc<Rules>, played: &mut Played) -> Result<(), Failure> {
        let file = self.rules.as_deref();
        let Prepared { demo, level, rules, own_content } = prepare(path, rules, file)?;
        demo.head().level.clone_into(&mut played.level);
        played.ticks = demo.ticks();
        played.own_content = own_content;
        played.state_hash = demo.last_hash().map(|hash| format!("{hash:016x}"));
        let wrong = |error| failed(&path.display().to_string(), &error);
        let mods = demo.mods().to_vec();
        let mut replay = Replay::new(demo, &level, &rules).map_err(|error| wrong(error).with_unmet(&mods))?;
        let mut headless = Headless::begin(replay.start());
        replay.begin(headless.world_mut()).map_err(wrong)?;
        let mut heavy = self.heavy.map(Heavy::every);
        while let Some(intent) = replay.next_intent() {
            headless.tick(intent);
            replay.compare(headless.world_mut()).map_err(wrong)?;
            if let Some(heavy) = &mut heavy {
                let result = heavy.follow(&mut headless, intent, &level, &rules);
                played.compared = Some(heavy.compared);
                played.restores_wrongly = result.is_err();
                result.map_err(|what| Failure::out_of_step(format!("{}: {what}", path.display())))?;
            }
        }
        if self.store {
            store(&DemoContent::beside(path), replay.demo().head(), &level, file)?;
        }
        Ok(())
    }
}

impl Played {
    /// Returns the result as a line for people.
    fn text(&self) -> String {
        let Played { demo, level, ticks, error, own_content, compared, restores_wrongly, .. } = self;
        let seconds = *ticks as f64 / f64::from(TICKS_PER_SECOND);
        match error {
            None => {
                let own = if *own_content { ", with its own content" } else { "" };
                let compared = compared.map(|ticks| format!(", {ticks} ticks compared")).unwrap_or_default();
                format!("{demo}: {level}, {seconds:.1} s, as recorded{own}{compared}")
            }
            Some(_) if *restores_wrongly => format!("{demo}: {level}, {seconds:.1} s, NOT as recorded after restoring"),
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
    /// The mods of the run, with their versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mods: Vec<String>,
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
        mods: demo.mods().iter().map(|one| format!("{} {}", one.name, one.version)).collect(),
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
