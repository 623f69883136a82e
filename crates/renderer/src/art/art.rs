//! The art: all images and the font of the game, by name.

use crate::{
    art::animation::AnimatedTexture,
    art::art_file::{ArtFile, SKIES, check_sky},
    art::picture::Picture,
    art::sheet::SpriteSheet,
    art::uniforms::Uniforms,
    canvas::pen::Pen,
    canvas::picture::decode_png,
    canvas::written::Written,
};
use bevy::prelude::*;
use raycast::{Cut, CutTexels, Texture, TextureId, Textures, TexturesMark};
use std::{collections::BTreeMap, sync::Arc};

/// The maximum number of threads that build the raycaster's textures.
const MAX_THREADS: usize = 4;
/// The image of the raycaster's texture for an image that is not in memory: a hole.
const HOLE: Cut = Cut { whole: [2, 2], size: [1, 1], offset: [0, 0], texels: CutTexels::Colours(&[0]), stride: 1 };
/// The number of directions from which a creature is visible: the first is its front; from one to the next it turns to
/// its left by an eighth.
pub(crate) const SIDES: usize = 8;
/// How many of them, from the first on, must exist; the others may be mirrored from these.
pub(crate) const VIEWS: usize = 5;

/// All images and the font. Without this resource, only black is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Art {
    /// The sheets of these images.
    pub(super) sheets: Arc<Vec<SpriteSheet>>,
    /// The images of the textures, then those of the sprites, each in the order of their names. The id of a texture is
    /// its index.
    pub(super) frames: Arc<Vec<Picture>>,
    /// The raycaster's textures: one per image, then copies of the first frames of animations. `None` if no level has
    /// needed them yet, or while a level has borrowed them.
    pub(super) all: Option<Arc<Textures>>,
    /// The mark that separates these textures from those that a level adds. `None` until they are built.
    pub(super) mark: Option<Arc<TexturesMark>>,
    pub(super) textures: BTreeMap<String, TextureId>,
    /// The animated textures.
    pub(super) reels: Vec<AnimatedTexture>,
    pub(super) sprites: BTreeMap<String, TextureId>,
    /// The sprites that exist from all sides.
    pub(super) sides: BTreeMap<String, [Side; SIDES]>,
    /// The uniforms of the monsters.
    pub(super) uniforms: Uniforms,
    /// The skies, as undecoded files: a sky has millions of pixels, and a level shows at most one.
    pub(super) skies: BTreeMap<String, ArtFile>,
    /// Images that are only drawn on the canvas.
    pub(super) pictures: BTreeMap<String, Arc<Picture>>,
    pub(super) pen: Pen,
}

/// A sprite from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) sprite: TextureId,
    /// True if it is shown mirrored.
    pub(crate) mirrored: bool,
}

impl Art {
    /// Returns the raycaster's textures.
    #[cfg(test)]
    pub(crate) fn textures(&self) -> Arc<Textures> {
        self.all.clone().unwrap_or_else(|| Arc::new(self.made(1)))
    }

    /// Returns true if it holds the raycaster's textures.
    #[cfg(test)]
    pub(crate) fn holds_textures(&self) -> bool {
        self.all.is_some()
    }

    /// Builds the raycaster's textures with this number of threads. Images that are not in memory are holes.
    pub(super) fn made(&self, threads: usize) -> Textures {
        let held: Vec<_> = self.frames.iter().map(|picture| picture.frame.image.held()).collect();
        let cuts = self.frames.iter().zip(&held);
        let cuts: Vec<Cut> =
            cuts.map(|(picture, held)| held.as_ref().map_or(HOLE, |pixels| picture.frame.cut(pixels))).collect();
        let covers = cuts.len() - self.sprites.len();
        // Mipmaps take a third of the memory of their textures.
        let room = cuts[..covers].iter().map(|cut| cut.whole.iter().product::<usize>()).sum::<usize>() / 3;
        let counted = "the number of images is checked before the textures are built";
        let mut textures = Textures::of_cuts(&cuts, room, threads.min(MAX_THREADS)).expect(counted);
        for number in 0..covers {
            textures.generate_mipmaps(TextureId(number as u16)).expect(counted);
        }
        for reel in &self.reels {
            // The slot of an animated texture changes, so its first frame is also kept as a copy.
            let first = textures.copy(reel.shown).expect(counted);
            debug_assert_eq!(Some(&first), reel.frames.first());
        }
        textures
    }

