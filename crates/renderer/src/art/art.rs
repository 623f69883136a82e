//! The art: every picture and the font of the game, by name.

use crate::{
    art::animation::AnimatedTexture,
    art::art_file::{SKIES, check_sky},
    art::picture::Picture,
    art::uniforms::Uniforms,
    canvas::pen::Pen,
    canvas::picture::decode_png,
    canvas::written::Written,
};
use bevy::prelude::*;
use raycast::{Cut, Texture, TextureId, Textures, TexturesMark};
use std::{collections::BTreeMap, sync::Arc};

/// The largest number of threads that make what the raycaster shows.
const MAX_THREADS: usize = 4;
/// From how many sides a creature is seen: from its front, turning to its left by an eighth at a time, and on round its back.
pub(crate) const SIDES: usize = 8;
/// How many of them there must be, the first ones: the others may show these in a mirror.
pub(crate) const VIEWS: usize = 5;

/// Every picture and the font. Without it, only black is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Art {
    /// The textures, then the sprites, each in the order of their names: the number of a texture is its place.
    pub(super) frames: Arc<Vec<Picture>>,
    /// What the raycaster shows: a texture of each frame, then the first pictures of animations once more. None if no deck has asked for it
    /// yet, or if a deck has it now.
    pub(super) all: Option<Arc<Textures>>,
    /// What belongs to the art of these textures, which a deck adds to. None if they are not made.
    pub(super) mark: Option<Arc<TexturesMark>>,
    pub(super) textures: BTreeMap<String, TextureId>,
    /// The textures that move.
    pub(super) reels: Vec<AnimatedTexture>,
    pub(super) sprites: BTreeMap<String, TextureId>,
    /// The sprites that there are from all sides.
    pub(super) sides: BTreeMap<String, [Side; SIDES]>,
    /// What the undead wear.
    pub(super) uniforms: Uniforms,
    /// The skies, as they are in their files: one is millions of pixels, and a deck shows no more than one of them.
    pub(super) skies: BTreeMap<String, Arc<Vec<u8>>>,
    /// Pictures that are drawn on the canvas alone.
    pub(super) pictures: BTreeMap<String, Arc<Picture>>,
    pub(super) pen: Pen,
}

/// A sprite from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) sprite: TextureId,
    /// It is shown in a mirror.
    pub(crate) mirrored: bool,
}

impl Art {
    /// What the raycaster shows.
    #[cfg(test)]
    pub(crate) fn textures(&self) -> Arc<Textures> {
        self.all.clone().unwrap_or_else(|| Arc::new(self.made(1)))
    }

    /// True if it holds what the raycaster shows.
    #[cfg(test)]
    pub(crate) fn holds_textures(&self) -> bool {
        self.all.is_some()
    }

    /// Makes what the raycaster shows, by this number of threads.
    pub(super) fn made(&self, threads: usize) -> Textures {
        let cuts: Vec<Cut> = self.frames.iter().map(|picture| picture.frame.cut()).collect();
        let covers = cuts.len() - self.sprites.len();
        // Smaller versions take a third of what they are made of.
        let room = cuts[..covers].iter().map(|cut| cut.whole.iter().product::<usize>()).sum::<usize>() / 3;
        let counted = "the parts of an art are counted before it is made";
        let mut textures = Textures::of_cuts(&cuts, room, threads.min(MAX_THREADS)).expect(counted);
        for number in 0..covers {
            textures.generate_mipmaps(TextureId(number as u16)).expect(counted);
        }
        for reel in &self.reels {
            // What is shown changes, so the first picture has a copy of its own.
            let first = textures.copy(reel.shown).expect(counted);
            debug_assert_eq!(Some(&first), reel.frames.first());
        }
        textures
    }

    /// Lends what the raycaster shows to a deck that adds what is its own: a copy would be tens of megabytes. It is made when a deck asks for
    /// it for the first time, by this number of threads. The deck returns it by [`take_back`](Self::take_back), for which it keeps the mark.
    pub(crate) fn lend_textures(&mut self, threads: usize) -> (Textures, Arc<TexturesMark>) {
        if let (Some(all), Some(mark)) = (self.all.take(), &self.mark) {
            return (Arc::unwrap_or_clone(all), Arc::clone(mark));
        }
        let textures = self.made(threads);
        let mark = Arc::new(textures.mark());
        self.mark = Some(Arc::clone(&mark));
        (textures, mark)
    }

    /// Takes back the textures that a deck was lent, without those that the deck has added. Those of another art are dropped, and those that
    /// were lent before [`release_textures`](Self::release_textures).
    pub(crate) fn take_back(&mut self, mut textures: Textures, mark: &Arc<TexturesMark>) {
        if self.mark.as_ref().is_some_and(|own| Arc::ptr_eq(own, mark)) {
            textures.return_to(mark);
            self.all = Some(Arc::new(textures));
        }
    }

    /// Drops what the raycaster shows, tens of megabytes, if no deck is shown: the next deck makes it again within a few hundredths of a
    /// second. What a deck has at this moment is dropped when the deck returns it.
    pub fn release_textures(&mut self) {
        (self.all, self.mark) = (None, None);
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
    pub(crate) fn reels(&self) -> &[AnimatedTexture] {
        &self.reels
    }

    /// A texture's picture, and those that follow it if it moves; none if there is no such texture.
    pub(crate) fn surface(&self, name: &str) -> Vec<&Texture> {
        let Some(shown) = self.texture(name) else { return Vec::new() };
        let reel = self.reels.iter().find(|reel| reel.shown == shown);
        let others = reel.into_iter().flat_map(|reel| &reel.frames[1..]);
        [shown].iter().chain(others).map(|id| self.frames[usize::from(id.0)].texture()).collect()
    }

    /// The names of all textures, in their order, without the further pictures of animations.
    pub fn texture_names(&self) -> impl Iterator<Item = &str> {
        self.textures.keys().map(String::as_str)
    }

    /// The picture of a texture; the first one, if it moves.
    pub fn texture_picture(&self, name: &str) -> Option<&Texture> {
        Some(self.frames[usize::from(self.texture(name)?.0)].texture())
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
        check_sky(&format!("{SKIES}/{name}.png"), file).map_err(|error| format!("assets/{error}"))?;
        Ok(file)
    }

    /// A sprite or a picture, to be drawn on the canvas.
    pub fn picture(&self, name: &str) -> Option<&Texture> {
        self.drawn(name).map(Picture::texture)
    }

    /// The same, seen in a mirror.
    pub(crate) fn mirrored(&self, name: &str) -> Option<&Texture> {
        self.drawn(name).map(Picture::mirrored)
    }

    fn drawn(&self, name: &str) -> Option<&Picture> {
        let sprite = || self.sprites.get(name).map(|id| &self.frames[usize::from(id.0)]);
        self.pictures.get(name).map(Arc::as_ref).or_else(sprite)
    }

    /// From now on words are written in this language.
    pub fn speak(&mut self, words: Arc<words::Words>) {
        self.pen.speak(words);
    }

    /// From now on it is noted what is written.
    pub fn note_words(&mut self) {
        self.pen.note_words();
    }

    /// What was written since somebody last asked, if that is noted.
    pub fn take_written(&self) -> Vec<Written> {
        self.pen.take_written()
    }

    /// What text is written with.
    pub fn pen(&self) -> &Pen {
        &self.pen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{art::art_file::FONT, testing::files};

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
            let what = "the picture before it in the animation is missing";
            assert_eq!(error, format!("textures/{named}.png: '{named}': {what}"));
        }
    }
}
