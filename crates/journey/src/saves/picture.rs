//! The picture of a save, and how a save hides in it: a PNG, which any viewer shows, with a chunk of the game's own.

use png::chunk::ChunkType;
use thiserror::Error;

/// What every PNG begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The chunk's name: its letters' cases say that viewers may skip it, that it is ours, and that it may be copied.
const CHUNK: [u8; 4] = *b"hbSv";
/// Width and height of the image of a save of the window, and of those that are written without one.
const SAVED: (u32, u32) = (192, 108);
const PLAIN: (u32, u32) = (1, 1);
/// The most pixels on a side of a picture that is read.
const MOST: u32 = 1024;

/// A small picture: rows of pixels, three bytes each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

/// Why something cannot be written into a picture, or why there is nothing in it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PictureError {
    /// It is no PNG.
    #[error("it is not a save: is it the right file?")]
    NoSave,
    /// It is an image of the size of a save's, and the game's chunk is not in it.
    #[error(
        "this is the image of a save, but the saved game was removed when the image was re-encoded: ask for the original file, for example in a zip"
    )]
    Stripped,
    /// It is another image.
    #[error(
        "this is an image without a saved game: if it is the image of a save, the saved game was removed when the image was re-encoded: ask for the original file, for example in a zip"
    )]
    NoSaveInImage,
    /// It is something that files are sent as: what it is, and what to do with it.
    #[error("this is {0}")]
    Wrapped(&'static str),
    /// It ends too early.
    #[error("it is cut short after {0} bytes: copy it again from where it is whole")]
    CutShort(usize),
    /// The picture cannot be made. This is a mistake in the game.
    #[error("its picture cannot be written: {0}")]
    Unwritable(String),
}

