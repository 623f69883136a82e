//! The image of a save, and how a save is embedded in it: a PNG, which any viewer shows, with a custom chunk.

use engine::wrapping;
use png::chunk::ChunkType;
use thiserror::Error;

/// First bytes of every PNG.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Name of the chunk. The case of its letters marks it as ancillary, private and safe to copy.
const CHUNK: [u8; 4] = *b"hbSv";
/// Sizes of the images of saves: those of the window, and those that are written without a window.
const SAVED: (u32, u32) = (192, 108);
const PLAIN: (u32, u32) = (1, 1);
/// Maximum side length of an image that is read, in pixels.
const MAX_SIDE: u32 = 1024;

/// A thumbnail: rows of pixels, three bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

impl Default for Picture {
    /// Returns a black pixel: an image must have a pixel to be written.
    fn default() -> Picture {
        let (width, height) = PLAIN;
        Picture { width, height, rgb: vec![0; 3] }
    }
}

/// Error when embedding data in an image, or extracting it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// The file is not a PNG.
    #[error("it is not a save: is it the right file?")]
    NoSave,
    /// The image has the size of a save's image, but not the game's chunk.
    #[error(
        "this is the image of a save, but the saved game was removed when the image was re-encoded: ask for the original file, for example in a zip"
    )]
    Stripped,
    /// Another image.
    #[error(
        "this is an image without a saved game: if it is the image of a save, the saved game was removed when the image was re-encoded: ask for the original file, for example in a zip"
    )]
    NoSaveInImage,
    /// A container format in which files are sent: what it is, and what to do with it.
    #[error("this is {0}")]
    Wrapped(&'static str),
    /// The file is truncated.
    #[error("it is truncated after {0} bytes: copy it again from an intact copy")]
    CutShort(usize),
    /// The image cannot be encoded. This is a bug in the game.
    #[error("its image cannot be written: {0}")]
    Unwritable(String),
}

impl Picture {
    /// Returns a PNG that shows the thumbnail and contains these bytes.
    ///
    /// # Errors
    /// If the size does not match the pixels.
    pub(crate) fn embed(&self, bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
        let unwritable = |error: png::EncodingError| PictureError::Unwritable(error.to_string());
        let mut file = Vec::with_capacity(bytes.len() + self.rgb.len());
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().map_err(unwritable)?;
        writer.write_chunk(ChunkType(CHUNK), bytes).map_err(unwritable)?;
        writer.write_image_data(&self.rgb).map_err(unwritable)?;
        writer.finish().map_err(unwritable)?;
        Ok(file)
    }

    /// Returns the bytes that are embedded in a PNG.
    ///
    /// # Errors
    /// If it is not a PNG, is truncated, or has no embedded data.
    pub(crate) fn extract(file: &[u8]) -> Result<&[u8], PictureError> {
        let mut rest = file.strip_prefix(&SIGNATURE).ok_or_else(|| converted(file))?;
        let cut_short = PictureError::CutShort(file.len());
        loop {
            // A chunk consists of the length of its data, its name, the data and a checksum. The last one is named
            // IEND.
            let Some((&[a, b, c, d, ref name @ ..], data)) = rest.split_first_chunk::<8>() else {
                return Err(cut_short);
            };
            let length = u32::from_be_bytes([a, b, c, d]) as usize;
            if *name == *b"IEND" {
                return Err(stripped(file));
            }
            let Some((data, after)) = data.split_at_checked(length) else { return Err(cut_short) };
            if *name == CHUNK {
                return Ok(data);
            }
            rest = after.get(4..).ok_or(cut_short.clone())?;
        }
    }

    /// Returns the thumbnail of a PNG, or `None` if it cannot be decoded: a save must load even without its thumbnail.
    pub(crate) fn of(file: &[u8]) -> Option<Picture> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = reader.info().size();
        let is_ours = reader.output_color_type() == (png::ColorType::Rgb, png::BitDepth::Eight);
        if !is_ours || width.max(height) > MAX_SIDE {
            return None;
        }
        let mut rgb = vec![0; reader.output_buffer_size()?];
        reader.next_frame(&mut rgb).ok()?;
        Some(Picture { width, height, rgb })
    }
}

/// Returns the error for a PNG without a save.
fn stripped(file: &[u8]) -> PictureError {
    // The header is the first chunk: its length and its name, then width and height.
    let number = |at: usize| file.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    match number(16).zip(number(20)) {
        Some(SAVED | PLAIN) => PictureError::Stripped,
        _ => PictureError::NoSaveInImage,
    }
}

