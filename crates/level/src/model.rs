//! The level as the engine and the renderer use it: a grid of cells and the things that stand in them.

use serde::{Deserialize, Serialize};

/// The longest side of a level, in cells.
pub(crate) const MAX_SIDE: usize = 512;
/// The most things on a level: with more, the simulation could not keep its pace.
pub(crate) const MAX_THINGS: usize = 10_000;

/// A deck of the ship, read and checked.
///
/// Its border is wall, exactly one player starts on it, and every door stands between two walls.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The deck's name, as players read it.
    pub name: String,
    /// The number of columns, 3 to 512.
    pub width: usize,
    /// The number of rows, 3 to 512.
    pub height: usize,
    /// The cells, row by row from the top left corner.
    pub cells: Vec<Cell>,
    /// The names of the textures that the cells refer to, each once.
    pub textures: Vec<String>,
    /// Where the player starts; its kind is [`ThingKind::Player`].
    pub player: Thing,
    /// Everything else that stands on the deck, row by row.
    pub things: Vec<Thing>,
}

/// One square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What stands in the cell.
    pub shape: CellShape,
    /// The floor's texture.
    pub floor: TextureIndex,
    /// The ceiling's texture.
    pub ceiling: TextureIndex,
    /// The light on the cell, from 0 (dark) to 255 (full).
    pub light: u8,
}

/// What stands in a cell and stops bodies and rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CellShape {
    /// Nothing: floor to walk on.
    Open,
    /// A wall on all four sides.
    Wall {
        /// Its texture.
        texture: TextureIndex,
    },
    /// A wall with the switch that starts the lift and so ends the deck.
    Lift {
        /// Its texture before the switch is thrown.
        texture: TextureIndex,
        /// Its texture afterwards.
        thrown: TextureIndex,
    },
    /// A sliding door in the middle of its cell.
    Door {
        /// The texture of the panel.
        panel: TextureIndex,
        /// The texture of the walls that the panel slides between.
        jamb: TextureIndex,
        /// The axis along which the panel lies and slides.
        along: Axis,
    },
}

impl CellShape {
    /// True for whatever fills its cell for good.
    pub fn is_wall(self) -> bool {
        matches!(self, CellShape::Wall { .. } | CellShape::Lift { .. })
    }
}

/// One of the two directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// Left and right on the map.
    X,
    /// Up and down on the map.
    Y,
}

/// An index into [`Level::textures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TextureIndex(pub u16);

/// Something that stands in a cell at the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where it looks, in radians: 0 is to the right, a quarter turn is down the map.
    pub facing: f32,
}

/// The kinds of things that a level can place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// Where the player starts.
    Player,
    /// An undead that walks slowly and claws.
    Shambler,
    /// Ammunition for the pistol.
    Clip,
    /// Bandages: health.
    Medkit,
}

impl Level {
    /// The cell in column `x`, row `y`.
    ///
    /// # Panics
    /// If the cell lies outside the level.
    pub fn cell(&self, x: usize, y: usize) -> &Cell {
        &self.cells[y * self.width + x]
    }

    /// The name of a texture that a cell refers to.
    pub fn texture(&self, index: TextureIndex) -> &str {
        &self.textures[usize::from(index.0)]
    }
}
