//! The grid: the properties of a cell that matter for rays, bodies and pathfinding.

use crate::{deck::obstacles::Obstacles, deck::shape::Shape};
use bevy::prelude::*;
use level::Level;

/// The shape of every cell in the present tick.
///
/// Doors, push-walls and props are entities. The grid mirrors their state, and only `grid_sync.rs` writes it.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Grid {
    width: i32,
    height: i32,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    shapes: Vec<Shape>,
    /// Fill state of each cell. Nearly all cells are open or solid, and one byte per cell stays in the fastest
    /// caches.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    fills: Vec<Fill>,
    /// The cells changed by the last tick, with their previous shapes.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    changed: Vec<(IVec2, Shape)>,
    /// The number of shape changes, and the cells of the latest ones, indexed by the change number.
    changes: u64,
    latest: [IVec2; LATEST],
    /// The props on the deck: they do not affect rays or cell shapes, but paths avoid them.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    pub(crate) obstacles: Obstacles,
}

/// Number of latest changes whose cells are known.
const LATEST: usize = 16;

/// Equality compares the present state only: the changes of the last tick affect nothing.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.size(), &self.shapes) == (other.size(), &other.shapes)
    }
}

/// Fill state of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fill {
    /// The cell and its eight neighbours are empty: a body in it touches nothing.
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
    /// Creates the initial grid of a level, with closed doors and push-walls at rest.
    pub fn new(level: &Level) -> Self {
        let shapes: Vec<Shape> = level.cells.iter().map(|cell| Shape::of(cell.shape)).collect();
        let fills = shapes.iter().copied().map(Fill::of).collect();
        let (width, height) = (level.width as i32, level.height as i32);
        let (changed, changes, latest, obstacles) = default();
        let mut grid = Grid { width, height, shapes, fills, changed, changes, latest, obstacles };
        (0..grid.len()).for_each(|index| grid.look_around(grid.cell(index)));
        grid
    }

    /// Returns the shape of a cell; everything outside the map is solid.
    pub fn shape(&self, cell: IVec2) -> Shape {
        self.index(cell).map_or(Shape::Solid, |index| self.shape_of(index))
    }

    /// Returns the shape of the cell at an index, which must be on the map.
    pub(crate) fn shape_of(&self, index: usize) -> Shape {
        match self.fills[index] {
            Fill::NothingAround | Fill::Nothing => Shape::Open,
            Fill::All => Shape::Solid,
            Fill::Part => self.shapes[index],
        }
    }

    /// Returns true if all cells of a rectangle are open. The rectangle must be on the map.
    pub(crate) fn is_open(&self, least: IVec2, most: IVec2) -> bool {
        (least.y..=most.y).all(|y| {
            let row = self.index(IVec2::new(least.x, y)).zip(self.index(IVec2::new(most.x, y)));
            row.is_some_and(|(first, last)| self.fills[first..=last].iter().all(|fill| fill.is_nothing()))
        })
    }

    /// Returns true if a cell and its eight neighbours are open.
    pub(crate) fn is_open_around(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.fills[index] == Fill::NothingAround)
    }

    /// Updates whether the neighbours of an open cell are open.
    fn look_around(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell).filter(|index| self.fills[*index].is_nothing()) {
            let around = self.is_open(cell - 1, cell + 1);
            self.fills[index] = if around { Fill::NothingAround } else { Fill::Nothing };
        }
    }

    /// Returns the row-major index of a cell if it is on the map.
    pub fn index(&self, cell: IVec2) -> Option<usize> {
        // Negative coordinates wrap to values above any width.
        let inside = (cell.x as u32) < self.width as u32 && (cell.y as u32) < self.height as u32;
        inside.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// Returns the cell at an index.
    pub(crate) fn cell(&self, index: usize) -> IVec2 {
        let index = index as i32;
        IVec2::new(index % self.width, index / self.width)
    }

    /// Returns the number of cells of the map.
    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Returns the shape of a cell one tick earlier, for interpolation when drawing. The simulation itself does not
    /// read it.
    pub fn shape_before(&self, cell: IVec2) -> Shape {
        let changed = self.changed.iter().find(|(other, _)| *other == cell);
        changed.map_or_else(|| self.shape(cell), |&(_, before)| before)
    }

    /// Returns the previous and the new shape of each cell that the last tick changed.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (Shape, Shape)> {
        self.changed.iter().map(|&(cell, before)| (before, self.shape(cell)))
    }

    /// Returns each cell that the last tick changed with its previous and its new shape.
    pub(crate) fn changed_cells(&self) -> impl Iterator<Item = (IVec2, Shape, Shape)> {
        self.changed.iter().map(|&(cell, before)| (cell, before, self.shape(cell)))
    }

    /// Returns the number of shape changes. While it is the same, so is the shape of every cell.
    pub(crate) fn changes_so_far(&self) -> u64 {
        self.changes
    }

    /// Returns the cells that have changed since the counter had this value, or `None` if there are too many.
    pub(crate) fn changed_since(&self, changes: u64) -> Option<impl Iterator<Item = IVec2>> {
        self.changes.checked_sub(changes).filter(|count| *count <= LATEST as u64)?;
        Some((changes..self.changes).map(|change| self.latest[(change % LATEST as u64) as usize]))
    }

    /// Returns the size of the map, in cells.
    pub fn size(&self) -> IVec2 {
        IVec2::new(self.width, self.height)
    }

    /// Returns the cell that contains a point.
    pub fn cell_at(point: Vec2) -> IVec2 {
        // `floor` may be a library call here, and this function is called very often.
        let cut = point.as_ivec2();
        cut - IVec2::new(i32::from(point.x < cut.x as f32), i32::from(point.y < cut.y as f32))
    }

    /// Returns the middle of a cell.
    pub fn middle(cell: IVec2) -> Vec2 {
        cell.as_vec2() + 0.5
    }

    /// Returns the step from a cell to the side on which a point of its geometry is.
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

    /// Clears the changes of the last tick.
    pub(crate) fn settle(&mut self) {
        self.changed.clear();
    }

    /// Changes cells and records the net effect: a cell that ends up with its original shape has not changed.
    pub(crate) fn change(&mut self, by: impl FnOnce(&mut Grid)) {
        by(self);
        // A push-wall may leave its cells and return. Only the first and the last shape count.
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
    fn changed_since_returns_the_latest_changes() {
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
            grid.set(cell, shape); // the same shape as before
            all.push(cell);
            for before in 0..=all.len() {
                let since = grid.changed_since(before as u64).map(|cells| cells.collect::<Vec<_>>());
                assert_eq!(since, Some(all[before..].to_vec()).filter(|since| since.len() <= LATEST));
            }
        }
        assert!(grid.changed_since(41).is_none(), "this counter value is from another grid");
    }

    #[test]
    fn changes_of_a_tick_are_known_until_the_next() {
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
        assert_eq!((grid.shape(cell), grid.shape_before(cell)), (last, last), "nothing moves when a game is loaded");
    }
}
