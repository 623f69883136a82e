//! The scene: everything that a caller hands in (map, models, sprites, textures, light, air), and the frame that comes out.
//!
//! Data and the geometry of single things belong here. Nothing in this folder knows the eye, a column or the order of drawing.

pub(crate) mod fog;
pub(crate) mod frame;
pub(crate) mod light;
pub(crate) mod mipmaps;
pub(crate) mod model;
pub(crate) mod outline;
pub(crate) mod scene;
pub(crate) mod texture;
pub(crate) mod textures;
