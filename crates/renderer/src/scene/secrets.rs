//! Hints at secrets, an option: lights glide along the foot of a wall that hides a secret when the player is near.

use crate::{art::art::Art, stage::options::ViewOptions, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Grid, Player, Position, PushWall, PushWallState, Run, Shape, TICKS_PER_SECOND};
use raycast::Sprite;

/// The image of each light, its width in tiles, and its opacity, 0 to 255.
const LIGHT: (&str, f32, u8) = ("spark1", 0.06, 200);
/// The distance up to which hints are visible, and the distance of the lights from the middle of the wall, in tiles.
const NEAR: f32 = 4.0;
const BEFORE: f32 = 0.54;
/// The number of lights on each side, and the time in which they glide along it, in seconds.
const COUNT: u8 = 3;
const SECONDS: f32 = 2.0;
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// Adds the lights in front of secret push-walls that have not moved yet.
pub(crate) fn lay(
    player: Option<Single<&Position, With<Player>>>,
    walls: Query<&PushWall>,
    (run, grid, art): (Option<Res<Run>>, Option<Res<Grid>>, Option<Res<Art>>),
    options: Res<ViewOptions>,
    mut stage: ResMut<Stage>,
) {
    let (Some(player), Some(run), Some(grid), Some(art)) = (player, run, grid, art) else { return };
    let (name, size, cover) = LIGHT;
    let (Some(scene), Some(texture), true) = (&mut stage.scene, art.sprite(name), options.secret_hints) else { return };
    let period = (SECONDS * TICKS_PER_SECOND as f32) as u64;
    let part = (run.tick % period) as f32 / period as f32;
    let is_hint = |wall: &&PushWall| wall.is_secret() && wall.state() == PushWallState::Still;
    let near = walls.iter().filter(is_hint).map(PushWall::home);
    for home in near.filter(|home| Grid::middle(*home).distance(player.0) < NEAR) {
        for side in SIDES.into_iter().filter(|side| grid.shape(home + *side) == Shape::Open) {
            let (out, along) = (side.as_vec2(), side.as_vec2().perp());
            for light in 0..COUNT {
                let place = (part + f32::from(light) / f32::from(COUNT)).fract() - 0.5;
                let at = Grid::middle(home) + out * BEFORE + along * place * 0.9;
                let light =
                    Sprite { width: size, height: size, bright: true, cover, ..Sprite::new(at.x, at.y, texture) };
                scene.sprites.push(light);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture, wait};
    use engine::{Headless, Intent};

    /// Returns the sprites of the frame with these options.
    fn sprites(game: &mut Headless, options: ViewOptions) -> Vec<Sprite> {
        game.world_mut().insert_resource(options);
        picture(game, 320, 180);
        let stage = game.world().resource::<Stage>();
        stage.scene.as_ref().map_or(Vec::new(), |scene| scene.sprites.clone())
    }

    #[test]
    fn near_secret_walls_have_lights_if_the_option_is_on() {
        let hints = ViewOptions { secret_hints: true, ..ViewOptions::default() };
        // One row of lights on each open side of the wall.
        for (row, lights) in [("#@ P   #", 2), ("#@      P   #", 0)] {
            let wall = "#".repeat(row.len());
            let mut game = game(&[&wall, row, &wall]);
            wait(&mut game, 1, Intent::default());
            let without = sprites(&mut game, ViewOptions::default()).len();
            let with = sprites(&mut game, hints).len();
            assert_eq!(with - without, lights * usize::from(COUNT), "{row}");
        }
    }

    #[test]
    fn option_makes_figures_full_bright() {
        let mut game = game(&["########", "#@   z #", "########"]);
        wait(&mut game, 1, Intent::default());
        let mut bright_at = |options| {
            let bright = sprites(&mut game, options).into_iter().filter(|sprite| sprite.bright);
            bright.map(|sprite| Vec2::new(sprite.x, sprite.y)).collect::<Vec<_>>()
        };
        let before = bright_at(ViewOptions::default());
        let after = bright_at(ViewOptions { bright_figures: true, ..ViewOptions::default() });
        let new: Vec<Vec2> = after.into_iter().filter(|at| !before.contains(at)).collect();
        assert_eq!(new, [Vec2::new(5.5, 1.5)], "the bright sprite must be the monster's");
    }
}
