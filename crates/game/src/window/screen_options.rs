//! What a player can choose of the window, and of how the picture is shown in it.

use bevy::prelude::*;
use present::Backend;
use renderer::TallPixels;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The heights of the picture that can be chosen, in rows of pixels; 0 for the window's own.
pub(crate) const ROWS: [u16; 9] = [180, 200, 240, 300, 360, 480, 540, 720, 0];
/// The highest number of a screen that can be chosen.
pub(crate) const MAX_SCREENS: u8 = 4;
/// The limits that can be chosen, in pictures a second; 0 for none.
pub(crate) const LIMITS: [u16; 8] = [30, 60, 75, 90, 120, 144, 240, 0];

/// How the picture is shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ScreenOptions {
    /// How many rows of pixels the picture has, or about so many; 0 for the window's own.
    pub(crate) rows: u16,
    pub(crate) scaling: Scaling,
    pub(crate) window: WindowKind,
    /// The number of the screen on which it opens and fills all, from 1; 0 for the one that it is on.
    pub(crate) screen: u8,
    /// Pixels are 1.2 times as high as wide.
    pub(crate) tall_pixels: bool,
    /// Whether pictures wait for the screen.
    pub(crate) vsync: bool,
    /// The most pictures a second; 0 for as many as there can be.
    pub(crate) limit: u16,
    /// What puts frames on the screen.
    pub(crate) present: PresentBy,
}

/// What puts frames on the screen.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum PresentBy {
    /// OpenGL where a GPU draws it, otherwise softbuffer.
    #[default]
    Auto,
    /// OpenGL, even if the processor draws it.
    #[value(name = "opengl")]
    OpenGl,
    /// Shared memory: no graphics driver is used.
    Softbuffer,
}

impl PresentBy {
    pub(crate) fn backend(self) -> Backend {
        match self {
            PresentBy::Auto => Backend::Auto,
            PresentBy::OpenGl => Backend::OpenGl,
            PresentBy::Softbuffer => Backend::Softbuffer,
        }
    }
}

impl Default for ScreenOptions {
    fn default() -> Self {
        ScreenOptions {
            rows: 360,
            scaling: Scaling::Fill,
            window: WindowKind::Window,
            screen: 0,
            tall_pixels: false,
            vsync: true,
            limit: 0,
            present: PresentBy::Auto,
        }
    }
}

/// How the picture comes to the window's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum Scaling {
    /// A picture of 16:9, enlarged by a whole number, with borders.
    Whole,
    /// The picture takes the window's shape, so that a whole number enlarges it to all of the window.
    Fill,
    /// A picture of 16:9, stretched over all of the window.
    Stretched,
}

impl Scaling {
    /// How a frame that was drawn for this scaling is shown.
    pub(crate) fn of_frames(self) -> present::Scaling {
        match self {
            Scaling::Whole | Scaling::Fill => present::Scaling::Integer,
            Scaling::Stretched => present::Scaling::Stretched,
        }
    }
}

/// What the window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum WindowKind {
    Window,
    /// A window without borders over the whole screen.
    Borderless,
    /// The screen is the game's alone.
    FullScreen,
}

/// The smallest picture on which the menus can be read, and the largest one: 8K, as large as the textures of most graphics cards.
pub(crate) const MIN_SIZE: UVec2 = UVec2::new(320, 180);
pub(crate) const MAX_SIZE: UVec2 = UVec2::new(7680, 4320);

impl ScreenOptions {
    /// The size of the picture in a window of this size.
    pub(crate) fn frame(self, window: UVec2) -> UVec2 {
        let window = window.max(UVec2::ONE);
        // Of higher pixels fewer have room.
        let window = UVec2::new(window.x, self.pixels_high(window.y).max(1));
        let rows = if self.rows == 0 { window.y } else { self.rows.into() };
        let size = match self.scaling {
            Scaling::Whole | Scaling::Stretched => {
                let wide = rows.saturating_mul(16) / 9;
                UVec2::new(if self.tall_pixels { wide.saturating_mul(6) / 5 } else { wide }, rows)
            }
            Scaling::Fill => {
                // The whole number that brings the picture nearest to so many rows, unless it is then too small or too large.
                let times = window.y.saturating_add(rows / 2) / rows.max(1);
                let most = (window / MIN_SIZE).min_element();
                let least = (window.x.div_ceil(MAX_SIZE.x)).max(window.y.div_ceil(MAX_SIZE.y));
                window / times.min(most).max(least).max(1)
            }
        };
        size.clamp(MIN_SIZE, MAX_SIZE)
    }

