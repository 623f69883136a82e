//! Skins: which texture of the raycaster each of a level's textures is, alone and with another one laid over it.

use crate::{art::animation::AnimatedTexture, art::art::Art, canvas::picture::scaled};
use bevy::prelude::*;
use level::{CellShape, Level, Lock, SKY, TextureIndex};
use raycast::{Texture, TextureError, TextureId, Textures};

/// The most pictures of one texture among which cells choose.
const MAX_VARIANTS: usize = 16;

/// The pictures between a switch that waits and one that is thrown: `switch_on.1` to `.3` lead to `switch_on`.
pub(crate) const STEPS: usize = 3;

/// The textures of a level by its own numbers.
#[derive(Resource, Debug, Default)]
pub(crate) struct Skins {
    plain: Vec<TextureId>,
    /// What else cells may show in the place of each: `hull~2`, `hull~3` and so on are variants of `hull`.
    variants: Vec<Vec<TextureId>>,
    /// Pairs of a texture and what lies over it, as some cell shows both, each painted once.
    overlaid: Vec<((TextureId, TextureId), TextureId)>,
    /// The pictures that the switch of a lift shows on the way to being thrown, by what is below it and by what it shows in the end.
    throws: Vec<((TextureId, TextureIndex), [TextureId; STEPS])>,
    /// Panels of doors with the plate of a lock on them, by the names of the plates.
    locked: Vec<((TextureIndex, &'static str), TextureId)>,
}

impl Skins {
    /// The textures that a level names. Overlays are painted onto copies; where they or what is below them move, so do
    /// the copies, and `reels` learns of it.
    pub(crate) fn new(level: &Level, art: &Art, textures: &mut Textures, reels: &mut Vec<AnimatedTexture>) -> Skins {
        let plain = level.textures.iter().map(|name| match name.as_str() {
            SKY => TextureId::SKY,
            // One that the art lacks shows that it is missing.
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
                        TextureId::SKY => TextureId::SKY, // nothing hangs on the stars
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

    /// Makes the pictures between a lift's switch that waits and one that is thrown, over what is below it, if the art has them.
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

    /// The panel of a door that began with one lock and has another one now.
    pub(crate) fn door(&self, panel: TextureIndex, first: Option<Lock>, now: Option<Lock>) -> TextureId {
        let name = plate(first, now);
        let found = self.locked.iter().find(|((other, plate), _)| *other == panel && Some(*plate) == name);
        found.map_or_else(|| self.of(panel), |&(_, skin)| skin)
    }

    /// The texture of this number.
    pub(crate) fn of(&self, index: TextureIndex) -> TextureId {
        self.plain.get(usize::from(index.0)).copied().unwrap_or(TextureId::MISSING)
    }

    /// The texture of this number as a cell shows it: one of its variants, always the same one.
    pub(crate) fn at(&self, index: TextureIndex, x: usize, y: usize) -> TextureId {
        match self.pick(index, x, y) {
            0 => self.of(index),
            other => self.variants[usize::from(index.0)][other - 1],
        }
    }

    /// The texture of this number as a cell shows it, with another one over it as that cell shows it, if one is given.
    pub(crate) fn under(&self, index: TextureIndex, overlay: Option<TextureIndex>, x: usize, y: usize) -> TextureId {
        let own = self.at(index, x, y);
        let pair = overlay.map(|overlay| (own, self.at(overlay, x, y)));
        let found = self.overlaid.iter().find(|(other, _)| Some(*other) == pair);
        found.map_or(own, |&(_, skin)| skin)
    }

    /// The switch of a lift on the way to being thrown, over the texture below it if it hangs there; none if the art has no such pictures.
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

    /// Which variant of a texture a cell shows: 0 is the texture itself.
    fn pick(&self, index: TextureIndex, x: usize, y: usize) -> usize {
        let others = self.variants.get(usize::from(index.0)).map_or(0, Vec::len);
        scattered(x, y) % (others + 1)
    }

    /// The pictures of a texture as a cell shows it.
    fn frames<'a>(&self, index: TextureIndex, x: usize, y: usize, level: &Level, art: &'a Art) -> Vec<&'a Texture> {
        match self.pick(index, x, y) {
            0 => art.surface(level.texture(index)),
            other => art.surface(&variant(level.texture(index), other + 1)),
        }
    }
}

/// The variants of a texture beside itself.
fn variants(name: &str, art: &Art) -> Vec<TextureId> {
    (2..=MAX_VARIANTS).map_while(|number| art.texture(&variant(name, number))).collect()
}

/// What a variant of a texture is called; they are counted from 2.
fn variant(name: &str, number: usize) -> String {
    format!("{name}~{number}")
}

/// A number for a cell that shows no pattern from cell to cell.
fn scattered(x: usize, y: usize) -> usize {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    for factor in [0x7feb_352d_u32, 0x846c_a68b] {
        bits ^= bits >> 16;
        bits = bits.wrapping_mul(factor);
    }
    (bits >> 8) as usize
}

/// The plates of locks, among the textures.
pub(crate) const PLATES: [&str; 7] =
    ["lock_a", "lock_b", "lock_c", "lock_sealed", "unlocked_a", "unlocked_b", "unlocked_c"];

/// The plate on a door that began with one lock and has another one now.
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

/// Lays one texture over another, picture by picture; the one with fewer of them begins anew as often as it must.
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

    /// The skins of a level, its textures and what moves of them.
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
        assert!(painted[0] != shown((0, 0)), "the wall without an overlay is bare");
    }

    #[test]
    fn cells_show_all_variants_of_a_wall_and_each_always_the_same() {
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
    fn walls_under_an_overlay_show_all_variants_of_both() {
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
        assert!(seen.len() > 1, "all alike");
        let bare: Vec<TextureId> = ["hull", "hull~2"].map(|name| art.texture(name).unwrap()).to_vec();
        assert!(bare.iter().all(|wall| !seen.contains(wall)), "none is without its overlay");
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
    fn what_lies_over_a_moving_texture_lets_it_move() {
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
    fn a_switch_that_is_an_overlay_changes_on_its_wall() {
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
    fn a_switch_with_a_face_shows_on_one_side_and_the_bare_wall_on_the_others() {
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
        assert_ne!(before, after, "thrown, it changes");
    }

    #[test]
    fn a_lock_hangs_on_its_door_and_changes_as_it_does() {
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
    fn what_the_art_lacks_shows_that_and_stars_are_no_texture() {
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
