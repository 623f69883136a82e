//! The walk: casts rays through the grid and records, as slices, which rows of each column show which surface.
//!
//! This folder holds everything that is computed per column before the first pixel is drawn. It does not write pixels.

pub(crate) mod column_batch;
pub(crate) mod face;
pub(crate) mod projected_face;
pub(crate) mod slice;
pub(crate) mod spans;
pub(crate) mod strip;
pub(crate) mod view;
pub(crate) mod walk;
