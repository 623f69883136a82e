//! Shows a frame that was drawn on the CPU in the primary window of a Bevy app, without Bevy's renderer.
//!
//! [`PresentPlugin`] asks the app for a [`Frame`] once per update and shows it. It uses OpenGL, which scales the frame
//! on the GPU. Where OpenGL is missing or runs on the CPU, it uses shared memory ([`softbuffer`]). `attempts.rs` defines
//! the order of the attempts; `opengl.rs` and `software.rs` contain the checks that each attempt has to pass.

// Modules in layers: each uses only those above it.
mod backend;

mod placement;

mod frame;

mod target;

#[cfg(not(target_family = "wasm"))]
mod attempts;

#[cfg(not(target_family = "wasm"))]
mod pacing;

#[cfg(not(target_family = "wasm"))]
mod shader;

#[cfg(not(target_family = "wasm"))]
mod opengl;

#[cfg(not(target_family = "wasm"))]
mod software;

#[cfg(all(unix, not(target_os = "macos")))]
mod wayland;

#[cfg(not(target_family = "wasm"))]
mod presenter;

#[cfg(target_family = "wasm")]
mod canvas;

mod plugin;

pub use backend::Backend;
pub use frame::Frame;
pub use placement::{Placement, Scaling};
pub use plugin::{PresentPlugin, PresentStatus, PresentSystems};
