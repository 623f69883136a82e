//! `hullkit bench crowd`: benchmarks the ticks in which many monsters chase the player.

use crate::{
    bench::horde::{Chase, start, tireless},
    bench::ticks::least,
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_rules, say},
};
use bevy::prelude::With;
use clap::Args;
use engine::{Grid, Height, Id, Monster, Player, Position, Start, TickTiming, route};
use serde::Serialize;
use std::time::{Duration, Instant};

/// The number of monsters that search for the player with the library's A*, for comparison.
const SAMPLE: usize = 200;

/// Times ticks in which a crowd of monsters chases a running player, on one core.
#[derive(Args)]
pub(crate) struct Crowd {
    /// The number of monsters.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    monsters: u32,
    /// The side of the map, in cells.
    #[arg(long, value_name = "SIZE", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=512))]
    map: u32,
    /// The seconds of game time.
    #[arg(long, value_name = "S", default_value = "20", value_parser = seconds)]
    seconds: u64,
    /// The percentage of monsters that are repeatedly thrown up, so that they are always falling.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    falling: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The number of ticks that a thrown monster falls.
const FALLS: usize = 30;

/// The printed results.
#[derive(Serialize)]
struct Figures {
    monsters: u32,
    map: u32,
    falling_percent: u32,
    ticks: usize,
    ns_per_monster_tick: f64,
    worst_tick_ms: f64,
    share_fields: f64,
    share_senses: f64,
    share_movement: f64,
    astar_ns_per_monster_tick: f64,
}

impl Crowd {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = tireless((*read_rules(None)?).clone());
        let start = start(self.monsters as usize, self.map as usize, rules).map_err(Failure::arguments)?;
        let ticks = usize::try_from(self.seconds).unwrap_or(usize::MAX);
        let mut astar = Duration::MAX;
        let least = least(|| {
            let (timings, yardstick) = run(&start, ticks, self.falling);
            astar = astar.min(yardstick);
            timings
        });
        let figures = self.figures(&least, astar);
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }

    fn figures(&self, ticks: &[TickTiming], astar: Duration) -> Figures {
        let sum = |part: fn(&TickTiming) -> Duration| ticks.iter().map(part).sum::<Duration>().as_secs_f64();
        let total = sum(|timing| timing.total).max(1e-12);
        let worst = ticks.iter().map(|timing| timing.total).max().unwrap_or_default();
        Figures {
            monsters: self.monsters,
            map: self.map,
            falling_percent: self.falling,
            ticks: ticks.len(),
            ns_per_monster_tick: total * 1e9 / f64::from(self.monsters) / ticks.len().max(1) as f64,
            worst_tick_ms: worst.as_secs_f64() * 1e3,
            share_fields: sum(|timing| timing.fields) / total,
            share_senses: sum(|timing| timing.senses) / total,
            share_movement: sum(|timing| timing.movement) / total,
            astar_ns_per_monster_tick: astar.as_secs_f64() * 1e9,
        }
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        format!(
            "{} monsters on {1} by {1} cells, {2} ticks: {3:.1} ns per monster and tick (A*: {4:.0} ns), worst tick \
             {5:.2} ms; fields {6:.0} %, senses {7:.0} %, movement {8:.0} %",
            self.monsters,
            self.map,
            self.ticks,
            self.ns_per_monster_tick,
            self.astar_ns_per_monster_tick,
            self.worst_tick_ms,
            self.share_fields * 100.0,
            self.share_senses * 100.0,
            self.share_movement * 100.0,
        )
    }
}

/// Returns the time of each tick of one run, and the mean time of an A* search from a monster to the player.
fn run(start: &Start, ticks: usize, falling: u32) -> (Vec<TickTiming>, Duration) {
    let mut chase = Chase::begin(start);
    let timings = (0..ticks)
        .map(|tick| {
            if tick % FALLS == 0 {
                throw_up(&mut chase, falling);
            }
            chase.tick();
            *chase.headless.world().resource::<TickTiming>()
        })
        .collect();
    (timings, astar(&mut chase))
}

/// Throws up this percentage of the monsters.
fn throw_up(chase: &mut Chase, percent: u32) {
    let world = chase.headless.world_mut();
    let mut monsters = world.query_filtered::<(&Id, &mut Height), With<Monster>>();
    for (_, mut height) in monsters.iter_mut(world).filter(|(id, _)| id.0 % 100 < percent) {
        *height = Height { at: 0.3, rises: 0.0 };
    }
}

/// Returns the mean time of the library's A* from a monster to the player.
fn astar(chase: &mut Chase) -> Duration {
    let world = chase.headless.world_mut();
    let mut monsters = world.query_filtered::<&Position, With<Monster>>();
    let mut player = world.query_filtered::<&Position, With<Player>>();
    let from: Vec<_> = monsters.iter(world).map(|at| Grid::cell_at(at.0)).collect();
    let Ok(to) = player.single(world).map(|at| Grid::cell_at(at.0)) else { return Duration::ZERO };
    let sample: Vec<_> = from.iter().step_by((from.len() / SAMPLE).max(1)).take(SAMPLE).collect();
    let grid = world.resource::<Grid>();
    let began = Instant::now();
    let found = sample.iter().filter(|from| std::hint::black_box(route(grid, ***from, to)).is_some()).count();
    began.elapsed() / found.max(1) as u32
}
