//! The window that the game opens.

use crate::window::screen_options::{ScreenOptions, WindowKind};
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PresentMode, PrimaryWindow, VideoModeSelection, WindowMode, WindowResolution};
use std::env;
use std::num::NonZero;

/// The exit code where no window can be opened.
pub(crate) const NO_DISPLAY: u8 = 1;

/// The window at first shows the picture as large as this leaves room for.
const ROOM: UVec2 = UVec2::new(1280, 800);

/// What the window is, for the library.
fn mode(kind: WindowKind) -> WindowMode {
    match kind {
        WindowKind::Window => WindowMode::Windowed,
        WindowKind::Borderless => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        WindowKind::FullScreen => WindowMode::Fullscreen(MonitorSelection::Current, VideoModeSelection::Current),
    }
}

fn present_mode(vsync: bool) -> PresentMode {
    if vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync }
}

/// The plugin that opens the window, for frames of so many pixels.
pub(crate) fn library(frame: UVec2, options: ScreenOptions) -> WindowPlugin {
    let scale = (ROOM / frame).min_element().max(1);
    let window = Window {
        title: "Hullbreach".to_owned(),
        name: Some("hullbreach".to_owned()),
        resolution: WindowResolution::from(frame * scale),
        mode: mode(options.window),
        present_mode: present_mode(options.vsync),
        // What the player does is seen one picture later, not three.
        desired_maximum_frame_latency: NonZero::new(1),
        ..default()
    };
    WindowPlugin { primary_window: Some(window), ..default() }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.run_if(resource_changed::<ScreenOptions>));
}

/// Makes of the window what the player wants now.
fn follow(options: Res<ScreenOptions>, window: Option<Single<&mut Window, With<PrimaryWindow>>>) {
    let Some(mut window) = window else { return };
    let (mode, present_mode) = (mode(options.window), present_mode(options.vsync));
    if (window.mode, window.present_mode) != (mode, present_mode) {
        (window.mode, window.present_mode) = (mode, present_mode);
    }
}

/// A sentence if there is no display to open a window on.
pub(crate) fn look_for_display() -> Result<(), String> {
    let named = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_becomes_what_is_chosen_at_once() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<ScreenOptions>();
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut seen = |options: ScreenOptions| {
            app.insert_resource(options);
            app.update();
            let window = app.world().get::<Window>(window).unwrap();
            (window.mode, window.present_mode)
        };
        let plain = ScreenOptions::default();
        assert_eq!(seen(plain), (WindowMode::Windowed, PresentMode::AutoVsync));
        assert_eq!(seen(ScreenOptions { vsync: false, ..plain }).1, PresentMode::AutoNoVsync);
        let borderless = ScreenOptions { window: WindowKind::Borderless, ..plain };
        assert!(matches!(seen(borderless).0, WindowMode::BorderlessFullscreen(_)));
        let full = ScreenOptions { window: WindowKind::FullScreen, ..plain };
        assert!(matches!(seen(full).0, WindowMode::Fullscreen(..)));
    }
}
