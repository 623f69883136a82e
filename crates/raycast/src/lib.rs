//! A software raycaster: takes a [`Scene`] and renders it into a [`Frame`].
//!
//! One tile has side 1; x points right and y down the map, with (0, 0) in its top left corner. Angle 0 looks along +x
//! and grows towards +y, in radians. North is up on the map. Walls are 1 high.
//!
//! A frame is rendered in two passes, each split over all worker threads. The first pass casts rays through the grid
//! ([`walk::walk`]) and through the models that stand in cells without filling them ([`scene::model`]). It records
//! which rows of each column show which surface ([`walk::slice`], [`walk::strip`]). The second pass draws the frame
//! band by band ([`draw::band`]): floors and ceilings in spans along the rows ([`draw::planes`]), walls row by row over
//! neighbouring columns ([`draw::walls`]), and the [sky](draw::sky) where there is no ceiling or wall.
//! [Sprites](draw::sprites) follow from near to far, and transparent surfaces are blended over them from far to near
//! ([`draw::coverage_mask`], [`draw::panes`]). The inner loops are written once over [`lanes`] (SIMD, several pixels at
//! a time) and compiled for each instruction set ([`lanes::kernel`]). They share the arithmetic in [`lanes::shade`].
//!
//! No public function is generic, so all code is compiled in this crate, with this crate's optimization level.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod lanes;

mod scene;

mod walk;

mod draw;

mod run;

#[cfg(test)]
mod fuzz_tests;
#[cfg(test)]
mod testing;

pub use lanes::kernel::Kernel;
pub use lanes::processor::processor;
pub use lanes::worker_pool::MAX_THREADS;
pub use run::baseline::{FillForm, TexelFill};
pub use run::kernel_autotune::Trial;
pub use run::raycaster::{Met, Raycaster, Shown};
pub use scene::fog::Fog;
pub use scene::frame::{Frame, MAX_SIDE};
pub use scene::light::Light;
pub use scene::scene::{Camera, CellKind, Map, MapCell, MapError, Model, ModelEdge, Round, Scene, Sprite};
pub use scene::texture::{MAX_TEXTURE_SIDE, Texture, TextureError};
pub use scene::textures::cut::{Cut, CutTexels};
pub use scene::textures::mark::TexturesMark;
pub use scene::textures::{TextureId, Textures};
