//! The plan: the position of the debug view's map on the frame.

use crate::{
    camera::camera::Blend,
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
};
use bevy::prelude::*;
use engine::{Grid, Position, PreviousPosition};

/// The number of tiles that are visible from the map's upper edge to its lower one.
const TILES: i32 = 22;

/// The colour of text and lines over the map.
pub(crate) const PALE: Colour = Colour::rgb(225, 235, 230);

/// The position of the map on the canvas; it is centred on the player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The point of the level in its middle.
    pub(crate) centre: Vec2,
    middle: Vec2,
    /// The pixels per tile.
    pub(crate) tile: i32,
}

impl Plan {
    pub(crate) fn new(canvas: &Canvas, centre: Vec2) -> Plan {
        Plan::on(IVec2::new(canvas.width(), canvas.height()), centre)
    }

    /// Returns the plan on a frame of this size.
    pub(crate) fn on(size: IVec2, centre: Vec2) -> Plan {
        Plan { centre, middle: (size / 2).as_vec2(), tile: (size.y / TILES).max(4) }
    }

    /// Returns the pixel of a point of the level.
    pub(crate) fn pixel(&self, point: Vec2) -> (i32, i32) {
        let pixel = (self.middle + (point - self.centre) * self.tile as f32).round().as_ivec2();
        (pixel.x, pixel.y)
    }

    /// Returns the point of the level at a pixel.
    pub(crate) fn point(&self, pixel: Vec2) -> Vec2 {
        self.centre + (pixel - self.middle) / self.tile as f32
    }

    /// Returns the pixels of a cell.
    pub(crate) fn cell(&self, cell: IVec2) -> Area {
        let ((left, top), (right, bottom)) = (self.pixel(cell.as_vec2()), self.pixel(cell.as_vec2() + 1.0));
        Area::new(left, top, right - left, bottom - top)
    }

    /// Returns the cells of the level that are visible.
    pub(crate) fn cells(&self, grid: &Grid) -> impl Iterator<Item = IVec2> + use<> {
        let reach = self.middle / self.tile as f32 + 1.0;
        let from = Grid::cell_at(self.centre - reach).max(IVec2::ZERO);
        let to = Grid::cell_at(self.centre + reach).min(grid.size() - 1);
        (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| IVec2::new(x, y)))
    }
}

/// Returns the plan for a map that is centred on the player.
pub(crate) fn plan(canvas: &Canvas, (position, previous): (&Position, &PreviousPosition), blend: Blend) -> Plan {
    Plan::new(canvas, blend.between(*previous, *position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;

    #[test]
    fn map_is_centred_on_the_player_and_shows_only_valid_cells() {
        let game = game(&["###########", "#@  +  z  #", "###########"]);
        let grid = game.world().resource::<Grid>();
        let mut frame = raycast::Frame::new(320, 180);
        let plan = Plan::new(&Canvas::new(&mut frame), Vec2::new(1.5, 1.5));
        assert_eq!(plan.pixel(Vec2::new(1.5, 1.5)), (160, 90));
        assert_eq!(plan.point(Vec2::new(160.0, 90.0)), Vec2::new(1.5, 1.5));
        assert_eq!(Grid::cell_at(plan.point(Vec2::new(165.0, 87.0))), IVec2::new(2, 1));
        assert_eq!(plan.cell(IVec2::new(2, 1)), Area::new(164, 86, 8, 8));
        assert_eq!(plan.cells(grid).count(), 33);
        let far = Plan { centre: Vec2::new(500.0, -90.0), ..plan };
        assert_eq!(far.cells(grid).count(), 0);
    }
}
