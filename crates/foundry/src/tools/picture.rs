//! Canvases as PNG files.

use png::{BitDepth, ColorType, Compression, EncodingError};

use super::canvas::Canvas;
use super::store::Made;

/// A picture's name and how it is drawn.
pub(crate) type Drawing = (&'static str, fn() -> Canvas);

/// The files of some drawings in a folder.
pub(crate) fn drawn<'a>(
    folder: &str,
    drawings: impl IntoIterator<Item = &'a Drawing>,
) -> Result<Vec<Made>, EncodingError> {
    let file = |(name, draw): &Drawing| Ok(Made { path: format!("{folder}/{name}.png"), bytes: png(&draw())? });
    drawings.into_iter().map(file).collect()
}

/// The bytes of a PNG file showing the canvas, with eight bits each of red, green, blue and alpha.
pub(crate) fn png(canvas: &Canvas) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width() as u32, canvas.height() as u32);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.write_header()?.write_image_data(&canvas.pixels())?;
    Ok(bytes)
}
