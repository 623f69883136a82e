//! Pickups in the path of push-walls: the wall carries them along, and they end up where the player can reach them.

use crate::{
    bodies::body::Position,
    deck::grid::Grid,
    deck::paths,
    deck::shape::Shape,
    machines::pushwall::{PushWall, PushWallState},
    player::player::Player,
    things::pickup::Pickup,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Minimum distance between a carried pickup and a wall, in tiles.
const EDGE: f32 = 0.1;

pub(crate) fn plugin(app: &mut App) {
    let any_pushed = |walls: Query<&PushWall>| walls.iter().any(|wall| wall.state() != PushWallState::Still);
    app.add_systems(FixedUpdate, carry.in_set(Step::CarryPickups).run_if(any_pushed));
}

/// Moves the pickups that a wall has reached, and those that were dropped inside one.
fn carry(
    grid: Res<Grid>,
    player: Single<&Position, With<Player>>,
    walls: Query<&PushWall>,
    mut pickups: Query<&mut Pickup>,
) {
    for wall in walls.iter().filter(|wall| wall.state() != PushWallState::Still) {
        for mut pickup in &mut pickups {
            let is_under = (pickup.at - wall.middle()).abs().max_element() < 0.5;
            // A wall at rest has moved everything that was there before; only a new pickup can be under it.
            if is_under && (wall.state() == PushWallState::Moving || pickup.is_changed()) {
                pickup.at = beside(wall, pickup.at, &grid, player.0);
            }
        }
    }
}

/// Returns where to put a pickup that is under a wall: behind the wall, where the player who pushed it can reach it. A
/// wall pushed by a trigger may come out of a niche; then the pickup is put next to it where the player can get to.
fn beside(wall: &PushWall, at: Vec2, grid: &Grid, player: Vec2) -> Vec2 {
    let (step, cell) = (wall.step(), Grid::cell_at(at));
    let along = step.as_vec2();
    let from_home = (wall.middle() - Grid::middle(wall.home())).dot(along);
    // Not farther back than the wall's home cell, because there may be solid wall behind it.
    let behind = Grid::middle(wall.home()) + along * (from_home - 0.5 - EDGE).max(EDGE - 0.5);
    let aside = along.perp() * (at - wall.middle()).dot(along.perp()).clamp(EDGE - 0.5, 0.5 - EDGE);
    let behind = behind + aside;
    let is_met = cell == Grid::cell_at(wall.middle() + along * 0.5) || wall.state() == PushWallState::Done;
    if !wall.is_ordered() || !is_met {
        return behind;
    }
    let Some(start) = grid.index(Grid::cell_at(player)) else { return behind };
    let steps = paths::ground(grid).steps_from(start);
    let is_reached = |cell: IVec2| grid.index(cell).is_some_and(|index| steps[index].is_some());
    let sides = [step.perp(), -step.perp()];
    let mut left_behind = wall.trail().filter(|other| *other != cell);
    let round = |cell: IVec2| [cell - step, cell + sides[0], cell + sides[1]];
    if left_behind.any(|cell| round(cell).into_iter().any(is_reached)) {
        return behind;
    }
    let [left, right] = sides;
    let free = [left, right, step].into_iter().find(|way| {
        let beside = cell + *way;
        grid.shape(beside) == Shape::Open && is_reached(beside)
    });
    // Just across the edge of the cell it was in.
    free.map_or(behind, |way| {
        let way = way.as_vec2();
        let across = way * (0.5 + EDGE) + way.perp() * (at - Grid::middle(cell)).dot(way.perp());
        Grid::middle(cell) + across
    })
}