/// Returns the error for a file that is not a PNG, by what may have happened to a save when it was sent.
fn converted(file: &[u8]) -> PictureError {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| file.starts_with(start));
    let is_boxed =
        |kinds: &[&[u8]], at: usize| file.get(at..).is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)));
    let is_webp = begins(&[b"RIFF"]) && is_boxed(&[b"WEBP"], 8);
    let is_avif = is_boxed(&[b"ftypavif", b"ftypavis", b"ftypheic", b"ftypheix", b"ftypmif1"], 4);
    if is_webp || is_avif || begins(&[b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\0\x0cJXL ", b"\xff\x0a"]) {
        PictureError::NoSaveInImage
    } else if begins(&[b"HBdemo"]) {
        PictureError::Wrapped("a demo, not a save: `hullbreach --play-demo` plays it")
    } else if begins(&[b"\x89PNG", b"\xef\xbf\xbdPNG", b"\xc2\x89PNG", b"\x09PNG"]) {
        PictureError::Wrapped("a save that was sent as text, which changes it: send it as a file, for example in a zip")
    } else if begins(&[b"iVBORw0KGgo"]) {
        PictureError::Wrapped("an image in Base64: decode it first")
    } else {
        wrapping(file).map_or(PictureError::NoSave, PictureError::Wrapped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn picture() -> Picture {
        Picture { width: 3, height: 2, rgb: (0..18).collect() }
    }

    #[test]
    fn embedded_data_is_extracted_and_the_image_decodes() {
        let file = picture().embed(b"a game").expect("it is a picture");
        assert_eq!(Picture::extract(&file), Ok(&b"a game"[..]));
        assert_eq!(Picture::of(&file), Some(picture()));
    }

    #[test]
    fn images_without_embedded_data_are_rejected() {
        assert_eq!(Picture::extract(b"(version: 1)"), Err(PictureError::NoSave));
        let mut bare = Vec::new();
        let writer = png::Encoder::new(&mut bare, 1, 1).write_header().and_then(|mut writer| {
            writer.write_image_data(&[0])?;
            writer.finish()
        });
        assert!(writer.is_ok());
        assert_eq!(Picture::extract(&bare), Err(PictureError::Stripped));
        let wrong = Picture { width: 4, ..picture() };
        assert!(matches!(wrong.embed(b""), Err(PictureError::Unwritable(_))));
    }

    #[test]
    fn converted_saves_are_recognised() {
        let file =
            Picture { width: 192, height: 108, rgb: vec![7; 192 * 108 * 3] }.embed(b"a game").expect("a picture");
        let at = file.windows(4).position(|bytes| bytes == b"hbSv").expect("it has the chunk") - 4;
        let stripped = [&file[..at], &file[at + 4 + 4 + 6 + 4..]].concat();
        assert!(Picture::of(&stripped).is_some(), "it is still a valid image");
        let error = |bytes: &[u8]| Picture::extract(bytes).expect_err("no save").to_string();
        assert_eq!(
            error(&stripped),
            "this is the image of a save, but the saved game was removed when the image was re-encoded: ask for the original file, \
             for example in a zip"
        );
        let other = Picture { width: 96, height: 54, rgb: vec![7; 96 * 54 * 3] }.embed(b"").expect("a picture");
        let at = other.windows(4).position(|bytes| bytes == b"hbSv").expect("it has the chunk") - 4;
        let smaller = [&other[..at], &other[at + 12..]].concat();
        for image in
            [&smaller[..], b"\xff\xd8\xff\xe0JFIF", b"GIF89a", b"RIFF\x10\0\0\0WEBPVP8 ", b"\0\0\0\x1cftypavif"]
        {
            assert!(error(image).contains("was removed when the image was re-encoded"), "{image:?}");
        }
        let as_text = [&b"\x89PNG\n\x1a\n"[..], &file[8..]].concat();
        for (bytes, what) in [
            (&b"PK\x03\x04"[..], "an archive: unpack it"),
            (b"\x1f\x8b\x08", "an archive: unpack it"),
            (b"<!DOCTYPE html><html>", "a web page: download the file itself"),
            (&as_text, "sent as text"),
            (b"\xef\xbf\xbdPNG\r\n", "sent as text"),
            (b"iVBORw0KGgoAAAANSUhEUg", "in Base64: decode it"),
            (b"HBdemo\r\n\x0e", "a demo, not a save"),
            (b"", "an empty file"),
            (b"a letter", "it is not a save: is it the right file?"),
        ] {
            assert!(error(bytes).contains(what), "{what}: {}", error(bytes));
        }
    }

    #[test]
    fn truncated_images_are_reported() {
        let file = picture().embed(b"a game").expect("it is a picture");
        // The chunk is followed by its checksum and the image data.
        let end = file.windows(6).position(|bytes| bytes == b"a game").expect("it is in there") + 6;
        for length in 8..end {
            assert_eq!(Picture::extract(&file[..length]), Err(PictureError::CutShort(length)));
        }
        assert!(Picture::extract(&file[..end]).is_ok(), "only the image is damaged");
        assert_eq!(Picture::of(&file[..end]), None);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_are_rejected_without_panic(bytes: Vec<u8>) {
            prop_assert!(Picture::extract(&bytes).is_err());
            let named = [&SIGNATURE[..], &bytes].concat();
            let _ = Picture::extract(&named);
            prop_assert_eq!(Picture::of(&named), None);
        }
    }
}
