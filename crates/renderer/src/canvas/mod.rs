//! The canvas: how anything is drawn on a frame: shapes, text and pictures, and what looks like chance and is not.
//!
//! Plain functions on pixels live here. Nothing here knows the game, its art or Bevy's world.

mod area;
mod canvas;
mod frame_size;
pub(crate) mod hash;
mod picture;
mod pixels;
mod shape;
mod short_text;
mod text;
mod wrap;
mod written;

pub use area::Area;
pub(crate) use canvas::unit_of;
pub use canvas::{Align, Canvas, Colour, Lettering};
pub use frame_size::frame_size;
pub use picture::{decode_png, encode_png};
pub(crate) use picture::{png_size, scaled};
pub(crate) use pixels::{Pixels, Texels};
pub(crate) use shape::circle;
pub(crate) use short_text::ShortText;
pub use text::Font;
pub use wrap::wrap;
pub use written::Written;
