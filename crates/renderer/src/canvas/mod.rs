//! The canvas: how anything is drawn on a frame: shapes, text and pictures, and what looks like chance and is not.
//!
//! Plain functions on pixels live here. Nothing here knows the game, its art or Bevy's world.

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
