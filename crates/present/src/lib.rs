//! Shows a frame that was drawn on the CPU in the primary window of a Bevy app, without Bevy's renderer.
//!
//! [`PresentPlugin`] asks the app for a [`Frame`] once per update and puts it on the screen: through OpenGL, which scales it on the GPU, or
//! through shared memory ([`softbuffer`]) where OpenGL is missing or is itself drawn on the CPU. The order of the attempts is in
//! `backend.rs`, the checks that each attempt has to pass are in `opengl.rs` and `software.rs`.

// The modules, each of which uses only those before it.
mod backend;

mod pacing;

mod placement;

mod frame;

mod shader;

mod opengl;

mod software;

#[cfg(all(unix, not(target_os = "macos")))]
mod wayland;

mod presenter;

mod plugin;

pub use backend::Backend;
pub use frame::Frame;
pub use placement::{Placement, Scaling};
pub use plugin::{PresentPlugin, PresentStatus, PresentSystems};
