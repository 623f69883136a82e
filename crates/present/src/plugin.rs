//! Bevy plugin that shows the app's frame in the primary window once per update.

#[cfg(target_family = "wasm")]
use crate::canvas::Presenter;
#[cfg(not(target_family = "wasm"))]
use crate::presenter::Presenter;
use crate::{
    backend::Backend,
    frame::Frame,
    target::{Shown, Target},
};
use bevy_app::{App, Last, Plugin};
use bevy_ecs::prelude::*;
use bevy_window::{Monitor, OnMonitor, PresentMode, PrimaryWindow, RawHandleWrapper, Window};

/// Shows a frame of the app in its primary window once per update.
///
/// It needs the plugins of `bevy_window` and `bevy_winit`. The window's [`present_mode`](Window::present_mode)
/// determines whether frames wait for the screen: with [`AutoVsync`](PresentMode::AutoVsync) and the two `Fifo` modes
/// they do.
#[derive(Clone, Copy, Debug)]
pub struct PresentPlugin {
    /// Returns the frame to show, or `None` if there is none yet.
    pub frame: for<'w> fn(&'w World) -> Option<Frame<'w>>,
    /// Initial value of the [`Backend`] resource.
    pub backend: Backend,
}

/// Systems of [`PresentPlugin`], in the schedule `Last`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PresentSystems;

/// Status of the presentation.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PresentStatus {
    /// Number of frames that were shown.
    pub frames: u64,
    /// Name of the backend in use, such as `softbuffer` or an OpenGL renderer with its version.
    pub backend: Option<String>,
    /// Error message if no backend works. It stays until a frame is shown.
    pub error: Option<String>,
}

/// Not `Send`: windows and OpenGL contexts belong to the thread of the event loop.
struct Local {
    presenter: Presenter,
    frame: for<'w> fn(&'w World) -> Option<Frame<'w>>,
}

impl Plugin for PresentPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PresentStatus>().insert_resource(self.backend);
        app.insert_non_send(Local { presenter: Presenter::default(), frame: self.frame });
        app.add_systems(Last, present.in_set(PresentSystems));
    }
}

type Windows =
    QueryState<(&'static Window, &'static RawHandleWrapper, Option<&'static OnMonitor>), With<PrimaryWindow>>;

fn present(world: &mut World, windows: &mut Windows) {
    let Some(mut local) = world.remove_non_send::<Local>() else { return };
    let shown = show(world, windows, &mut local);
    let mut status = world.resource_mut::<PresentStatus>();
    match shown {
        Ok(None | Some(Shown::NotYet)) => {}
        Ok(Some(Shown::Yes)) => {
            status.frames += 1;
            status.error = None;
        }
        Err(error) => status.error = Some(error),
    }
    // The backend may have been replaced.
    if status.backend.as_deref() != local.presenter.description() {
        status.backend = local.presenter.description().map(str::to_owned);
    }
    world.insert_non_send(local);
}

fn show(world: &World, windows: &mut Windows, local: &mut Local) -> Result<Option<Shown>, String> {
    let Ok((window, handle, monitor)) = windows.single(world) else {
        local.presenter.close();
        return Ok(None);
    };
    let size = window.physical_size();
    // A minimised window may have no size.
    if size.min_element() == 0 {
        return Ok(None);
    }
    let Some(frame) = (local.frame)(world) else { return Ok(None) };
    let monitor = monitor.and_then(|monitor| world.get::<Monitor>(monitor.0));
    let target = Target {
        window: handle,
        size,
        vsync: matches!(window.present_mode, PresentMode::AutoVsync | PresentMode::Fifo | PresentMode::FifoRelaxed),
        millihertz: monitor.and_then(|monitor| monitor.refresh_rate_millihertz),
    };
    local.presenter.show(world.get_resource().copied().unwrap_or_default(), &target, &frame).map(Some)
}
