//! Sprite sheets: many images in one PNG, with a RON file that lists their positions.

use crate::{
    art::art_file::{ArtError, ArtFile},
    art::picture::PictureFrame,
    art::sheet_image::SheetImage,
    canvas::pixels::Pixels,
};
use level::{Diagnostic, read_ron, table};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::Arc};

/// The maximum side of a sheet, in pixels.
const MAX_SIDE: usize = 8192;
/// The maximum size of a sheet's RON file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The maximum number of frames of a sheet.
const MAX_FRAMES: usize = 8192;

/// A sheet: its image and its frames. A clone shares both.
#[derive(Clone, Debug)]
pub struct SpriteSheet {
    pub(crate) file: String,
    pub(crate) holds: SheetHolds,
    pub(crate) image: Arc<SheetImage>,
    pub(crate) frames: Arc<BTreeMap<String, PictureFrame>>,
}

/// Type of a sheet's frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SheetHolds {
    /// Images on a level, in the player's hand or on the status bar.
    Sprites,
    /// Textures of walls, floors and ceilings, whose sides are powers of two.
    Textures,
}

/// The RON text of a sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetText {
    holds: SheetHolds,
    #[serde(deserialize_with = "table")]
    frames: BTreeMap<String, FrameText>,
}

/// A frame, in pixels: its position on the sheet and its size, then its position in the whole image and the size of
/// that. Without the latter, the frame is the whole image.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameText {
    at: (u32, u32),
    size: (u32, u32),
    #[serde(default)]
    offset: (u32, u32),
    #[serde(default)]
    whole: Option<(u32, u32)>,
}

impl SpriteSheet {
    /// Reads a sheet. `file` is its name relative to the assets folder, without an extension, such as `sheets/fox`.
    ///
    /// # Errors
    /// If the RON or the PNG is invalid; the error is the first one, for the RON with line and column.
    pub fn read(file: &str, ron: &[u8], png: &[u8]) -> Result<SpriteSheet, ArtError> {
        let text = SheetText::read(file, ron)?;
        let pixels = Pixels::read(png, MAX_SIDE).map_err(|what| ArtError::new(&format!("{file}.png"), what))?;
        let size = [pixels.width, pixels.height];
        text.on(file, ron, SheetImage::kept(pixels), size)
    }

    /// As [`read`](Self::read), but with an image that is decoded when it is needed.
    ///
    /// # Errors
    /// If the RON is invalid.
    pub fn read_later(file: &str, ron: &[u8], png: ArtFile) -> Result<SpriteSheet, ArtError> {
        let text = SheetText::read(file, ron)?;
        let ends = |axis: usize| text.frames.values().map(|frame| frame.end()[axis]).max().unwrap_or(0).min(MAX_SIDE);
        let size = [ends(0), ends(1)];
        text.on(file, ron, SheetImage::later(format!("{file}.png"), png, MAX_SIDE, size), size)
    }

    /// Returns the name of its files relative to the assets folder, without an extension.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns what its frames are.
    pub fn holds(&self) -> SheetHolds {
        self.holds
    }

    /// Returns the names of its frames, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.frames.keys().map(String::as_str)
    }
}

impl SheetText {
    fn read(file: &str, ron: &[u8]) -> Result<SheetText, ArtError> {
        let text_file = format!("{file}.ron");
        let text: SheetText = read_ron(&text_file, ron, MAX_BYTES).map_err(|error| {
            // There is always at least one.
            let Some(Diagnostic { line, column, what }) = error.diagnostics.first() else {
                return ArtError::new(&text_file, &error);
            };
            ArtError::new(&format!("{text_file}:{line}:{column}"), what)
        })?;
        if text.frames.len() > MAX_FRAMES {
            let what = format!("a sheet must have at most {MAX_FRAMES} frames, got {}", text.frames.len());
            return Err(ArtError::new(&text_file, what));
        }
        Ok(text)
    }

