//! The art: every picture and the font of the game, by name.

use crate::art::animation::{self, Reel};
use crate::art::picture::Picture;
use crate::art::uniforms::{UNIFORMS, Uniforms};
use crate::canvas::{Font, Written, decode_png, png_size};
use bevy::prelude::*;
use raycast::{Texture, TextureId, Textures, TexturesMark};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use thiserror::Error;

/// The folders of pictures. What a level's surfaces show is in the first, what stands on it in the second.
pub(crate) const FOLDERS: [&str; 3] = ["textures", "sprites", "pictures"];
/// Where the skies lie.
pub(crate) const SKIES: &str = "skies";
/// From how many sides a creature is seen: from its front, turning to its left by an eighth at a time, and on round its back.
pub(crate) const SIDES: usize = 8;
/// How many of them there must be, the first ones: the others may show these in a mirror.
pub(crate) const VIEWS: usize = 5;
/// The font.
pub(crate) const FONT: &str = "fonts/hullbreach.ttf";

/// Every picture and the font. Without it, only black is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Art {
    /// What the raycaster shows: all textures, then all sprites, each in the order of their names.
    all: Arc<Textures>,
    /// What belongs to the art of these textures, which a deck adds to. Each art has its own.
    mark: Arc<TexturesMark>,
    textures: BTreeMap<String, TextureId>,
    /// The textures that move.
    reels: Vec<Reel>,
    sprites: BTreeMap<String, TextureId>,
    /// The sprites that there are from all sides.
    sides: BTreeMap<String, [Side; SIDES]>,
    /// What the undead wear.
    uniforms: Uniforms,
    /// The pictures of textures, with those that follow the first.
    surfaces: BTreeMap<String, Vec<Picture>>,
    /// The skies, as they are in their files: one is millions of pixels, and a deck shows no more than one of them.
    skies: BTreeMap<String, Arc<Vec<u8>>>,
    /// Sprites and pictures, for the canvas.
    pictures: BTreeMap<String, Picture>,
    font: Font,
}

/// A sprite from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) sprite: TextureId,
    /// It is shown in a mirror.
    pub(crate) mirrored: bool,
}

/// What is wrong with a file of the art.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {what}")]
pub struct ArtError {
    /// The file, below the folder of the assets.
    pub file: String,
    /// What is wrong with it.
    pub what: String,
    /// True if something inside the file is wrong, false if it cannot be read at all.
    pub readable: bool,
}

impl ArtError {
    pub(crate) fn new(file: &str, what: impl ToString) -> Self {
        ArtError { file: file.to_owned(), what: what.to_string(), readable: true }
    }

    pub(crate) fn unreadable(file: &str, error: io::Error) -> Self {
        ArtError { readable: false, ..ArtError::new(file, error) }
    }
}

impl Art {
    /// The art in these files, by their names below the folder of the assets, such as `textures/hull.png`.
    ///
    /// Names that are not of the art are passed over.
    ///
    /// # Errors
    /// The first file that is missing or broken, and how.
    pub fn from_files(files: &BTreeMap<String, Vec<u8>>) -> Result<Art, ArtError> {
        let font = files.get(FONT).ok_or_else(|| ArtError::new(FONT, "the file is missing"))?;
        let mut builder = ArtBuilder::new(font)?;
        let in_folder = |folder: &'static str| files.iter().filter(move |(file, _)| name_in(folder, file).is_some());
        for (file, bytes) in FOLDERS.into_iter().flat_map(in_folder) {
            builder.take(file, bytes.clone(), decode(file, bytes)?)?;
        }
        for (file, bytes) in in_folder(SKIES) {
            builder.take_sky(file, bytes.clone());
        }
        if let Some(bytes) = files.get(UNIFORMS) {
            builder.take_uniforms(Uniforms::read(bytes)?);
        }
        builder.art()
    }

    /// What the raycaster shows.
    #[cfg(test)]
    pub(crate) fn textures(&self) -> Arc<Textures> {
        Arc::clone(&self.all)
    }

    /// Lends what the raycaster shows to a deck that adds what is its own: a copy would be tens of megabytes. The deck returns it by
    /// [`take_back`](Self::take_back), for which it keeps the mark.
    pub(crate) fn lend_textures(&mut self) -> (Textures, Arc<TexturesMark>) {
        (Arc::unwrap_or_clone(std::mem::take(&mut self.all)), Arc::clone(&self.mark))
    }

