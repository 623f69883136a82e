//! Skins: the raycaster texture for each of a level's textures, alone and with an overlay painted on it.

use crate::{art::animation::AnimatedTexture, art::art::Art, canvas::picture::scaled};
use bevy::prelude::*;
use level::{CellShape, Level, Lock, SKY, TextureIndex};
use raycast::{Texture, TextureError, TextureId, Textures};

/// The maximum number of variants of a texture from which cells choose, including the texture itself.
const MAX_VARIANTS: usize = 16;

/// The number of images between a waiting switch and a thrown one: `switch_on.1` to `.3` lead to `switch_on`.
pub(crate) const STEPS: usize = 3;

/// The textures of a level, by the level's own indices.
#[derive(Resource, Debug, Default)]
pub(crate) struct Skins {
    plain: Vec<TextureId>,
    /// The other textures that cells may show instead: `hull~2`, `hull~3` and so on are variants of `hull`.
    variants: Vec<Vec<TextureId>>,
    /// The pairs of a texture and an overlay that cells show, each painted once.
    overlaid: Vec<((TextureId, TextureId), TextureId)>,
    /// The images that a lift's switch shows while it is thrown, by the texture below it and its final texture.
    throws: Vec<((TextureId, TextureIndex), [TextureId; STEPS])>,
    /// Door panels with the plate of a lock on them, by the names of the plates.
    locked: Vec<((TextureIndex, &'static str), TextureId)>,
}

impl Skins {
    /// Creates the skins for the textures that a level names. Overlays are painted onto copies. If a texture or its
    /// overlay is animated, so is the copy, and it is added to `reels`.
    pub(crate) fn new(level: &Level, art: &Art, textures: &mut Textures, reels: &mut Vec<AnimatedTexture>) -> Skins {
        let plain = level.textures.iter().map(|name| match name.as_str() {
            SKY => TextureId::SKY,
            // A texture that is missing from the art shows the error pattern.
            name => art.texture(name).unwrap_or(TextureId::MISSING),
        });
        let variants = level.textures.iter().map(|name| variants(name, art)).collect();
        let mut skins = Skins { plain: plain.collect(), variants, ..Skins::default() };
        for (place, cell) in level.cells.iter().enumerate() {
            let (texture, over) = match cell.shape {
                CellShape::Wall { texture, overlay: Some(overlay) } => (texture, [Some(overlay), None]),
                CellShape::Lift { texture, overlay: Some(overlay), thrown, .. }
                | CellShape::Switch { texture, overlay: Some(overlay), thrown, .. } => {
                    (texture, [Some(overlay), Some(thrown)])
                }
                _ => continue,
            };
            let (x, y) = (place % level.width, place / level.width);
            for overlay in over.into_iter().flatten() {
                let pair = (skins.at(texture, x, y), skins.at(overlay, x, y));
                if !skins.overlaid.iter().any(|(other, _)| *other == pair) {
                    let [below, above] = [texture, overlay].map(|index| skins.frames(index, x, y, level, art));
                    let skin = match pair.0 {
                        TextureId::SKY => TextureId::SKY, // the sky takes no overlay
                        _ => lay(&below, &above, textures, reels).unwrap_or(TextureId::MISSING),
                    };
                    skins.overlaid.push((pair, skin));
                }
            }
        }
        for (place, cell) in level.cells.iter().enumerate() {
            if let CellShape::Lift { texture, overlay, thrown, .. } = cell.shape {
                let (x, y) = (place % level.width, place / level.width);
                let below = overlay.map(|_| (skins.at(texture, x, y), skins.frames(texture, x, y, level, art)));
                skins.throw(below, thrown, level, art, textures, reels);
            }
        }
        for cell in &level.cells {
            if let CellShape::Door { panel, lock, locks_behind, locks_later, .. } = cell.shape {
                for now in [lock, (locks_behind || locks_later).then_some(Lock::Sealed), None] {
                    skins.lock(panel, plate(lock, now), level, art, textures, reels);
                }
            }
        }
        skins
    }

    /// Makes the images between a lift's waiting and thrown switch, over the texture below it, if the art has them.
    fn throw(
        &mut self,
        below: Option<(TextureId, Vec<&Texture>)>,
        thrown: TextureIndex,
        level: &Level,
        art: &Art,
        textures: &mut Textures,
        reels: &mut Vec<AnimatedTexture>,
    ) {
        let key = (below.as_ref().map_or(TextureId::MISSING, |(id, _)| *id), thrown);
        let names: [String; STEPS] = std::array::from_fn(|step| format!("{}.{}", level.texture(thrown), step + 1));
        let is_known = self.throws.iter().any(|(other, _)| *other == key);
        if is_known || key.0 == TextureId::SKY || names.iter().any(|name| art.texture(name).is_none()) {
            return;
        }
        let steps = names.map(|name| match &below {
            Some((_, below)) => lay(below, &art.surface(&name), textures, reels).unwrap_or(TextureId::MISSING),
            None => art.texture(&name).unwrap_or(TextureId::MISSING),
        });
        self.throws.push((key, steps));
    }

    /// Paints the plate of a lock onto the panel of a door.
    fn lock(
        &mut self,
        panel: TextureIndex,
        plate: Option<&'static str>,
        level: &Level,
        art: &Art,
        textures: &mut Textures,
        reels: &mut Vec<AnimatedTexture>,
    ) {
        let Some(plate) = plate.filter(|plate| !self.locked.iter().any(|(other, _)| *other == (panel, plate))) else {
            return;
        };
        let [below, above] = [level.texture(panel), plate].map(|name| art.surface(name));
        self.locked.push(((panel, plate), lay(&below, &above, textures, reels).unwrap_or(TextureId::MISSING)));
    }

    /// Returns the panel of a door, from its first lock and its present one.
    pub(crate) fn door(&self, panel: TextureIndex, first: Option<Lock>, now: Option<Lock>) -> TextureId {
        let name = plate(first, now);
        let found = self.locked.iter().find(|((other, plate), _)| *other == panel && Some(*plate) == name);
        found.map_or_else(|| self.of(panel), |&(_, skin)| skin)
    }

    /// Returns the texture of this index.
    pub(crate) fn of(&self, index: TextureIndex) -> TextureId {
        self.plain.get(usize::from(index.0)).copied().unwrap_or(TextureId::MISSING)
    }

    /// Returns the texture of this index as a cell shows it: always the same of its variants.
    pub(crate) fn at(&self, index: TextureIndex, x: usize, y: usize) -> TextureId {
        match self.pick(index, x, y) {
            0 => self.of(index),
            other => self.variants[usize::from(index.0)][other - 1],
        }
    }

    /// Returns the texture of this index as a cell shows it, with an overlay if one is given.
    pub(crate) fn under(&self, index: TextureIndex, overlay: Option<TextureIndex>, x: usize, y: usize) -> TextureId {
        let own = self.at(index, x, y);
        let pair = overlay.map(|overlay| (own, self.at(overlay, x, y)));
        let found = self.overlaid.iter().find(|(other, _)| Some(*other) == pair);
        found.map_or(own, |&(_, skin)| skin)
    }

    /// Returns an image of a lift's switch while it is thrown, over the texture below it if it is an overlay; `None` if
    /// the art has no such images.
    pub(crate) fn throwing(
        &self,
        below: Option<TextureIndex>,
        thrown: TextureIndex,
        (x, y): (usize, usize),
        step: usize,
    ) -> Option<TextureId> {
        let key = (below.map_or(TextureId::MISSING, |below| self.at(below, x, y)), thrown);
        let (_, steps) = self.throws.iter().find(|(other, _)| *other == key)?;
        steps.get(step).copied()
    }

    /// Returns which variant of a texture a cell shows: 0 is the texture itself.
    fn pick(&self, index: TextureIndex, x: usize, y: usize) -> usize {
        let others = self.variants.get(usize::from(index.0)).map_or(0, Vec::len);
        scattered(x, y) % (others + 1)
    }

    /// Returns the frames of a texture as a cell shows it.
    fn frames<'a>(&self, index: TextureIndex, x: usize, y: usize, level: &Level, art: &'a Art) -> Vec<&'a Texture> {
        match self.pick(index, x, y) {
            0 => art.surface(level.texture(index)),
            other => art.surface(&variant(level.texture(index), other + 1)),
        }
    }
}

