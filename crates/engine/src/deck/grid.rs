//! The grid: what a ray, a body or a route needs to know of a cell.

use crate::{deck::obstacles::Obstacles, deck::shape::Shape};
use bevy::prelude::*;
use level::Level;

/// The shape of every cell, as it stands in this tick.
///
/// Doors, push-walls and props are entities; this is their shadow, and `shadow.rs` is the one place that writes it.
#[derive(Resource, Clone, Debug)]
pub struct Grid {
    width: i32,
    height: i32,
    shapes: Vec<Shape>,
    /// How much of each cell its shape fills. Nearly all are open or solid, and a byte a cell stays in the fastest caches.
    fills: Vec<Fill>,
    /// The cells that the last tick changed, and what filled them before it.
    changed: Vec<(IVec2, Shape)>,
    /// How often a shape has changed, and in which cells it did so last, each at the number of its change.
    changes: u64,
    latest: [IVec2; LATEST],
    /// The props that stand about: nothing to rays and walls, but ways lead round them.
    pub(crate) obstacles: Obstacles,
}

/// Of so many changes it is known where they were.
const LATEST: usize = 16;

/// Grids are equal that are equal now: what the last tick changed decides nothing.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.size(), &self.shapes) == (other.size(), &other.shapes)
    }
}

/// How much of a cell its shape fills.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fill {
    /// Nothing, and nothing fills the eight cells round it: no body that stands in it touches anything.
    NothingAround,
    Nothing,
    All,
    Part,
}

impl Fill {
    fn of(shape: Shape) -> Fill {
        match shape {
            Shape::Open => Fill::Nothing,
            Shape::Solid => Fill::All,
            _ => Fill::Part,
        }
    }

    fn is_nothing(self) -> bool {
        matches!(self, Fill::NothingAround | Fill::Nothing)
    }
}

impl Grid {
    /// The grid of a level as it begins: its doors are shut, and its push-walls stand still.
    pub fn new(level: &Level) -> Self {
        let shapes: Vec<Shape> = level.cells.iter().map(|cell| Shape::of(cell.shape)).collect();
        let fills = shapes.iter().copied().map(Fill::of).collect();
        let (width, height) = (level.width as i32, level.height as i32);
        let (changed, changes, latest, obstacles) = default();
        let mut grid = Grid { width, height, shapes, fills, changed, changes, latest, obstacles };
        (0..grid.len()).for_each(|index| grid.look_around(grid.cell(index)));
        grid
    }

    /// The shape of a cell; outside the map all is solid.
    pub fn shape(&self, cell: IVec2) -> Shape {
        self.index(cell).map_or(Shape::Solid, |index| self.shape_of(index))
    }

    /// The shape of the cell of this number, which is on the map.
    pub(crate) fn shape_of(&self, index: usize) -> Shape {
        match self.fills[index] {
            Fill::NothingAround | Fill::Nothing => Shape::Open,
            Fill::All => Shape::Solid,
            Fill::Part => self.shapes[index],
        }
    }

    /// True if nothing stands in a rectangle of cells, which lies on the map.
    pub(crate) fn is_open(&self, least: IVec2, most: IVec2) -> bool {
        (least.y..=most.y).all(|y| {
            let row = self.index(IVec2::new(least.x, y)).zip(self.index(IVec2::new(most.x, y)));
            row.is_some_and(|(first, last)| self.fills[first..=last].iter().all(|fill| fill.is_nothing()))
        })
    }

