//! Drawing: the pixels of a band, from floors and walls to sprites and panes.
//!
//! This folder holds the loops over pixels and the data that they need in advance. It casts no rays, and chooses no
//! threads or kernels.

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
