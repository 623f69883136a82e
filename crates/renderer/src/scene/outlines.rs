//! Outlines: bright borders around creatures and things, for players who cannot easily distinguish them from the
//! background.
//!
//! An outline is a separate sprite behind the one that it belongs to, so walls hide both in the same way. It is painted
//! when it is first needed.

use crate::{
    scene::actors::Wardrobe,
    scene::things::Store,
    stage::options::{Outlined, ViewOptions},
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::Rules;
use raycast::{Sprite, TextureId, Textures};
use std::{collections::BTreeMap, sync::Arc};

/// The colours for living monsters, for harmless creatures, and for things that can be taken or broken.
const CREATURE: [u8; 3] = [255, 80, 40];
const TAME: [u8; 3] = [130, 240, 110];
const THING: [u8; 3] = [90, 230, 255];
/// The thickness of an outline is the sprite's height divided by this, but at least one texel.
const THICK: usize = 48;

/// The outlines of a level's sprites; `None` for a sprite without one.
#[derive(Resource, Default)]
pub(crate) struct Outlines(BTreeMap<TextureId, Option<CellGeometry>>);

/// A painted outline.
#[derive(Clone, Copy)]
struct CellGeometry {
    texture: TextureId,
    /// The ratios of its width and height to those of the sprite.
    wider: f32,
    higher: f32,
}

impl Outlines {
    /// Forgets all outlines, because the level has new textures.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// Adds an outline behind each sprite that needs one.
pub(crate) fn lay(
    options: Res<ViewOptions>,
    (wardrobe, store, rules): (Res<Wardrobe>, Res<Store>, Option<Res<Rules>>),
    mut outlines: ResMut<Outlines>,
    mut bare: Local<Vec<Sprite>>,
    mut stage: ResMut<Stage>,
) {
    let Some(scene) = &mut stage.scene else { return };
    if options.outlines == Outlined::Nothing {
        return;
    }
    let is_hostile = |kind: usize| rules.as_ref().is_none_or(|rules| rules.monsters[kind].1.is_hostile());
    let colour = |texture: TextureId| match (wardrobe.living_kind(texture), options.outlines) {
        (Some(kind), _) => Some(if is_hostile(kind) { CREATURE } else { TAME }),
        (_, Outlined::All) if store.shows_whole(texture) => Some(THING),
        _ => None,
    };
    std::mem::swap(&mut *bare, &mut scene.sprites);
    for sprite in bare.drain(..) {
        let outline = colour(sprite.texture).and_then(|colour| {
            let painted = outlines.0.entry(sprite.texture);
            *painted.or_insert_with(|| paint(&mut scene.textures, sprite.texture, colour))
        });
        // Of two sprites at the same distance, the later one is in front.
        scene.sprites.extend(outline.map(|outline| behind(sprite, outline)));
        scene.sprites.push(sprite);
    }
}

/// Paints the outline of a sprite, if there is room for a texture.
fn paint(textures: &mut Arc<Textures>, sprite: TextureId, colour: [u8; 3]) -> Option<CellGeometry> {
    let (width, height) = textures.size(sprite)?;
    let thick = (height / THICK).max(1);
    let texture = Arc::make_mut(textures).outline(sprite, thick, colour).ok()?;
    let larger = |side: usize| (side + 2 * thick) as f32 / side as f32;
    Some(CellGeometry { texture, wider: larger(width), higher: larger(height) })
}

/// Returns the outline's sprite for a sprite.
fn behind(sprite: Sprite, outline: CellGeometry) -> Sprite {
    let CellGeometry { texture, wider, higher } = outline;
    let (width, height) = (sprite.width * wider, sprite.height * higher);
    Sprite { texture, width, height, bottom: sprite.bottom - (height - sprite.height) / 2.0, bright: true, ..sprite }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Hud,
        testing::{game, picture, put},
    };
    use engine::Headless;
    use raycast::Frame;

    /// Returns how many pixels of a frame have this colour, with these outlines.
    fn count(game: &mut Headless, outlines: Outlined, colour: [u8; 3]) -> usize {
        game.world_mut().insert_resource(ViewOptions { outlines, dither: false, ..default() });
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let frame: Frame = picture(game, 320, 180);
        let [r, g, b] = colour;
        frame.pixels().iter().filter(|pixel| pixel.to_le_bytes()[..3] == [r, g, b]).count()
    }

    #[test]
    fn option_sets_which_sprites_have_outlines() {
        let mut game = game(&["########", "#@  z  #", "#   a  #", "########"]);
        put(&mut game, 1.5, 2.0, 0.0);
        let mut seen = |outlines| [CREATURE, THING].map(|colour| count(&mut game, outlines, colour));
        assert_eq!(seen(Outlined::Nothing), [0, 0]);
        let [creature, thing] = seen(Outlined::Creatures);
        assert!(creature > 30 && thing == 0, "{creature} {thing}");
        let all = seen(Outlined::All);
        assert!(all[0] == creature && all[1] > 10, "{all:?}");
        assert_eq!(seen(Outlined::Creatures), [creature, 0], "after switching back");
        assert_eq!(seen(Outlined::Nothing), [0, 0]);
    }

    #[test]
    fn harmless_creatures_have_an_outline_of_their_own() {
        let mut game = game(&["########", "#@  z  #", "########"]);
        put(&mut game, 1.5, 1.5, 0.0);
        let mut rules = game.world_mut().resource_mut::<Rules>();
        let (_, kind) = rules.monsters.iter_mut().find(|(name, _)| name == "shambler").unwrap();
        (kind.script, kind.hunts) = (Some("chicken".to_owned()), Vec::new());
        assert_eq!(count(&mut game, Outlined::Creatures, CREATURE), 0);
        assert!(count(&mut game, Outlined::Creatures, TAME) > 30);
    }

    #[test]
    fn walls_hide_outlines_and_dead_monsters_have_none() {
        let mut game = game(&["#######", "#@ #z #", "#######"]);
        put(&mut game, 1.5, 1.5, 0.0);
        assert_eq!(count(&mut game, Outlined::All, CREATURE), 0);
        let mut open = self::game(&["######", "#@ z #", "######"]);
        put(&mut open, 1.5, 1.5, 0.0);
        assert!(count(&mut open, Outlined::All, CREATURE) > 30);
        let world = open.world_mut();
        let mut health = world.query_filtered::<&mut engine::Health, With<engine::Monster>>();
        health.single_mut(world).unwrap().0 = 1;
        (0..600).for_each(|_| open.tick(engine::Intent { fire: true, ..default() }));
        put(&mut open, 1.5, 1.5, 0.0);
        assert_eq!(count(&mut open, Outlined::All, CREATURE), 0, "a fallen monster must have no outline");
    }
}
