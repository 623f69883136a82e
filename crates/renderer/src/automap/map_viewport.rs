//! The map viewport: the position, scale and rotation of the automap on the frame.

use crate::{
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
};
use bevy::prelude::*;
use engine::Grid;

/// The transform from the level to the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapViewport {
    /// The point of the deck in the middle of the map's area, in tiles.
    pub(crate) centre: Vec2,
    /// The pixel there.
    middle: Vec2,
    /// The distance from there to the farthest corner of the canvas, in pixels.
    reach: f32,
    /// The pixels per tile.
    pub(crate) tile: f32,
    /// The direction in which the deck's x axis is drawn, of length 1.
    turned: Vec2,
}

impl MapViewport {
    /// Creates a viewport that shows `tiles` tiles between the upper and the lower edge of an area of the canvas, centred
    /// on a point of the level. The direction `up` points to the upper edge.
    pub(crate) fn new(canvas: &Canvas, area: Area, centre: Vec2, tiles: f32, up: Vec2) -> MapViewport {
        let middle = IVec2::new(2 * area.x + area.width, 2 * area.y + area.height).as_vec2() / 2.0;
        let reach = middle.max(IVec2::new(canvas.width(), canvas.height()).as_vec2() - middle).length();
        MapViewport { centre, middle, reach, tile: area.height as f32 / tiles, turned: Vec2::new(-up.y, -up.x) }
    }

    /// Returns where a point of the level is drawn, in pixels.
    pub(crate) fn pixel(&self, point: Vec2) -> Vec2 {
        self.middle + self.turned.rotate(point - self.centre) * self.tile
    }

    /// Returns the point of the level that is drawn at a pixel position.
    fn point(&self, pixel: Vec2) -> Vec2 {
        self.centre + self.back((pixel - self.middle) / self.tile)
    }

    /// Rotates an offset on the frame back to one on the level.
    fn back(&self, step: Vec2) -> Vec2 {
        Vec2::new(self.turned.x, -self.turned.y).rotate(step)
    }

    /// Returns the cells of a level of this size that may be visible.
    pub(crate) fn cells(&self, size: IVec2) -> impl Iterator<Item = IVec2> + use<> {
        let reach = Vec2::splat(self.reach / self.tile + 1.0);
        let from = Grid::cell_at(self.centre - reach).max(IVec2::ZERO);
        let to = Grid::cell_at(self.centre + reach).min(size - 1);
        (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| IVec2::new(x, y)))
    }

    /// Fills each cell that has a colour. It works pixel by pixel rather than cell by cell, so that a rotated map has
    /// no seams.
    pub(crate) fn fill(&self, canvas: &mut Canvas, colour: impl Fn(IVec2) -> Option<Colour>) {
        let (width, step) = (canvas.width(), self.back(Vec2::X / self.tile));
        for y in 0..canvas.height() {
            let first = self.point(Vec2::new(0.5, y as f32 + 0.5));
            let cell = |x: i32| Grid::cell_at(first + step * x as f32);
            let mut from = 0;
            while from < width {
                let here = cell(from);
                let to = (from + 1..width).find(|x| cell(*x) != here).unwrap_or(width);
                if let Some(colour) = colour(here) {
                    canvas.fill(Area::new(from, y, to - from, 1), colour);
                }
                from = to;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raycast::Frame;

    const UP: Vec2 = Vec2::NEG_Y;

    #[test]
    fn centre_is_in_the_middle_and_up_is_up() {
        let mut frame = Frame::new(200, 100);
        let canvas = Canvas::new(&mut frame);
        let centre = Vec2::new(7.0, 3.0);
        let sheet = MapViewport::new(&canvas, Area::new(0, 0, 200, 100), centre, 10.0, UP);
        assert_eq!(sheet.pixel(centre + Vec2::new(2.0, -1.0)), Vec2::new(120.0, 40.0));
        for up in [UP, Vec2::X, Vec2::Y, Vec2::new(0.6, 0.8)] {
            let sheet = MapViewport::new(&canvas, Area::new(0, 0, 200, 100), centre, 10.0, up);
            let ahead = sheet.pixel(centre + up * 3.0);
            assert!(ahead.distance(Vec2::new(100.0, 20.0)) < 1e-3, "{up}: {ahead}");
            let right = sheet.pixel(centre + up.perp() * 3.0);
            assert!(right.distance(Vec2::new(130.0, 50.0)) < 1e-3, "{up}: {right}");
            let there = Vec2::new(13.0, 71.0);
            assert!(sheet.pixel(sheet.point(there)).distance(there) < 1e-3);
        }
    }

    #[test]
    fn cells_are_filled_where_their_corners_are_drawn() {
        let red = |frame: &Frame| frame.pixels().iter().filter(|pixel| **pixel & 0xff == 200).count() as i32;
        for up in [UP, Vec2::X, Vec2::new(0.6, 0.8)] {
            let mut frame = Frame::new(120, 120);
            let mut canvas = Canvas::new(&mut frame);
            let sheet = MapViewport::new(&canvas, Area::new(0, 0, 120, 120), Vec2::splat(2.5), 5.0, up);
            sheet.fill(&mut canvas, |cell| (cell == IVec2::new(3, 2)).then_some(Colour::rgb(200, 0, 0)));
            assert!((red(&frame) - 24 * 24).abs() < 12, "{up}: {}", red(&frame));
            let middle = sheet.pixel(Vec2::new(3.5, 2.5)).as_ivec2();
            assert_eq!(frame.pixel(middle.x as usize, middle.y as usize).unwrap() & 0xff, 200, "{up}");
        }
    }
}
