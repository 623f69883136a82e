//! The scene: everything that one frame shows.

use crate::{
    scene::fog::Fog,
    scene::light::Light,
    scene::textures::{TextureId, Textures},
};
use std::sync::Arc;
use thiserror::Error;

/// The maximum side of a map, in cells.
const MAX_MAP_SIDE: usize = 4096;

/// Everything that one frame shows, and the camera that sees it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The textures that cells and sprites refer to. They are shared because they change less often than scenes do.
    pub textures: Arc<Textures>,
    /// The grid.
    pub map: Map,
    /// The sprites on the grid, in any order.
    pub sprites: Vec<Sprite>,
    /// The camera.
    pub camera: Camera,
    /// The fog between the eye and what it sees.
    pub fog: Fog,
    /// The texture that is visible through surfaces of [`TextureId::SKY`]. It is wrapped once around the horizon, which
    /// is halfway up the texture. Neither light nor distance darkens it.
    pub sky: TextureId,
    /// The rotation of the sky around the viewer, in radians: the sky looks as it would to an eye turned by this angle.
    pub sky_turn: f32,
    /// True if distant walls, floors and ceilings show the mipmaps of their textures, where these have any
    /// ([`Textures::generate_mipmaps`]). Mipmaps prevent shimmering when the eye moves.
    pub far_levels: bool,
}

/// The camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Its distance from the map's left edge, in tiles.
    pub x: f32,
    /// Its distance from the map's upper edge, in tiles.
    pub y: f32,
    /// Its height above the floor, in tiles, clamped to 0.05 to 0.95. Rendering is fastest halfway up the walls.
    pub eye: f32,
    /// The direction in which it looks, in radians.
    pub angle: f32,
    /// How far it looks up: the distance of the horizon below the middle of the frame, as a share of the frame's
    /// height, clamped to -1 to 1.
    pub pitch: f32,
    /// The horizontal field of view of a 4:3 frame, in radians, clamped to 0.1 to 3.
    ///
    /// The vertical field of view is the same at every width, so a wider frame shows more on both sides ("Hor+"
    /// scaling).
    pub fov: f32,
    /// The ratio of height to width at which a square tile appears, clamped to 0.25 to 4; 1 is undistorted.
    pub stretch: f32,
    /// The horizontal offset of the image, in pixels to the right, clamped to -1 to 1. With 0.5, rays pass through the
    /// left edges of columns instead of their middles, as in some other raycasters.
    pub shift: f32,
}

impl Camera {
    /// Returns a camera halfway up the walls that looks straight ahead.
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
    /// Contents of the cell.
    pub kind: CellKind,
    /// The floor's texture.
    pub floor: TextureId,
    /// The ceiling's texture.
    pub ceiling: TextureId,
    /// The light in the cell. A wall face is lit by the cell that it faces.
    pub light: Light,
}

/// Contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellKind {
    /// Nothing.
    Open,
    /// A wall: the textures of the faces that look north (towards y = 0), east, south and west.
    Wall([TextureId; 4]),
    /// The model with this number (see [`Map::push_model`]); a model that does not exist shows nothing.
    Model(u16),
}

/// An object in a cell that does not fill it: a door, a pane, a pillar or a diagonal wall.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Flat parts.
    pub edges: Vec<ModelEdge>,
    /// Round parts.
    pub rounds: Vec<Round>,
}

/// An upright rectangle from floor to ceiling, visible from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelEdge {
    /// Start of the edge, in tiles from the cell's north-west corner. The texture is unmirrored for a viewer who sees
    /// this end on the left.
    pub from: [f32; 2],
    /// End of the edge, in tiles from the cell's north-west corner.
    pub to: [f32; 2],
    /// Its texture.
    pub texture: TextureId,
    /// The positions across the texture (0 is left, 1 is right) at its beginning and at its end: 0 and 1 show all of
    /// it.
    pub across: [f32; 2],
    /// True if it is transparent where its texels are not opaque.
    pub clear: bool,
}

/// A round pillar from floor to ceiling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its centre, in tiles from the cell's north-west corner.
    pub middle: [f32; 2],
    /// Its radius, in tiles.
    pub radius: f32,
    /// Its texture, wrapped around it once.
    pub texture: TextureId,
}

