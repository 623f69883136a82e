//! A session of `hullkit serve`: its runs, and what each request does.

use crate::{
    command_line::failure::{
        Failure, check_textures, need_game_files, read_art, read_level_under, read_rules, read_save,
    },
    play::play::read_demo,
    play::shot::drawn,
    serve::request::{Driver, Format, Other, Request},
    serve::timeline::Timeline,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use bevy::prelude::*;
use content::referenced_level;
use engine::{DevAct, Headless, Intent, Loadout, Start, bot::Bot};
use inspect::{Watch, read_act};
use protocol::{Look, differences, hex, outcome_in_words};
use renderer::{Art, Hud, RendererPlugin, Screen, encode_png, frame_size};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path, path::PathBuf};
use text_mode::{Alone, Played, Setting, Style, Talk};

/// The maximum number of runs and games at a time.
const MAX_RUNS: usize = 64;

/// All runs of a session.
#[derive(Default)]
pub(crate) struct Session {
    runs: BTreeMap<u32, Game>,
    next: u32,
    /// The game's art, read for the first frame.
    art: Option<Art>,
}

enum Game {
    Run(Box<Run>),
    Text(Box<Talk>),
}

/// A run with its bot.
struct Run {
    level: String,
    timeline: Timeline,
    bot: Bot,
}

/// The level, and who plays it.
struct Begin {
    level: Option<PathBuf>,
    demo: Option<PathBuf>,
    save: Option<PathBuf>,
    rules: Option<PathBuf>,
    arrival: Option<String>,
    seed: u64,
    skill: u8,
}

impl Session {
    /// Carries out a request, and returns the reply.
    ///
    /// # Errors
    /// If it cannot be carried out. The session goes on.
    pub(crate) fn answer(&mut self, request: Request) -> Result<Value, Failure> {
        let request = match request {
            Request::Look(number, look) => return self.look(number, look),
            Request::Other(other) => other,
        };
        match request {
            Other::Start { level, demo, save, rules, arrival, seed, skill } => {
                let run = begin(Begin { level, demo, save, rules, arrival, seed, skill })?;
                self.add(Game::Run(Box::new(run)))
            }
            Other::Text { level, seed, skill } => {
                let talk = begin_text(level.as_deref(), seed, skill)?;
                self.add(Game::Text(Box::new(talk)))
            }
            Other::Runs => Ok(json!({"runs": self.runs.keys().collect::<Vec<_>>()})),
            Other::End { run } => self.runs.remove(&run).map(|_| json!({"run": run})).ok_or_else(|| missing(run)),
            Other::Say { run, line } => match self.runs.get_mut(&run) {
                Some(Game::Text(talk)) => Ok(json!({"run": run, "reply": talk.answer(line.as_bytes())})),
                Some(Game::Run(_)) => Err(Failure::arguments(format!("run {run} is not a game in text mode"))),
                None => Err(missing(run)),
            },
            Other::Step { run, ticks, by, intent, act, until } => {
                let until = until.as_deref().map(Watch::read).transpose().map_err(Failure::arguments)?;
                let game = self.run(run)?;
                let act = act.map(|line| game.act(&line, by)).transpose()?;
                let (act, told) = act.map_or((None, None), |(act, told)| (Some(act), Some(told)));
                let stopped = game.step(ticks, by, Intent { dev_act: act, ..intent.into() }, until.as_ref())?;
                let mut reply = game.status(run);
                if let Some(told) = told {
                    reply["act"] = told.into();
                }
                reply["stopped"] = stopped.into();
                Ok(reply)
            }
            Other::Seek { run, tick } => {
                let game = self.run(run)?;
                game.seek(tick)?;
                Ok(game.status(run))
            }
            Other::Diff { run, from, to } => self.run(run)?.differences(from, to),
            Other::Find { run, when, from, to, last, stays } => {
                let watch = Watch::read(&when).map_err(Failure::arguments)?;
                let game = self.run(run)?;
                let to = to.unwrap_or_else(|| game.timeline.known());
                let found = game.find(&watch, from, to, last, stays)?;
                let mut reply = game.status(run);
                reply["found"] = found.into();
                Ok(reply)
            }
            Other::Frame { run, width, height, format } => self.frame(run, (width, height), format),
        }
    }

    fn add(&mut self, mut game: Game) -> Result<Value, Failure> {
        if self.runs.len() >= MAX_RUNS {
            return Err(Failure::arguments(format!("there are {MAX_RUNS} runs already; end one first")));
        }
        self.next += 1;
        let reply = match &mut game {
            Game::Run(run) => run.status(self.next),
            Game::Text(talk) => json!({"run": self.next, "reply": talk.greet()}),
        };
        self.runs.insert(self.next, game);
        Ok(reply)
    }

