//! The goal: whoever has pointed at the floor sees a ring of lights there, until he has come to it.

use crate::{art::art::Art, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{Player, Run, TICKS_PER_SECOND};
use raycast::Sprite;
use std::f32::consts::TAU;

/// The picture of each light, how wide it is, in tiles, and how much it hides, of 255.
const LIGHT: (&str, f32, u8) = ("spark1", 0.07, 210);
/// So many lights are in the ring, so far from its middle, in tiles; they go round so often a second.
const COUNT: u8 = 10;
const RADIUS: f32 = 0.2;
const TURNS: f32 = 0.5;

/// Lays the ring round the point to which the player walks by himself.
pub(crate) fn lay(
    player: Option<Single<&Player>>,
    (run, art): (Option<Res<Run>>, Option<Res<Art>>),
    mut stage: ResMut<Stage>,
) {
    let Some((at, run, art)) = player.and_then(|player| Some((player.walk.target()?, run?, art?))) else { return };
    let (name, size, cover) = LIGHT;
    let (Some(scene), Some(texture)) = (&mut stage.scene, art.sprite(name)) else { return };
    let seconds = (run.tick % u64::from(TICKS_PER_SECOND * 60)) as f32 / TICKS_PER_SECOND as f32;
    for light in 0..COUNT {
        let (sin, cos) = ops::sin_cos((seconds * TURNS + f32::from(light) / f32::from(COUNT)) * TAU);
        let at = at + Vec2::new(cos, sin) * RADIUS;
        let light = Sprite { width: size, height: size, bright: true, cover, ..Sprite::new(at.x, at.y, texture) };
        scene.sprites.push(light);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{game, picture, wait};
    use bevy::math::Vec2;
    use engine::Intent;

    #[test]
    fn where_he_walks_is_marked_until_he_is_there() {
        let mut game = game(&["########", "#@     #", "########"]);
        let lights = |game: &mut engine::Headless| {
            picture(game, 320, 180);
            let stage = game.world().resource::<crate::stage::stage::Stage>();
            stage.scene.as_ref().map_or(0, |scene| scene.sprites.len())
        };
        let before = lights(&mut game);
        wait(&mut game, 1, Intent { walk_to: Some(Vec2::new(5.5, 1.5)), ..Intent::default() });
        assert_eq!(lights(&mut game), before + usize::from(super::COUNT));
        wait(&mut game, 500, Intent::default());
        assert_eq!(lights(&mut game), before);
    }
}