    /// Lends the raycaster's textures to a level that adds its own; a copy would take tens of megabytes. The first call
    /// builds them with this number of threads. The level returns them with [`take_back`](Self::take_back), for which
    /// it keeps the mark.
    pub(crate) fn lend_textures(&mut self, threads: usize) -> (Textures, Arc<TexturesMark>) {
        if let (Some(all), Some(mark)) = (self.all.take(), &self.mark) {
            return (Arc::unwrap_or_clone(all), Arc::clone(mark));
        }
        let textures = self.made(threads);
        let mark = Arc::new(textures.mark());
        self.mark = Some(Arc::clone(&mark));
        (textures, mark)
    }

    /// Takes back the textures that were lent to a level, without those that the level has added. Textures of other art
    /// are dropped, and so are those that were lent before [`release_textures`](Self::release_textures).
    pub(crate) fn take_back(&mut self, mut textures: Textures, mark: &Arc<TexturesMark>) {
        if self.mark.as_ref().is_some_and(|own| Arc::ptr_eq(own, mark)) {
            textures.return_to(mark);
            self.all = Some(Arc::new(textures));
        }
    }

    /// Drops the raycaster's textures, tens of megabytes, while no level is shown. The next level rebuilds them within
    /// a few hundredths of a second. Textures that are lent at this moment are dropped when the level returns them.
    pub fn release_textures(&mut self) {
        (self.all, self.mark) = (None, None);
    }

    /// Returns the id of a texture of walls, floors and ceilings.
    pub fn texture(&self, name: &str) -> Option<TextureId> {
        self.textures.get(name).copied()
    }

    /// Returns the id of a sprite.
    pub fn sprite(&self, name: &str) -> Option<TextureId> {
        self.sprites.get(name).copied()
    }

    /// Returns a sprite from all sides: first its front, then the view in which it looks left past the eye, and so on
    /// around its back.
    pub(crate) fn sides(&self, name: &str) -> Option<[Side; SIDES]> {
        self.sides.get(name).copied()
    }

    /// Returns the uniforms of the monsters.
    pub(crate) fn uniforms(&self) -> &Uniforms {
        &self.uniforms
    }

    /// Returns the name of a sprite of a kind in a uniform: `NAME~cook_stand` if that exists, otherwise that of the
    /// kind.
    pub(crate) fn worn(&self, sprites: &str, uniform: &str, pose: &str) -> String {
        let own = format!("{sprites}~{uniform}_{pose}");
        if !uniform.is_empty() && self.shows(&own) { own } else { format!("{sprites}_{pose}") }
    }

    /// Returns true if there is a sprite of this name, single or from all sides.
    pub(crate) fn shows(&self, name: &str) -> bool {
        self.sprites.contains_key(name) || self.sides.contains_key(name)
    }

    /// Returns the animated textures.
    pub(crate) fn reels(&self) -> &[AnimatedTexture] {
        &self.reels
    }

    /// Returns the image of a texture, followed by the later frames of its animation; empty if there is no such
    /// texture.
    pub(crate) fn surface(&self, name: &str) -> Vec<&Texture> {
        let Some(shown) = self.texture(name) else { return Vec::new() };
        let reel = self.reels.iter().find(|reel| reel.shown == shown);
        let others = reel.into_iter().flat_map(|reel| &reel.frames[1..]);
        [shown].iter().chain(others).filter_map(|id| self.frames[usize::from(id.0)].texture()).collect()
    }

    /// Returns the names of all textures, in order, without the later frames of animations.
    pub fn texture_names(&self) -> impl Iterator<Item = &str> {
        self.textures.keys().map(String::as_str)
    }

    /// Returns the image of a texture, or the first frame of an animation.
    pub fn texture_picture(&self, name: &str) -> Option<&Texture> {
        self.frames[usize::from(self.texture(name)?.0)].texture()
    }

    /// Returns the sky of this name, decoded from its file.
    ///
    /// # Errors
    /// If there is no such sky, or its file is invalid.
    pub(crate) fn sky(&self, name: &str) -> Result<Texture, String> {
        let Some(file) = self.sky_file(name)? else {
            return Err(format!("assets/skies/{name}.png: not downloaded yet"));
        };
        decode_png(&file).map_err(|what| format!("assets/skies/{name}.png: {what}"))
    }

    /// Returns the file of the sky of this name, unless it is still being downloaded; reads only its header to check its
    /// size.
    ///
    /// # Errors
    /// If there is no such sky, or its file is invalid.
    pub(crate) fn sky_file(&self, name: &str) -> Result<Option<Arc<Vec<u8>>>, String> {
        let file = self.skies.get(name).ok_or_else(|| format!("there is no sky '{name}' in assets/skies"))?;
        let Some(bytes) = file.bytes() else { return Ok(None) };
        check_sky(&format!("{SKIES}/{name}.png"), &bytes).map_err(|error| format!("assets/{error}"))?;
        Ok(Some(bytes))
    }

