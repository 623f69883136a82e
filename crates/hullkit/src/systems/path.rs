//! `hullkit path`: finds the cheapest path from one cell to another.

use crate::{
    command_line::arguments::cell,
    command_line::failure::{Failure, read_level, read_rules, say},
    command_line::plain_map::PlainMap,
};
use bevy::math::IVec2;
use clap::Args;
use engine::{Filter, Grid, Headless, NavGrid, Rules, Start, ground_for};
use queue::path::{self, Graph};
use serde::Serialize;
use std::path::PathBuf;

/// Finds the cheapest path from one cell of a level to another, with the monsters' pathfinding.
///
/// Entering a cell costs 1. A closed door costs 5, and a prop or a harmful damage zone costs more. Walls, panes,
/// pillars and locked doors cannot be passed. The level is in its initial state, and no path costs more than the rules
/// allow.
///
/// Prints the cost and a map: @ is the start, X the goal, * the path, : other visited cells (with --trace), + cells
/// that cost more than 1 and # cells that cannot be entered.
#[derive(Args)]
pub(crate) struct Path {
    /// The level file.
    level: PathBuf,
    /// The cell to start from: column and row, from 0.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    from: IVec2,
    /// The cell to go to.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    to: IVec2,
    /// Search as a monster of this kind, which avoids damage zones that harm it.
    #[arg(long = "as", value_name = "KIND", conflicts_with = "plain")]
    kind: Option<String>,
    /// The rules file; without it, the game's own rules.
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    rules: Option<PathBuf>,
    /// The file is a plain map: rows of digits of equal length. A digit is the cost of entering the cell, 0 is
    /// impassable, and the total cost of a path is not limited.
    #[arg(long)]
    plain: bool,
    /// Also print which cells were visited.
    #[arg(long)]
    trace: bool,
    /// Print one JSON object: `cost` and `cells` of the path, both null if there is none. With --trace also
    /// `looked_at`: column, row and path cost of each visited cell, in the order of the visits.
    #[arg(long)]
    json: bool,
}

/// The printed result.
#[derive(Serialize)]
struct Printed {
    cost: Option<i64>,
    /// Column and row of each.
    cells: Option<Vec<[i32; 2]>>,
    /// Column, row, and the cost of the path to the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<Vec<(i32, i32, i64)>>,
}

impl Path {
    /// Searches and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.plain {
            let what = "a cell: expected a digit, the cost of entering it";
            let map = PlainMap::read(&self.level, |cell| cell.is_ascii_digit(), what)?;
            return self.search(&NavGrid::new(map.size, |index| i32::from(map.cells[index] - b'0')), i64::MAX);
        }
        let level = read_level(&self.level)?;
        let rules = read_rules(self.rules.as_deref())?;
        rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", self.level.display())))?;
        let resistances = self.resistances(&rules)?;
        let headless = Headless::begin(&Start { rules: rules.clone(), ..Start::on(level.clone()) });
        let grid = headless.world().resource::<Grid>();
        self.search(&ground_for(grid, &level, &rules, resistances.as_ref()), rules.pathfinding.max_cost.into())
    }

    /// Searches over this ground for a path that costs at most `max_cost`.
    fn search(&self, ground: &NavGrid<impl Fn(usize) -> i32>, max_cost: i64) -> Result<(), Failure> {
        let size = ground.size();
        for (option, cell) in [("from", self.from), ("to", self.to)] {
            if ground.index(cell).is_none() {
                let IVec2 { x: columns, y: rows } = size;
                let what = format!(
                    "--{option}: {},{} is outside the map of {columns} columns and {rows} rows",
                    cell.x, cell.y
                );
                return Err(Failure::arguments(what));
            }
        }
        let mut looked_at = Vec::new();
        let look = |cell: &IVec2, cost| {
            if self.trace {
                looked_at.push((*cell, cost));
            }
        };
        // A search towards a wall would visit the whole map before it fails.
        let is_open = self.from == self.to || cost(ground, self.to).is_some();
        let way = is_open.then(|| path::search(&Cells(ground), &self.from, &self.to, max_cost, look)).flatten();
        if !self.json {
            return self.draw(ground, way.as_ref(), &looked_at);
        }
        let printed = Printed {
            cost: way.as_ref().map(|way| way.cost),
            cells: way.map(|way| way.nodes.iter().map(IVec2::to_array).collect()),
            looked_at: self.trace.then(|| looked_at.iter().map(|(cell, cost)| (cell.x, cell.y, *cost)).collect()),
        };
        say(&serde_json::to_string(&printed).map_err(Failure::data)?)
    }

    /// Prints the map, with the path and the visited cells.
    fn draw(
        &self,
        ground: &NavGrid<impl Fn(usize) -> i32>,
        way: Option<&path::Path<IVec2>>,
        looked_at: &[(IVec2, i64)],
    ) -> Result<(), Failure> {
        let size = ground.size();
        let mut map: Vec<char> = (0..(size.x * size.y) as usize).map(|index| character(ground.cost(index))).collect();
        let mut mark = |cell: IVec2, with| map[(cell.y * size.x + cell.x) as usize] = with;
        looked_at.iter().for_each(|(cell, _)| mark(*cell, ':'));
        way.into_iter().flat_map(|way| &way.nodes).for_each(|cell| mark(*cell, '*'));
        mark(self.to, 'X');
        mark(self.from, '@');
        let rows = map.chunks(size.x as usize).map(|row| row.iter().collect::<String>());
        let cost = way.map_or("no way".to_owned(), |way| format!("cost {}", way.cost));
        say(&std::iter::once(cost).chain(rows).collect::<Vec<_>>().join("\n"))
    }

    /// Returns the damage filter of the kind, or `None` without a kind, for which nothing is harmful.
    fn resistances(&self, rules: &Rules) -> Result<Option<Filter>, Failure> {
        let Some(kind) = &self.kind else { return Ok(None) };
        let known = rules.kind(kind).map(|number| rules.monsters[usize::from(number)].1.resistances.clone());
        known.map(Some).ok_or_else(|| {
            let names: Vec<&str> = rules.monsters.iter().map(|(name, _)| name.as_str()).collect();
            Failure::arguments(format!("--as: no kind `{kind}`; the kinds are `{}`", names.join("`, `")))
        })
    }
}

/// The steps to the four neighbours of a cell, in the order of the monsters' pathfinding.
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// NavGrid as a graph of its cells.
struct Cells<'a, C>(&'a NavGrid<C>);

impl<C: Fn(usize) -> i32> Graph for Cells<'_, C> {
    type Node = IVec2;

    fn neighbours(&self, cell: &IVec2) -> impl Iterator<Item = (IVec2, Option<i64>)> {
        SIDES.map(|step| cell + step).into_iter().map(|side| (side, cost(self.0, side)))
    }

    fn estimate(&self, cell: &IVec2, goal: &IVec2) -> i64 {
        (cell - goal).abs().element_sum().into()
    }
}

/// Returns the cost of entering a cell, or `None` if it is impassable or outside the map.
fn cost(ground: &NavGrid<impl Fn(usize) -> i32>, cell: IVec2) -> Option<i64> {
    ground.cost(ground.index(cell)?).map(i64::from)
}

/// Returns the character of a cell with this cost.
fn character(cost: Option<u32>) -> char {
    match cost {
        None => '#',
        Some(1) => '.',
        Some(_) => '+',
    }
}
