//! `hullkit bench deck`: benchmarks the ticks of a deck while the bot plays it.

use crate::{
    bench::horde::{Chase, tireless},
    bench::ticks::least,
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_level, read_rules, say},
};
use clap::Args;
use engine::{Headless, Intent, Outcome, ProfilerPlugin, Rules, Start, TICKS_PER_SECOND, TickTiming, bot::Bot, ticks};
use level::Level;
use serde::Serialize;
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The default deck: 300 monsters, and 50 barrels that set each other off.
const POWDER_STORE: &str = include_str!("powder_store.ron");
/// The number of ticks that the player of that deck shoots at the barrels before running.
const FIRES: u64 = ticks(1.0) as u64;

/// Times the ticks of a deck that the bot plays, on one core. Without a level, a deck is used on which 300 monsters
/// chase the player past 50 barrels, which the player sets off.
#[derive(Args)]
pub(crate) struct Deck {
    /// The level file.
    level: Option<PathBuf>,
    /// The maximum seconds of game time; the bot's run ends at the lift.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    seconds: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    ticks: usize,
    mean_tick_us: f64,
    worst_tick_us: f64,
    realtime_factor: f64,
}

impl Deck {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = (*read_rules(None)?).clone();
        let (level, rules) = match &self.level {
            Some(file) => (read_level(file)?, rules),
            None => (powder_store()?, tireless(rules)),
        };
        rules.check(&level).map_err(Failure::data)?;
        let start = begin(level, rules);
        let figures = Figures::of(&least(|| match self.level {
            Some(_) => by_the_bot(&start, self.seconds),
            None => chased(&start, self.seconds),
        }));
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

fn powder_store() -> Result<Arc<Level>, Failure> {
    Level::read("powder_store.ron", POWDER_STORE.as_bytes()).map(Arc::new).map_err(Failure::data)
}

fn begin(level: Arc<Level>, rules: Rules) -> Start {
    Start { rules: Arc::new(rules), ..Start::on(level) }
}

/// Returns the time of each tick while the bot plays, without the time of the bot itself.
fn by_the_bot(start: &Start, most: u64) -> Vec<TickTiming> {
    let mut headless = Headless::begin_with(start, |app| {
        app.add_plugins(ProfilerPlugin);
    });
    let mut bot = Bot::new(start.seed);
    let mut took = Vec::new();
    while headless.run().outcome == Outcome::Running && headless.run().tick < most {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
        took.push(*headless.world().resource::<TickTiming>());
    }
    took
}

/// Returns the time of each tick while the player shoots at the barrels and then runs from all the monsters.
fn chased(start: &Start, most: u64) -> Vec<TickTiming> {
    let mut chase = Chase::begin(start);
    let tick = |tick| {
        step(&mut chase, tick);
        *chase.headless.world().resource::<TickTiming>()
    };
    (0..most).map(tick).collect()
}

fn step(chase: &mut Chase, tick: u64) {
    match tick {
        0..FIRES => chase.headless.tick(Intent { fire: true, ..Intent::default() }),
        _ => chase.tick(),
    }
}

impl Figures {
    fn of(ticks: &[TickTiming]) -> Self {
        let total = ticks.iter().map(|tick| tick.total).sum::<Duration>().as_secs_f64().max(1e-12);
        let worst = ticks.iter().map(|tick| tick.total).max().unwrap_or_default();
        Figures {
            ticks: ticks.len(),
            mean_tick_us: total * 1e6 / ticks.len().max(1) as f64,
            worst_tick_us: worst.as_secs_f64() * 1e6,
            realtime_factor: ticks.len() as f64 / f64::from(TICKS_PER_SECOND) / total,
        }
    }

    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "{} ticks: {:.0} us per tick, worst {:.0} us; {:.0} times real time",
            self.ticks, self.mean_tick_us, self.worst_tick_us, self.realtime_factor
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GameEvent, Monster};

    #[test]
    fn powder_store_has_its_monsters_and_explosions() {
        let rules = tireless(Rules::standard());
        let mut chase = Chase::begin(&begin(powder_store().ok().expect("it is a level"), rules));
        let world = chase.headless.world_mut();
        assert_eq!(world.query::<&Monster>().iter(world).count(), 300);
        let mut explosions = 0;
        for tick in 0..u64::from(ticks(4.0)) {
            step(&mut chase, tick);
            let explodes = |report: &&engine::EventRecord| matches!(report.what, GameEvent::PropExplodes(_));
            explosions += chase.headless.events().iter().filter(explodes).count();
        }
        assert_eq!(explosions, 50);
        assert_eq!(chase.headless.run().outcome, Outcome::Running, "the player lives and runs on");
    }
}
