//! The picture of a save, and how a save hides in it: a PNG, which any viewer shows, with a chunk of the game's own.

use png::chunk::ChunkType;
use thiserror::Error;

/// What every PNG begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The chunk's name: its letters' cases say that viewers may skip it, that it is ours, and that it may be copied.
const CHUNK: [u8; 4] = *b"hbSv";
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
    /// It is no PNG, or the game has put nothing into it.
    #[error("it is not a save: is it the right file?")]
    NoSave,
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
        let mut rest = file.strip_prefix(&SIGNATURE).ok_or(PictureError::NoSave)?;
        let cut_short = PictureError::CutShort(file.len());
        loop {
            // A chunk is the length of its data, its name, the data and a checksum; the last one is called IEND.
            let Some((&[a, b, c, d, ref name @ ..], data)) = rest.split_first_chunk::<8>() else {
                return Err(cut_short);
            };
            let length = u32::from_be_bytes([a, b, c, d]) as usize;
            if *name == *b"IEND" {
                return Err(PictureError::NoSave);
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
        assert_eq!(Picture::find(&bare), Err(PictureError::NoSave));
        let wrong = Picture { width: 4, ..picture() };
        assert!(matches!(wrong.hide(b""), Err(PictureError::Unwritable(_))));
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
