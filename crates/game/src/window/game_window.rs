//! The game window.

use crate::window::screen_options::{ScreenOptions, WindowKind};
use bevy::prelude::*;
use bevy_window::{
    Monitor, MonitorSelection, OnMonitor, PresentMode, PrimaryWindow, VideoModeSelection, Window, WindowMode,
    WindowPlugin, WindowPosition, WindowResolution,
};
#[cfg(not(target_family = "wasm"))]
use std::env;
use std::num::NonZero;
#[cfg(target_os = "linux")]
use std::{path::PathBuf, process::Command};

/// Maximum initial size of the window. The frame is scaled by the largest whole factor that fits.
const ROOM: UVec2 = UVec2::new(1280, 800);

/// Known monitors.
#[derive(Clone, Copy, Debug)]
struct Screens {
    /// Number of monitors found so far.
    count: usize,
    /// True if the monitor that the window is on is known.
    has_window: bool,
}

impl Screens {
    /// Returns the monitor with this number, counted from 1, if there is one.
    fn numbered(self, screen: u8) -> Option<MonitorSelection> {
        let screen = usize::from(screen);
        (1..=self.count).contains(&screen).then(|| MonitorSelection::Index(screen - 1))
    }
}

/// Returns the mode of the window for Bevy. Bevy panics on exclusive full screen on a monitor that it does not find.
fn mode(options: ScreenOptions, screens: Screens) -> WindowMode {
    let chosen = screens.numbered(options.screen);
    let borderless = WindowMode::BorderlessFullscreen(chosen.unwrap_or(MonitorSelection::Current));
    match options.window {
        WindowKind::Window => WindowMode::Windowed,
        WindowKind::Borderless => borderless,
        WindowKind::FullScreen => {
            let own = screens.has_window.then_some(MonitorSelection::Current);
            let screen = chosen.or(own).or(screens.numbered(1));
            screen.map_or(borderless, |screen| WindowMode::Fullscreen(screen, VideoModeSelection::Current))
        }
    }
}

fn present_mode(vsync: bool) -> PresentMode {
    if vsync { PresentMode::AutoVsync } else { PresentMode::AutoNoVsync }
}

/// Returns the plugin that opens the window for a frame of this size in pixels. It opens as a window, which then covers
/// the screen if the player wants that: without a window manager, or after full screen, it has this size.
pub(crate) fn library(frame: UVec2, options: ScreenOptions) -> WindowPlugin {
    let scale = (ROOM / frame).min_element().max(1);
    let window = Window {
        title: "Hullbreach".to_owned(),
        name: Some("hullbreach".to_owned()),
        // In a page, the window is this element, which has the size of the element around it.
        canvas: Some("#game".to_owned()),
        fit_canvas_to_parent: true,
        resolution: WindowResolution::from(frame * scale),
        present_mode: present_mode(options.vsync),
        // Reduces the input latency from three frames to one.
        desired_maximum_frame_latency: NonZero::new(1),
        ..default()
    };
    WindowPlugin { primary_window: Some(window), ..default() }
}

pub(crate) fn plugin(app: &mut App) {
    let finds_screens = |found: Query<(), Or<(Added<Monitor>, Added<OnMonitor>)>>| !found.is_empty();
    app.add_systems(Update, follow.run_if(resource_changed::<ScreenOptions>.or_else(finds_screens)));
    let finds_its_screen = |found: Query<(), (Added<OnMonitor>, With<PrimaryWindow>)>| !found.is_empty();
    app.add_systems(Update, fit.run_if(finds_its_screen));
}

/// Shrinks a window that is larger than its monitor.
fn fit(window: Single<(&mut Window, &OnMonitor), With<PrimaryWindow>>, monitors: Query<&Monitor>) {
    let (mut window, on) = window.into_inner();
    let Ok(monitor) = monitors.get(on.0) else { return };
    let (now, most) = (window.resolution.physical_size(), monitor.physical_size());
    let fitting = now.min(most);
    if window.mode == WindowMode::Windowed && fitting != now && fitting.min_element() > 0 {
        window.resolution.set_physical_resolution(fitting.x, fitting.y);
    }
}

/// Applies the player's options to the window.
fn follow(
    options: Res<ScreenOptions>,
    window: Option<Single<(&mut Window, Has<OnMonitor>), With<PrimaryWindow>>>,
    monitors: Query<(), With<Monitor>>,
    mut on: Local<Option<MonitorSelection>>,
) {
    let Some(window) = window else { return };
    let (mut window, has_window) = window.into_inner();
    let screens = Screens { count: monitors.iter().count(), has_window };
    let (mode, present_mode) = (mode(*options, screens), present_mode(options.vsync));
    if (window.mode, window.present_mode) != (mode, present_mode) {
        (window.mode, window.present_mode) = (mode, present_mode);
    }
    // The window stays where the player has moved it until another monitor is selected.
    let chosen = screens.numbered(options.screen);
    if chosen != *on {
        *on = chosen;
        window.position = chosen.map_or(window.position, WindowPosition::Centered);
    }
}