/// An upright image that always faces the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// The distance of its middle from the map's left edge, in tiles.
    pub x: f32,
    /// The distance of its middle from the map's upper edge, in tiles.
    pub y: f32,
    /// Its texture, of any size.
    pub texture: TextureId,
    /// Its width, in tiles.
    pub width: f32,
    /// Its height, in tiles.
    pub height: f32,
    /// The height of its lower edge above the floor, in tiles.
    pub bottom: f32,
    /// True if left and right are swapped.
    pub mirrored: bool,
    /// True if it is full-bright: neither its cell's light nor distance darkens it.
    pub bright: bool,
    /// Its opacity: 0 is invisible, 255 hides everything behind it except through its own transparent texels.
    pub cover: u8,
}

impl Sprite {
    /// Returns a sprite of one tile that stands on the floor.
    pub const fn new(x: f32, y: f32, texture: TextureId) -> Sprite {
        Sprite { x, y, texture, width: 1.0, height: 1.0, bottom: 0.0, mirrored: false, bright: false, cover: 255 }
    }
}

/// An error for a map whose sides are not 1 to 4096 cells or do not match the number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a map of {width} by {height}, sides 1 to {MAX_MAP_SIDE}, must have width * height cells, got {cells}")]
pub struct MapError {
    width: usize,
    height: usize,
    cells: usize,
}

impl Map {
    /// Creates a map from cells, row by row from the top left corner. Its border may be open: outside, there is black
    /// or sky.
    ///
    /// # Errors
    /// If a side is 0 or longer than 4096, or the number of cells does not match.
    pub fn new(width: usize, height: usize, cells: Vec<MapCell>) -> Result<Map, MapError> {
        let sides = 1..=MAX_MAP_SIDE;
        if sides.contains(&width) && sides.contains(&height) && cells.len() == width * height {
            Ok(Map { width, height, cells, models: Vec::new() })
        } else {
            Err(MapError { width, height, cells: cells.len() })
        }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the cells, row by row.
    pub fn cells(&self) -> &[MapCell] {
        &self.cells
    }

    /// Adds a model and returns its number; the first is 0. Returns `None` if there are 65536 models already.
    pub fn push_model(&mut self, model: Model) -> Option<u16> {
        let number = u16::try_from(self.models.len()).ok()?;
        self.models.push(model);
        Some(number)
    }

    /// Returns the models, indexed by their numbers.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// Returns the models for modification, such as moving a door.
    pub fn models_mut(&mut self) -> &mut [Model] {
        &mut self.models
    }

    /// Returns the cell in column `x`, row `y`, or `None` outside the map.
    pub fn cell_mut(&mut self, x: usize, y: usize) -> Option<&mut MapCell> {
        if x < self.width { self.cells.get_mut(y * self.width + x) } else { None }
    }

    /// Returns the cell in column `x`, row `y`, or `None` outside the map.
    #[inline]
    pub(crate) fn cell(&self, x: i32, y: i32) -> Option<&MapCell> {
        // Negative numbers wrap around and become too large.
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
    fn map_rejects_a_cell_count_that_does_not_match() {
        assert!(Map::new(2, 3, vec![CELL; 6]).is_ok());
        assert!(Map::new(2, 3, vec![CELL; 5]).is_err());
        assert!(Map::new(0, 0, vec![]).is_err());
        assert!(Map::new(4097, 1, vec![CELL; 4097]).is_err());
        assert!(Map::new(usize::MAX, 2, vec![CELL; 2]).is_err());
    }

    #[test]
    fn cell_does_not_exist_outside_the_map() {
        let mut map = Map::new(2, 1, vec![CELL; 2]).unwrap();
        assert!(map.cell(1, 0).is_some());
        for (x, y) in [(-1, 0), (0, -1), (2, 0), (0, 1), (i32::MIN, 0), (i32::MAX, i32::MAX)] {
            assert!(map.cell(x, y).is_none());
        }
        assert!(map.cell_mut(2, 0).is_none());
        assert!(map.cell_mut(0, usize::MAX / 2).is_none());
    }
}
