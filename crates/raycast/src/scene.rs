//! The scene: all that one picture shows.

use crate::{TextureId, Textures};
use std::fmt;
use std::sync::Arc;

/// The longest side of a map, in cells.
const MAX_MAP_SIDE: usize = 4096;

/// All that one picture shows, and from where.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The textures that cells and sprites name. They are shared, because they change more rarely than scenes do.
    pub textures: Arc<Textures>,
    /// The grid.
    pub map: Map,
    /// What stands on the grid, in any order.
    pub sprites: Vec<Sprite>,
    /// The eye.
    pub camera: Camera,
}

/// The eye, half a tile above the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, in tiles from the map's left edge.
    pub x: f32,
    /// Where it is, in tiles from the map's upper edge.
    pub y: f32,
    /// Where it looks, in radians.
    pub angle: f32,
    /// The horizontal field of view of a 4:3 frame, in radians, brought into 0.1 to 3.
    ///
    /// Pixels are square and the vertical field is the same at every width, so a wider frame sees more to both sides,
    /// as players of such games expect ("hor+").
    pub fov: f32,
}

/// A grid of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

/// One square of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What stands in it.
    pub kind: CellKind,
    /// The floor's texture.
    pub floor: TextureId,
    /// The ceiling's texture.
    pub ceiling: TextureId,
    /// The light in it, from 0 (dark) to 255 (full). A wall's face is lit by the cell that it looks onto.
    pub light: u8,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellKind {
    /// Nothing.
    Open,
    /// A wall on all four sides.
    Wall {
        /// Its texture.
        texture: TextureId,
    },
    /// A thin door in the middle of the cell, which slides towards growing x or y.
    Door {
        /// The texture of both its sides; it slides with the door.
        panel: TextureId,
        /// The texture of the walls' faces that look onto this cell.
        jamb: TextureId,
        /// The axis along which the door lies and slides.
        along: Axis,
        /// How far it is open, from 0 (shut) to 1 (gone).
        open: f32,
    },
}

/// One of the two directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left and right on the map.
    X,
    /// Up and down on the map.
    Y,
}

/// A picture that stands upright and always faces the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// Its middle, in tiles from the map's left edge.
    pub x: f32,
    /// Its middle, in tiles from the map's upper edge.
    pub y: f32,
    /// Its picture.
    pub texture: TextureId,
    /// Its width, in tiles.
    pub width: f32,
    /// Its height, in tiles.
    pub height: f32,
    /// How far it is above the floor, in tiles.
    pub bottom: f32,
    /// True if it shines: neither its cell's light nor distance darkens it.
    pub bright: bool,
}

/// A map was refused: its sides are not 1 to 4096 long, or do not fit the number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapError {
    width: usize,
    height: usize,
    cells: usize,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MapError { width, height, cells } = self;
        write!(f, "{cells} cells are no map of {width} by {height}, with sides of 1 to {MAX_MAP_SIDE}")
    }
}

impl std::error::Error for MapError {}

impl Map {
    /// A map of these cells, row by row from the top left corner. Its border may be open: black lies outside.
    ///
    /// # Errors
    /// If a side is 0 or longer than 4096, or the number of cells does not fit.
    pub fn new(width: usize, height: usize, cells: Vec<Cell>) -> Result<Map, MapError> {
        let sides = 1..=MAX_MAP_SIDE;
        if sides.contains(&width) && sides.contains(&height) && cells.len() == width * height {
            Ok(Map { width, height, cells })
        } else {
            Err(MapError { width, height, cells: cells.len() })
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell in column `x`, row `y`, if there is one.
    pub fn cell_mut(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
        if x < self.width { self.cells.get_mut(y * self.width + x) } else { None }
    }

    /// The cell in column `x`, row `y`, if there is one.
    #[inline]
    pub(crate) fn cell(&self, x: i32, y: i32) -> Option<&Cell> {
        // A negative number becomes one that is far too large.
        let (x, y) = (x as u32 as usize, y as u32 as usize);
        if x < self.width && y < self.height { self.cells.get(y * self.width + x) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Cell = Cell { kind: CellKind::Open, floor: TextureId(0), ceiling: TextureId(0), light: 255 };

    #[test]
    fn a_map_has_a_cell_for_each_place() {
        assert!(Map::new(2, 3, vec![CELL; 6]).is_ok());
        assert!(Map::new(2, 3, vec![CELL; 5]).is_err());
        assert!(Map::new(0, 0, vec![]).is_err());
        assert!(Map::new(4097, 1, vec![CELL; 4097]).is_err());
        assert!(Map::new(usize::MAX, 2, vec![CELL; 2]).is_err());
    }

    #[test]
    fn there_is_no_cell_outside() {
        let mut map = Map::new(2, 1, vec![CELL; 2]).unwrap();
        assert!(map.cell(1, 0).is_some());
        for (x, y) in [(-1, 0), (0, -1), (2, 0), (0, 1), (i32::MIN, 0), (i32::MAX, i32::MAX)] {
            assert!(map.cell(x, y).is_none());
        }
        assert!(map.cell_mut(2, 0).is_none());
        assert!(map.cell_mut(0, usize::MAX / 2).is_none());
    }
}
