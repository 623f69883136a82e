//! Canvases as PNG files.

use png::{BitDepth, ColorType, Compression, EncodingError};

use super::canvas::Canvas;
use super::job::Job;
use super::store::Made;

/// A picture's name and how it is drawn.
pub(crate) type Drawing = (&'static str, fn() -> Canvas);

/// The jobs of drawing some pictures into a folder.
pub(crate) fn drawn(folder: &'static str, drawings: impl IntoIterator<Item = &'static Drawing>) -> Vec<Job> {
    drawings.into_iter().map(|(name, draw)| picture(format!("{folder}/{name}.png"), draw)).collect()
}

/// The job of drawing one picture into a file.
pub(crate) fn picture(path: String, draw: impl Fn() -> Canvas + Send + Sync + 'static) -> Job {
    Box::new(move || Ok(vec![Made { path: path.clone(), bytes: png(&draw())? }]))
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