/// Returns an error if there is no display to open a window on.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn look_for_display() -> Result<(), String> {
    if !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned())
}

#[cfg(not(target_family = "wasm"))]
fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Replaces this process by one that uses X11 if the Wayland display cannot be reached, for example because the
/// variable comes from an earlier session. The window library only looks at whether the variable is set.
#[cfg(target_os = "linux")]
pub(crate) fn avoid_stale_wayland() {
    use std::os::unix::{net::UnixStream, process::CommandExt};
    const WAYLAND: &str = "WAYLAND_DISPLAY";
    if !is_set(WAYLAND) || !is_set("DISPLAY") || is_set("WAYLAND_SOCKET") {
        return;
    }
    let folder = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).unwrap_or_default();
    let socket = folder.join(env::var_os(WAYLAND).unwrap_or_default());
    let (Err(error), Ok(program)) = (UnixStream::connect(&socket), env::current_exe()) else { return };
    eprintln!("hullbreach: the Wayland display {} cannot be reached ({error}); using X11", socket.display());
    // Returns only if it fails; then the window library reports the error.
    let _ = Command::new(program).args(env::args_os().skip(1)).env_remove(WAYLAND).exec();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_follows_the_options_immediately() {
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
        assert!(matches!(seen(full).0, WindowMode::BorderlessFullscreen(_)), "no monitor is known yet");
    }

    #[test]
    fn full_screen_uses_the_selected_or_the_current_monitor() {
        use MonitorSelection::{Current, Index};
        let of = |window, screen, count, has_window| {
            let options = ScreenOptions { window, screen, ..default() };
            match mode(options, Screens { count, has_window }) {
                WindowMode::Windowed => None,
                WindowMode::BorderlessFullscreen(screen) => Some((screen, false)),
                WindowMode::Fullscreen(screen, _) => Some((screen, true)),
            }
        };
        use WindowKind::{Borderless, FullScreen};
        assert_eq!(of(WindowKind::Window, 2, 2, true), None);
        assert_eq!(of(Borderless, 2, 2, true), Some((Index(1), false)));
        assert_eq!(of(Borderless, 3, 2, true), Some((Current, false)), "there are only two monitors");
        assert_eq!(of(FullScreen, 2, 2, false), Some((Index(1), true)));
        assert_eq!(of(FullScreen, 0, 2, true), Some((Current, true)));
        assert_eq!(of(FullScreen, 4, 1, false), Some((Index(0), true)), "the window's monitor is not known yet");
        assert_eq!(of(FullScreen, 1, 0, false), Some((Current, false)));
    }

    #[test]
    fn window_opens_with_its_size_also_before_full_screen() {
        let full = ScreenOptions { window: WindowKind::FullScreen, ..default() };
        let window = library(UVec2::new(640, 360), full).primary_window.unwrap();
        assert_eq!((window.mode, window.resolution.physical_size()), (WindowMode::Windowed, UVec2::new(1280, 720)));
    }

    #[test]
    fn window_shrinks_to_its_monitor() {
        let shown = |size: UVec2| {
            let mut app = App::new();
            app.add_plugins(plugin).init_resource::<ScreenOptions>();
            let monitor = app.world_mut().spawn(monitor()).id();
            let resolution = WindowResolution::from(size);
            app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow, OnMonitor(monitor)));
            app.update();
            app.world_mut().query::<&Window>().single(app.world()).unwrap().resolution.physical_size()
        };
        assert_eq!(shown(UVec2::new(3840, 2160)), UVec2::new(1920, 1080));
        assert_eq!(shown(UVec2::new(1280, 720)), UVec2::new(1280, 720));
    }

    fn monitor() -> Monitor {
        Monitor {
            name: None,
            physical_height: 1080,
            physical_width: 1920,
            physical_position: IVec2::ZERO,
            refresh_rate_millihertz: None,
            scale_factor: 1.0,
            video_modes: Vec::new(),
        }
    }

    #[test]
    fn window_moves_once_to_the_selected_monitor() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<ScreenOptions>();
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        app.insert_resource(ScreenOptions { screen: 2, ..default() });
        let mut place = |change: &dyn Fn(&mut World)| {
            change(app.world_mut());
            app.update();
            app.world().get::<Window>(window).unwrap().position
        };
        assert_eq!(place(&|_| {}), WindowPosition::Automatic, "there is no second monitor");
        let centred = WindowPosition::Centered(MonitorSelection::Index(1));
        let two = |world: &mut World| {
            world.spawn(monitor());
            world.spawn(monitor());
        };
        assert_eq!(place(&two), centred);
        let moved = WindowPosition::At(IVec2::splat(7));
        place(&|world| world.get_mut::<Window>(window).unwrap().position = moved);
        assert_eq!(place(&|world| world.resource_mut::<ScreenOptions>().vsync = false), moved);
    }
}
