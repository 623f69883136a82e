//! The click-to-walk goal: a ring of lights on the floor that is shown until the player has reached it.

use crate::{art::art::Art, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{Player, Run, TICKS_PER_SECOND};
use raycast::Sprite;
use std::f32::consts::TAU;

/// The image of each light, its width in tiles, and its opacity, 0 to 255.
const LIGHT: (&str, f32, u8) = ("spark1", 0.07, 210);
/// The number of lights in the ring, its radius in tiles, and its rotations per second.
const COUNT: u8 = 10;
const RADIUS: f32 = 0.2;
const TURNS: f32 = 0.5;

/// Adds the ring around the point to which the player walks automatically.
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
    fn walk_goal_is_marked_until_the_player_arrives() {
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
