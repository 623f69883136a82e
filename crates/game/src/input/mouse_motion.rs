//! How far the mouse has moved since the last picture, each motion counted once.

use bevy::input::InputSystems;
use bevy::input::mouse::MouseMotion;
use bevy::prelude::*;
use bevy_window::{CursorGrabMode, CursorOptions, PrimaryWindow, RawHandleWrapper};
use raw_window_handle::RawWindowHandle;

/// How far the mouse has moved since the last picture, in counts of its own; y grows downwards.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct MouseCounts {
    pub(crate) moved: Vec2,
    /// The motion that is still to come once more.
    twin: Option<Vec2>,
}

impl MouseCounts {
    /// Takes in the motions of a picture; `come_twice` if each of them arrives twice, one right after the other.
    fn follow(&mut self, motions: impl Iterator<Item = Vec2>, come_twice: bool) {
        self.moved = Vec2::ZERO;
        self.twin = self.twin.filter(|_| come_twice);
        for motion in motions {
            if self.twin == Some(motion) {
                self.twin = None;
            } else {
                self.moved += motion;
                self.twin = Some(motion).filter(|_| come_twice);
            }
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MouseCounts>();
    app.add_systems(PreUpdate, gather.after(InputSystems));
}

fn gather(
    mut motions: MessageReader<MouseMotion>,
    window: Option<Single<(&CursorOptions, &RawHandleWrapper), With<PrimaryWindow>>>,
    mut counts: ResMut<MouseCounts>,
) {
    let come_twice = window.is_some_and(|window| come_twice(window.0.grab_mode, window.1.get_window_handle()));
    counts.follow(motions.read().map(|motion| motion.delta), come_twice);
}

/// True if each motion of the mouse is told twice: X11 does so while a pointer is caught the way in which our library for
/// windows does it (winit's issues 2846 and 3773).
fn come_twice(grab: CursorGrabMode, window: RawWindowHandle) -> bool {
    grab != CursorGrabMode::None && matches!(window, RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raw_window_handle::{WaylandWindowHandle, XlibWindowHandle};
    use std::ptr::NonNull;

    /// How far the mouse has moved to the right in each picture, by the motions told in it.
    fn moved<const N: usize>(come_twice: bool, pictures: [&[i32]; N]) -> [f32; N] {
        let mut counts = MouseCounts::default();
        pictures.map(|motions| {
            counts.follow(motions.iter().map(|&x| Vec2::new(x as f32, 0.0)), come_twice);
            counts.moved.x
        })
    }

    #[test]
    fn a_motion_that_is_told_twice_counts_once() {
        assert_eq!(moved(true, [&[5, 5, 3, 3], &[], &[3, 3, 3, 3]]), [8.0, 0.0, 6.0]);
        assert_eq!(moved(true, [&[5, 5, 3], &[3, 1, 1]]), [8.0, 1.0], "also in two pictures");
        assert_eq!(moved(true, [&[9, 5, 5, 3, 3]]), [17.0], "one that came before the pointer was caught comes alone");
    }

    #[test]
    fn a_motion_that_is_told_once_counts_whatever_came_before() {
        assert_eq!(moved(false, [&[5, 5, 3, 3], &[3]]), [16.0, 3.0]);
    }

    #[test]
    fn motions_come_twice_where_x11_has_caught_the_pointer_and_nowhere_else() {
        let x11 = RawWindowHandle::Xlib(XlibWindowHandle::new(1));
        let wayland = RawWindowHandle::Wayland(WaylandWindowHandle::new(NonNull::dangling()));
        assert!(come_twice(CursorGrabMode::Locked, x11) && come_twice(CursorGrabMode::Confined, x11));
        assert!(!come_twice(CursorGrabMode::None, x11) && !come_twice(CursorGrabMode::Locked, wayland));
    }
}
