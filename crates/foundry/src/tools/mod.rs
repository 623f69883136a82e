//! What every work is made with: the canvas and its colours, shapes and sculptures, noise, files.
//!
//! Here lives what does not know what it is used for. A picture or a sound of the game does not. What sounds are
//! made with is in the crate `music`.

pub(crate) mod canvas;
pub(crate) mod framed;
pub(crate) mod hash_noise;
pub(crate) mod job;
pub(crate) mod lab;
pub(crate) mod palette;
pub(crate) mod picture;
pub(crate) mod recording;
pub(crate) mod sculpt;
pub(crate) mod shapes;
pub(crate) mod sheet;
pub(crate) mod store;
pub(crate) mod wear;