    fn run(&mut self, number: u32) -> Result<&mut Run, Failure> {
        match self.runs.get_mut(&number) {
            Some(Game::Run(run)) => Ok(run),
            Some(Game::Text(_)) => Err(Failure::arguments(format!("run {number} is a game in text mode: use say"))),
            None => Err(missing(number)),
        }
    }

    /// Answers a request that changes nothing. Of events and state changes, those of the last tick are known.
    fn look(&mut self, number: u32, look: Look) -> Result<Value, Failure> {
        let run = self.run(number)?;
        if matches!(look, Look::Status {}) {
            return Ok(run.status(number));
        }
        let headless = &mut run.timeline.headless;
        let (events, changes) = (headless.events().to_vec(), headless.changes().to_vec());
        look.answer(headless.world_mut(), &events, &changes).map_err(Failure::arguments)
    }

    fn frame(&mut self, number: u32, (width, height): (usize, usize), format: Format) -> Result<Value, Failure> {
        let size = frame_size(&format!("{width}x{height}")).map_err(Failure::arguments)?;
        let art = match self.art.take() {
            Some(art) => art,
            None => read_art()?,
        };
        self.art = Some(art.clone());
        let run = self.run(number)?;
        let world = run.timeline.headless.world_mut();
        if !world.contains_resource::<Art>() {
            check_textures(Path::new(&run.level), &run.timeline.start.level, &art)?;
            world.insert_resource(art);
            // The image must not be dimmed by the fade at the start.
            world.insert_resource(Hud { fades: false, ..default() });
        }
        let frame = drawn(&mut run.timeline.headless, size);
        let bytes = match format {
            Format::Png => encode_png(frame).map_err(Failure::data)?,
            Format::Rgb => frame.pixels().iter().flat_map(|pixel| pixel.to_le_bytes().into_iter().take(3)).collect(),
        };
        let reply = json!({"width": size.0, "height": size.1, "base64": STANDARD.encode(bytes)});
        world_without_screen(run);
        Ok(reply)
    }
}

/// Removes the frame of the last request, which would otherwise stay in memory for each run.
fn world_without_screen(run: &mut Run) {
    run.timeline.headless.world_mut().remove_resource::<Screen>();
}

impl Run {
    /// Returns the state of the run in a few numbers.
    fn status(&mut self, number: u32) -> Value {
        let run = self.timeline.headless.run();
        json!({
            "run": number, "level": self.level, "tick": self.timeline.at(), "known": self.timeline.known(),
            "outcome": outcome_in_words(run.outcome), "kills": run.kills, "hash": hex(self.timeline.headless.snapshot().hash()),
        })
    }

    /// Reads a developer act for the next tick. Returns it and its confirmation.
    fn act(&mut self, line: &str, by: Driver) -> Result<(DevAct, String), Failure> {
        if by == Driver::Known {
            return Err(Failure::arguments("an act needs a new tick: step by intent or bot"));
        }
        let read = read_act(line, self.timeline.headless.world_mut());
        read.map(|(act, told)| (act, told.english())).map_err(|what| Failure::arguments(what.english()))
    }

    /// Returns true if a condition is true after the last tick.
    fn holds(&mut self, watch: &Watch) -> bool {
        let events = self.timeline.headless.events().to_vec();
        watch.holds(self.timeline.headless.world_mut(), &events)
    }

