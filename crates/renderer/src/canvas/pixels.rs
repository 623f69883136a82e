//! Pictures as they are kept: a byte for each pixel and a palette, or colours if the file has no palette.

use crate::canvas::picture::{TO_COLOURS, broken, rgba};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;

/// The largest number of pixels of a picture that is kept.
const MAX_PIXELS: usize = 1 << 24;

/// A picture of which the pixels are kept as its file has them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) texels: Texels,
}

/// The pixels of a picture, row by row. Colours have the layout of [`raycast::Texture::texels`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Texels {
    /// Places in a palette. Those beyond its last colour are black.
    Indexed {
        indices: Vec<u8>,
        palette: Box<[u32; 256]>,
    },
    Colours(Vec<u32>),
}

impl Pixels {
    /// Reads a PNG picture of any colour type, with at most so many pixels a side.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub(crate) fn read(bytes: &[u8], max_side: usize) -> Result<Pixels, String> {
        let limits = Limits { bytes: MAX_PIXELS * 8 };
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
        let info = decoder.read_header_info().map_err(broken)?;
        let (width, height) = (info.width as usize, info.height as usize);
        if width > max_side || height > max_side || width * height > MAX_PIXELS {
            return Err(format!(
                "{width} by {height} pixels; a picture here has at most {max_side} a side and {MAX_PIXELS} in all"
            ));
        }
        let is_indexed = (info.color_type, info.bit_depth) == (ColorType::Indexed, BitDepth::Eight);
        decoder.set_transformations(if is_indexed { Transformations::IDENTITY } else { TO_COLOURS });
        let mut reader = decoder.read_info().map_err(broken)?;
        let mut samples = vec![0; width * height * if is_indexed { 1 } else { 4 }];
        let (colour, _) = reader.output_color_type();
        if reader.output_buffer_size().is_none_or(|size| size > samples.len()) {
            return Err("a kind of PNG picture that is not supported".to_owned());
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
        if pixels.len() == width * height { Ok(pixels) } else { Err("a picture that is not complete".to_owned()) }
    }

    fn len(&self) -> usize {
        match &self.texels {
            Texels::Indexed { indices, .. } => indices.len(),
            Texels::Colours(colours) => colours.len(),
        }
    }
}

/// The colours of a palette: three bytes each, and the alphas of the first of them.
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

    /// A picture of two by two indices in a palette of three colours, the first of which shines.
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
    fn a_palette_and_its_alphas_are_kept_exactly() {
        let pixels = Pixels::read(&indexed([0, 1, 2, 1], BitDepth::Eight), 2).unwrap();
        let Texels::Indexed { indices, palette } = pixels.texels else { panic!("it has a palette") };
        assert_eq!(indices, [0, 1, 2, 1]);
        assert_eq!(palette[..4], [0xfe03_0201, 0x0006_0504, 0xff09_0807, 0xff00_0000]);
    }

    #[test]
    fn other_kinds_of_pictures_are_kept_as_colours() {
        let small = indexed([0, 1, 2, 1], BitDepth::Four);
        let wanted = Texels::Colours(decode_png(&small).unwrap().texels().to_vec());
        assert_eq!(Pixels::read(&small, 2).unwrap().texels, wanted);
        let plain = encode_png(&Frame::new(3, 1)).unwrap();
        assert_eq!(Pixels::read(&plain, 3).unwrap().texels, Texels::Colours(vec![0xff00_0000; 3]));
    }

    #[test]
    fn a_picture_that_is_too_large_or_damaged_is_refused() {
        let large = encode_png(&Frame::new(5000, 3400)).unwrap();
        assert!(Pixels::read(&large, 8192).unwrap_err().starts_with("5000 by 3400 pixels; a picture here has at most"));
        assert!(Pixels::read(&encode_png(&Frame::new(9, 1)).unwrap(), 8).unwrap_err().contains("at most 8 a side"));
        let good = indexed([0, 1, 2, 1], BitDepth::Eight);
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x55;
            let _ = Pixels::read(&bad, 8192); // read or refused, but never a panic
            assert!(place > good.len() - 13 || Pixels::read(&good[..place], 8192).is_err(), "cut off after {place}");
        }
    }
}
