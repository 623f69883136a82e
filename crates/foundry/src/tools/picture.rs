//! Canvases as PNG files.

use crate::{
    tools::canvas::Canvas,
    tools::framed::{Framed, Holds},
    tools::job::{Job, Product},
    tools::palette::OPAQUE,
    tools::store::Made,
};
use png::{BitDepth, ColorType, Compression, EncodingError, Filter};
use std::collections::BTreeSet;

/// Maximum number of colours of a palette.
const MAX_COLOURS: usize = 256;

/// An image's name and the function that draws it.
pub(crate) type Drawing = (&'static str, fn() -> Canvas);

/// Returns the jobs that draw some images into a folder.
pub(crate) fn drawn(folder: &'static str, drawings: impl IntoIterator<Item = &'static Drawing>) -> Vec<Job> {
    drawings.into_iter().map(|(name, draw)| picture(format!("{folder}/{name}.png"), draw)).collect()
}

/// Returns the job that draws one image into a file.
pub(crate) fn picture(path: String, draw: impl Fn() -> Canvas + Send + Sync + 'static) -> Job {
    Box::new(move || Ok(vec![Made { path: path.clone(), bytes: png(&draw())? }.into()]))
}

/// Returns the jobs that draw some images for a sheet.
pub(crate) fn framed(
    holds: Holds,
    sheet: &'static str,
    drawings: impl IntoIterator<Item = &'static Drawing>,
) -> Vec<Job> {
    drawings.into_iter().map(|(name, draw)| frame(holds, sheet, (*name).to_owned(), draw)).collect()
}

/// Returns the job that draws one image for a sheet.
pub(crate) fn frame(
    holds: Holds,
    sheet: &'static str,
    name: String,
    draw: impl Fn() -> Canvas + Send + Sync + 'static,
) -> Job {
    frames(holds, sheet, move || [(name.clone(), draw())])
}

/// Returns the job that draws several images for a sheet, each with its name.
pub(crate) fn frames<Some: IntoIterator<Item = (String, Canvas)>>(
    holds: Holds,
    sheet: &'static str,
    draw: impl Fn() -> Some + Send + Sync + 'static,
) -> Job {
    Box::new(move || {
        let picture = |(name, canvas)| Product::Picture(Framed::of(holds, sheet, name, &canvas));
        Ok(draw().into_iter().map(picture).collect())
    })
}

/// Returns the bytes of a PNG file with the canvas.
pub(crate) fn png(canvas: &Canvas) -> Result<Vec<u8>, EncodingError> {
    let pixels = canvas.pixels();
    encoded(canvas.width() as usize, pixels.as_chunks().0)
}

/// Returns the bytes of a PNG file with rows of a given width, each pixel with red, green, blue and alpha. If the
/// colours fit into a palette, the file has one, which takes less than half of the space; otherwise it has eight bits
/// per channel.
pub(crate) fn encoded(width: usize, pixels: &[[u8; 4]]) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, (pixels.len() / width.max(1)) as u32);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    // Transparent colours come first, because alphas are written only up to the last of them.
    let colours: BTreeSet<[u8; 4]> =
        pixels.iter().map(|&[red, green, blue, alpha]| [alpha, red, green, blue]).collect();
    let colours: Vec<[u8; 4]> = colours.into_iter().collect();
    let samples: Vec<u8> = if colours.len() <= MAX_COLOURS {
        let clear = colours.iter().map(|colour| colour[0]).take_while(|alpha| *alpha < OPAQUE);
        encoder.set_color(ColorType::Indexed);
        let clear: Vec<u8> = clear.collect();
        // Some readers reject an empty chunk of alphas.
        if !clear.is_empty() {
            encoder.set_trns(clear);
        }
        encoder.set_palette(colours.iter().flat_map(|colour| &colour[1..]).copied().collect::<Vec<_>>());
        encoder.set_filter(Filter::NoFilter);
        let number = |&[red, green, blue, alpha]: &[u8; 4]| {
            colours.partition_point(|colour| *colour < [alpha, red, green, blue]) as u8
        };
        pixels.iter().map(number).collect()
    } else {
        encoder.set_color(ColorType::Rgba);
        pixels.as_flattened().to_vec()
    };
    encoder.write_header()?.write_image_data(&samples)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::{Ink, RUST};

    /// Returns the PNG type of a canvas, and its pixels after reading them back.
    fn read_again(canvas: &Canvas) -> (ColorType, Vec<u8>) {
        let bytes = png(canvas).unwrap();
        let kind = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap().info().color_type;
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (kind, pixels)
    }

    #[test]
    fn image_survives_a_round_trip_through_png() {
        let mut canvas = Canvas::new(64, 64);
        canvas.rect(3, 5, 20, 9, RUST.at(0.5));
        canvas.rect(9, 9, 20, 9, RUST.at(0.7).shining());
        canvas.rect(30, 30, 9, 9, RUST.at(0.7).veil(0.3));
        assert_eq!(read_again(&canvas), (ColorType::Indexed, canvas.pixels()));
        for y in 0..64 {
            for x in 0..64 {
                canvas.dot(x, y, Ink { alpha: (x * 4) as u8, ..RUST.at(y as f32 / 64.0) });
            }
        }
        assert_eq!(read_again(&canvas), (ColorType::Rgba, canvas.pixels()));
    }
}
