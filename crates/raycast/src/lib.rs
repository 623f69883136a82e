//! The software raycaster: a [`Scene`] goes in, a finished [`Frame`] comes out.
//!
//! One tile is 1; x runs to the right and y down the map, with (0, 0) in its top left corner; angle 0 looks along +x
//! and grows towards +y, in radians. North is up the map. Walls are 1 high.
//!
//! A picture takes two steps, each shared by as many threads as there are. First rays are followed over the grid
//! ([`walk::walk`]), through what stands in cells without filling them ([`scene::model`]), and leave behind which rows of
//! each column show what ([`walk::slice`], [`walk::strip`]). Then the frame is drawn band by band ([`draw::band`]): floors
//! and ceilings in spans along the rows ([`draw::planes`]), walls row by row over neighbouring columns ([`draw::walls`]),
//! the [sky](draw::sky) where there is none, the [sprites](draw::sprites) from near to far, and over them, from far to
//! near, whatever can be seen through ([`draw::coverage_mask`], [`draw::panes`]). Inner loops are written once over [`lanes`],
//! several pixels together, and compiled for each kind of register ([`lanes::kernel`]); [`lanes::shade`] is the arithmetic
//! that they share.
//!
//! No function that is public is generic, so all of it is compiled in this crate, with this crate's optimisation.
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