    /// Plays ticks until the condition is true or the player has left the deck. Returns true if the condition is true.
    /// Only the first tick has the developer act of the intent.
    fn step(&mut self, ticks: u32, by: Driver, mut intent: Intent, until: Option<&Watch>) -> Result<bool, Failure> {
        for _ in 0..ticks {
            if !self.timeline.headless.run().goes_on() {
                break;
            }
            match by {
                Driver::Intent => self.timeline.play(intent).map_err(Failure::arguments)?,
                Driver::Bot => {
                    let own = self.bot.intent(self.timeline.headless.world_mut());
                    let dev_act = intent.dev_act;
                    self.timeline.play(Intent { dev_act, ..own }).map_err(Failure::arguments)?;
                }
                Driver::Known if !self.timeline.replay_one() => break,
                Driver::Known => {}
            }
            intent.dev_act = None;
            if until.is_some_and(|until| self.holds(until)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes to a tick. The bot forgets its plans, because they belong to another moment.
    fn seek(&mut self, tick: u64) -> Result<(), Failure> {
        self.bot = Bot::new(self.timeline.start.seed);
        self.timeline.seek(tick).map_err(Failure::arguments)
    }

    fn differences(&mut self, from: u64, to: u64) -> Result<Value, Failure> {
        let before = self.timeline.at();
        self.seek(from)?;
        let one = self.timeline.headless.snapshot();
        self.seek(to)?;
        let other = self.timeline.headless.snapshot();
        self.seek(before)?;
        differences(&one, &other).map_err(Failure::data)
    }

    /// Finds the first or the last tick of a range after which a condition is true, and goes there. Otherwise the run
    /// stays at its tick.
    fn find(&mut self, watch: &Watch, from: u64, to: u64, last: bool, stays: bool) -> Result<Option<u64>, Failure> {
        let before = self.timeline.at();
        let from = if stays && !last { self.last_snapshot_before(watch, from, to)? } else { from };
        self.seek(from)?;
        let mut found = None;
        while self.timeline.at() < to && self.timeline.replay_one() {
            if self.holds(watch) {
                found = Some(self.timeline.at());
                if !last {
                    break;
                }
            }
        }
        self.seek(found.unwrap_or(before))?;
        Ok(found)
    }

    /// Returns the tick of the last snapshot in a range at which a condition is not yet true.
    fn last_snapshot_before(&mut self, watch: &Watch, from: u64, to: u64) -> Result<u64, Failure> {
        self.seek(to)?; // takes the snapshots that are missing
        let ticks = self.timeline.snapshots_between(from, to);
        let (mut low, mut high) = (0, ticks.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            self.seek(ticks[middle])?;
            if self.holds(watch) { high = middle } else { low = middle + 1 }
        }
        Ok(low.checked_sub(1).map_or(from, |index| ticks[index]))
    }
}

fn missing(run: u32) -> Failure {
    Failure::arguments(format!("there is no run {run}"))
}

/// Begins a run.
fn begin(Begin { level, demo, save, rules, arrival, seed, skill }: Begin) -> Result<Run, Failure> {
    let rules_file = rules.as_deref();
    let rules = read_rules(rules_file)?;
    let with_renderer = |app: &mut App| {
        app.add_plugins(RendererPlugin);
    };
    match (level, demo, save) {
        (Some(path), None, None) => {
            if !(1..=4).contains(&skill) {
                return Err(Failure::arguments(format!("the skill must be 1 to 4, got {skill}")));
            }
            let level = read_level_under(&path, rules_file)?;
            rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", path.display())))?;
            if let Some(Err(what)) = arrival.as_ref().map(|name| level.arrival(name)) {
                return Err(Failure::arguments(format!("{}: {what}", path.display())));
            }
            let start = Start { level, rules, skill, seed, loadout: Loadout::default(), arrival };
            let headless = Headless::begin_with(&start, with_renderer);
            Ok(run_of(path.display().to_string(), headless, start))
        }
        (None, Some(path), None) => {
            let wrong = |error| Failure::data(format!("{}: {error}", path.display()));
            let demo = read_demo(&path)?;
            let name = demo.head().level.clone();
            let level = read_level_under(&referenced_level(&name), rules_file)?;
            let start = demo.start(&level, &rules).map_err(wrong)?;
            let mut headless = Headless::begin_with(&start, with_renderer);
            engine::Replay::new(demo.clone(), &level, &rules)
                .and_then(|mut replay| replay.begin(headless.world_mut()))
                .map_err(wrong)?;
            let mut run = run_of(name, headless, start);
            for (ticks, intent) in demo.intents() {
                run.timeline.extend(*ticks, *intent).map_err(Failure::data)?;
            }
            Ok(run)
        }
        (None, None, Some(path)) => {
            let save = read_save(&path)?;
            let name = save.head.level.clone();
            let level = read_level_under(&referenced_level(&name), rules_file)?;
            let start = save.head.start_anyway(&level, &rules);
            let mut headless = Headless::begin_with(&start, with_renderer);
            let wrong = |error| Failure::data(format!("{}: {error}", path.display()));
            save.restore(headless.world_mut(), &level, &rules).map_err(wrong)?;
            Ok(run_of(name, headless, start))
        }
        _ => Err(Failure::arguments("start needs exactly one of level, demo and save")),
    }
}

fn run_of(level: String, headless: Headless, start: Start) -> Run {
    let bot = Bot::new(start.seed);
    Run { level, timeline: Timeline::new(headless, start), bot }
}

/// Begins a game in text mode, on a level or in the campaign. It is not saved.
fn begin_text(level: Option<&Path>, seed: u64, skill: u8) -> Result<Talk, Failure> {
    if !(1..=4).contains(&skill) {
        return Err(Failure::arguments(format!("the skill must be 1 to 4, got {skill}")));
    }
    let played = level.map_or(Played::Campaign, Played::Level);
    let setting = Setting::read(&need_game_files()?, played, None, Style::Ascii, skill)?;
    Talk::begin(Setting { seed: Some(seed), ..setting }, Alone::default()).map_err(Failure::data)
}
