//! The software raycaster: a [`Scene`] goes in, a finished [`Frame`] comes out.
//!
//! One tile is 1; x runs to the right and y down the map, with (0, 0) in its top left corner; angle 0 looks along +x
//! and grows towards +y, in radians. North is up the map. Walls are 1 high.
//!
//! A picture takes two steps, each shared by as many threads as there are. First rays are followed over the grid
//! ([`walk`]), through what stands in cells without filling them ([`model`]), and leave behind which rows of each column
//! show what ([`mod@slice`], [`strip`]). Then the frame is drawn band by band ([`picture`]): floors and ceilings in spans
//! along the rows ([`planes`]), walls row by row over neighbouring columns ([`walls`]), the [`sky`] where there is
//! none, the [`sprites`] from near to far, and over them, from far to near, whatever can be seen through ([`gaps`],
//! [`panes`]). Inner loops are written once over
//! [`lanes`], several pixels together, and compiled for each kind of register ([`kernel`]); [`shade`] is the arithmetic
//! that they share.
//!
//! No function that is public is generic, so all of it is compiled in this crate, with this crate's optimisation.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod air;
#[cfg(test)]
mod anything;
mod bearings;
mod borders;
mod buckets;
mod draft;
mod face;
mod figures;
mod frame;
mod gaps;
mod kernel;
mod lamp;
mod lanes;
mod levels;
mod light;
mod model;
mod outline;
mod panes;
mod picture;
mod planes;
mod processor;
mod raycaster;
mod scene;
mod shade;
mod sky;
mod slice;
mod spans;
mod sprites;
mod stand;
mod strip;
#[cfg(test)]
mod testing;
mod texture;
mod textures;
mod tile_texels;
mod trial;
mod view;
mod walk;
mod walls;
mod worker_pool;
mod yardstick;

pub use air::Air;
pub use frame::{Frame, MAX_SIDE};
pub use kernel::Kernel;
pub use light::Light;
pub use processor::processor;
pub use raycaster::{Met, Raycaster, Shown};
pub use scene::{Camera, Cell, CellKind, Edge, Map, MapError, Model, Round, Scene, Sprite};
pub use texture::{MAX_TEXTURE_SIDE, Texture, TextureError};
pub use textures::{Cut, CutTexels, TextureId, Textures, TexturesMark};
pub use trial::Trial;
pub use worker_pool::MAX_THREADS;
pub use yardstick::{FillForm, TexelFill};
