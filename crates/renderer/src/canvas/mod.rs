//! The canvas: draws shapes, text and images on a frame, and provides hashes that look random.
//!
//! This folder holds plain functions on pixels. Nothing in it knows the game, its art or Bevy's world.

pub(crate) mod area;
pub(crate) mod canvas;
pub(crate) mod frame_size;
pub(crate) mod hash;
pub(crate) mod pen;
pub(crate) mod picture;
pub(crate) mod pixels;
pub(crate) mod shape;
pub(crate) mod short_text;
pub(crate) mod text;
pub(crate) mod wrap;
pub(crate) mod written;
