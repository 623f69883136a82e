//! General tools: the canvas and its colours, shapes and sculptures, noise, files. They do not know what they are used
//! for. Tools for sounds are in the crate `music`.

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
