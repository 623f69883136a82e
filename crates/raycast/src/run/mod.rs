//! The raycaster that callers use, and the measurements of how fast its kernels are.
//!
//! This folder combines the other folders. It does not compute any pixel of a scene itself.

pub(crate) mod baseline;
pub(crate) mod kernel_autotune;
pub(crate) mod raycaster;