    /// True if nothing stands in a cell and in those round it.
    pub(crate) fn is_open_around(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.fills[index] == Fill::NothingAround)
    }

    /// Finds out whether anything stands round a cell that is open itself.
    fn look_around(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell).filter(|index| self.fills[*index].is_nothing()) {
            let around = self.is_open(cell - 1, cell + 1);
            self.fills[index] = if around { Fill::NothingAround } else { Fill::Nothing };
        }
    }

    /// The number of a cell, row by row, if it is on the map.
    pub(crate) fn index(&self, cell: IVec2) -> Option<usize> {
        // Below 0 is far above any width as well.
        let inside = (cell.x as u32) < self.width as u32 && (cell.y as u32) < self.height as u32;
        inside.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// The cell of a number.
    pub(crate) fn cell(&self, index: usize) -> IVec2 {
        let index = index as i32;
        IVec2::new(index % self.width, index / self.width)
    }

    /// How many cells the map has.
    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// The shape that a cell had one tick earlier, for whoever draws what lies between two ticks; no rule reads it.
    pub fn shape_before(&self, cell: IVec2) -> Shape {
        let changed = self.changed.iter().find(|(other, _)| *other == cell);
        changed.map_or_else(|| self.shape(cell), |&(_, before)| before)
    }

    /// What the last tick changed: what filled a cell before, and what fills it now.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (Shape, Shape)> {
        self.changed.iter().map(|&(cell, before)| (before, self.shape(cell)))
    }

    /// The same with the cells.
    pub(crate) fn changed_cells(&self) -> impl Iterator<Item = (IVec2, Shape, Shape)> {
        self.changed.iter().map(|&(cell, before)| (cell, before, self.shape(cell)))
    }

    /// How often a shape of this grid has changed: as long as it is the same, so is all that fills the cells.
    pub(crate) fn changes_so_far(&self) -> u64 {
        self.changes
    }

    /// The cells whose shape has changed since it had done so this often; none if they are too many to be known.
    pub(crate) fn changed_since(&self, changes: u64) -> Option<impl Iterator<Item = IVec2>> {
        self.changes.checked_sub(changes).filter(|count| *count <= LATEST as u64)?;
        Some((changes..self.changes).map(|change| self.latest[(change % LATEST as u64) as usize]))
    }

    /// The size of the map, in cells.
    pub fn size(&self) -> IVec2 {
        IVec2::new(self.width, self.height)
    }

    /// The cell in which a point lies.
    pub fn cell_at(point: Vec2) -> IVec2 {
        // `floor` may be a call into a library here, and this is asked very often.
        let cut = point.as_ivec2();
        cut - IVec2::new(i32::from(point.x < cut.x as f32), i32::from(point.y < cut.y as f32))
    }

    /// The middle of a cell.
    pub fn middle(cell: IVec2) -> Vec2 {
        cell.as_vec2() + 0.5
    }

    /// The step from a cell to the side on which a point of its outline is.
    pub(crate) fn side(cell: IVec2, point: Vec2) -> IVec2 {
        let point = point - Grid::middle(cell);
        let (along, step) = if point.x.abs() > point.y.abs() { (point.x, IVec2::X) } else { (point.y, IVec2::Y) };
        if along > 0.0 { step } else { -step }
    }

    /// Sets the shape of a cell of the map.
    pub(crate) fn set(&mut self, cell: IVec2, shape: Shape) {
        let index = (cell.y * self.width + cell.x) as usize;
        let old = std::mem::replace(&mut self.shapes[index], shape);
        if old != shape {
            self.changed.push((cell, old));
            self.latest[(self.changes % LATEST as u64) as usize] = cell;
            self.changes += 1;
            self.fills[index] = Fill::of(shape);
            for y in -1..=1 {
                (-1..=1).for_each(|x| self.look_around(cell + IVec2::new(x, y)));
            }
        }
    }

    /// Forgets what the last tick changed, as if all had always been as it is.
    pub(crate) fn settle(&mut self) {
        self.changed.clear();
    }

    /// Changes cells, and notes what the change comes to: a cell that is at last as it was at first has not changed.
    pub(crate) fn change(&mut self, by: impl FnOnce(&mut Grid)) {
        by(self);
        // A push-wall leaves its cells and comes back to them: what counts is what was there first and is there last.
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_by_key(|(cell, _)| (cell.y, cell.x));
        changed.dedup_by_key(|(cell, _)| *cell);
        changed.retain(|&(cell, before)| self.shape(cell) != before);
        self.changed = changed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rules::rules::Rules, session::begin::Start, session::headless::Headless, session::snapshot::restore,
        tick::intent::Intent,
    };
    use level::Axis;
    use std::sync::Arc;

    #[test]
    fn the_latest_changes_are_known_by_their_cells_and_too_many_are_told_to_be() {
        let text =
            r#"(name: "", legend: { 'W': (wall: ""), '.': (), '@': (thing: Player) }, map: ["WWWW", "W@.W", "WWWW"])"#;
        let level = Level::read("", text.as_bytes()).unwrap();
        let mut grid = Grid::new(&level);
        let cells = [IVec2::new(1, 1), IVec2::new(2, 1)];
        let mut all = Vec::new();
        for change in 0..40 {
            let cell = cells[change % 2];
            let shape = if grid.shape(cell) == Shape::Open { Shape::Solid } else { Shape::Open };
            grid.set(cell, shape);
            grid.set(cell, shape); // as it is already
            all.push(cell);
            for before in 0..=all.len() {
                let since = grid.changed_since(before as u64).map(|cells| cells.collect::<Vec<_>>());
                assert_eq!(since, Some(all[before..].to_vec()).filter(|since| since.len() <= LATEST));
            }
        }
        assert!(grid.changed_since(41).is_none(), "that is of another grid");
    }

    #[test]
    fn what_the_last_tick_changed_is_known_until_the_next() {
        let text = r#"(name: "Test", legend: { 'W': (wall: "hull"), '+': (door: "door"), ' ': (),
            '@': (thing: Player, facing: 0) }, map: ["WWWWWW", "W@+  W", "WWWWWW"])"#;
        let level = Arc::new(Level::read("test.ron", text.as_bytes()).unwrap());
        let mut game = Headless::begin(&Start::on(level.clone()));
        let cell = IVec2::new(2, 1);
        let mut last = Shape::Door { along: Axis::Y, open: 0.0 };
        let mut moved = 0;
        for _ in 0..200 {
            game.tick(Intent { use_: true, ..Intent::default() });
            let grid = game.world().resource::<Grid>();
            assert_eq!(grid.shape_before(cell), last);
            assert_eq!(grid.shape_before(IVec2::new(3, 1)), Shape::Open);
            moved += u32::from(grid.shape(cell) != last);
            last = grid.shape(cell);
        }
        assert!(moved > 30);
        game.tick(Intent { use_: false, ..Intent::default() });
        let snapshot = game.snapshot();
        restore(game.world_mut(), &snapshot, level, &Rules::standard()).unwrap();
        let grid = game.world().resource::<Grid>();
        assert_eq!((grid.shape(cell), grid.shape_before(cell)), (last, last), "nothing moves while a game is loaded");
    }
}
