//! Frame pacing on Wayland.
//!
//! A compositor requests frames from visible windows only. A buffer swap would therefore block for as long as a window
//! is hidden, and the window could not even be closed. Here the wait is limited.
#![expect(unsafe_code, reason = "the connection and the surface are those of the event loop, which come as pointers")]

use bevy_window::RawHandleWrapper;
use raw_window_handle::{RawDisplayHandle, RawWindowHandle};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::time::{Duration, Instant};
use wayland_backend::client::{Backend, ObjectId};
use wayland_client::{
    Connection, Dispatch, EventQueue, Proxy, QueueHandle,
    protocol::wl_callback::{self, WlCallback},
    protocol::wl_surface::WlSurface,
};

/// Requests frame callbacks of the compositor. Fields are dropped in this order: the window goes last.
pub(crate) struct FrameCallback {
    wanted: Wanted,
    surface: WlSurface,
    queue: EventQueue<Wanted>,
    connection: Connection,
    _window: RawHandleWrapper,
}

/// True if the next frame is wanted.
struct Wanted(bool);

impl Dispatch<WlCallback, ()> for Wanted {
    fn event(
        wanted: &mut Self,
        _: &WlCallback,
        event: wl_callback::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if matches!(event, wl_callback::Event::Done { .. }) {
            wanted.0 = true;
        }
    }
}

impl FrameCallback {
    /// Returns the callback of a window, if the window is on Wayland.
    pub(crate) fn of(window: &RawHandleWrapper) -> Option<FrameCallback> {
        let RawDisplayHandle::Wayland(display) = window.get_display_handle() else { return None };
        let RawWindowHandle::Wayland(handle) = window.get_window_handle() else { return None };
        // SAFETY: both pointers belong to a window that `_window` keeps alive.
        let (backend, id) = unsafe {
            let backend = Backend::from_foreign_display(display.display.as_ptr().cast());
            (backend, ObjectId::from_ptr(WlSurface::interface(), handle.surface.as_ptr().cast()).ok()?)
        };
        let connection = Connection::from_backend(backend);
        let surface = WlSurface::from_id(&connection, id).ok()?;
        let queue = connection.new_event_queue();
        Some(FrameCallback { wanted: Wanted(true), surface, queue, connection, _window: window.clone() })
    }

    /// Requests a callback for the frame that is shown next.
    pub(crate) fn request(&mut self) {
        self.wanted.0 = false;
        self.surface.frame(&self.queue.handle(), ());
    }

    /// Waits until the next frame is wanted, but at most this long. Returns whether it is wanted. A connection error
    /// counts as wanted, because showing the frame then reports the error.
    pub(crate) fn wait(&mut self, at_most: Duration) -> bool {
        let end = Instant::now() + at_most;
        loop {
            if self.queue.dispatch_pending(&mut self.wanted).is_err() || self.wanted.0 {
                return true;
            }
            if self.connection.flush().is_err() {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            let Some(guard) = self.connection.prepare_read() else { continue };
            let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            let ready = poll(&mut [PollFd::new(&guard.connection_fd(), PollFlags::IN)], Some(&timeout));
            match ready {
                Ok(0) => return false,
                Ok(_) => drop(guard.read()),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return true,
            }
        }
    }
}
