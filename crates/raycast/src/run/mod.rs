//! Running: the raycaster that callers use, and the measurements of how fast its kernels are.
//!
//! What puts the other folders together belongs here. Nothing in this folder computes a pixel of a scene itself.

pub(crate) mod baseline;
pub(crate) mod kernel_autotune;
pub(crate) mod raycaster;
