//! The walk: rays over the grid, and the slices that they leave behind: which rows of each column show what.
//!
//! Everything that is worked out by column before the first pixel belongs here. No pixel is written in this folder.

pub(crate) mod column_batch;
pub(crate) mod face;
pub(crate) mod projected_face;
pub(crate) mod slice;
pub(crate) mod spans;
pub(crate) mod strip;
pub(crate) mod view;
pub(crate) mod walk;
