//! Where the frame lies in the window: as large as a whole number of screen pixels a pixel allows, in the middle; or stretched.

use crate::window::screen_options::Scaling;
use bevy::prelude::*;
use renderer::TallPixels;

/// What is lost by rounding, at most, in pixels.
const ROUNDING: f32 = 1e-3;

/// The part of the window that shows the frame, in physical pixels from the window's top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fit {
    /// The frame's top left corner.
    pub(crate) corner: Vec2,
    /// How large one pixel of the frame is: a whole number, unless the window is smaller than the frame, or it is stretched.
    pub(crate) scale: Vec2,
}

impl Fit {
    /// Fits a frame into a window, both in physical pixels.
    pub(crate) fn new(window: UVec2, frame: UVec2, scaling: Scaling, pixels: TallPixels) -> Fit {
        let (window, frame) = (window.max(UVec2::ONE).as_vec2(), frame.max(UVec2::ONE).as_vec2());
        if scaling == Scaling::Stretched {
            return Fit { corner: Vec2::ZERO, scale: window / frame };
        }
        let shape = Vec2::new(1.0, pixels.height());
        let room = (window / (frame * shape)).min_element();
        // A frame that was made for the window fits into it, however 1.2 is rounded.
        let whole = (room + ROUNDING).floor();
        let scale = if whole < 1.0 { room } else { whole } * shape;
        // On a whole pixel, also in a window of odd size: half a pixel off, the pixels would come out uneven.
        let corner = ((window - frame * scale) / 2.0 + ROUNDING).floor();
        Fit { corner, scale }
    }

    /// The place in the frame that is shown at a place in the window.
    pub(crate) fn in_frame(self, in_window: Vec2) -> Vec2 {
        (in_window - self.corner) / self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: UVec2 = UVec2::new(640, 360);

    fn fit(width: u32, height: u32) -> (f32, f32, f32) {
        let Fit { corner, scale } = Fit::new(UVec2::new(width, height), FRAME, Scaling::Whole, TallPixels(false));
        assert_eq!(scale.x, scale.y);
        (scale.x, corner.x, corner.y)
    }

    #[test]
    fn the_scale_is_a_whole_number_with_borders_around() {
        assert_eq!(fit(640, 360), (1.0, 0.0, 0.0));
        assert_eq!(fit(1280, 800), (2.0, 0.0, 40.0));
        assert_eq!(fit(1919, 1079), (2.0, 319.0, 179.0));
        assert_eq!(fit(3840, 2160), (6.0, 0.0, 0.0));
    }

    #[test]
    fn a_window_smaller_than_the_frame_shows_all_of_it() {
        assert_eq!(fit(320, 360), (0.5, 0.0, 90.0));
        assert!(fit(0, 0).0 > 0.0);
    }

    #[test]
    fn a_place_in_the_window_is_found_in_the_frame() {
        let fit = Fit::new(UVec2::new(1280, 800), FRAME, Scaling::Fill, TallPixels(false));
        assert_eq!(fit.in_frame(Vec2::new(0.0, 40.0)), Vec2::ZERO);
        assert_eq!(fit.in_frame(Vec2::new(1280.0, 760.0)), FRAME.as_vec2());
    }

    #[test]
    fn tall_pixels_are_higher_than_wide_and_pointed_at_where_they_are_seen() {
        let fit = Fit::new(UVec2::new(1280, 960), UVec2::new(320, 200), Scaling::Fill, TallPixels(true));
        assert_eq!((fit.corner, fit.scale), (Vec2::ZERO, Vec2::new(4.0, 4.8)));
        let corner = fit.in_frame(Vec2::new(1280.0, 960.0)) - Vec2::new(320.0, 200.0);
        assert!(corner.length() < 1e-3, "{corner}");
        let small = Fit::new(UVec2::new(160, 960), UVec2::new(320, 200), Scaling::Whole, TallPixels(true));
        assert_eq!((small.scale.x, small.corner.y), (0.5, 420.0));
    }

    #[test]
    fn a_stretched_frame_covers_the_window_and_is_pointed_at_where_it_is_seen() {
        let fit = Fit::new(UVec2::new(1000, 900), FRAME, Scaling::Stretched, TallPixels(false));
        assert_eq!((fit.corner, fit.scale), (Vec2::ZERO, Vec2::new(1.5625, 2.5)));
        assert_eq!(fit.in_frame(Vec2::new(1000.0, 900.0)), FRAME.as_vec2());
    }
}
