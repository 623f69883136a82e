//! Images as they are kept in memory: one byte per pixel and a palette, or colours if the file has no palette.

use crate::canvas::picture::{TO_COLOURS, broken, rgba};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;

/// The maximum number of pixels of an image.
const MAX_PIXELS: usize = 1 << 24;

/// An image whose pixels are kept as they are in its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) texels: Texels,
}

/// The pixels of an image, row by row. Colours have the layout of [`raycast::Texture::texels`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Texels {
    /// Palette indices. Those beyond the last colour are black.
    Indexed {
        indices: Vec<u8>,
        palette: Box<[u32; 256]>,
    },
    Colours(Vec<u32>),
}

impl Pixels {
    /// Reads a PNG image of any colour type, with sides of at most `max_side` pixels.
    ///
    /// # Errors
    /// If the image is damaged, too large or of an unsupported kind.
    pub(crate) fn read(bytes: &[u8], max_side: usize) -> Result<Pixels, String> {
        let limits = Limits { bytes: MAX_PIXELS * 8 };
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
        let info = decoder.read_header_info().map_err(broken)?;
        let (width, height) = (info.width as usize, info.height as usize);
        if width > max_side || height > max_side || width * height > MAX_PIXELS {
            return Err(format!(
                "an image must have at most {max_side} pixels per side and {MAX_PIXELS} in all, got {width} by {height}"
            ));
        }
        let is_indexed = (info.color_type, info.bit_depth) == (ColorType::Indexed, BitDepth::Eight);
        decoder.set_transformations(if is_indexed { Transformations::IDENTITY } else { TO_COLOURS });
        let mut reader = decoder.read_info().map_err(broken)?;
        let mut samples = vec![0; width * height * if is_indexed { 1 } else { 4 }];
        let (colour, _) = reader.output_color_type();
        if reader.output_buffer_size().is_none_or(|size| size > samples.len()) {
            return Err("an unsupported kind of PNG image".to_owned());
        }
        let size = reader.next_frame(&mut samples).map_err(broken)?.buffer_size();
        samples.truncate(size);
        let texels = if is_indexed {
            let info = reader.info();
            let palette =
                palette(info.palette.as_deref().unwrap_or_default(), info.trns.as_deref().unwrap_or_default());
            Texels::Indexed { indices: samples, palette }
        } else {
            let bytes = rgba(samples, colour);
            Texels::Colours(bytes.as_chunks().0.iter().map(|&texel| u32::from_le_bytes(texel)).collect())
        };
        let pixels = Pixels { width, height, texels };
        if pixels.len() == width * height { Ok(pixels) } else { Err("the image is incomplete".to_owned()) }
    }

    fn len(&self) -> usize {
        match &self.texels {
            Texels::Indexed { indices, .. } => indices.len(),
            Texels::Colours(colours) => colours.len(),
        }
    }
}

/// Returns the colours of a palette: three bytes each, and the alpha values of the first ones.
fn palette(colours: &[u8], alphas: &[u8]) -> Box<[u32; 256]> {
    let mut palette = Box::new([u32::from_le_bytes([0, 0, 0, 255]); 256]);
    let alphas = alphas.iter().copied().chain(std::iter::repeat(255));
    for (to, (&[red, green, blue], alpha)) in palette.iter_mut().zip(colours.as_chunks().0.iter().zip(alphas)) {
        *to = u32::from_le_bytes([red, green, blue, alpha]);
    }
    palette
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::picture::{decode_png, encode_png};
    use png::Encoder;
    use raycast::Frame;

    /// Returns an image of two by two indices with a palette of three colours, the first of which is full-bright.
    fn indexed(indices: [u8; 4], depth: BitDepth) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 2, 2);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6, 7, 8, 9]);
        encoder.set_trns(vec![254, 0]);
        let samples = match depth {
            BitDepth::Eight => indices.to_vec(),
            _ => indices.as_chunks::<2>().0.iter().map(|[one, two]| one << 4 | two).collect(),
        };
        encoder.write_header().unwrap().write_image_data(&samples).unwrap();
        file
    }

    #[test]
    fn palettes_with_alpha_are_kept_exactly() {
        let pixels = Pixels::read(&indexed([0, 1, 2, 1], BitDepth::Eight), 2).unwrap();
        let Texels::Indexed { indices, palette } = pixels.texels else { panic!("the image has no palette") };
        assert_eq!(indices, [0, 1, 2, 1]);
        assert_eq!(palette[..4], [0xfe03_0201, 0x0006_0504, 0xff09_0807, 0xff00_0000]);
    }

    #[test]
    fn images_without_a_byte_palette_are_kept_as_colours() {
        let small = indexed([0, 1, 2, 1], BitDepth::Four);
        let wanted = Texels::Colours(decode_png(&small).unwrap().texels().to_vec());
        assert_eq!(Pixels::read(&small, 2).unwrap().texels, wanted);
        let plain = encode_png(&Frame::new(3, 1)).unwrap();
        assert_eq!(Pixels::read(&plain, 3).unwrap().texels, Texels::Colours(vec![0xff00_0000; 3]));
    }

    #[test]
    fn oversized_and_damaged_images_are_rejected() {
        let large = encode_png(&Frame::new(5000, 3400)).unwrap();
        assert!(Pixels::read(&large, 8192).unwrap_err().ends_with("in all, got 5000 by 3400"));
        assert!(Pixels::read(&encode_png(&Frame::new(9, 1)).unwrap(), 8).unwrap_err().contains("at most 8 pixels"));
        let good = indexed([0, 1, 2, 1], BitDepth::Eight);
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x55;
            let _ = Pixels::read(&bad, 8192); // read or rejected, but never a panic
            assert!(place > good.len() - 13 || Pixels::read(&good[..place], 8192).is_err(), "cut off after {place}");
        }
    }
}
