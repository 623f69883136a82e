//! The scene: all that one picture shows.

use crate::{
    scene::fog::Fog,
    scene::light::Light,
    scene::textures::{TextureId, Textures},
};
use std::sync::Arc;
use thiserror::Error;

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
    /// What lies between the eye and what it sees.
    pub fog: Fog,
    /// The texture that surfaces of [`TextureId::SKY`] open to: it is wound once round the horizon, which lies halfway
    /// up it, and neither light nor distance darkens it.
    pub sky: TextureId,
    /// How far that has turned about whoever looks, in radians; it then looks as it would to an eye turned so much further.
    pub sky_turn: f32,
    /// True if walls, floors and ceilings that are far away show smaller versions of their textures, where these have any
    /// ([`Textures::generate_mipmaps`]): they then do not boil when the eye moves.
    pub far_levels: bool,
}

/// The eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, in tiles from the map's left edge.
    pub x: f32,
    /// Where it is, in tiles from the map's upper edge.
    pub y: f32,
    /// How high it is above the floor, in tiles, brought into 0.05 to 0.95. Halfway up the walls it sees fastest.
    pub eye: f32,
    /// Where it looks, in radians.
    pub angle: f32,
    /// How far it looks up: so much of the frame's height the horizon lies below the middle, brought into -1 to 1.
    pub pitch: f32,
    /// The horizontal field of view of a 4:3 frame, in radians, brought into 0.1 to 3.
    ///
    /// The vertical field is the same at every width, so a wider frame sees more to both sides, as players of such
    /// games expect ("hor+").
    pub fov: f32,
    /// How many times as high as wide a square tile is seen, brought into 0.25 to 4; 1 is natural.
    pub stretch: f32,
    /// How far the picture is moved to the right, in pixels, brought into -1 to 1: 0.5 lets rays pass through the left
    /// edges of columns instead of their middles, as some other raycasters have it.
    pub shift: f32,
}

impl Camera {
    /// An eye halfway up the walls that looks straight ahead.
    pub const fn new(x: f32, y: f32, angle: f32, fov: f32) -> Camera {
        Camera { x, y, eye: 0.5, angle, pitch: 0.0, fov, stretch: 1.0, shift: 0.0 }
    }
}

/// A grid of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    width: usize,
    height: usize,
    cells: Vec<MapCell>,
    models: Vec<Model>,
}

/// One square of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapCell {
    /// What stands in it.
    pub kind: CellKind,
    /// The floor's texture.
    pub floor: TextureId,
    /// The ceiling's texture.
    pub ceiling: TextureId,
    /// The light in it. A wall's face is lit by the cell that it looks onto.
    pub light: Light,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellKind {
    /// Nothing.
    Open,
    /// A wall: the textures of the faces that look north (towards y = 0), east, south and west.
    Wall([TextureId; 4]),
    /// What the model of this number shows (see [`Map::push_model`]); a model that does not exist shows nothing.
    Model(u16),
}

/// What stands in a cell and does not fill it: doors, panes, pillars, slanting walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Flat parts.
    pub edges: Vec<ModelEdge>,
    /// Round parts.
    pub rounds: Vec<Round>,
}

/// An upright rectangle from floor to ceiling, seen from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelEdge {
    /// Where it begins, in tiles from the cell's north-west corner. Whoever has this end to the left reads it properly.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// Its texture.
    pub texture: TextureId,
    /// Which parts of the texture's width are seen at its beginning and at its end: 0 and 1 show all of it.
    pub across: [f32; 2],
    /// True if it can be seen through where its texels are not opaque.
    pub clear: bool,
}

/// A round pillar from floor to ceiling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its middle, in tiles from the cell's north-west corner.
    pub middle: [f32; 2],
    /// Its radius, in tiles.
    pub radius: f32,
    /// Its texture, wound round it once.
    pub texture: TextureId,
}

/// A picture that stands upright and always faces the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// Its middle, in tiles from the map's left edge.
    pub x: f32,
    /// Its middle, in tiles from the map's upper edge.
    pub y: f32,
    /// Its picture, of any size.
    pub texture: TextureId,
    /// Its width, in tiles.
    pub width: f32,
    /// Its height, in tiles.
    pub height: f32,
    /// How far it is above the floor, in tiles.
    pub bottom: f32,
    /// True if left and right change places.
    pub mirrored: bool,
    /// True if it shines: neither its cell's light nor distance darkens it.
    pub bright: bool,
    /// How much of what is behind it is hidden, from 0 to 255 (all, but for its own transparent texels).
    pub cover: u8,
}

impl Sprite {
    /// A picture of one tile that stands on the floor.
    pub const fn new(x: f32, y: f32, texture: TextureId) -> Sprite {
        Sprite { x, y, texture, width: 1.0, height: 1.0, bottom: 0.0, mirrored: false, bright: false, cover: 255 }
    }
}

/// A map was refused: its sides are not 1 to 4096 long, or do not fit the number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{cells} cells are no map of {width} by {height}, with sides of 1 to {MAX_MAP_SIDE}")]
pub struct MapError {
    width: usize,
    height: usize,
    cells: usize,
}

impl Map {
    /// A map of these cells, row by row from the top left corner. Its border may be open: black lies outside.
    ///
    /// # Errors
    /// If a side is 0 or longer than 4096, or the number of cells does not fit.
    pub fn new(width: usize, height: usize, cells: Vec<MapCell>) -> Result<Map, MapError> {
        let sides = 1..=MAX_MAP_SIDE;
        if sides.contains(&width) && sides.contains(&height) && cells.len() == width * height {
            Ok(Map { width, height, cells, models: Vec::new() })
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
    pub fn cells(&self) -> &[MapCell] {
        &self.cells
    }

    /// Takes up a model; the first becomes number 0. None if there are 65536 already.
    pub fn push_model(&mut self, model: Model) -> Option<u16> {
        let number = u16::try_from(self.models.len()).ok()?;
        self.models.push(model);
        Some(number)
    }

    /// The models, by their numbers.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// The models, to move what they show.
    pub fn models_mut(&mut self) -> &mut [Model] {
        &mut self.models
    }

    /// The cell in column `x`, row `y`, if there is one.
    pub fn cell_mut(&mut self, x: usize, y: usize) -> Option<&mut MapCell> {
        if x < self.width { self.cells.get_mut(y * self.width + x) } else { None }
    }

    /// The cell in column `x`, row `y`, if there is one.
    #[inline]
    pub(crate) fn cell(&self, x: i32, y: i32) -> Option<&MapCell> {
        // A negative number becomes one that is far too large.
        let (x, y) = (x as u32 as usize, y as u32 as usize);
        if x < self.width && y < self.height { self.cells.get(y * self.width + x) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: MapCell =
        MapCell { kind: CellKind::Open, floor: TextureId(0), ceiling: TextureId(0), light: Light::FULL };

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
