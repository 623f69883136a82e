//! `hullkit bench sight`: benchmarks the field of view from a cell.

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
/// The number of viewpoints on each map, always the same.
const EYES: usize = 200;
/// The number of times that each view is computed. The best time counts, because all results are identical.
const ROUNDS: usize = 5;

/// Times views over an open map, a map of rooms and one full of pillars, with a ray to each cell within the radius as
/// the baseline.
#[derive(Args)]
pub(crate) struct Sight {
    /// The radius of the views, in cells.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=512))]
    radius: u32,
    /// Print one JSON object per line: map, radius, cells, us, worst_us, rays_us, ratio.
    #[arg(long)]
    json: bool,
}

/// The printed results of a map.
#[derive(Serialize)]
struct Figures {
    map: &'static str,
    radius: u32,
    /// The mean number of visible cells.
    cells: f64,
    /// The mean and the worst time of a view, in microseconds.
    us: f64,
    worst_us: f64,
    /// The mean time of a ray to each cell, in microseconds, and its ratio to the time of a view.
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

    /// Returns the number of cells within the radius that a ray from centre to centre reaches.
    fn rays(&self, grid: &Grid, eye: IVec2) -> usize {
        let reach = self.radius as i32;
        let away = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
        let cells = away.filter(|away| away.length_squared() <= reach * reach).map(|away| eye + away);
        cells.filter(|cell| clear(grid, Ray::Sight, Grid::middle(eye), Grid::middle(*cell))).count()
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        let Figures { map, radius, cells, us, worst_us, rays_us, ratio } = self;
        format!(
            "{map:8} radius {radius}: {cells:6.1} cells visible in {us:.1} µs, worst {worst_us:.1} µs; a ray to each cell: \
             {rays_us:.1} µs, {ratio:.1} times as long"
        )
    }
}

/// Returns the best time of some rounds.
fn least<T>(mut what: impl FnMut() -> T) -> Duration {
    let round = |_| {
        let began = Instant::now();
        black_box(what());
        began.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

/// Decides whether there is a wall in a column and row of a map.
type IsWall = fn(usize, usize, &mut Pcg32) -> bool;

/// The maps, with their names.
const MAPS: [(&str, IsWall); 3] = [
    ("open", |_, _, _| false),
    ("rooms", |x, y, _| (x.is_multiple_of(12) || y.is_multiple_of(12)) && x % 12 != 6 && y % 12 != 6),
    ("pillars", |_, _, chance| chance.random_range(0..12) == 0),
];

/// Creates a map with the given walls and a border of walls.
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
