//! The window that the game opens.

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PresentMode, WindowMode, WindowResolution};
use std::env;
use std::num::NonZero;

/// The exit code where no window can be opened.
pub(crate) const NO_DISPLAY: u8 = 1;

/// The window at first shows the picture as large as this leaves room for.
const ROOM: UVec2 = UVec2::new(1280, 800);

/// What full screen means: the whole of the screen on which the window is.
pub(crate) const FULL: WindowMode = WindowMode::BorderlessFullscreen(MonitorSelection::Current);

/// The plugin that opens the window, for frames of so many pixels.
pub(crate) fn plugin(frame: UVec2, full_screen: bool) -> WindowPlugin {
    let scale = (ROOM / frame).min_element().max(1);
    let window = Window {
        title: "Hullbreach".to_owned(),
        name: Some("hullbreach".to_owned()),
        resolution: WindowResolution::from(frame * scale),
        mode: if full_screen { FULL } else { WindowMode::Windowed },
        present_mode: PresentMode::AutoVsync,
        // What the player does is seen one picture later, not three.
        desired_maximum_frame_latency: NonZero::new(1),
        ..default()
    };
    WindowPlugin { primary_window: Some(window), ..default() }
}

/// A sentence if there is no display to open a window on.
pub(crate) fn look_for_display() -> Result<(), String> {
    let named = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned())
}
