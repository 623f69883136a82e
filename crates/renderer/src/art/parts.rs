//! The parts of the art, each read separately, and the art that is made of them: names get ids, and nothing is decoded
//! again.

use crate::{
    art::animation::{self, AnimatedTexture},
    art::art::{Art, SIDES, Side, VIEWS},
    art::art_file::{ArtError, ArtFile, FOLDERS, FONT, SHEETS, SKIES, name_in},
    art::picture::{ArtPicture, Picture, PictureFrame},
    art::sheet::{SheetHolds, SpriteSheet},
    art::uniforms::{UNIFORMS, Uniforms},
    canvas::pen::Pen,
    canvas::text::Font,
};
use raycast::TextureId;
use std::{collections::BTreeMap, sync::Arc};

/// The maximum number of texels of all textures and sprites. With mipmaps, copies and doubled sides of one texel, the
/// total is at most three times this, which fits the raycaster's memory.
const MAX_TEXELS: usize = 1 << 26;
/// The maximum number of textures and sprites. With copies, the total is at most one and a half times this, which fits
/// the range of ids.
const MAX_FRAMES: usize = 40_000;

/// The parts of an [`Art`]. A clone shares the large data, so a caller can keep the parts, replace one of them and make
/// the art again.
#[derive(Clone, Debug)]
pub struct ArtParts {
    /// The font; [`art_font`] reads it.
    pub font: Font,
    /// The sprite sheets, in any order.
    pub sheets: Vec<SpriteSheet>,
    /// Images with files of their own, by file name relative to the assets folder, such as `textures/hull.png`. Such a
    /// texture or sprite replaces a sheet's frame of the same name.
    pub pictures: BTreeMap<String, ArtPicture>,
    /// The files of the skies, by file name relative to the assets folder, such as `skies/nebula.png`. A sky is decoded
    /// only when a level shows it.
    pub skies: BTreeMap<String, ArtFile>,
    /// The uniforms of the monsters.
    pub uniforms: Uniforms,
}

/// Reads the font from the bytes of its file, `fonts/hullbreach.ttf`.
///
/// # Errors
/// If it is not a font.
pub fn art_font(bytes: &[u8]) -> Result<Font, ArtError> {
    Font::read(bytes).map_err(|what| ArtError::new(FONT, what))
}

/// Frames by name, each with its file.
type Frames = BTreeMap<String, (String, PictureFrame)>;

impl Art {
    /// Makes the art from its parts. Images whose names do not belong to the art are skipped.
    ///
    /// # Errors
    /// If two sheets have a frame of the same name, the numbers of an animation have a gap, or there are too many
    /// images or pixels.
    pub fn of(parts: ArtParts) -> Result<Art, ArtError> {
        let ArtParts { font, sheets, pictures, skies, uniforms } = parts;
        let textures = frames(&sheets, SheetHolds::Textures, &pictures)?;
        let sprites = frames(&sheets, SheetHolds::Sprites, &pictures)?;
        count(textures.values().chain(sprites.values()))?;
        let mut frames = Vec::with_capacity(textures.len() + sprites.len());
        let mut number = |frame: PictureFrame| {
            frames.push(Picture::of(frame));
            TextureId((frames.len() - 1) as u16)
        };
        let (mut covers, mut followers) = (BTreeMap::new(), BTreeMap::new());
        for (name, (file, frame)) in textures {
            let id = number(frame);
            match animation::follower(&name) {
                Some((first, place)) => drop(followers.insert((first.to_owned(), place), (file, id))),
                None => drop(covers.insert(name, id)),
            }
        }
        let sprites = sprites.into_iter().map(|(name, (_, frame))| (name, number(frame))).collect();
        let reels = reels(&covers, followers, frames.len())?;
        let only_drawn = pictures.into_iter().filter_map(|(file, picture)| {
            name_in(FOLDERS[2], &file).map(|name| (name.to_owned(), Arc::new(Picture::of(picture.0))))
        });
        let skies = skies.into_iter().filter_map(|(file, sky)| Some((name_in(SKIES, &file)?.to_owned(), sky)));
        Ok(Art {
            sheets: Arc::new(sheets),
            frames: Arc::new(frames),
            all: None,
            mark: None,
            textures: covers,
            reels,
            sides: sides(&sprites),
            sprites,
            uniforms,
            skies: skies.collect(),
            pictures: only_drawn.collect(),
            pen: Pen::new(font),
        })
    }

    /// Reads the art from these files, by their names relative to the assets folder, such as `textures/hull.png` and
    /// `sheets/fox.ron`.
    ///
    /// Names that do not belong to the art are skipped.
    ///
    /// # Errors
    /// If a file is missing or broken; the error names the first such file.
    pub fn from_files(files: &BTreeMap<String, Vec<u8>>) -> Result<Art, ArtError> {
        let wanted = |file: &str| files.get(file).ok_or_else(|| ArtError::new(file, "the file is missing"));
        let font = art_font(wanted(FONT)?)?;
        let sheets = sheet_names(files.keys().map(String::as_str)).into_iter();
        let sheets = sheets
            .map(|file| SpriteSheet::read(&file, wanted(&format!("{file}.ron"))?, wanted(&format!("{file}.png"))?))
            .collect::<Result<_, _>>()?;
        let mut pictures = BTreeMap::new();
        for folder in FOLDERS {
            for (file, bytes) in files.iter().filter(|(file, _)| name_in(folder, file).is_some()) {
                pictures.insert(file.clone(), ArtPicture::read(file, bytes)?);
            }
        }
        let skies = files.iter().filter(|(file, _)| name_in(SKIES, file).is_some());
        let skies = skies.map(|(file, bytes)| (file.clone(), ArtFile::Here(Arc::new(bytes.clone())))).collect();
        let uniforms = files.get(UNIFORMS).map(|bytes| Uniforms::read(bytes)).transpose()?.unwrap_or_default();
        Art::of(ArtParts { font, sheets, pictures, skies, uniforms })
    }
}

