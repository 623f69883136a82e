//! The aim line: while the player holds an explosive weapon, spots on the floor show the projectile's path, cell by
//! cell.

use crate::{art::art::Art, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{Body, Grid, Player, Ray, Rules, cast};
use even::{Step, grid_line};
use raycast::Sprite;

/// The image of each spot, its width in tiles, and its opacity, 0 to 255.
const SPOT: (&str, f32, u8) = ("spark1", 0.09, 150);
/// The distance of the first spot from the player and the maximum length of the line, in cells.
const CELLS: (usize, usize) = (2, 24);

/// Returns the direction of a step over the cells.
fn way(step: Step) -> IVec2 {
    match step {
        Step::East => IVec2::X,
        Step::SouthEast => IVec2::ONE,
        Step::South => IVec2::Y,
        Step::SouthWest => IVec2::new(-1, 1),
        Step::West => IVec2::NEG_X,
        Step::NorthWest => IVec2::NEG_ONE,
        Step::North => IVec2::NEG_Y,
        Step::NorthEast => IVec2::new(1, -1),
    }
}

/// Adds the spots along the straight line of cells from the eye to the aim point.
pub(crate) fn lay(
    player: Option<Single<&Player, With<Body>>>,
    (rules, grid, art): (Option<Res<Rules>>, Option<Res<Grid>>, Option<Res<Art>>),
    mut stage: ResMut<Stage>,
) {
    let (Some(player), Some(rules), Some(grid), Some(art)) = (player, rules, grid, art) else { return };
    let explodes = player.weapon(&rules).is_some_and(|(_, weapon)| weapon.explosion().is_some());
    let (Some(scene), Some(texture), true) = (&mut stage.scene, art.sprite(SPOT.0), explodes) else { return };
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    let (sin, cos) = ops::sin_cos(scene.camera.angle);
    let (towards, far) = (Vec2::new(cos, sin), CELLS.1 as f32);
    let hit = cast(&grid, Ray::Shot, eye, towards, far);
    let (from, to) = (Grid::cell_at(eye), hit.map_or(Grid::cell_at(eye + towards * far), |hit| hit.cell));
    let line = grid_line((to.x - from.x).into(), (to.y - from.y).into()).scan(from, |cell, step| {
        *cell += way(step);
        Some(*cell)
    });
    let (_, size, cover) = SPOT;
    for cell in line.take_while(|cell| *cell != to).take(CELLS.1).skip(CELLS.0 - 1) {
        let at = Grid::middle(cell);
        let spot = Sprite { width: size, height: size, bright: true, cover, ..Sprite::new(at.x, at.y, texture) };
        scene.sprites.push(spot);
    }
}
