//! The software raycaster: a [`Scene`] goes in, a finished [`Frame`] comes out.
//!
//! One tile is 1; x runs to the right and y down the map, with (0, 0) in its top left corner; angle 0 looks along +x
//! and grows towards +y, in radians. Walls are 1 high and the eye is halfway up them.
//!
//! A picture takes three steps. A grid walk a column finds the one wall or door that the column shows ([`walk`]). Then
//! the walls ([`walls`]) and the floors and ceilings that they leave ([`planes`]) are written row by row, each pixel
//! once. Last come the sprites, far to near, against the depth of each column ([`sprites`]).
//!
//! No function here is generic, so all of it is compiled in this crate, with this crate's optimisation.

#[cfg(test)]
mod anything;
mod frame;
mod light;
mod planes;
mod scene;
mod sprites;
#[cfg(test)]
mod testing;
mod texture;
mod view;
mod walk;
mod walls;

pub use frame::{Frame, MAX_SIDE};
pub use scene::{Axis, Camera, Cell, CellKind, Map, MapError, Scene, Sprite};
pub use texture::{MAX_TEXTURE_SIDE, Texture, TextureError, TextureId, Textures};

use frame::BLACK;
use sprites::Crowd;
use view::View;
use walk::Column;

/// Draws scenes. It keeps its working memory from frame to frame, so that drawing allocates nothing once it is warm.
#[derive(Debug, Default)]
pub struct Raycaster {
    columns: Vec<Column>,
    crowd: Crowd,
}

impl Raycaster {
    /// A raycaster without working memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws what the scene's camera sees over the whole frame.
    ///
    /// A camera outside the map, or whose numbers are none, sees black; so does one that looks out of the map.
    pub fn draw(&mut self, scene: &Scene, frame: &mut Frame) {
        let Some(view) = View::new(scene, frame.width(), frame.height()) else {
            frame.pixels_mut().fill(BLACK);
            return;
        };
        self.columns.resize(frame.width(), Column::default());
        walk::walk(scene, &view, &mut self.columns);
        planes::draw(scene, &view, &self.columns, frame);
        walls::draw(&scene.textures, &self.columns, frame);
        self.crowd.draw(scene, &view, &self.columns, frame);
    }
}