    /// The shape of pixels.
    pub(crate) fn pixels(self) -> TallPixels {
        TallPixels(self.tall_pixels)
    }

    /// How many pixels, as high as they are, have room in so many of the screen.
    fn pixels_high(self, rows: u32) -> u32 {
        if self.tall_pixels { (u64::from(rows) * 5 / 6) as u32 } else { rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(rows: u16, scaling: Scaling, window: [u32; 2]) -> [u32; 2] {
        ScreenOptions { rows, scaling, ..default() }.frame(window.into()).to_array()
    }

    #[test]
    fn a_picture_that_fills_has_the_shape_of_its_window_and_about_as_many_rows_as_are_wanted() {
        assert_eq!(frame(360, Scaling::Fill, [1280, 720]), [640, 360]);
        assert_eq!(frame(360, Scaling::Fill, [1279, 719]), [639, 359]);
        assert_eq!(frame(360, Scaling::Fill, [1920, 1080]), [640, 360]);
        assert_eq!(frame(360, Scaling::Fill, [2560, 1080]), [853, 360]);
        assert_eq!(frame(360, Scaling::Fill, [3840, 1080]), [1280, 360]);
        assert_eq!(frame(180, Scaling::Fill, [3840, 2160]), [320, 180]);
        assert_eq!(frame(0, Scaling::Fill, [3840, 2160]), [3840, 2160]);
    }

    #[test]
    fn a_picture_fills_its_window_in_one_direction_at_any_size() {
        for window in
            [[320, 180], [600, 800], [1080, 1920], [320, 600], [639, 2000], [7680, 180], [7680, 4320], [200, 700]]
        {
            for rows in ROWS {
                let [width, height] = frame(rows, Scaling::Fill, window);
                let times = (window[0] / width).min(window[1] / height);
                let [across, down] = [window[0] - times * width, window[1] - times * height];
                // What is left over is less than a pixel of the picture; a picture larger than its window is made to fit.
                assert!(times == 0 || across < times && down < times, "{window:?} {rows}: {width}x{height}");
            }
        }
    }

    #[test]
    fn a_picture_of_its_own_shape_has_as_many_rows_as_are_wanted() {
        for scaling in [Scaling::Whole, Scaling::Stretched] {
            assert_eq!(frame(180, scaling, [2560, 1080]), [320, 180]);
            assert_eq!(frame(540, scaling, [800, 600]), [960, 540]);
        }
    }

    #[test]
    fn of_tall_pixels_fewer_rows_have_room_and_as_many_columns() {
        let tall = |rows, scaling, window: [u32; 2]| {
            ScreenOptions { rows, scaling, tall_pixels: true, ..default() }.frame(window.into()).to_array()
        };
        assert_eq!(tall(200, Scaling::Fill, [1280, 960]), [320, 200], "as it was in 1992");
        assert_eq!(tall(200, Scaling::Fill, [1920, 1080]), [384, 180]);
        assert_eq!(tall(200, Scaling::Whole, [1920, 1080]), [426, 200]);
        assert_eq!(tall(0, Scaling::Fill, [1600, 1200]), [1600, 1000]);
    }

    #[test]
    fn no_picture_is_too_small_to_be_read_or_too_large_for_a_graphics_card() {
        for &scaling in Scaling::VARIANTS {
            for rows in [0, 1, 360, u16::MAX] {
                for window in [[0, 0], [1, 1], [40, 4000], [99_999, 3], [u32::MAX, u32::MAX]] {
                    let [width, height] = frame(rows, scaling, window);
                    assert!((320..=7680).contains(&width) && (180..=4320).contains(&height));
                }
            }
        }
    }
}