impl Picture {
    /// The bytes of a PNG that shows the picture and holds these bytes.
    ///
    /// # Errors
    /// If the picture's size does not fit its pixels.
    pub(crate) fn hide(&self, bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
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

    /// The bytes that are hidden in a PNG.
    ///
    /// # Errors
    /// If it is no PNG, if it ends too early, or if nothing is hidden in it.
    pub(crate) fn find(file: &[u8]) -> Result<&[u8], PictureError> {
        let mut rest = file.strip_prefix(&SIGNATURE).ok_or_else(|| converted(file))?;
        let cut_short = PictureError::CutShort(file.len());
        loop {
            // A chunk is the length of its data, its name, the data and a checksum; the last one is called IEND.
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

    /// The picture of a PNG; none if it cannot be read: a save is worth more than its picture.
    pub(crate) fn of(file: &[u8]) -> Option<Picture> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = reader.info().size();
        let is_ours = reader.output_color_type() == (png::ColorType::Rgb, png::BitDepth::Eight);
        if !is_ours || width.max(height) > MOST {
            return None;
        }
        let mut rgb = vec![0; reader.output_buffer_size()?];
        reader.next_frame(&mut rgb).ok()?;
        Some(Picture { width, height, rgb })
    }
}

/// What to say of a PNG without a save in it.
fn stripped(file: &[u8]) -> PictureError {
    // The header is the first chunk: its length and its name, then width and height.
    let number = |at: usize| file.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    match number(16).zip(number(20)) {
        Some(SAVED | PLAIN) => PictureError::Stripped,
        _ => PictureError::NoSaveInImage,
    }
}

/// What to say of a file that is no PNG: what may have become of a save on its way.
fn converted(file: &[u8]) -> PictureError {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| file.starts_with(start));
    let is_boxed =
        |kinds: &[&[u8]], at: usize| file.get(at..).is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)));
    let is_webp = begins(&[b"RIFF"]) && is_boxed(&[b"WEBP"], 8);
    let is_avif = is_boxed(&[b"ftypavif", b"ftypavis", b"ftypheic", b"ftypheix", b"ftypmif1"], 4);
    if is_webp || is_avif || begins(&[b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\0\x0cJXL ", b"\xff\x0a"]) {
        PictureError::NoSaveInImage
    } else if begins(&[b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"])
    {
        PictureError::Wrapped("an archive: unpack it and use the save that is in it")
    } else if begins(&[b"<!DOCTYPE", b"<!doctype", b"<html", b"<HTML"]) {
        PictureError::Wrapped("a web page: download the file itself")
    } else if begins(&[b"\x89PNG", b"\xef\xbf\xbdPNG", b"\xc2\x89PNG", b"\x09PNG"]) {
        PictureError::Wrapped("a save that was sent as text, which changes it: send it as a file, for example in a zip")
    } else if begins(&[b"iVBORw0KGgo"]) {
        PictureError::Wrapped("an image in Base64: decode it first")
    } else {
        PictureError::NoSave
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
    fn what_is_hidden_is_found_and_the_picture_is_still_one() {
        let file = picture().hide(b"a game").expect("it is a picture");
        assert_eq!(Picture::find(&file), Ok(&b"a game"[..]));
        assert_eq!(Picture::of(&file), Some(picture()));
    }

    #[test]
    fn what_is_no_picture_or_hides_nothing_is_refused() {
        assert_eq!(Picture::find(b"(version: 1)"), Err(PictureError::NoSave));
        let mut bare = Vec::new();
        let writer = png::Encoder::new(&mut bare, 1, 1).write_header().and_then(|mut writer| {
            writer.write_image_data(&[0])?;
            writer.finish()
        });
        assert!(writer.is_ok());
        assert_eq!(Picture::find(&bare), Err(PictureError::Stripped));
        let wrong = Picture { width: 4, ..picture() };
        assert!(matches!(wrong.hide(b""), Err(PictureError::Unwritable(_))));
    }

    #[test]
    fn what_a_save_was_turned_into_is_told() {
        let file = Picture { width: 192, height: 108, rgb: vec![7; 192 * 108 * 3] }.hide(b"a game").expect("a picture");
        let at = file.windows(4).position(|bytes| bytes == b"hbSv").expect("it has the chunk") - 4;
        let stripped = [&file[..at], &file[at + 4 + 4 + 6 + 4..]].concat();
        assert!(Picture::of(&stripped).is_some(), "it is still a picture");
        let told = |bytes: &[u8]| Picture::find(bytes).expect_err("no save").to_string();
        assert_eq!(
            told(&stripped),
            "this is the image of a save, but the saved game was removed when the image was re-encoded: ask for the original file, \
             for example in a zip"
        );
        let other = Picture { width: 96, height: 54, rgb: vec![7; 96 * 54 * 3] }.hide(b"").expect("a picture");
        let at = other.windows(4).position(|bytes| bytes == b"hbSv").expect("it has the chunk") - 4;
        let smaller = [&other[..at], &other[at + 12..]].concat();
        for image in
            [&smaller[..], b"\xff\xd8\xff\xe0JFIF", b"GIF89a", b"RIFF\x10\0\0\0WEBPVP8 ", b"\0\0\0\x1cftypavif"]
        {
            assert!(told(image).contains("was removed when the image was re-encoded"), "{image:?}");
        }
        let as_text = [&b"\x89PNG\n\x1a\n"[..], &file[8..]].concat();
        for (bytes, what) in [
            (&b"PK\x03\x04"[..], "an archive: unpack it"),
            (b"\x1f\x8b\x08", "an archive: unpack it"),
            (b"<!DOCTYPE html><html>", "a web page: download the file itself"),
            (&as_text, "sent as text"),
            (b"\xef\xbf\xbdPNG\r\n", "sent as text"),
            (b"iVBORw0KGgoAAAANSUhEUg", "in Base64: decode it"),
            (b"a letter", "it is not a save: is it the right file?"),
        ] {
            assert!(told(bytes).contains(what), "{what}: {}", told(bytes));
        }
    }

    #[test]
    fn one_that_is_cut_short_is_told() {
        let file = picture().hide(b"a game").expect("it is a picture");
        // Behind the chunk stand its checksum and the picture.
        let end = file.windows(6).position(|bytes| bytes == b"a game").expect("it is in there") + 6;
        for length in 8..end {
            assert_eq!(Picture::find(&file[..length]), Err(PictureError::CutShort(length)));
        }
        assert!(Picture::find(&file[..end]).is_ok(), "only the picture is damaged");
        assert_eq!(Picture::of(&file[..end]), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_without_a_panic(bytes: Vec<u8>) {
            prop_assert!(Picture::find(&bytes).is_err());
            let named = [&SIGNATURE[..], &bytes].concat();
            let _ = Picture::find(&named);
            prop_assert_eq!(Picture::of(&named), None);
        }
    }
}