    /// Returns a sprite or an image for drawing on the canvas.
    pub fn picture(&self, name: &str) -> Option<&Texture> {
        self.drawn(name)?.texture()
    }

    /// Returns a sprite or an image, mirrored.
    pub(crate) fn mirrored(&self, name: &str) -> Option<&Texture> {
        self.drawn(name)?.mirrored()
    }

    fn drawn(&self, name: &str) -> Option<&Picture> {
        let sprite = || self.sprites.get(name).map(|id| &self.frames[usize::from(id.0)]);
        self.pictures.get(name).map(Arc::as_ref).or_else(sprite)
    }

    /// Sets the language of the text.
    pub fn speak(&mut self, words: Arc<localization::Words>) {
        self.pen.speak(words);
    }

    /// Sets the size of text in menus, in percent.
    pub fn set_menu_text(&mut self, percent: i32) {
        self.pen.set_menu_text(percent);
    }

    /// Starts recording the text that is drawn.
    pub fn note_words(&mut self) {
        self.pen.note_words();
    }

    /// Returns the text that was drawn since the last call, if it is recorded.
    pub fn take_written(&self) -> Vec<Written> {
        self.pen.take_written()
    }

    /// Returns the pen that draws text.
    pub fn pen(&self) -> &Pen {
        &self.pen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{art::art_file::FONT, testing::files};

    #[test]
    fn texture_ids_do_not_depend_on_other_files() {
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
    fn missing_side_is_mirrored_from_its_opposite() {
        let mut files = files();
        files.insert("sprites/shambler_stand.7.png".to_owned(), files["sprites/shambler_stand.1.png"].clone());
        files.remove("sprites/shambler_hurt.png");
        files.insert("sprites/shambler_hurt.1.png".to_owned(), files["sprites/shambler_stand.1.png"].clone());
        let art = Art::from_files(&files).unwrap();
        let sides = art.sides("shambler_stand").unwrap();
        let named = |side: usize| art.sprite(&format!("shambler_stand.{side}")).unwrap();
        let wanted = [(1, false), (2, false), (3, false), (4, false), (5, false), (4, true), (7, false), (2, true)];
        assert_eq!(sides, wanted.map(|(side, mirrored)| Side { sprite: named(side), mirrored }));
        assert_eq!(art.sides("shambler_hurt"), None, "one side is not enough");
    }

    #[test]
    fn broken_and_missing_files_are_named() {
        let mut bad = files();
        bad.insert("sprites/clip.png".to_owned(), vec![1, 2, 3]);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert!(error.starts_with("sprites/clip.png: not a readable PNG image"), "{error}");
        let mut bad = files();
        bad.remove(FONT);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert_eq!(error, "fonts/hullbreach.ttf: the file is missing");
        bad.insert(FONT.to_owned(), b"no font".to_vec());
        assert!(Art::from_files(&bad).unwrap_err().to_string().starts_with("fonts/hullbreach.ttf: not a "));
    }

    #[test]
    fn texture_that_cannot_tile_is_rejected() {
        let mut files = files();
        files.insert("textures/odd.png".to_owned(), crate::testing::png(48, 32, |_, _| None));
        let error = Art::from_files(&files).unwrap_err().to_string();
        let what = "a texture's sides must be powers of two, such as 32 or 64, got 48 by 32";
        assert_eq!(error, format!("textures/odd.png: {what}"));
    }

    #[test]
    fn animation_with_a_gap_is_rejected() {
        let mut files = files();
        let picture = files["textures/screen.png"].clone();
        for number in [3, 11, 4, 5, 6, 7, 8, 9, 10] {
            files.insert(format!("textures/screen@{number}.png"), picture.clone());
        }
        let art = Art::from_files(&files).unwrap();
        assert_eq!(art.reels().iter().map(|reel| reel.frames.len()).collect::<Vec<_>>(), [11]);
        assert_eq!(art.texture("screen@2"), None, "levels name only the first frame");
        for (gone, named) in [("screen@7", "screen@8"), ("screen", "screen@2")] {
            let mut files = files.clone();
            files.remove(&format!("textures/{gone}.png"));
            let error = Art::from_files(&files).unwrap_err().to_string();
            let what = "the previous frame of the animation is missing";
            assert_eq!(error, format!("textures/{named}.png: '{named}': {what}"));
        }
    }
}
