//! `hullkit breach`: simulates what a breach in the hull does to the air of a plain map.

use crate::{
    command_line::arguments::cell,
    command_line::failure::{Failure, say},
    command_line::plain_map::PlainMap,
};
use bevy::math::IVec2;
use clap::Args;
use engine::{Air, Passage};
use serde::Serialize;
use std::path::PathBuf;

/// Breaks a cell of a plain map and prints what that does to the air. The simulation is the game's, without its
/// emergency shutters.
///
/// The map has # for walls, . for floor with air, a space for open space, + for closed doors, / for open ones and w for
/// panes. Short rows are padded with open space, and everything beyond the edges is space. A cell that is open already
/// cannot break.
///
/// Prints the sections in the order of their first cells, with their number of cells and their pressure. Then prints
/// the map: each cell that is open to space shows its distance to space in tiles, of which only the last digit is
/// printed.
#[derive(Args)]
pub(crate) struct Breach {
    /// The map file.
    map: PathBuf,
    /// The column of the cell that breaks, from 0.
    #[arg(value_name = "X", allow_negative_numbers = true)]
    x: i32,
    /// Its row, from 0.
    #[arg(value_name = "Y", allow_negative_numbers = true)]
    y: i32,
    /// The number of ticks to simulate after that, 120 per second.
    #[arg(long, value_name = "N", default_value_t = 480)]
    ticks: u64,
    /// Open the door in this cell (column and row) after half of the ticks.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    open: Option<IVec2>,
    /// Print one JSON object: `sections`, `venting` (the number of cells open to space) and `distance`, with one
    /// list per row of the map: null where the air stays, 0 in space.
    #[arg(long)]
    json: bool,
}

/// The printed result.
#[derive(Serialize)]
struct Printed {
    sections: Vec<Section>,
    venting: usize,
    distance: Vec<Vec<Option<f64>>>,
}

#[derive(Serialize)]
struct Section {
    cells: u32,
    pressure: f64,
}

impl Breach {
    /// Breaks the cell, simulates the ticks and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let what = "a cell: expected # . + / w or a space";
        let map = PlainMap::read_ragged(&self.map, |cell| b"#.+/w ".contains(&cell), what)?;
        let mut air = air(&map);
        let broken = IVec2::new(self.x, self.y);
        if map.at(broken).is_none() {
            return Err(Failure::arguments(outside("the cell", broken, map.size)));
        }
        if let Some(door) = self.open {
            match map.at(door) {
                Some(b'+' | b'/') => {}
                Some(_) => {
                    return Err(Failure::arguments(format!("--open: there is no door at {},{}", door.x, door.y)));
                }
                None => return Err(Failure::arguments(outside("--open:", door, map.size))),
            }
        }
        air.set_open(broken, true);
        let half = self.ticks / 2;
        pass(&mut air, half);
        if let Some(door) = self.open {
            air.set_open(door, true);
        }
        pass(&mut air, self.ticks - half);
        air.find_all_ways();
        let printed = Printed::of(&air, map.size);
        if self.json {
            return say(&serde_json::to_string(&printed).map_err(Failure::data)?);
        }
        printed.draw(&map, &air)
    }
}

impl Printed {
    fn of(air: &Air, size: IVec2) -> Self {
        let sections =
            air.sections().into_iter().map(|section| Section { cells: section.cells, pressure: section.pressure() });
        let row = |y| (0..size.x).map(|x| air.distance(IVec2::new(x, y))).collect();
        let distance: Vec<Vec<Option<f64>>> = (0..size.y).map(row).collect();
        let venting = distance.iter().flatten().flatten().filter(|distance| **distance > 0.0).count();
        Printed { sections: sections.collect(), venting, distance }
    }

    /// Prints the result for people.
    fn draw(&self, map: &PlainMap, air: &Air) -> Result<(), Failure> {
        let sections = self.sections.iter();
        let mut lines: Vec<String> =
            sections.map(|section| format!("{} cells at {:.3}", section.cells, section.pressure)).collect();
        lines.push(format!("{} cells are open to space", self.venting));
        let character = |x: i32, y: i32| match self.distance[y as usize][x as usize] {
            Some(distance) if distance > 0.0 => char::from(b'0' + (distance % 10.0) as u8),
            _ if air.passage(IVec2::new(x, y)) == Passage::Open => '.',
            _ => map.at(IVec2::new(x, y)).map_or(' ', char::from),
        };
        lines.extend((0..map.size.y).map(|y| (0..map.size.x).map(|x| character(x, y)).collect::<String>()));
        say(&lines.join("\n"))
    }
}

/// Returns the air of a plain map, with full pressure on floors and in doors.
fn air(map: &PlainMap) -> Air {
    Air::new(map.size, |index| match map.cells[index] {
        b'.' | b'/' => (Passage::Open, 1.0),
        b'+' | b'w' => (Passage::Shut, 1.0),
        b' ' => (Passage::Space, 0.0),
        _ => (Passage::Shut, 0.0),
    })
}

/// Simulates this number of ticks. It stops early once nothing changes any more.
fn pass(air: &mut Air, ticks: u64) {
    for _ in 0..ticks {
        if !air.pass_tick() {
            return;
        }
    }
}

fn outside(what: &str, cell: IVec2, size: IVec2) -> String {
    format!("{what} {},{} is outside the map of {} columns and {} rows", cell.x, cell.y, size.x, size.y)
}
