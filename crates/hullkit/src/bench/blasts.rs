//! `hullkit bench blasts`: benchmarks the ticks in which many barrels explode at once among monsters.

use crate::{
    bench::horde::{Chase, tireless},
    bench::ticks::least,
    command_line::failure::{Failure, read_rules, say},
};
use clap::Args;
use engine::{GameEvent, Start, TickTiming, break_all_props, ticks};
use level::Level;
use serde::Serialize;
use std::{sync::Arc, time::Duration};

/// The number of rows of barrels, and of barrels per row.
const BARRELS: usize = 10;
/// The time that the monsters approach before the barrels break, in ticks.
const WAITS: u32 = ticks(1.0);
/// The number of measured ticks after that.
const TICKS: u32 = ticks(2.0);

/// Times the ticks in which a hundred barrels explode at once, among a hundred monsters, on one core.
#[derive(Args)]
pub(crate) struct Blasts {
    /// Print one JSON object: explosions (the most in one tick), mean_tick_us, worst_tick_us.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    explosions: usize,
    mean_tick_us: f64,
    worst_tick_us: f64,
}

impl Blasts {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let level = Level::read("store", store().as_bytes()).map_err(Failure::data)?;
        let rules = Arc::new(tireless((*read_rules(None)?).clone()));
        let start = Start { rules, ..Start::on(Arc::new(level)) };
        let mut explosions = 0;
        let least = least(|| {
            let (timings, most) = blow_up(&start);
            explosions = most;
            timings
        });
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        let mean_tick_us = us(least.iter().map(|tick| tick.total).sum()) / least.len() as f64;
        let worst_tick_us = us(least.iter().map(|tick| tick.total).max().unwrap_or_default());
        if self.json {
            let figures = Figures { explosions, mean_tick_us, worst_tick_us };
            return say(&serde_json::to_string(&figures).map_err(Failure::data)?);
        }
        say(&format!("{explosions} explosions in one tick: {mean_tick_us:.0} us per tick, worst {worst_tick_us:.0} us"))
    }
}

/// Returns a level: a hall with barrels two tiles apart and a monster next to each.
fn store() -> String {
    let row = format!("#{}#", ".x".repeat(BARRELS));
    let between = format!("#{}#", "s.".repeat(BARRELS));
    let wall = "#".repeat(2 * BARRELS + 2);
    let mut map = vec![wall.clone(), format!("#@{}#", ".".repeat(2 * BARRELS - 1))];
    map.extend(std::iter::repeat_n([row, between], BARRELS).flatten());
    map.push(wall);
    let legend =
        r#"{ '#': (wall: "hull"), '.': (), '@': (thing: Player), 'x': (prop: "barrel"), 's': (monster: "shambler") }"#;
    format!("(name: \"Store\", legend: {legend}, map: {map:?})")
}

/// Returns the time of each tick from the one in which the barrels break, and the highest number of explosions in one
/// tick.
fn blow_up(start: &Start) -> (Vec<TickTiming>, usize) {
    let mut chase = Chase::begin(start);
    (0..WAITS).for_each(|_| chase.tick());
    break_all_props(chase.headless.world_mut());
    let mut most = 0;
    let timings = (0..TICKS).map(|_| {
        chase.tick();
        let explodes = |report: &&engine::EventRecord| matches!(report.what, GameEvent::PropExplodes(_));
        most = chase.headless.events().iter().filter(explodes).count().max(most);
        *chase.headless.world().resource::<TickTiming>()
    });
    (timings.collect(), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rules;

    #[test]
    fn all_barrels_explode_in_one_tick() {
        let level = Level::read("store", store().as_bytes()).expect("it is a level");
        let rules = Arc::new(tireless(Rules::standard()));
        assert_eq!(blow_up(&Start { rules, ..Start::on(Arc::new(level)) }).1, 100);
    }
}