/// Returns the variants of a texture besides itself.
fn variants(name: &str, art: &Art) -> Vec<TextureId> {
    (2..=MAX_VARIANTS).map_while(|number| art.texture(&variant(name, number))).collect()
}

/// Returns the name of a variant of a texture; variants are counted from 2.
fn variant(name: &str, number: usize) -> String {
    format!("{name}~{number}")
}

/// Returns a number for a cell that shows no pattern from cell to cell.
fn scattered(x: usize, y: usize) -> usize {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    for factor in [0x7feb_352d_u32, 0x846c_a68b] {
        bits ^= bits >> 16;
        bits = bits.wrapping_mul(factor);
    }
    (bits >> 8) as usize
}

/// The textures of the plates of locks.
pub(crate) const PLATES: [&str; 7] =
    ["lock_a", "lock_b", "lock_c", "lock_sealed", "unlocked_a", "unlocked_b", "unlocked_c"];

/// Returns the plate on a door, from its first lock and its present one.
fn plate(first: Option<Lock>, now: Option<Lock>) -> Option<&'static str> {
    match (now, first) {
        (Some(Lock::A), _) => Some("lock_a"),
        (Some(Lock::B), _) => Some("lock_b"),
        (Some(Lock::C), _) => Some("lock_c"),
        (Some(Lock::Sealed), _) => Some("lock_sealed"),
        (None, Some(Lock::A)) => Some("unlocked_a"),
        (None, Some(Lock::B)) => Some("unlocked_b"),
        (None, Some(Lock::C)) => Some("unlocked_c"),
        (None, Some(Lock::Sealed) | None) => None,
    }
}