    /// Takes back the textures that a deck was lent, without those that the deck has added. Those of another art are dropped.
    pub(crate) fn take_back(&mut self, mut textures: Textures, mark: &Arc<TexturesMark>) {
        if Arc::ptr_eq(&self.mark, mark) {
            textures.return_to(mark);
            self.all = Arc::new(textures);
        }
    }

    /// The number of a texture of walls, floors and ceilings.
    pub fn texture(&self, name: &str) -> Option<TextureId> {
        self.textures.get(name).copied()
    }

    /// The number of a sprite.
    pub fn sprite(&self, name: &str) -> Option<TextureId> {
        self.sprites.get(name).copied()
    }

    /// A sprite from all sides: from its front, from where it looks left past the eye, and so on round its back.
    pub(crate) fn sides(&self, name: &str) -> Option<[Side; SIDES]> {
        self.sides.get(name).copied()
    }

    /// What the undead wear.
    pub(crate) fn uniforms(&self) -> &Uniforms {
        &self.uniforms
    }

    /// What the name of a sprite of a kind in a uniform is: `NAME~cook_stand` if there is one, else as the kind has it.
    pub(crate) fn worn(&self, sprites: &str, uniform: &str, pose: &str) -> String {
        let own = format!("{sprites}~{uniform}_{pose}");
        if !uniform.is_empty() && self.shows(&own) { own } else { format!("{sprites}_{pose}") }
    }

    /// True if there is a sprite of this name, alone or from all sides.
    pub(crate) fn shows(&self, name: &str) -> bool {
        self.sprites.contains_key(name) || self.sides.contains_key(name)
    }

    /// The textures that move.
    pub(crate) fn reels(&self) -> &[Reel] {
        &self.reels
    }

    /// A texture's picture, and those that follow it if it moves; none if there is no such texture.
    pub(crate) fn surface(&self, name: &str) -> Vec<&Texture> {
        self.surfaces.get(name).into_iter().flatten().map(Picture::texture).collect()
    }

    /// The sky of this name, read from its file.
    ///
    /// # Errors
    /// A sentence, if there is none or it is no sky.
    pub(crate) fn sky(&self, name: &str) -> Result<Texture, String> {
        decode_png(self.sky_file(name)?).map_err(|what| format!("assets/skies/{name}.png: {what}"))
    }

    /// The file of the sky of this name, of which nothing but the size is looked at.
    ///
    /// # Errors
    /// A sentence, if there is none or it is no sky.
    pub(crate) fn sky_file(&self, name: &str) -> Result<&[u8], String> {
        let file = self.skies.get(name).ok_or_else(|| format!("there is no sky '{name}' in assets/skies"))?;
        let size = png_size(file).map_err(|what| format!("assets/skies/{name}.png: {what}"))?;
        if size.into_iter().all(usize::is_power_of_two) {
            Ok(file)
        } else {
            Err(format!("assets/skies/{name}.png: a sky's sides are powers of two"))
        }
    }

    /// A sprite or a picture, to be drawn on the canvas.
    pub fn picture(&self, name: &str) -> Option<&Texture> {
        self.pictures.get(name).map(Picture::texture)
    }

    /// The same, seen in a mirror.
    pub(crate) fn mirrored(&self, name: &str) -> Option<&Texture> {
        self.pictures.get(name).map(Picture::mirrored)
    }

    /// From now on words are written in this language.
    pub fn speak(&mut self, words: Arc<words::Words>) {
        self.font.speak(words);
    }

    /// From now on it is noted what is written.
    pub fn note_words(&mut self) {
        self.font.note_words();
    }

    /// What was written since somebody last asked, if that is noted.
    pub fn take_written(&self) -> Vec<Written> {
        self.font.take_written()
    }

    /// The font.
    pub fn font(&self) -> &Font {
        &self.font
    }
}

