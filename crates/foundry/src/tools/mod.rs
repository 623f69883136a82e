//! What every work is made with: the canvas and its colours, shapes and sculptures, chance, sound, files.
//!
//! Here lives what does not know what it is used for. A picture or a sound of the game does not.

pub(crate) mod canvas;
#[cfg(feature = "workshop")]
pub(crate) mod framed;
pub(crate) mod hash_noise;
#[cfg(feature = "workshop")]
pub(crate) mod job;
pub(crate) mod lab;
pub(crate) mod loudness;
pub(crate) mod palette;
#[cfg(feature = "workshop")]
pub(crate) mod picture;
#[cfg(feature = "workshop")]
pub(crate) mod recording;
pub(crate) mod sculpt;
pub(crate) mod shapes;
#[cfg(feature = "workshop")]
pub(crate) mod sheet;
pub(crate) mod store;
pub(crate) mod synth;
pub(crate) mod throat;
pub(crate) mod wear;
