//! Options of the window, and of how the frame is shown in it.

use bevy::prelude::*;
use present::Backend;
use renderer::TallPixels;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// Selectable frame heights in rows of pixels; 0 is the height of the window.
pub(crate) const ROWS: [u16; 9] = [180, 200, 240, 300, 360, 480, 540, 720, 0];
/// Highest selectable monitor number.
pub(crate) const MAX_SCREENS: u8 = 4;
/// Selectable frame limits in frames per second; 0 is unlimited.
pub(crate) const LIMITS: [u16; 8] = [30, 60, 75, 90, 120, 144, 240, 0];

/// Display options.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ScreenOptions {
    /// Approximate number of pixel rows of the frame; 0 is the height of the window.
    pub(crate) rows: u16,
    pub(crate) scaling: Scaling,
    pub(crate) window: WindowKind,
    /// Number of the monitor for the window, counted from 1; 0 keeps the current one.
    pub(crate) screen: u8,
    /// True if pixels are 1.2 times as high as wide.
    pub(crate) tall_pixels: bool,
    /// True if frames wait for the vertical blank.
    pub(crate) vsync: bool,
    /// Maximum frames per second; 0 is unlimited.
    pub(crate) limit: u16,
    /// Backend that presents frames.
    pub(crate) present: PresentBy,
}

/// Choice of the backend that presents frames.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum PresentBy {
    /// OpenGL if a GPU renders it, otherwise softbuffer.
    #[default]
    Auto,
    /// OpenGL, even with software rendering.
    #[value(name = "opengl")]
    OpenGl,
    /// Shared memory, without any graphics driver.
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

/// Scaling of the frame to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum Scaling {
    /// 16:9 frame scaled by a whole factor, with borders.
    Whole,
    /// Frame with the window's aspect ratio, so that a whole factor fills the window.
    Fill,
    /// 16:9 frame stretched to the whole window.
    Stretched,
}

impl Scaling {
    /// Returns how the presenter scales a frame rendered for this option.
    pub(crate) fn of_frames(self) -> present::Scaling {
        match self {
            Scaling::Whole | Scaling::Fill => present::Scaling::Integer,
            Scaling::Stretched => present::Scaling::Stretched,
        }
    }
}

/// Kind of window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum WindowKind {
    Window,
    /// Borderless window that covers the monitor.
    Borderless,
    /// Exclusive full screen.
    FullScreen,
}

/// Smallest frame size with legible menus, and the largest one: 8K, which is the texture limit of most GPUs.
pub(crate) const MIN_SIZE: UVec2 = UVec2::new(320, 180);
pub(crate) const MAX_SIZE: UVec2 = UVec2::new(7680, 4320);

impl ScreenOptions {
    /// Returns the frame size in pixels for a window size.
    pub(crate) fn frame(self, window: UVec2) -> UVec2 {
        let window = window.max(UVec2::ONE);
        // Fewer rows fit if pixels are taller.
        let window = UVec2::new(window.x, self.pixels_high(window.y).max(1));
        let rows = if self.rows == 0 { window.y } else { self.rows.into() };
        let size = match self.scaling {
            Scaling::Whole | Scaling::Stretched => {
                let wide = rows.saturating_mul(16) / 9;
                UVec2::new(if self.tall_pixels { wide.saturating_mul(6) / 5 } else { wide }, rows)
            }
            Scaling::Fill => {
                // The whole factor that comes closest to the requested rows, unless the frame would be too small or too
                // large.
                let times = window.y.saturating_add(rows / 2) / rows.max(1);
                let most = (window / MIN_SIZE).min_element();
                let least = (window.x.div_ceil(MAX_SIZE.x)).max(window.y.div_ceil(MAX_SIZE.y));
                window / times.min(most).max(least).max(1)
            }
        };
        size.clamp(MIN_SIZE, MAX_SIZE)
    }

    /// Returns the pixel shape.
    pub(crate) fn pixels(self) -> TallPixels {
        TallPixels(self.tall_pixels)
    }

    /// Returns how many frame rows of this pixel shape fit into the given number of screen rows.
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
    fn fill_uses_the_window_aspect_and_about_the_chosen_rows() {
        assert_eq!(frame(360, Scaling::Fill, [1280, 720]), [640, 360]);
        assert_eq!(frame(360, Scaling::Fill, [1279, 719]), [639, 359]);
        assert_eq!(frame(360, Scaling::Fill, [1920, 1080]), [640, 360]);
        assert_eq!(frame(360, Scaling::Fill, [2560, 1080]), [853, 360]);
        assert_eq!(frame(360, Scaling::Fill, [3840, 1080]), [1280, 360]);
        assert_eq!(frame(180, Scaling::Fill, [3840, 2160]), [320, 180]);
        assert_eq!(frame(0, Scaling::Fill, [3840, 2160]), [3840, 2160]);
    }

    #[test]
    fn fill_covers_one_direction_of_any_window() {
        for window in
            [[320, 180], [600, 800], [1080, 1920], [320, 600], [639, 2000], [7680, 180], [7680, 4320], [200, 700]]
        {
            for rows in ROWS {
                let [width, height] = frame(rows, Scaling::Fill, window);
                let times = (window[0] / width).min(window[1] / height);
                let [across, down] = [window[0] - times * width, window[1] - times * height];
                // The border is less than one pixel of the frame; a frame larger than its window is scaled down.
                assert!(times == 0 || across < times && down < times, "{window:?} {rows}: {width}x{height}");
            }
        }
    }

    #[test]
    fn frame_of_fixed_aspect_has_the_chosen_rows() {
        for scaling in [Scaling::Whole, Scaling::Stretched] {
            assert_eq!(frame(180, scaling, [2560, 1080]), [320, 180]);
            assert_eq!(frame(540, scaling, [800, 600]), [960, 540]);
        }
    }

    #[test]
    fn tall_pixels_need_fewer_rows_and_the_same_columns() {
        let tall = |rows, scaling, window: [u32; 2]| {
            ScreenOptions { rows, scaling, tall_pixels: true, ..default() }.frame(window.into()).to_array()
        };
        assert_eq!(tall(200, Scaling::Fill, [1280, 960]), [320, 200], "the look of 1992");
        assert_eq!(tall(200, Scaling::Fill, [1920, 1080]), [384, 180]);
        assert_eq!(tall(200, Scaling::Whole, [1920, 1080]), [426, 200]);
        assert_eq!(tall(0, Scaling::Fill, [1600, 1200]), [1600, 1000]);
    }

    #[test]
    fn frame_size_stays_within_its_limits() {
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