/// Art of which some pictures have been read.
pub(crate) struct ArtBuilder {
    all: Textures,
    textures: BTreeMap<String, TextureId>,
    sprites: BTreeMap<String, TextureId>,
    surfaces: BTreeMap<String, Vec<Picture>>,
    pictures: BTreeMap<String, Picture>,
    skies: BTreeMap<String, Arc<Vec<u8>>>,
    uniforms: Uniforms,
    /// The pictures that follow others: by the name of the first and the number, their file and what they are.
    followers: BTreeMap<(String, usize), (String, TextureId, Picture)>,
    font: Font,
}

impl ArtBuilder {
    /// No pictures yet, and the font of these bytes.
    pub(crate) fn new(font: &[u8]) -> Result<ArtBuilder, ArtError> {
        Ok(ArtBuilder {
            all: Textures::new(),
            textures: BTreeMap::new(),
            sprites: BTreeMap::new(),
            surfaces: BTreeMap::new(),
            pictures: BTreeMap::new(),
            skies: BTreeMap::new(),
            uniforms: Uniforms::default(),
            followers: BTreeMap::new(),
            font: Font::read(font).map_err(|what| ArtError::new(FONT, what))?,
        })
    }

    /// Takes up the picture of a file, which was decoded of these bytes: those of [`FOLDERS`] one after the other, each in the order
    /// of its names.
    pub(crate) fn take(&mut self, file: &str, bytes: Vec<u8>, texture: Texture) -> Result<(), ArtError> {
        let picture = Picture::of(bytes);
        let mut push = |texture: &Texture| self.all.push(texture).map_err(|error| ArtError::new(file, error));
        if let Some(name) = name_in(FOLDERS[0], file) {
            if !texture.can_tile() {
                let (width, height) = (texture.width(), texture.height());
                let what = format!("a texture's sides are powers of two, such as 32 or 64, not {width} by {height}");
                return Err(ArtError::new(file, what));
            }
            let id = push(&texture)?;
            self.all.make_levels(id).map_err(|error| ArtError::new(file, error))?;
            if let Some((first, number)) = animation::follower(name) {
                self.followers.insert((first.to_owned(), number), (file.to_owned(), id, picture));
            } else {
                self.textures.insert(name.to_owned(), id);
                self.surfaces.insert(name.to_owned(), vec![picture]);
            }
        } else if let Some(name) = name_in(FOLDERS[1], file) {
            self.sprites.insert(name.to_owned(), push(&texture)?);
            self.pictures.insert(name.to_owned(), picture);
        } else if let Some(name) = name_in(FOLDERS[2], file) {
            self.pictures.insert(name.to_owned(), picture);
        }
        Ok(())
    }

    /// Takes up the file of a sky, which nobody has decoded.
    pub(crate) fn take_sky(&mut self, file: &str, bytes: Vec<u8>) {
        self.skies.extend(name_in(SKIES, file).map(|name| (name.to_owned(), Arc::new(bytes))));
    }

    /// Takes up what the undead wear; without it, all wear what their kinds do.
    pub(crate) fn take_uniforms(&mut self, uniforms: Uniforms) {
        self.uniforms = uniforms;
    }

    /// The art of all that was taken up.
    pub(crate) fn art(mut self) -> Result<Art, ArtError> {
        let mut reels: Vec<Reel> = Vec::new();
        for ((name, number), (file, id, picture)) in std::mem::take(&mut self.followers) {
            let missing = || ArtError::new(&file, "the picture before it in the animation is missing");
            let shown = *self.textures.get(&name).ok_or_else(missing)?;
            let pictures = self.surfaces.get_mut(&name).filter(|pictures| pictures.len() + 1 == number);
            pictures.ok_or_else(missing)?.push(picture);
            match reels.last_mut().filter(|reel| reel.shown == shown) {
                Some(reel) => reel.frames.push(id),
                None => {
                    // What is shown changes, so the first picture has a copy of its own.
                    let first = self.all.copy(shown).map_err(|error| ArtError::new(&file, error))?;
                    reels.push(Reel { shown, frames: vec![first, id] });
                }
            }
        }
        let ArtBuilder { all, textures, sprites, surfaces, pictures, skies, uniforms, font, .. } = self;
        let sides = sides(&sprites);
        let (mark, all) = (Arc::new(all.mark()), Arc::new(all));
        Ok(Art { all, mark, textures, reels, sides, uniforms, sprites, surfaces, pictures, skies, font })
    }
}

