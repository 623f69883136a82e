//! `hullkit bench air`: benchmarks the ticks of the air simulation when the hull breaks in ten places at once.

use crate::command_line::failure::{Failure, say};
use bevy::math::IVec2;
use clap::Args;
use engine::{Air, Passage};
use serde::Serialize;
use std::time::{Duration, Instant};

/// The side of the deck, in cells.
const SIDE: i32 = 256;
/// The side of a room with its walls, in cells. There are 64 rooms.
const ROOM: i32 = 32;
/// The number of walls that break in the first tick.
const BREACHES: i32 = 10;
/// The number of measured ticks. They suffice to drain all sections.
const TICKS: usize = 600;
/// The number of runs. Each tick counts with its best time, because all runs are identical.
const ROUNDS: usize = 5;

/// Times the air of a deck of 256 by 256 cells with 64 sections, whose hull breaks in ten places at once: the changing
/// sections, the pressures, and the pathfinding of the wind.
#[derive(Args)]
pub(crate) struct Drain {
    /// Print one JSON object: mean_tick_us, worst_tick_us.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    mean_tick_us: f64,
    worst_tick_us: f64,
}

impl Drain {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let whole = deck();
        let sections = whole.sections().len();
        let mut best = [Duration::MAX; TICKS];
        let mut venting = 0;
        for _ in 0..ROUNDS {
            let mut air = whole.clone();
            for (tick, best) in best.iter_mut().enumerate() {
                let began = Instant::now();
                if tick == 0 {
                    breaches().for_each(|cell| air.set_open(cell, true));
                }
                air.pass_tick();
                *best = began.elapsed().min(*best);
            }
            venting = air.sections().iter().filter(|section| section.holes > 0).count();
        }
        let us = |duration: Duration| duration.as_secs_f64() * 1e6;
        let mean_tick_us = us(best.iter().sum()) / TICKS as f64;
        let worst_tick_us = us(best.into_iter().max().unwrap_or_default());
        let figures = Figures { mean_tick_us, worst_tick_us };
        if self.json {
            return say(&serde_json::to_string(&figures).map_err(Failure::data)?);
        }
        say(&format!(
            "{sections} sections, of which {venting} drain: {mean_tick_us:.1} µs per tick, worst {worst_tick_us:.1} µs"
        ))
    }
}

/// Creates the air of a grid of rooms with closed doors between neighbours, surrounded by space.
fn deck() -> Air {
    let is_wall = |at: i32| at == 1 || at == SIDE - 2 || at % ROOM == 0;
    let is_door = |at: i32| at % ROOM == ROOM / 2;
    Air::new(IVec2::splat(SIDE), |index| {
        let (x, y) = (index as i32 % SIDE, index as i32 / SIDE);
        let is_inside = |at: i32| at > 1 && at < SIDE - 2;
        if x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1 {
            return (Passage::Space, 0.0);
        }
        match (is_wall(x), is_wall(y)) {
            (false, false) => (Passage::Open, 1.0),
            (true, false) if is_inside(x) && is_door(y) => (Passage::Shut, 1.0),
            (false, true) if is_inside(y) && is_door(x) => (Passage::Shut, 1.0),
            _ => (Passage::Shut, 0.0),
        }
    })
}

/// Returns the cells that break: in the hull of five rooms at the top and of five at the bottom.
fn breaches() -> impl Iterator<Item = IVec2> {
    (0..BREACHES).map(|number| IVec2::new(number / 2 * ROOM + ROOM / 3, if number % 2 == 0 { 1 } else { SIDE - 2 }))
}
