//! The window that shows frames, and the result of showing one.

use bevy_math::UVec2;
use bevy_window::RawHandleWrapper;

/// Current state of the window that shows frames.
pub(crate) struct Target<'a> {
    pub(crate) window: &'a RawHandleWrapper,
    /// Size in physical pixels.
    pub(crate) size: UVec2,
    /// True if frames wait for the screen. In a browser they always do.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "the browser requests each frame"))]
    pub(crate) vsync: bool,
    /// Refresh rate of the screen in millihertz, if it is known.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "the browser requests each frame"))]
    pub(crate) millihertz: Option<u32>,
}

/// Result of showing a frame.
pub(crate) enum Shown {
    /// The frame is on its way to the screen.
    Yes,
    /// The window is hidden, or a failing backend is about to be replaced.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a canvas has no other backend"))]
    NotYet,
}
