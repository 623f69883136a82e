//! Drawing: the pixels of a band, from floors and walls to sprites and panes.
//!
//! Loops over pixels, and what they need to know in advance, belong here. No ray is followed in this folder, and no thread or kernel is
//! chosen.

pub(crate) mod band;
pub(crate) mod bearings;
pub(crate) mod borders;
pub(crate) mod buckets;
pub(crate) mod figures;
pub(crate) mod gaps;
pub(crate) mod lamp;
pub(crate) mod panes;
pub(crate) mod picture;
pub(crate) mod planes;
pub(crate) mod sky;
pub(crate) mod sprites;
pub(crate) mod tile_texels;
pub(crate) mod walls;