    /// Returns the sheet with this image, which has this size.
    fn on(self, file: &str, ron: &[u8], image: SheetImage, size: [usize; 2]) -> Result<SpriteSheet, ArtError> {
        let SheetText { holds, frames } = self;
        let (text_file, image) = (format!("{file}.ron"), Arc::new(image));
        let frame = |(name, text): (String, FrameText)| {
            let wrong = |what: String| ArtError::new(&place_of(&text_file, ron, &name), format!("'{name}': {what}"));
            if name.is_empty() || name.contains(['/', '\\']) {
                return Err(wrong("a name must not be empty or contain a slash".to_owned()));
            }
            let frame = text.on(&image, size).map_err(wrong)?;
            match frame.cannot_tile().filter(|_| holds == SheetHolds::Textures) {
                Some(what) => Err(wrong(what)),
                None => Ok((name, frame)),
            }
        };
        let frames = frames.into_iter().map(frame).collect::<Result<_, _>>()?;
        Ok(SpriteSheet { file: file.to_owned(), holds, image, frames: Arc::new(frames) })
    }
}

impl FrameText {
    /// Returns the column and the row after its last ones.
    fn end(&self) -> [usize; 2] {
        [self.at.0.saturating_add(self.size.0) as usize, self.at.1.saturating_add(self.size.1) as usize]
    }

    fn on(&self, image: &Arc<SheetImage>, size: [usize; 2]) -> Result<PictureFrame, String> {
        let pair = |(x, y): (u32, u32)| [x as usize, y as usize];
        let whole = self.whole.unwrap_or(self.size);
        PictureFrame::new((image, size), [pair(self.at), pair(self.size)], [pair(self.offset), pair(whole)])
    }
}

