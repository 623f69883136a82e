//! Pictures as PNG: read from bytes, and written from a frame.

use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};
use raycast::{Frame, MAX_TEXTURE_SIDE, Texture};
use std::io::{self, Cursor};

/// What makes eight bits each of every kind of samples, and colours of a palette.
pub(super) const TO_COLOURS: Transformations = Transformations::EXPAND.union(Transformations::STRIP_16);

/// A PNG picture of at most 4096 by 4096 pixels, of any colour type, from the bytes of its file.
///
/// # Errors
/// One sentence on what is wrong with it.
pub fn decode_png(bytes: &[u8]) -> Result<Texture, String> {
    let (decoder, [width, height]) = begun(bytes)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let mut samples = vec![0; width * height * 4];
    let (colour, _) = reader.output_color_type();
    if reader.output_buffer_size().is_none_or(|size| size > samples.len()) {
        return Err("a kind of PNG picture that is not supported".to_owned());
    }
    let size = reader.next_frame(&mut samples).map_err(broken)?.buffer_size();
    samples.truncate(size);
    Texture::new(width, height, &rgba(samples, colour)).map_err(|error| error.to_string())
}

/// The width and the height of such a picture, of which nothing but the beginning is read.
///
/// # Errors
/// One sentence on what is wrong with it.
pub(crate) fn png_size(bytes: &[u8]) -> Result<[usize; 2], String> {
    Ok(begun(bytes)?.1)
}

/// A picture of which the beginning has been read, with its width and its height.
fn begun(bytes: &[u8]) -> Result<(Decoder<Cursor<&[u8]>>, [usize; 2]), String> {
    let limits = Limits { bytes: MAX_TEXTURE_SIDE * MAX_TEXTURE_SIDE * 8 };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(TO_COLOURS);
    let info = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (info.width as usize, info.height as usize);
    if width > MAX_TEXTURE_SIDE || height > MAX_TEXTURE_SIDE {
        return Err(format!("{width} by {height} pixels; a picture has at most {MAX_TEXTURE_SIDE} a side"));
    }
    Ok((decoder, [width, height]))
}

/// What is wrong with a file that is no picture.
pub(super) fn broken(error: png::DecodingError) -> String {
    format!("no PNG picture that can be read: {error}")
}

/// Samples of eight bits in any colour type as red, green, blue, alpha.
pub(super) fn rgba(samples: Vec<u8>, colour: ColorType) -> Vec<u8> {
    match colour {
        ColorType::Grayscale => samples.iter().flat_map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorType::GrayscaleAlpha => {
            samples.as_chunks().0.iter().flat_map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect()
        }
        ColorType::Rgb => samples.as_chunks().0.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect(),
        // A palette has been expanded by the decoder.
        ColorType::Rgba | ColorType::Indexed => samples,
    }
}

/// The frame as the bytes of a PNG file.
///
/// # Errors
/// If the encoder fails.
pub fn encode_png(frame: &Frame) -> io::Result<Vec<u8>> {
    let rgb: Vec<u8> = frame.pixels().iter().flat_map(|&pixel| pixel.to_le_bytes().into_iter().take(3)).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, frame.width() as u32, frame.height() as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(file)
}

/// A picture brought to another size; none if it is none that a texture can have.
pub(crate) fn scaled(picture: &Texture, width: usize, height: usize) -> Option<Texture> {
    let column = |x: usize| (2 * x + 1) * picture.width() / (2 * width);
    let row = |y: usize| (2 * y + 1) * picture.height() / (2 * height);
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let bytes = texels.flat_map(|(x, y)| picture.texels()[row(y) * picture.width() + column(x)].to_le_bytes());
    Texture::new(width, height, &bytes.collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of these samples.
    fn png(width: u32, colour: ColorType, depth: BitDepth, samples: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, 1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        if colour == ColorType::Indexed {
            encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
            encoder.set_trns(vec![0]);
        }
        encoder.write_header().unwrap().write_image_data(samples).unwrap();
        file
    }

    #[test]
    fn every_colour_type_is_read() {
        use BitDepth::*;
        use ColorType::*;
        let read = |file: Vec<u8>| decode_png(&file).unwrap().texels().to_vec();
        assert_eq!(read(png(1, Grayscale, Eight, &[7])), [0xff07_0707]);
        assert_eq!(read(png(2, Grayscale, One, &[0b0100_0000])), [0xff00_0000, 0xffff_ffff]);
        assert_eq!(read(png(1, GrayscaleAlpha, Eight, &[7, 9])), [0x0907_0707]);
        assert_eq!(read(png(1, Rgb, Eight, &[1, 2, 3])), [0xff03_0201]);
        assert_eq!(read(png(1, Rgb, Sixteen, &[1, 0, 2, 0, 3, 0])), [0xff03_0201]);
        assert_eq!(read(png(1, Rgba, Eight, &[1, 2, 3, 4])), [0x0403_0201]);
        assert_eq!(read(png(2, Indexed, Eight, &[1, 0])), [0xff06_0504, 0x0003_0201]);
    }

    #[test]
    fn a_frame_survives_the_way_through_a_file() {
        let mut frame = Frame::new(3, 2);
        frame.pixels_mut()[4] = 0xff12_3456;
        let read = decode_png(&encode_png(&frame).unwrap()).unwrap();
        assert_eq!((read.width(), read.height(), read.texels()), (3, 2, frame.pixels()));
    }

    #[test]
    fn damaged_and_oversized_files_are_refused_with_a_sentence() {
        let good = encode_png(&Frame::new(5, 5)).unwrap();
        for end in 0..good.len() - 12 {
            assert!(decode_png(&good[..end]).is_err(), "cut off after {end} bytes");
        }
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x55;
            let _ = decode_png(&bad); // read or refused, but never a panic
        }
        let large = encode_png(&Frame::new(4097, 1)).unwrap();
        assert_eq!(decode_png(&large).unwrap_err(), "4097 by 1 pixels; a picture has at most 4096 a side");
    }
}
