//! `hullkit bench tick`: benchmarks whole ticks of headless runs: on an empty deck, on the benchmark's own deck with 56
//! monsters, and on one of the game's decks.

use crate::{
    bench::log_cost::LogCost,
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

/// A deck with nothing but the player.
const EMPTY: &str = r#"(
    name: "Empty",
    legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player) },
    map: ["WWWWWWW", "W.....W", "W..@..W", "W.....W", "WWWWWWW"],
)"#;
/// The benchmark's own deck, which the bot plays: 56 monsters on skill 2.
const FIFTY: &str = include_str!("fifty_undead.ron");
/// The default for the other deck that the bot plays: as many monsters, and furniture.
const FURNISHED: &str = include_str!("../../../../levels/deck4.ron");

/// Times ticks on one core: on an empty deck, on the benchmark's own deck with 56 monsters, and on another one. The bot
/// plays the latter two.
#[derive(Args)]
pub(crate) struct Tick {
    /// The level file of the other deck; without it, the game's fourth deck.
    level: Option<PathBuf>,
    /// The maximum seconds of game time; the bot's runs end at the lift.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    seconds: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed results. Each tick counts with the best time of several runs.
#[derive(Serialize)]
struct Figures {
    /// The time of a tick on an empty deck.
    empty_tick_us: f64,
    /// The time of a tick after the end of the run, when every system is skipped: the cost of the schedules.
    idle_tick_us: f64,
    /// The benchmark's own deck, which never changes.
    fifty: Played,
    deck: Played,
    /// On the benchmark's own deck.
    log: LogCost,
}

/// A deck that the bot plays.
#[derive(Serialize)]
struct Played {
    /// The number of monsters on it.
    undead: u32,
    ticks: usize,
    mean_tick_us: f64,
    /// The game time divided by the real time, without the time of the bot's decisions, and with it.
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
        let played = Played::of(&fifty, self.seconds);
        let log = LogCost::of(|| by_the_bot(&fifty, self.seconds).len(), played.mean_tick_us);
        let figures = Figures {
            empty_tick_us: mean_us(&least(|| at_rest(&empty, self.seconds, Outcome::Running)), |took| took.tick),
            idle_tick_us: mean_us(&least(|| at_rest(&empty, self.seconds, Outcome::Lift)), |took| took.tick),
            fifty: played,
            deck: Played::of(&deck, self.seconds),
            log,
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

/// The time of a tick, and the time of the bot's decision.
#[derive(Clone, Copy, Default)]
struct Took {
    tick: Duration,
    thought: Duration,
}

/// Returns the mean of a part of the times of some ticks, in microseconds.
fn mean_us(ticks: &[Took], part: fn(&Took) -> Duration) -> f64 {
    ticks.iter().map(part).sum::<Duration>().as_secs_f64() * 1e6 / ticks.len().max(1) as f64
}

/// Returns the best time of each tick over several identical runs, which differ only by the machine's noise.
fn least(mut run: impl FnMut() -> Vec<Took>) -> Vec<Took> {
    let mut least = run();
    for _ in 1..RUNS {
        for (least, again) in least.iter_mut().zip(run()) {
            *least = Took { tick: least.tick.min(again.tick), thought: least.thought.min(again.thought) };
        }
    }
    least
}

/// Returns the time of each tick in which the player does nothing, in a run with this outcome.
fn at_rest(start: &Start, most: u64, outcome: Outcome) -> Vec<Took> {
    let mut headless = Headless::begin(start);
    headless.world_mut().resource_mut::<Run>().outcome = outcome;
    // The first tick builds the schedules.
    headless.tick(Intent::default());
    let tick = |_| Took { tick: timed(|| headless.tick(Intent::default())).1, ..Took::default() };
    (0..most).map(tick).collect()
}

/// Returns the time of each tick while the bot plays.
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
    /// Lets the bot play for at most this number of ticks.
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

    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "{} monsters, {} ticks: {:.1} us per tick, {:.0} times real time, {:.0} times including the bot's decisions",
            self.undead, self.ticks, self.mean_tick_us, self.realtime_factor, self.realtime_factor_with_bot
        )
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "a tick of an empty deck: {:.1} us, of which the schedules take {:.1}\nof the bench's own deck with {}\nof a deck with {}\n{}",
            self.empty_tick_us,
            self.idle_tick_us,
            self.fifty.text(),
            self.deck.text(),
            self.log.text()
        )
    }
}