/// Returns the file with the line and the column at which a frame is defined. Names that are written with escapes are
/// not found.
fn place_of(file: &str, ron: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(ron);
    let quoted = format!("\"{name}\"");
    let is_key = |place: &usize| text[place + quoted.len()..].trim_start().starts_with(':');
    let Some(place) = text.match_indices(&quoted).map(|(place, _)| place).find(is_key) else {
        return file.to_owned();
    };
    let line = 1 + text[..place].matches('\n').count();
    let column = 1 + text[..place].chars().rev().take_while(|&character| character != '\n').count();
    format!("{file}:{line}:{column}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        art::art::Art,
        testing::{files, png},
    };
    use png::{BitDepth, ColorType, Encoder};
    use proptest::prelude::*;

    /// Returns an indexed sheet of 64 by 40 pixels with a palette of a hole, a translucent colour, a full-bright one
    /// and five others.
    fn sheet_png() -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 64, 40);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette((0..24).collect::<Vec<u8>>());
        encoder.set_trns(vec![0, 100, 254]);
        let samples: Vec<u8> = (0..64 * 40).map(|place| (place % 64 / 3 + place / 64) as u8 % 8).collect();
        encoder.write_header().unwrap().write_image_data(&samples).unwrap();
        file
    }

    const TEXT: &str = r#"(
    holds: Sprites,
    frames: {
        "rat_stand": (at: (3, 4), size: (7, 9), offset: (1, 2), whole: (12, 16)),
        "rat_walk": (at: (0, 20), size: (64, 20)),
    },
)"#;

    fn read(ron: &str) -> Result<SpriteSheet, ArtError> {
        SpriteSheet::read("sheets/rat", ron.as_bytes(), &sheet_png())
    }

    /// Reads art with one more sheet.
    fn art_with(ron: &str) -> Result<Art, ArtError> {
        let mut files = files();
        files.insert("sheets/rat.ron".to_owned(), ron.as_bytes().to_vec());
        files.insert("sheets/rat.png".to_owned(), sheet_png());
        Art::from_files(&files)
    }

    #[test]
    fn frames_are_placed_in_whole_images_with_holes_around_them() {
        let art = art_with(TEXT).unwrap();
        let all = crate::canvas::picture::decode_png(&sheet_png()).unwrap();
        let picture = art.picture("rat_stand").unwrap();
        assert_eq!((picture.width(), picture.height()), (12, 16));
        for (place, &texel) in picture.texels().iter().enumerate() {
            let (x, y) = (place % 12, place / 12);
            let is_within = (1..8).contains(&x) && (2..11).contains(&y);
            assert_eq!(texel, if is_within { all.texels()[(y + 2) * 64 + x + 2] } else { 0 }, "{x}, {y}");
        }
        assert!(picture.texels().iter().any(|texel| texel >> 24 == 254), "full-bright texels must stay so");
        assert_eq!(art.picture("rat_walk").unwrap().texels(), &all.texels()[20 * 64..]);
        assert_eq!(art.mirrored("rat_walk").unwrap(), &art.picture("rat_walk").unwrap().mirrored());
        assert_eq!(art.textures().size(art.sprite("rat_stand").unwrap()), Some((12, 16)));
    }

    #[test]
    fn errors_in_a_sheet_are_reported_with_their_positions() {
        let says = |from: &str, to: &str, wanted: &str| {
            assert!(TEXT.contains(from), "{from}");
            let error = read(&TEXT.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().starts_with(wanted), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        };
        says(
            "(3, 4)",
            "(60, 4)",
            "sheets/rat.ron:4:9: 'rat_stand': the frame must end within the sheet, which has 64 by 40",
        );
        says("(0, 20)", "(0, 4294967295)", "sheets/rat.ron:5:9: 'rat_walk': the frame must end within the sheet");
        says(
            "size: (7, 9)",
            "size: (0, 9)",
            "sheets/rat.ron:4:9: 'rat_stand': the size must be at least 1 by 1, got 0 by 9",
        );
        says(
            "(1, 2)",
            "(6, 2)",
            "sheets/rat.ron:4:9: 'rat_stand': the frame must end within its whole size, which is 12 by 16",
        );
        says("(12, 16)", "(12, 5000)", "sheets/rat.ron:4:9: 'rat_stand': the whole image's sides must be at most 4096");
        says("rat_walk", "rat_stand", "sheets/rat.ron:5:10: 'rat_stand' is listed twice");
        says("rat_walk", "rats/walk", "sheets/rat.ron:5:9: 'rats/walk': a name must not be empty or contain");
        says("at: (0, 20)", "at: 7", "sheets/rat.ron:5:");
        says("holds: Sprites", "holds: Rats", "sheets/rat.ron:2:");
        let error = SpriteSheet::read("sheets/rat", TEXT.as_bytes(), b"no picture").unwrap_err().to_string();
        assert!(error.starts_with("sheets/rat.png: not a readable PNG image"), "{error}");
    }

    #[test]
    fn texture_of_a_sheet_must_have_power_of_two_sides() {
        let text = |whole: &str| {
            TEXT.replace("Sprites", "Textures").replace("(64, 20)", "(64, 16)").replace("(12, 16)", whole)
        };
        assert!(read(&text("(16, 16)")).is_ok());
        let error = read(&text("(12, 16)")).unwrap_err().to_string();
        let what = "'rat_stand': a texture's sides must be powers of two, such as 32 or 64, got 12 by 16";
        assert_eq!(error, format!("sheets/rat.ron:4:9: {what}"));
    }

    #[test]
    fn duplicate_names_and_missing_sheet_files_are_reported() {
        let mut files = files();
        for name in ["mouse", "rat"] {
            files.insert(format!("sheets/{name}.ron"), TEXT.as_bytes().to_vec());
            files.insert(format!("sheets/{name}.png"), sheet_png());
        }
        let error = |files: &BTreeMap<String, Vec<u8>>| Art::from_files(files).unwrap_err().to_string();
        assert_eq!(error(&files), "sheets/rat.ron: 'rat_stand' is also in sheets/mouse.ron; rename one of the two");
        for ending in ["ron", "png"] {
            let mut files = files.clone();
            files.remove(&format!("sheets/rat.{ending}"));
            assert_eq!(error(&files), format!("sheets/rat.{ending}: the file is missing"));
        }
    }

    #[test]
    fn single_file_replaces_a_frame_of_the_same_name() {
        let mut files = files();
        files.insert("sheets/rat.ron".to_owned(), TEXT.as_bytes().to_vec());
        files.insert("sheets/rat.png".to_owned(), sheet_png());
        let before = Art::from_files(&files).unwrap();
        files.insert("sprites/rat_stand.png".to_owned(), png(5, 6, |_, _| Some([1, 2, 3])));
        let after = Art::from_files(&files).unwrap();
        let picture = after.picture("rat_stand").unwrap();
        assert_eq!((picture.width(), picture.height(), picture.texels()[0]), (5, 6, 0xff03_0201));
        assert_eq!(after.sprite("rat_walk"), before.sprite("rat_walk"), "ids must not change");
        assert_eq!(after.textures().size(after.sprite("rat_stand").unwrap()), Some((5, 6)));
    }

    #[test]
    fn animations_and_variants_may_be_in_sheets_and_in_files() {
        let frames = |names: &[&str]| {
            let frame = |name: &&str| format!("{name:?}: (at: (0, 0), size: (32, 32)),");
            format!("(holds: Textures, frames: {{ {} }})", names.iter().map(frame).collect::<String>())
        };
        let art = art_with(&frames(&["hull~2", "hull~3", "screen@3", "vent", "vent@2"])).unwrap();
        let plain = Art::from_files(&files()).unwrap();
        assert_eq!([art.reels().len(), plain.reels().len()], [2, 1]);
        assert_eq!(art.surface("screen").len(), 3);
        assert_eq!(art.surface("vent").len(), 2);
        assert!(art.texture("hull~2").is_some() && art.texture("vent@2").is_none());
        let error = art_with(&frames(&["vent", "vent@3"])).unwrap_err().to_string();
        assert_eq!(error, "sheets/rat.ron: 'vent@3': the previous frame of the animation is missing");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        /// Changes, truncates, duplicates or removes bytes of a sheet: it must be read or rejected with a one-line
        /// message.
        #[test]
        fn damaged_sheets_are_rejected_with_one_line(
            is_ron in any::<bool>(), place in any::<prop::sample::Index>(), new in any::<[u8; 3]>(), how in 0..4,
        ) {
            let mut parts = [TEXT.as_bytes().to_vec(), sheet_png()];
            let part = &mut parts[usize::from(!is_ron)];
            let place = place.index(part.len());
            match how {
                0 => part[place] = new[0],
                1 => part.truncate(place),
                2 => drop(part.splice(place..place, new)),
                _ => drop(part.remove(place)),
            }
            match SpriteSheet::read("sheets/rat", &parts[0], &parts[1]) {
                Ok(sheet) => {
                    for frame in sheet.frames.values() {
                        prop_assert!(frame.cut(&sheet.image.held().unwrap()).texture().is_ok());
                    }
                }
                Err(error) => {
                    let text = error.to_string();
                    prop_assert!(text.starts_with("sheets/rat.") && !text.contains('\n'), "{}", text);
                }
            }
        }

        /// Tries any numbers in a frame: it must be within its sheet and its whole size, or be rejected.
        #[test]
        fn frames_with_any_numbers_are_valid_or_rejected(numbers in prop::collection::vec(prop_oneof![0..70u32, any::<u32>()], 8)) {
            let [a, b, c, d, e, f, g, h] = numbers[..] else { unreachable!("there are eight numbers") };
            let text = format!("(holds: Sprites, frames: {{ \"x\": (at: ({a}, {b}), size: ({c}, {d}), offset: ({e}, {f}), whole: ({g}, {h})) }})");
            match read(&text) {
                Ok(sheet) => {
                    prop_assert!(sheet.frames["x"].cut(&sheet.image.held().unwrap()).texture().is_ok());
                }
                Err(error) => prop_assert!(error.to_string().starts_with("sheets/rat.ron:1:28: 'x': the "), "{}", error),
            }
        }
    }
}