/// Paints one texture over another, frame by frame; the shorter animation repeats as needed.
fn lay(
    below: &[&Texture],
    above: &[&Texture],
    textures: &mut Textures,
    reels: &mut Vec<AnimatedTexture>,
) -> Result<TextureId, TextureError> {
    if below.is_empty() || above.is_empty() {
        return Err(TextureError::Missing);
    }
    let mut frames = Vec::new();
    for number in 0..below.len().max(above.len()) {
        let (below, above) = (below[number % below.len()], above[number % above.len()]);
        let (width, height) = (below.width().max(above.width()), below.height().max(above.height()));
        let [below, above] = [below, above].map(|picture| scaled(picture, width, height));
        let skin = textures.push(&below.ok_or(TextureError::Size(width, height))?)?;
        textures.paint(skin, &above.ok_or(TextureError::Size(width, height))?, 0, 0);
        textures.generate_mipmaps(skin)?;
        frames.push(skin);
    }
    let mut shown = frames[0];
    if frames.len() > 1 {
        shown = textures.copy(shown)?;
        reels.push(AnimatedTexture { shown, frames });
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        art::art::Art,
        stage::options::Hud,
        stage::stage::Stage,
        testing::{art, game, level, middle, picture, put, wait},
    };
    use engine::Intent;
    use raycast::CellKind;

    /// Returns the skins of a level, its textures and the animated ones among them.
    fn skins(map: &[&str], art: &Art) -> (Skins, Textures, Vec<AnimatedTexture>) {
        let (mut textures, mut reels) = (Textures::clone(&art.textures()), art.reels().to_vec());
        (Skins::new(&level(map), art, &mut textures, &mut reels), textures, reels)
    }

    #[test]
    fn walls_with_the_same_overlay_show_the_same_texture() {
        let art = art();
        let map = ["#AAA", "A@ #", "####"];
        let (skins, ..) = skins(&map, &art);
        let level = level(&map);
        let shown = |(x, y)| {
            let CellShape::Wall { texture, overlay } = level.cell(x, y).shape else { panic!("no wall") };
            skins.under(texture, overlay, x, y)
        };
        let painted = [(1, 0), (2, 0), (3, 0), (0, 1)].map(shown);
        assert_eq!(painted, [painted[0]; 4]);
        assert!(painted[0] != shown((0, 0)), "the wall without an overlay must be bare");
    }

    #[test]
    fn each_cell_always_shows_the_same_variant() {
        let mut files = crate::testing::files();
        let hull = files["textures/hull.png"].clone();
        for number in [2, 3, 5] {
            files.insert(format!("textures/hull~{number}.png"), hull.clone());
        }
        let art = Art::from_files(&files).unwrap();
        let level = level(&["####", "#@ #", "####"]);
        let (skins, ..) = skins(&["####", "#@ #", "####"], &art);
        let CellShape::Wall { texture, .. } = level.cell(0, 0).shape else { panic!("no wall") };
        let look = || (0..400).map(|cell| skins.at(texture, cell % 20, cell / 20)).collect::<Vec<_>>();
        let names = ["hull", "hull~2", "hull~3"].map(|name| art.texture(name).unwrap());
        let counts = names.map(|id| look().iter().filter(|seen| **seen == id).count());
        assert!(counts.iter().all(|count| *count > 90) && counts.iter().sum::<usize>() == 400, "{counts:?}");
        assert_eq!(look(), look());
    }

    #[test]
    fn overlaid_walls_show_variants_of_wall_and_overlay() {
        let mut files = crate::testing::files();
        for name in ["hull", "arrow"] {
            let own = files[&format!("textures/{name}.png")].clone();
            files.insert(format!("textures/{name}~2.png"), own);
        }
        let art = Art::from_files(&files).unwrap();
        let map = ["AAAAAAAA", "AAAAAAAA", "A@    AA", "AAAAAAAA"];
        let (skins, ..) = skins(&map, &art);
        let level = level(&map);
        let CellShape::Wall { texture, overlay } = level.cell(0, 0).shape else { panic!("no wall") };
        let looks = |y: usize| (0..8).map(|x| skins.under(texture, overlay, x, y)).collect::<Vec<_>>();
        let seen: std::collections::BTreeSet<TextureId> = [0, 1, 3].into_iter().flat_map(looks).collect();
        assert!(seen.len() > 1, "all walls look alike");
        let bare: Vec<TextureId> = ["hull", "hull~2"].map(|name| art.texture(name).unwrap()).to_vec();
        assert!(bare.iter().all(|wall| !seen.contains(wall)), "every wall must have its overlay");
    }

    #[test]
    fn an_overlay_of_another_size_covers_the_whole_wall() {
        let red = Texture::new(2, 2, &[[255, 0, 0, 255]; 4].concat()).unwrap();
        let large = scaled(&red, 8, 4).unwrap();
        assert_eq!((large.width(), large.height()), (8, 4));
        let mixed = Texture::new(2, 1, &[1, 1, 1, 255, 2, 2, 2, 255]).unwrap();
        let reds: Vec<u32> = scaled(&mixed, 4, 2).unwrap().texels().iter().map(|texel| texel & 0xff).collect();
        assert_eq!(reds, [1, 1, 2, 2, 1, 1, 2, 2]);
    }

    #[test]
    fn overlay_keeps_the_animation_below_it() {
        let art = art();
        let (_, _, reels) = skins(&["#W##", "#@ #", "####"], &art);
        assert_eq!(reels.iter().map(|reel| reel.frames.len()).collect::<Vec<_>>(), [2, 2]);
        let mut game = game(&["####", "#@ W", "####"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let mut at_middle = |ticks| {
            wait(&mut game, ticks, Intent::default());
            put(&mut game, 1.5, 1.5, 0.25);
            middle(&picture(&mut game, 64, 36))
        };
        let [first, second, third] = [0, 20, 20].map(&mut at_middle);
        assert!(first[2] > first[0] && second[0] > second[2], "{first:?} {second:?}");
        assert_eq!(first, third);
    }

    #[test]
    fn overlay_switch_changes_on_its_wall() {
        let mut game = game(&["####", "#@<#", "####"]);
        picture(&mut game, 8, 8);
        let skin = |game: &engine::Headless| {
            let scene = game.world().resource::<Stage>().scene.as_ref().unwrap();
            let CellKind::Wall([_, _, _, west]) = scene.map.cells()[4 + 2].kind else { panic!("no wall") };
            west
        };
        let before = skin(&game);
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        picture(&mut game, 8, 8);
        let after = skin(&game);
        let skins = game.world().resource::<Skins>();
        let known: Vec<TextureId> = skins.overlaid.iter().map(|&(_, skin)| skin).collect();
        assert!(before != after && known == [before, after], "{before:?} {after:?} {known:?}");
    }

    #[test]
    fn switch_with_a_face_is_visible_on_that_side_only() {
        let text = "(name: \"\", legend: { '#': (wall: \"hull\"), ' ': (), '@': (thing: Player),
            '<': (wall: \"hull\", overlay: \"arrow\", lift: \"bars\", face: 180) },
            map: [\"#####\", \"#   #\", \"#@< #\", \"#   #\", \"#####\"])";
        let mut game = crate::testing::game_on(std::sync::Arc::new(Level::read("", text.as_bytes()).unwrap()));
        let faces = |game: &mut engine::Headless| {
            picture(game, 8, 8);
            let Stage { scene: Some(scene), .. } = game.world().resource::<Stage>() else { panic!("no scene") };
            let [CellKind::Wall(faces), CellKind::Wall([bare, ..])] = [12, 0].map(|at| scene.map.cells()[at].kind)
            else {
                panic!("no walls")
            };
            faces.map(|face| if face == bare { None } else { Some(face) })
        };
        let [before, after] = [2, 20].map(|ticks| {
            let seen = faces(&mut game);
            wait(&mut game, ticks, Intent { use_: true, ..Intent::default() });
            seen
        });
        for seen in [before, after] {
            assert!(matches!(seen, [None, None, None, Some(_)]), "{seen:?}");
        }
        assert_ne!(before, after, "the thrown switch must look different");
    }

    #[test]
    fn lock_plate_on_a_door_follows_the_lock() {
        let text = "(name: \"\", legend: { '#': (wall: \"hull\"), ' ': (), '@': (thing: Player), '1': (door: \"door\", lock: A),
            '2': (door: \"door\", locks_behind: true), 'p': (thing: Key(A)) }, map: [\"########\", \"#@p1 2 #\", \"########\"])";
        let mut game = crate::testing::game_on(std::sync::Arc::new(Level::read("", text.as_bytes()).unwrap()));
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let plate = |game: &mut engine::Headless| middle(&picture(game, 64, 36));
        let locked = plate(&mut game);
        assert!(locked[1] > 2 * locked[0] && locked[1] > 60, "plate A is green and blue: {locked:?}");
        wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
        put(&mut game, 1.5, 1.5, 0.0);
        let doors = |game: &mut engine::Headless| {
            let world = game.world_mut();
            world.query::<&engine::Door>().iter(world).map(engine::Door::lock).collect::<Vec<_>>()
        };
        assert_eq!(doors(&mut game), [Some(Lock::A), None]);
        put(&mut game, 2.4, 1.5, 0.0);
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        assert_eq!(doors(&mut game), [None, None]);
        picture(&mut game, 64, 36);
        put(&mut game, 1.5, 1.5, 0.0);
        wait(&mut game, 600, Intent::default());
        put(&mut game, 1.5, 1.5, 0.0);
        let unlocked = plate(&mut game);
        assert!(unlocked[0] > locked[0] + 40 && unlocked[2] < locked[2], "another plate: {locked:?} {unlocked:?}");
    }

    #[test]
    fn missing_textures_show_the_error_pattern_and_sky_stays_sky() {
        let mut files = crate::testing::files();
        files.remove("textures/arrow.png");
        let art = Art::from_files(&files).unwrap();
        let level = level(&["sA##", "#@ #", "####"]);
        let (skins, ..) = skins(&["sA##", "#@ #", "####"], &art);
        let look = |x: usize| crate::scene::faces::texture_of(&skins, level.cell(x, 0).shape, x, 0);
        assert_eq!((look(0), look(1)), (TextureId::SKY, TextureId::MISSING));
        assert_ne!(look(2), TextureId::MISSING);
    }
}
