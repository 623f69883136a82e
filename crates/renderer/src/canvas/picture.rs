//! PNG images: read from bytes, and written from a frame.

use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};
use raycast::{Frame, MAX_TEXTURE_SIDE, Texture};
use std::io::{self, Cursor};

/// The conversions that turn all kinds of samples into eight bits per channel and palettes into colours.
pub(super) const TO_COLOURS: Transformations = Transformations::EXPAND.union(Transformations::STRIP_16);

/// Decodes a PNG image of any colour type and at most 4096 by 4096 pixels.
///
/// # Errors
/// If the image is damaged, too large or of an unsupported kind.
pub fn decode_png(bytes: &[u8]) -> Result<Texture, String> {
    let (decoder, [width, height]) = begun(bytes)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let mut samples = vec![0; width * height * 4];
    let (colour, _) = reader.output_color_type();
    if reader.output_buffer_size().is_none_or(|size| size > samples.len()) {
        return Err("an unsupported kind of PNG image".to_owned());
    }
    let size = reader.next_frame(&mut samples).map_err(broken)?.buffer_size();
    samples.truncate(size);
    Texture::new(width, height, &rgba(samples, colour)).map_err(|error| error.to_string())
}

/// Returns the width and the height of such an image; reads only its header.
///
/// # Errors
/// If the header is damaged or the image too large.
pub fn png_size(bytes: &[u8]) -> Result<[usize; 2], String> {
    Ok(begun(bytes)?.1)
}

/// Reads the header of an image, and returns its decoder, width and height.
fn begun(bytes: &[u8]) -> Result<(Decoder<Cursor<&[u8]>>, [usize; 2]), String> {
    let limits = Limits { bytes: MAX_TEXTURE_SIDE * MAX_TEXTURE_SIDE * 8 };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(TO_COLOURS);
    let info = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (info.width as usize, info.height as usize);
    if width > MAX_TEXTURE_SIDE || height > MAX_TEXTURE_SIDE {
        return Err(format!("an image must have sides of at most {MAX_TEXTURE_SIDE} pixels, got {width} by {height}"));
    }
    Ok((decoder, [width, height]))
}

/// Returns the message for a file that cannot be decoded.
pub(super) fn broken(error: png::DecodingError) -> String {
    format!("not a readable PNG image: {error}")
}

/// Converts samples of eight bits in any colour type to red, green, blue, alpha.
pub(super) fn rgba(samples: Vec<u8>, colour: ColorType) -> Vec<u8> {
    match colour {
        ColorType::Grayscale => samples.iter().flat_map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorType::GrayscaleAlpha => {
            samples.as_chunks().0.iter().flat_map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect()
        }
        ColorType::Rgb => samples.as_chunks().0.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect(),
        // The decoder has already expanded a palette.
        ColorType::Rgba | ColorType::Indexed => samples,
    }
}

/// Encodes a frame as a PNG file.
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

/// Returns an image scaled to another size, or `None` if a texture cannot have that size.
pub fn scaled(picture: &Texture, width: usize, height: usize) -> Option<Texture> {
    let column = |x: usize| (2 * x + 1) * picture.width() / (2 * width);
    let row = |y: usize| (2 * y + 1) * picture.height() / (2 * height);
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let bytes = texels.flat_map(|(x, y)| picture.texels()[row(y) * picture.width() + column(x)].to_le_bytes());
    Texture::new(width, height, &bytes.collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNG file with these samples.
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
    fn all_colour_types_are_decoded() {
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
    fn frame_survives_encoding_and_decoding() {
        let mut frame = Frame::new(3, 2);
        frame.pixels_mut()[4] = 0xff12_3456;
        let read = decode_png(&encode_png(&frame).unwrap()).unwrap();
        assert_eq!((read.width(), read.height(), read.texels()), (3, 2, frame.pixels()));
    }

    #[test]
    fn damaged_and_oversized_images_are_rejected() {
        let good = encode_png(&Frame::new(5, 5)).unwrap();
        for end in 0..good.len() - 12 {
            assert!(decode_png(&good[..end]).is_err(), "cut off after {end} bytes");
        }
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x55;
            let _ = decode_png(&bad); // read or rejected, but never a panic
        }
        let large = encode_png(&Frame::new(4097, 1)).unwrap();
        assert_eq!(decode_png(&large).unwrap_err(), "an image must have sides of at most 4096 pixels, got 4097 by 1");
    }
}
