//! `hullkit bench sight`: how long it takes to find the cells that are seen from one.

use crate::command_line::failure::{Failure, say};
use bevy::math::IVec2;
use clap::Args;
use engine::{Grid, Ray, Shape, clear};
use level::Level;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde::Serialize;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The side of each map, in cells.
const SIDE: usize = 96;
/// So many eyes look about on each map, always the same.
const EYES: usize = 200;
/// Each eye looks so often, and counts with its best time: it sees the same each time.
const ROUNDS: usize = 5;

/// Times views over an open map, a map of rooms and one full of pillars, beside a ray to each cell within the radius.
#[derive(Args)]
pub(crate) struct Sight {
    /// How far the eyes reach, in cells.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=512))]
    radius: u32,
    /// Print one object of JSON a line: map, radius, cells, us, worst_us, rays_us, ratio.
    #[arg(long)]
    json: bool,
}

/// What is printed of a map.
#[derive(Serialize)]
struct Figures {
    map: &'static str,
    radius: u32,
    /// How many cells an eye sees in the mean.
    cells: f64,
    /// What a view takes in the mean and at worst, in microseconds.
    us: f64,
    worst_us: f64,
    /// What a ray to each cell takes in the mean, in microseconds, and how many views fit into that.
    rays_us: f64,
    ratio: f64,
}

impl Sight {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        for (map, is_wall) in MAPS {
            let mut chance = Pcg32::seed_from_u64(1);
            let figures = self.measure(map, &grid(|x, y| is_wall(x, y, &mut chance))?, &mut chance);
            say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })?;
        }
        Ok(())
    }

    fn measure(&self, map: &'static str, grid: &Grid, chance: &mut Pcg32) -> Figures {
        let eyes: Vec<IVec2> =
            std::iter::repeat_with(|| IVec2::from([0; 2].map(|_| chance.random_range(1..SIDE as i32 - 1))))
                .filter(|cell| grid.shape(*cell) == Shape::Open)
                .take(EYES)
                .collect();
        let views: Vec<Duration> = eyes.iter().map(|eye| least(|| grid.visible_from(*eye, self.radius))).collect();
        let rays: Duration = eyes.iter().map(|eye| least(|| self.rays(grid, *eye))).sum();
        let seen: usize = eyes.iter().map(|eye| grid.visible_from(*eye, self.radius).cells().count()).sum();
        let mean = |sum: Duration| sum.as_secs_f64() * 1e6 / EYES as f64;
        let (us, rays_us) = (mean(views.iter().sum()), mean(rays));
        Figures {
            map,
            radius: self.radius,
            cells: seen as f64 / EYES as f64,
            us,
            worst_us: views.into_iter().max().unwrap_or_default().as_secs_f64() * 1e6,
            rays_us,
            ratio: rays_us / us,
        }
    }

    /// How many cells within the radius a ray from the middle of one to the middle of the other gets to.
    fn rays(&self, grid: &Grid, eye: IVec2) -> usize {
        let reach = self.radius as i32;
        let away = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
        let cells = away.filter(|away| away.length_squared() <= reach * reach).map(|away| eye + away);
        cells.filter(|cell| clear(grid, Ray::Sight, Grid::middle(eye), Grid::middle(*cell))).count()
    }
}

impl Figures {
    /// For people.
    fn text(&self) -> String {
        let Figures { map, radius, cells, us, worst_us, rays_us, ratio } = self;
        format!(
            "{map:8} radius {radius}: {cells:6.1} cells seen in {us:.1} µs, at worst {worst_us:.1} µs; a ray to each cell: \
             {rays_us:.1} µs, {ratio:.1} times as much"
        )
    }
}

/// The least time that something takes in some rounds.
fn least<T>(mut what: impl FnMut() -> T) -> Duration {
    let round = |_| {
        let began = Instant::now();
        black_box(what());
        began.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

/// Whether a wall stands in a column and row of a map.
type IsWall = fn(usize, usize, &mut Pcg32) -> bool;

/// The maps and their names.
const MAPS: [(&str, IsWall); 3] = [
    ("open", |_, _, _| false),
    ("rooms", |x, y, _| (x.is_multiple_of(12) || y.is_multiple_of(12)) && x % 12 != 6 && y % 12 != 6),
    ("pillars", |_, _, chance| chance.random_range(0..12) == 0),
];

/// A map with walls where they are wanted and all round.
fn grid(mut is_wall: impl FnMut(usize, usize) -> bool) -> Result<Grid, Failure> {
    let border = |at| at == 0 || at == SIDE - 1;
    let mut cell = |x, y| match (x, y) {
        (1, 1) => '@',
        _ if border(x) || border(y) || is_wall(x, y) => '#',
        _ => '.',
    };
    let rows: Vec<String> = (0..SIDE).map(|y| (0..SIDE).map(|x| cell(x, y)).collect()).collect();
    let text = format!(
        r##"(name: "Sight", legend: {{ '#': (wall: "hull"), '.': (), '@': (thing: Player) }}, map: {rows:?})"##
    );
    Level::read("sight", text.as_bytes()).map(|level| Grid::new(&level)).map_err(Failure::data)
}
