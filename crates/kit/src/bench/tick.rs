//! `hullkit bench tick`: how long a tick takes on an empty deck and on one with some fifty undead, with all that a headless run does
//! round it.

use super::ticks::RUNS;
use crate::arguments::seconds;
use crate::failure::{Failure, read_level, read_rules, say};
use clap::Args;
use engine::bot::Bot;
use engine::{Headless, Intent, Outcome, Run, Start, TICKS_PER_SECOND};
use level::Level;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A deck on which there is nothing but the player.
const EMPTY: &str = r#"(
    name: "Empty",
    legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player) },
    map: ["WWWWWWW", "W.....W", "W..@..W", "W.....W", "WWWWWWW"],
)"#;
/// The deck that the bot plays if no other is named; it has 56 undead on skill 2.
const FULL: &str = include_str!("../../../../levels/deck4.ron");

/// Times ticks where little happens, on one core: on an empty deck, and on a deck that the bot plays.
#[derive(Args)]
pub(crate) struct Tick {
    /// The file of the deck that the bot plays; the game's fourth if none is named.
    level: Option<PathBuf>,
    /// The most seconds of game time; the bot's run ends at the lift.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    seconds: u64,
    /// Print one object of JSON.
    #[arg(long)]
    json: bool,
}

/// What is printed; each tick counts with the least of several runs.
#[derive(Serialize)]
struct Figures {
    /// A tick of an empty deck.
    empty_tick_us: f64,
    /// The same after the run's end, when every system is passed over: what the schedules cost.
    idle_tick_us: f64,
    /// The undead on the deck that the bot plays.
    undead: u32,
    ticks: usize,
    mean_tick_us: f64,
    /// How much faster than it is played it goes, without the time that the bot thinks, and with it.
    realtime_factor: f64,
    realtime_factor_with_bot: f64,
}

impl Tick {
    /// Measures and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let rules = read_rules(None)?;
        let start = |level| Start { rules: Arc::clone(&rules), ..Start::on(level) };
        let read = |name, text: &str| Level::read(name, text.as_bytes()).map(Arc::new).map_err(Failure::data);
        let empty = start(read("empty", EMPTY)?);
        let deck = start(self.level.as_ref().map_or_else(|| read("deck4.ron", FULL), |file| read_level(file))?);
        rules.check(&deck.level).map_err(Failure::data)?;
        let alone = least(|| at_rest(&empty, self.seconds, Outcome::Running));
        let idle = least(|| at_rest(&empty, self.seconds, Outcome::Lift));
        let played = least(|| by_the_bot(&deck, self.seconds));
        let sum = |ticks: &[Took], part: fn(&Took) -> Duration| ticks.iter().map(part).sum::<Duration>().as_secs_f64();
        let mean_us = |ticks: &[Took]| sum(ticks, |took| took.tick) * 1e6 / ticks.len().max(1) as f64;
        let game_time = played.len() as f64 / f64::from(TICKS_PER_SECOND);
        let factor = |part| game_time / sum(&played, part).max(1e-12);
        let figures = Figures {
            empty_tick_us: mean_us(&alone),
            idle_tick_us: mean_us(&idle),
            undead: Headless::begin(&deck).run().monsters,
            ticks: played.len(),
            mean_tick_us: mean_us(&played),
            realtime_factor: factor(|took| took.tick),
            realtime_factor_with_bot: factor(|took| took.tick + took.thought),
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

/// What a tick takes, and what the bot takes to choose its intent.
#[derive(Clone, Copy, Default)]
struct Took {
    tick: Duration,
    thought: Duration,
}

/// What each tick of a run takes at least: the run is the same each time, and nothing but the machine makes it longer.
fn least(mut run: impl FnMut() -> Vec<Took>) -> Vec<Took> {
    let mut least = run();
    for _ in 1..RUNS {
        for (least, again) in least.iter_mut().zip(run()) {
            *least = Took { tick: least.tick.min(again.tick), thought: least.thought.min(again.thought) };
        }
    }
    least
}

/// What each tick takes in which the player does nothing, in a run that stands so.
fn at_rest(start: &Start, most: u64, outcome: Outcome) -> Vec<Took> {
    let mut headless = Headless::begin(start);
    headless.world_mut().resource_mut::<Run>().outcome = outcome;
    // The first tick builds the schedules.
    headless.tick(Intent::default());
    let tick = |_| Took { tick: timed(|| headless.tick(Intent::default())).1, ..Took::default() };
    (0..most).map(tick).collect()
}

/// What each tick takes while the bot plays.
fn by_the_bot(start: &Start, most: u64) -> Vec<Took> {
    let mut headless = Headless::begin(start);
    let mut bot = Bot::new(start.seed);
    let mut all = Vec::new();
    while headless.run().outcome == Outcome::Running && headless.run().tick < most {
        let (intent, thought) = timed(|| bot.intent(headless.world_mut()));
        let ((), tick) = timed(|| headless.tick(intent));
        all.push(Took { tick, thought });
    }
    all
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed())
}

impl Figures {
    /// For people.
    fn text(&self) -> String {
        format!(
            "a tick of an empty deck: {:.1} us, of which the schedules take {:.1}; of a deck with {} undead, in {} ticks: {:.1} us, \
             {:.0} times as fast as it is played, {:.0} times with what the bot thinks",
            self.empty_tick_us,
            self.idle_tick_us,
            self.undead,
            self.ticks,
            self.mean_tick_us,
            self.realtime_factor,
            self.realtime_factor_with_bot
        )
    }
}