/// The picture of a file.
pub(crate) fn decode(file: &str, bytes: &[u8]) -> Result<Texture, ArtError> {
    decode_png(bytes).map_err(|what| ArtError::new(file, what))
}

/// The sprites that there are from all sides: `walk.1` to `walk.8` are the sides of `walk`. Of the last three, those that are missing show their
/// opposites in a mirror.
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

/// The name of a picture whose file lies in this folder.
fn name_in<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    file.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".png").filter(|name| !name.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files;

    #[test]
    fn names_become_the_same_numbers_whatever_else_there_is() {
        let mut files = files();
        files.insert("sounds/shot.wav".to_owned(), vec![1]);
        files.insert("textures/notes.txt".to_owned(), vec![1]);
        files.insert("textures/old/hull.png".to_owned(), vec![1]);
        let art = Art::from_files(&files).unwrap();
        let numbers = ["door", "hull", "jamb", "thrown"].map(|name| art.texture(name).unwrap());
        let others = Art::from_files(&self::files()).unwrap();
        assert_eq!(numbers, ["door", "hull", "jamb", "thrown"].map(|name| others.texture(name).unwrap()));
        assert_eq!(art.sprite("clip"), others.sprite("clip"));
        assert!(art.sprite("clip").is_some() && art.texture("clip").is_none());
        assert!(art.picture("clip").is_some());
    }

    #[test]
    fn a_side_that_nobody_has_drawn_is_its_opposite_in_a_mirror() {
        let mut files = files();
        files.insert("sprites/shambler_stand.7.png".to_owned(), files["sprites/shambler_stand.1.png"].clone());
        files.remove("sprites/shambler_hurt.png");
        files.insert("sprites/shambler_hurt.1.png".to_owned(), files["sprites/shambler_stand.1.png"].clone());
        let art = Art::from_files(&files).unwrap();
        let sides = art.sides("shambler_stand").unwrap();
        let named = |side: usize| art.sprite(&format!("shambler_stand.{side}")).unwrap();
        let wanted = [(1, false), (2, false), (3, false), (4, false), (5, false), (4, true), (7, false), (2, true)];
        assert_eq!(sides, wanted.map(|(side, mirrored)| Side { sprite: named(side), mirrored }));
        assert_eq!(art.sides("shambler_hurt"), None, "one side is not all");
    }

    #[test]
    fn what_is_broken_or_missing_is_named() {
        let mut bad = files();
        bad.insert("sprites/clip.png".to_owned(), vec![1, 2, 3]);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert!(error.starts_with("sprites/clip.png: no PNG picture that can be read"), "{error}");
        let mut bad = files();
        bad.remove(FONT);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert_eq!(error, "fonts/hullbreach.ttf: the file is missing");
        bad.insert(FONT.to_owned(), b"no font".to_vec());
        assert!(Art::from_files(&bad).unwrap_err().to_string().starts_with("fonts/hullbreach.ttf: no font"));
    }

    #[test]
    fn a_texture_that_cannot_cover_a_wall_is_refused() {
        let mut files = files();
        files.insert("textures/odd.png".to_owned(), crate::testing::png(48, 32, |_, _| None));
        let error = Art::from_files(&files).unwrap_err().to_string();
        let what = "a texture's sides are powers of two, such as 32 or 64, not 48 by 32";
        assert_eq!(error, format!("textures/odd.png: {what}"));
    }

    #[test]
    fn pictures_of_an_animation_are_numbered_without_gaps() {
        let mut files = files();
        let picture = files["textures/screen.png"].clone();
        for number in [3, 11, 4, 5, 6, 7, 8, 9, 10] {
            files.insert(format!("textures/screen@{number}.png"), picture.clone());
        }
        let art = Art::from_files(&files).unwrap();
        assert_eq!(art.reels().iter().map(|reel| reel.frames.len()).collect::<Vec<_>>(), [11]);
        assert_eq!(art.texture("screen@2"), None, "a level names the first");
        for (gone, named) in [("screen@7", "screen@8"), ("screen", "screen@2")] {
            let mut files = files.clone();
            files.remove(&format!("textures/{gone}.png"));
            let error = Art::from_files(&files).unwrap_err().to_string();
            assert_eq!(error, format!("textures/{named}.png: the picture before it in the animation is missing"));
        }
    }
}
