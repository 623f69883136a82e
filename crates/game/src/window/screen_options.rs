//! What a player can choose of the window, and of how the picture is shown in it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The heights of the picture that can be chosen, in rows of pixels; 0 for the window's own.
pub(crate) const ROWS: [u16; 9] = [180, 200, 240, 300, 360, 480, 540, 720, 0];
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
    /// Whether pictures wait for the screen.
    pub(crate) vsync: bool,
    /// The most pictures a second; 0 for as many as there can be.
    pub(crate) limit: u16,
}

impl Default for ScreenOptions {
    fn default() -> Self {
        ScreenOptions { rows: 360, scaling: Scaling::Fill, window: WindowKind::Window, vsync: true, limit: 0 }
    }
}

/// How the picture comes to the window's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scaling {
    /// A picture of 16:9, enlarged by a whole number, with borders.
    Whole,
    /// The picture takes the window's shape, so that a whole number enlarges it to all of the window.
    Fill,
    /// A picture of 16:9, stretched over all of the window.
    Stretched,
}

impl Scaling {
    pub(crate) const ALL: [Scaling; 3] = [Scaling::Whole, Scaling::Fill, Scaling::Stretched];
}

/// What the window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WindowKind {
    Window,
    /// A window without borders over the whole screen.
    Borderless,
    /// The screen is the game's alone.
    FullScreen,
}

impl WindowKind {
    pub(crate) const ALL: [WindowKind; 3] = [WindowKind::Window, WindowKind::Borderless, WindowKind::FullScreen];
}

/// The smallest picture on which the menus can be read, and the largest one: 8K, as large as the textures of most graphics cards.
pub(crate) const SMALLEST: UVec2 = UVec2::new(320, 180);
pub(crate) const LARGEST: UVec2 = UVec2::new(7680, 4320);

impl ScreenOptions {
    /// The size of the picture in a window of this size.
    pub(crate) fn frame(self, window: UVec2) -> UVec2 {
        let window = window.max(UVec2::ONE);
        let rows = if self.rows == 0 { window.y } else { self.rows.into() };
        let size = match self.scaling {
            Scaling::Whole | Scaling::Stretched => UVec2::new(rows.saturating_mul(16) / 9, rows),
            Scaling::Fill => {
                // The whole number that brings the picture nearest to so many rows.
                let times = (window.y.saturating_add(rows / 2) / rows.max(1)).max(1);
                window / times
            }
        };
        size.clamp(SMALLEST, LARGEST)
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
    fn a_picture_of_its_own_shape_has_as_many_rows_as_are_wanted() {
        for scaling in [Scaling::Whole, Scaling::Stretched] {
            assert_eq!(frame(180, scaling, [2560, 1080]), [320, 180]);
            assert_eq!(frame(540, scaling, [800, 600]), [960, 540]);
        }
    }

    #[test]
    fn no_picture_is_too_small_to_be_read_or_too_large_for_a_graphics_card() {
        for scaling in Scaling::ALL {
            for rows in [0, 1, 360, u16::MAX] {
                for window in [[0, 0], [1, 1], [40, 4000], [99_999, 3], [u32::MAX, u32::MAX]] {
                    let [width, height] = frame(rows, scaling, window);
                    assert!((320..=7680).contains(&width) && (180..=4320).contains(&height));
                }
            }
        }
    }
}
