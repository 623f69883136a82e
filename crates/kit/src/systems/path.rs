//! `hullkit path`: the cheapest way from one cell to another.

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

/// Finds the cheapest way from one cell of a level to another, as the undead do.
///
/// To enter a cell costs 1, with a shut door 5, and more if a prop stands there or if its climate hurts the one who goes. Walls,
/// panes, pillars and locked doors let nobody pass. The level is as it begins, and no way costs more than the rules allow.
///
/// Prints what the way costs and a map of it: @ where it begins, X where it ends, * between, : for other cells that were looked at
/// (with --trace), + for cells that cost more than 1 and # for those that nobody can enter.
#[derive(Args)]
pub(crate) struct Path {
    /// The level's file.
    level: PathBuf,
    /// The cell to go from: column and row, from 0.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    from: IVec2,
    /// The cell to go to.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = cell)]
    to: IVec2,
    /// Go as an undead of this kind, who avoids what hurts it.
    #[arg(long = "as", value_name = "KIND", conflicts_with = "plain")]
    kind: Option<String>,
    /// The rules; the game's own if this is left out.
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    rules: Option<PathBuf>,
    /// The file is a plain map instead: rows of digits of one length. A digit is what it costs to enter the cell, 0 lets nobody
    /// pass, and a way may cost any sum.
    #[arg(long)]
    plain: bool,
    /// Tell which cells were looked at, too.
    #[arg(long)]
    trace: bool,
    /// Print one object of JSON: `cost` and `cells` of the way, both null if there is none; with --trace `looked_at`, too: column,
    /// row and what the way there costs of each cell, in the order in which they were looked at.
    #[arg(long)]
    json: bool,
}

/// What is printed.
#[derive(Serialize)]
struct Printed {
    cost: Option<i64>,
    /// Column and row of each.
    cells: Option<Vec<[i32; 2]>>,
    /// Column, row, and what the way there costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<Vec<(i32, i32, i64)>>,
}

impl Path {
    /// Searches and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.plain {
            let what = "a cell; a cell is a digit, the cost of entering it";
            let map = PlainMap::read(&self.level, |cell| cell.is_ascii_digit(), what)?;
            return self.search(&NavGrid::new(map.size, |index| i32::from(map.cells[index] - b'0')), i64::MAX);
        }
        let level = read_level(&self.level)?;
        let rules = read_rules(self.rules.as_deref())?;
        rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", self.level.display())))?;
        let resistances = self.resistances(&rules)?;
        let headless = Headless::begin(&Start { rules: rules.clone(), ..Start::on(level.clone()) });
        let grid = headless.world().resource::<Grid>();
        self.search(&ground_for(grid, &level, &rules, resistances.as_ref()), rules.pathfinding.limit.into())
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
        // A search towards a wall would visit the whole map before it gave up.
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

    /// Prints the map, with the way and what was looked at.
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

    /// The nature of whoever goes; without a kind, of one whom nothing hurts.
    fn resistances(&self, rules: &Rules) -> Result<Option<Filter>, Failure> {
        let Some(kind) = &self.kind else { return Ok(None) };
        let known = rules.kind(kind).map(|number| rules.monsters[usize::from(number)].1.resistances.clone());
        known.map(Some).ok_or_else(|| {
            let names: Vec<&str> = rules.monsters.iter().map(|(name, _)| name.as_str()).collect();
            Failure::arguments(format!("--as: there is no kind `{kind}`; there are `{}`", names.join("`, `")))
        })
    }
}

/// The steps to the four neighbours of a cell, in the order in which the monsters' searches look at them.
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

/// What it costs to enter a cell of some ground; `None` if it is impassable or off the map.
fn cost(ground: &NavGrid<impl Fn(usize) -> i32>, cell: IVec2) -> Option<i64> {
    ground.cost(ground.index(cell)?).map(i64::from)
}

/// How a cell is drawn that costs so much to enter.
fn character(cost: Option<u32>) -> char {
    match cost {
        None => '#',
        Some(1) => '.',
        Some(_) => '+',
    }
}
