//! Drawing: the pixels of a band, from floors and walls to sprites and panes.
//!
//! Loops over pixels, and what they need to know in advance, belong here. No ray is followed in this folder, and no thread or kernel is
//! chosen.

pub(crate) mod band;
pub(crate) mod buckets;
pub(crate) mod coverage_mask;
pub(crate) mod lamp;
pub(crate) mod panes;
pub(crate) mod picture;
pub(crate) mod planes;
pub(crate) mod sky;
pub(crate) mod sky_columns;
pub(crate) mod sprites;
pub(crate) mod tile_crossings;
pub(crate) mod tile_texels;
pub(crate) mod visible_sprites;
pub(crate) mod walls;
