//! Native implementation of the port `Shell`: carries out the game's requests to its window and gamepads.

use bevy::{
    input::gamepad::{GamepadRumbleIntensity, GamepadRumbleRequest},
    prelude::*,
};
use bevy_gilrs::RumbleSystems;
use bevy_window::{CursorGrabMode, CursorOptions, PrimaryWindow, RawHandleWrapper, Window};
use ports::{PointerCapture, Rumble, ShellRequest};
use raw_window_handle::RawWindowHandle;
use std::path::Path;

/// System set in `PostUpdate` that carries out requests. Systems that write requests run before it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CarryOut;

/// True if each mouse motion is reported twice in a row.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MotionsComeTwice(pub(crate) bool);

/// Shows a folder to the player. Tests replace it.
#[derive(Resource, Clone, Copy)]
pub(crate) struct FolderOpener(pub(crate) fn(&Path));

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<ShellRequest>().add_message::<GamepadRumbleRequest>().init_resource::<MotionsComeTwice>();
    app.insert_resource(FolderOpener(open));
    app.add_systems(First, note_twins);
    app.add_systems(PostUpdate, carry_out.in_set(CarryOut).before(RumbleSystems));
}

fn carry_out(
    mut requests: MessageReader<ShellRequest>,
    window: Option<Single<(&mut Window, &mut CursorOptions), With<PrimaryWindow>>>,
    pads: Query<Entity, With<Gamepad>>,
    mut rumbles: MessageWriter<GamepadRumbleRequest>,
    opener: Res<FolderOpener>,
) {
    let mut window = window.map(Single::into_inner);
    for request in requests.read() {
        match (request, &mut window) {
            (ShellRequest::Rumble(Rumble { strong, weak, duration }), _) => {
                let intensity = GamepadRumbleIntensity { strong_motor: *strong, weak_motor: *weak };
                let duration = *duration;
                rumbles.write_batch(pads.iter().map(|gamepad| GamepadRumbleRequest::Add {
                    duration,
                    intensity,
                    gamepad,
                }));
            }
            (ShellRequest::Title(title), Some((window, _))) => window.title.clone_from(title),
            // Where a pointer cannot be locked, Bevy confines it to the window. Raw mouse motion is still unbounded
            // then.
            (ShellRequest::Pointer(capture), Some((_, pointer))) => {
                (pointer.grab_mode, pointer.visible) = match capture {
                    PointerCapture::Free => (CursorGrabMode::None, true),
                    // A browser cannot confine a pointer, and Bevy would lock it instead.
                    PointerCapture::Confined if cfg!(target_family = "wasm") => (CursorGrabMode::None, true),
                    PointerCapture::Confined => (CursorGrabMode::Confined, true),
                    PointerCapture::Locked => (CursorGrabMode::Locked, false),
                };
            }
            (ShellRequest::Open(folder), _) => opener.0(folder),
            (_, None) => {}
        }
    }
}

/// Opens a folder in the system's file manager. The caller shows the path, because a system may not have one.
#[cfg(not(target_family = "wasm"))]
fn open(folder: &Path) {
    if let Err(error) = open::that_detached(folder) {
        warn!("{} cannot be opened: {error}", folder.display());
    }
}

/// Asks for files with mods.
#[cfg(target_family = "wasm")]
fn open(_: &Path) {
    crate::window::page::choose_mods();
}

fn note_twins(
    window: Option<Single<(&CursorOptions, &RawHandleWrapper), With<PrimaryWindow>>>,
    mut twins: ResMut<MotionsComeTwice>,
) {
    let come_twice = window.is_some_and(|window| come_twice(window.0.grab_mode, window.1.get_window_handle()));
    twins.set_if_neq(MotionsComeTwice(come_twice));
}

/// Returns true if each mouse motion is reported twice. X11 does so while winit has locked the pointer (winit issues
/// 2846 and 3773).
fn come_twice(grab: CursorGrabMode, window: RawWindowHandle) -> bool {
    grab != CursorGrabMode::None && matches!(window, RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raw_window_handle::{WaylandWindowHandle, XlibWindowHandle};
    use std::{path::PathBuf, ptr::NonNull, sync::Mutex, time::Duration};

    #[test]
    fn motions_repeat_only_while_x11_locks_the_pointer() {
        let x11 = RawWindowHandle::Xlib(XlibWindowHandle::new(1));
        let wayland = RawWindowHandle::Wayland(WaylandWindowHandle::new(NonNull::dangling()));
        assert!(come_twice(CursorGrabMode::Locked, x11) && come_twice(CursorGrabMode::Confined, x11));
        assert!(!come_twice(CursorGrabMode::None, x11) && !come_twice(CursorGrabMode::Locked, wayland));
    }

    #[test]
    fn requests_change_the_window_and_reach_every_pad() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let window = app.world_mut().spawn((Window::default(), CursorOptions::default(), PrimaryWindow)).id();
        app.world_mut().spawn(Gamepad::default());
        app.world_mut().spawn(Gamepad::default());
        let rumble = Rumble { strong: 0.5, weak: 0.25, duration: Duration::from_millis(90) };
        app.world_mut().write_message(ShellRequest::Pointer(PointerCapture::Locked));
        app.world_mut().write_message(ShellRequest::Title("Hullbreach: deck 1".to_owned()));
        app.world_mut().write_message(ShellRequest::Rumble(rumble));
        app.update();
        let pointer = app.world().get::<CursorOptions>(window).unwrap();
        assert_eq!((pointer.grab_mode, pointer.visible), (CursorGrabMode::Locked, false));
        assert_eq!(app.world().get::<Window>(window).unwrap().title, "Hullbreach: deck 1");
        assert_eq!(app.world_mut().resource_mut::<Messages<GamepadRumbleRequest>>().drain().count(), 2);
        app.world_mut().write_message(ShellRequest::Pointer(PointerCapture::Free));
        app.update();
        let pointer = app.world().get::<CursorOptions>(window).unwrap();
        assert_eq!((pointer.grab_mode, pointer.visible), (CursorGrabMode::None, true));
    }

    #[test]
    fn requested_folders_are_opened() {
        static OPENED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
        let mut app = App::new();
        app.add_plugins(plugin);
        app.insert_resource(FolderOpener(|folder| OPENED.lock().unwrap().push(folder.to_owned())));
        app.world_mut().write_message(ShellRequest::Open("mods".into()));
        app.update();
        app.update();
        assert_eq!(*OPENED.lock().unwrap(), [PathBuf::from("mods")]);
    }
}
