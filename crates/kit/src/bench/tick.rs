//! `hullkit bench tick`: how long a tick takes on an empty deck, on the bench's own deck with some fifty undead, and on one of the game's,
//! with all that a headless run does round it.

use crate::{
    bench::ticks::RUNS,
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_level, read_rules, say},
};
use clap::Args;
use engine::{Headless, Intent, Outcome, Run, Start, TICKS_PER_SECOND, bot::Bot};
use level::Level;
use serde::Serialize;
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// A deck on which there is nothing but the player.
const EMPTY: &str = r#"(
    name: "Empty",
    legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player) },
    map: ["WWWWWWW", "W.....W", "W..@..W", "W.....W", "WWWWWWW"],
)"#;
/// The bench's own deck, which the bot plays: 56 undead on skill 2.
const FIFTY: &str = include_str!("fifty_undead.ron");
/// The deck that the bot plays besides if no other is named: as many undead, and furniture.
const FURNISHED: &str = include_str!("../../../../levels/deck4.ron");

/// Times ticks on one core: on an empty deck, on the bench's own deck with 56 undead, and on another one, both played by the bot.
#[derive(Args)]
pub(crate) struct Tick {
    /// The file of the other deck that the bot plays; the game's fourth if none is named.
    level: Option<PathBuf>,
    /// The most seconds of game time; the bot's runs end at the lift.
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
    /// The bench's own deck, which stays as it is.
    fifty: Played,
    deck: Played,
}

/// A deck that the bot plays.
#[derive(Serialize)]
struct Played {
    /// The undead on it.
    undead: u32,
    ticks: usize,
    mean_tick_us: f64,
    /// How much faster than it is played it goes, without the time that the bot thinks, and with it.
    realtime_factor: f64,
    realtime_factor_with_bot: f64,
}

impl Tick {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = read_rules(None)?;
        let start = |level| Start { rules: Arc::clone(&rules), ..Start::on(level) };
        let read = |name, text: &str| Level::read(name, text.as_bytes()).map(Arc::new).map_err(Failure::data);
        let empty = start(read("empty", EMPTY)?);
        let fifty = start(read("fifty_undead.ron", FIFTY)?);
        let named = self.level.as_ref().map(|file| read_level(file));
        let deck = start(named.unwrap_or_else(|| read("deck4.ron", FURNISHED))?);
        rules.check(&fifty.level).and_then(|()| rules.check(&deck.level)).map_err(Failure::data)?;
        let figures = Figures {
            empty_tick_us: mean_us(&least(|| at_rest(&empty, self.seconds, Outcome::Running)), |took| took.tick),
            idle_tick_us: mean_us(&least(|| at_rest(&empty, self.seconds, Outcome::Lift)), |took| took.tick),
            fifty: Played::of(&fifty, self.seconds),
            deck: Played::of(&deck, self.seconds),
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

/// The mean of a part of what some ticks take, in microseconds.
fn mean_us(ticks: &[Took], part: fn(&Took) -> Duration) -> f64 {
    ticks.iter().map(part).sum::<Duration>().as_secs_f64() * 1e6 / ticks.len().max(1) as f64
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

impl Played {
    /// The bot plays it for so many ticks at most.
    fn of(start: &Start, most: u64) -> Self {
        let ticks = least(|| by_the_bot(start, most));
        let tick_us = 1e6 / f64::from(TICKS_PER_SECOND);
        let factor = |part| if ticks.is_empty() { 0.0 } else { tick_us / mean_us(&ticks, part).max(1e-6) };
        Played {
            undead: Headless::begin(start).run().monsters,
            ticks: ticks.len(),
            mean_tick_us: mean_us(&ticks, |took| took.tick),
            realtime_factor: factor(|took| took.tick),
            realtime_factor_with_bot: factor(|took| took.tick + took.thought),
        }
    }

    /// For people.
    fn text(&self) -> String {
        format!(
            "{} undead, in {} ticks: {:.1} us, {:.0} times as fast as it is played, {:.0} times with what the bot thinks",
            self.undead, self.ticks, self.mean_tick_us, self.realtime_factor, self.realtime_factor_with_bot
        )
    }
}

impl Figures {
    /// For people.
    fn text(&self) -> String {
        format!(
            "a tick of an empty deck: {:.1} us, of which the schedules take {:.1}\nof the bench's own deck with {}\nof a deck with {}",
            self.empty_tick_us,
            self.idle_tick_us,
            self.fifty.text(),
            self.deck.text()
        )
    }
}