/// Returns the names of the sheets to which some of these files belong, each once, without an extension.
pub(super) fn sheet_names<'a>(files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut sheets: Vec<String> = files
        .filter_map(|file| {
            let name = file.strip_suffix(".ron").or_else(|| file.strip_suffix(".png"))?;
            let (folder, name_alone) = name.split_once('/')?;
            (folder == SHEETS && !name_alone.contains('/')).then(|| name.to_owned())
        })
        .collect();
    sheets.sort_unstable();
    sheets.dedup();
    sheets
}

/// Collects the frames of all sheets that hold textures, or sprites. Single files replace frames.
fn frames(
    sheets: &[SpriteSheet],
    holds: SheetHolds,
    singles: &BTreeMap<String, ArtPicture>,
) -> Result<Frames, ArtError> {
    let mut frames = Frames::new();
    for sheet in sheets.iter().filter(|sheet| sheet.holds == holds) {
        for (name, frame) in &*sheet.frames {
            let file = format!("{}.ron", sheet.file);
            if let Some((other, _)) = frames.insert(name.clone(), (file.clone(), frame.clone())) {
                return Err(ArtError::new(&file, format!("'{name}' is also in {other}; rename one of the two")));
            }
        }
    }
    let folder = match holds {
        SheetHolds::Textures => FOLDERS[0],
        SheetHolds::Sprites => FOLDERS[1],
    };
    let singles = singles.iter().filter_map(|(file, picture)| Some((name_in(folder, file)?, file, picture)));
    frames.extend(singles.map(|(name, file, picture)| (name.to_owned(), (file.clone(), picture.0.clone()))));
    Ok(frames)
}

/// Checks that all frames fit in the raycaster's memory.
fn count<'a>(frames: impl Iterator<Item = &'a (String, PictureFrame)>) -> Result<(), ArtError> {
    let mut texels = 0;
    for (number, (file, frame)) in frames.enumerate() {
        texels += frame.whole.iter().product::<usize>();
        if number >= MAX_FRAMES || texels > MAX_TEXELS {
            let what = format!("the art must have at most {MAX_FRAMES} images and {MAX_TEXELS} pixels in all");
            return Err(ArtError::new(file, what));
        }
    }
    Ok(())
}

/// Collects the animations. `followers` are the frames after the first, by the name of the texture and their number,
/// each with its file. The copies of the first frames get the ids starting at `next`.
fn reels(
    textures: &BTreeMap<String, TextureId>,
    followers: BTreeMap<(String, usize), (String, TextureId)>,
    next: usize,
) -> Result<Vec<AnimatedTexture>, ArtError> {
    let mut reels: Vec<AnimatedTexture> = Vec::new();
    for ((name, place), (file, id)) in followers {
        let missing =
            || ArtError::new(&file, format!("'{name}@{place}': the previous frame of the animation is missing"));
        let shown = *textures.get(&name).ok_or_else(missing)?;
        let first = TextureId((next + reels.len()) as u16);
        match reels.last_mut().filter(|reel| reel.shown == shown) {
            Some(reel) if reel.frames.len() + 1 == place => reel.frames.push(id),
            None if place == 2 => reels.push(AnimatedTexture { shown, frames: vec![first, id] }),
            _ => return Err(missing()),
        }
    }
    Ok(reels)
}

/// Collects the sprites that exist from all sides: `walk.1` to `walk.8` are the sides of `walk`. Of the last three,
/// missing ones are mirrored from their opposites.
fn sides(sprites: &BTreeMap<String, TextureId>) -> BTreeMap<String, [Side; SIDES]> {
    let drawn = |name: &str, number: usize, mirrored: bool| {
        sprites.get(&format!("{name}.{number}")).map(|&sprite| Side { sprite, mirrored })
    };
    let side = |name: &str, number: usize| {
        let opposite = || if number > VIEWS { drawn(name, SIDES + 2 - number, true) } else { None };
        drawn(name, number, false).or_else(opposite)
    };
    let names = sprites.keys().filter_map(|name| name.strip_suffix(".1"));
    let all = |name: &str| (1..=SIDES).map(|number| side(name, number)).collect::<Option<Vec<Side>>>();
    names.filter_map(|name| Some((name.to_owned(), all(name)?.try_into().ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shipped_files;
    use std::time::Instant;

    /// Prints how long it takes to read the game's art on one thread, and to build its textures on one or two. In
    /// release: `cargo test --release -p renderer -- --ignored --nocapture times_of_the_art`.
    #[test]
    #[ignore = "prints times and asserts nothing"]
    fn times_of_the_art_are_printed() {
        let files = shipped_files();
        let since = |began: Instant| began.elapsed().as_secs_f64() * 1e3;
        for _ in 0..5 {
            let began = Instant::now();
            let art = Art::from_files(&files).unwrap();
            let read = since(began);
            let [one, two] = [1, 2].map(|threads| {
                let began = Instant::now();
                assert!(art.made(threads).len() > 3000);
                since(began)
            });
            println!("art read {read:.1} ms, textures {one:.1} or {two:.1} ms");
        }
    }

    #[test]
    fn first_of_several_broken_files_is_named() {
        let mut files = crate::testing::files();
        for name in ["sprites/medkit.png", "sprites/clip.png", "textures/jamb.png"] {
            files.insert(name.to_owned(), vec![1, 2, 3]);
        }
        assert_eq!(Art::from_files(&files).unwrap_err().file, "textures/jamb.png");
        files.remove(FONT);
        assert_eq!(Art::from_files(&files).unwrap_err().file, FONT);
    }
}
