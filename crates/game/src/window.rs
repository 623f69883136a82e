//! The window that the game opens.

use crate::arguments::Arguments;
use crate::full_screen::FULL;
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowMode, WindowResolution};
use std::env;
use std::num::NonZero;

/// The exit code where no window can be opened.
pub(crate) const NO_DISPLAY: u8 = 1;

/// The window at first shows the picture as large as this leaves room for.
const ROOM: (u32, u32) = (1280, 800);

pub(crate) fn plugin(arguments: &Arguments) -> WindowPlugin {
    let (width, height) = (arguments.size.width, arguments.size.height);
    let scale = (ROOM.0 / width).min(ROOM.1 / height).max(1);
    let window = Window {
        title: "Hullbreach".to_owned(),
        name: Some("hullbreach".to_owned()),
        resolution: WindowResolution::new(width * scale, height * scale),
        mode: if arguments.fullscreen { FULL } else { WindowMode::Windowed },
        present_mode: PresentMode::AutoVsync,
        // What the hands do is seen one picture later, not three.
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
