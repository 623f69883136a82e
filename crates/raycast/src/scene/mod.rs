//! The scene: everything that a caller provides (map, models, sprites, textures, light, fog), and the frame that is
//! returned.
//!
//! This folder holds data and the geometry of single objects. Nothing in it knows the eye, columns or the drawing
//! order.

pub(crate) mod fog;
pub(crate) mod frame;
pub(crate) mod light;
pub(crate) mod mipmaps;
pub(crate) mod model;
pub(crate) mod outline;
pub(crate) mod scene;
pub(crate) mod texture;
pub(crate) mod textures;
