//! Placement of a frame in its window: enlarged by an integer and centred, or stretched.

use bevy_math::{UVec2, Vec2};

/// Maximum rounding error, in pixels.
const ROUNDING: f32 = 1e-3;

/// Scaling of a frame to its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// By the largest integer that fits, with black borders. A frame larger than its window is scaled down.
    #[default]
    Integer,
    /// To the whole window, regardless of the aspect ratio.
    Stretched,
}

/// The position and scale of a frame in its window, in physical pixels from the window's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The frame's top left corner, on a whole pixel.
    pub corner: Vec2,
    /// The size of one pixel of the frame. It is an integer unless the window is smaller than the frame, the frame is
    /// stretched, or its pixels are not square.
    pub scale: Vec2,
}

impl Placement {
    /// Places a frame in a window, both in physical pixels. `pixel_height` is the height of a pixel divided by its
    /// width.
    pub fn new(window: UVec2, frame: UVec2, scaling: Scaling, pixel_height: f32) -> Placement {
        let (window, frame) = (window.max(UVec2::ONE).as_vec2(), frame.max(UVec2::ONE).as_vec2());
        if scaling == Scaling::Stretched {
            return Placement { corner: Vec2::ZERO, scale: window / frame };
        }
        let shape = Vec2::new(1.0, pixel_height);
        let room = (window / (frame * shape)).min_element();
        // Tolerate rounding, so that a frame made for the window fits exactly.
        let whole = (room + ROUNDING).floor();
        let scale = if whole < 1.0 { room } else { whole } * shape;
        // Align the corner to whole pixels: with half a pixel offset, the pixels would have uneven sizes.
        let corner = ((window - frame * scale) / 2.0 + ROUNDING).floor();
        Placement { corner, scale }
    }

    /// Returns the position in the frame for a position in the window.
    pub fn in_frame(self, in_window: Vec2) -> Vec2 {
        (in_window - self.corner) / self.scale
    }

    /// Returns the corner and the size of the frame in whole pixels of the window. The size is at least 1.
    pub(crate) fn pixels(self, frame: UVec2) -> (UVec2, UVec2) {
        let size = (frame.as_vec2() * self.scale + ROUNDING).as_uvec2();
        (self.corner.max(Vec2::ZERO).as_uvec2(), size.max(UVec2::ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: UVec2 = UVec2::new(640, 360);

    fn integer(width: u32, height: u32) -> (f32, f32, f32) {
        let Placement { corner, scale } = Placement::new(UVec2::new(width, height), FRAME, Scaling::Integer, 1.0);
        assert_eq!(scale.x, scale.y);
        (scale.x, corner.x, corner.y)
    }

    #[test]
    fn integer_scale_leaves_borders() {
        assert_eq!(integer(640, 360), (1.0, 0.0, 0.0));
        assert_eq!(integer(1280, 800), (2.0, 0.0, 40.0));
        assert_eq!(integer(1919, 1079), (2.0, 319.0, 179.0));
        assert_eq!(integer(3840, 2160), (6.0, 0.0, 0.0));
    }

    #[test]
    fn window_smaller_than_its_frame_shows_the_whole_frame() {
        assert_eq!(integer(320, 360), (0.5, 0.0, 90.0));
        assert!(integer(0, 0).0 > 0.0);
        let tiny = Placement::new(UVec2::ONE, FRAME, Scaling::Integer, 1.0);
        assert_eq!(tiny.pixels(FRAME), (UVec2::ZERO, UVec2::ONE));
    }

    #[test]
    fn window_position_is_converted_to_the_frame() {
        let placement = Placement::new(UVec2::new(1280, 800), FRAME, Scaling::Integer, 1.0);
        assert_eq!(placement.in_frame(Vec2::new(0.0, 40.0)), Vec2::ZERO);
        assert_eq!(placement.in_frame(Vec2::new(1280.0, 760.0)), FRAME.as_vec2());
    }

    #[test]
    fn tall_pixels_are_higher_than_wide() {
        let frame = UVec2::new(320, 200);
        let placement = Placement::new(UVec2::new(1280, 960), frame, Scaling::Integer, 1.2);
        assert_eq!((placement.corner, placement.scale), (Vec2::ZERO, Vec2::new(4.0, 4.8)));
        assert_eq!(placement.pixels(frame), (UVec2::ZERO, UVec2::new(1280, 960)));
        let corner = placement.in_frame(Vec2::new(1280.0, 960.0)) - Vec2::new(320.0, 200.0);
        assert!(corner.length() < 1e-3, "{corner}");
        let small = Placement::new(UVec2::new(160, 960), frame, Scaling::Integer, 1.2);
        assert_eq!((small.scale.x, small.corner.y), (0.5, 420.0));
    }

    #[test]
    fn stretched_frame_covers_the_window() {
        let placement = Placement::new(UVec2::new(1000, 900), FRAME, Scaling::Stretched, 1.0);
        assert_eq!((placement.corner, placement.scale), (Vec2::ZERO, Vec2::new(1.5625, 2.5)));
        assert_eq!(placement.in_frame(Vec2::new(1000.0, 900.0)), FRAME.as_vec2());
        assert_eq!(placement.pixels(FRAME), (UVec2::ZERO, UVec2::new(1000, 900)));
    }
}
