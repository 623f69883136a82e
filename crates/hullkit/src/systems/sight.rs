//! `hullkit sight`: computes the field of view from a cell.

use crate::{
    command_line::arguments::cell,
    command_line::failure::{Failure, read_level, say},
    command_line::plain_map::PlainMap,
};
use bevy::math::IVec2;
use clap::Args;
use engine::{Grid, Shape, VisibleCells, visible_cells};
use level::Corner;
use serde::Serialize;
use std::path::PathBuf;

/// Shows which cells of a level are visible from a cell, including the walls that bound the view.
///
/// Prints the map with # for walls, . for floor, + for doors, = for panes, o for pillars and / or \ for diagonals, and
/// spaces for cells that are not visible. All doors are closed, as at the start of the level. Two cells see each other
/// if the line between their centres is free, so visibility is symmetric. From outside the map nothing is visible.
#[derive(Args)]
pub(crate) struct Sight {
    /// The level file.
    level: PathBuf,
    /// The cell to look from: column and row, from 0.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    at: IVec2,
    /// The maximum distance between cell centres, in cells; without it, the whole map.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    radius: u32,
    /// The file is a plain map: rows of equal length, # for walls and . for floor.
    #[arg(long)]
    plain: bool,
    /// Print the visible cells, row by row, as one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed result.
#[derive(Serialize)]
struct Seen {
    /// Column and row of each.
    cells: Vec<[i32; 2]>,
}

impl Sight {
    /// Computes the view and prints it.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.plain {
            let map = PlainMap::read(
                &self.level,
                |cell| matches!(cell, b'#' | b'.'),
                "a cell: expected # (wall) or . (floor)",
            )?;
            let view = visible_cells(map.size, self.at, self.radius, |cell| map.at(cell) == Some(b'#'));
            self.print(&view, map.size, |cell| map.at(cell).map_or(' ', char::from))
        } else {
            let grid = Grid::new(&*read_level(&self.level)?);
            self.print(&grid.visible_from(self.at, self.radius), grid.size(), |cell| character(grid.shape(cell)))
        }
    }

    fn print(&self, view: &VisibleCells, size: IVec2, character: impl Fn(IVec2) -> char) -> Result<(), Failure> {
        if self.json {
            let cells = view.cells().map(|cell| cell.to_array()).collect();
            return say(&serde_json::to_string(&Seen { cells }).map_err(Failure::data)?);
        }
        let shown = |cell| if view.contains(cell) { character(cell) } else { ' ' };
        let row = |y| (0..size.x).map(|x| shown(IVec2::new(x, y))).collect::<String>();
        say(&(0..size.y).map(row).collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the character of a shape.
fn character(shape: Shape) -> char {
    match shape {
        Shape::Open => '.',
        Shape::Space => ' ',
        Shape::Solid | Shape::PushWall { .. } => '#',
        Shape::Door { .. } | Shape::Leaves { .. } | Shape::Locked { .. } => '+',
        Shape::Pane { .. } => '=',
        Shape::Pillar => 'o',
        Shape::Table => 'T',
        Shape::Diagonal { corner: Corner::NorthWest | Corner::SouthEast } => '/',
        Shape::Diagonal { corner: Corner::NorthEast | Corner::SouthWest } => '\\',
    }
}
