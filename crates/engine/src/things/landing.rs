//! Landing: thrown items become pickups where they land, for example bait.

use crate::{
    deck::grid::Grid, deck::paths, rules::rules::Rules, things::pickup::Pickup, tick::run::Run, tick::tick::Step,
    weapons::projectile::Landings,
};
use bevy::prelude::*;

/// Minimum distance between a landed item and the edge of its cell, in tiles.
const EDGE: f32 = 0.1;

pub(crate) fn plugin(app: &mut App) {
    let are_landings = |landings: Res<Landings>| !landings.0.is_empty();
    app.add_systems(FixedUpdate, land.in_set(Step::LayDown).run_if(are_landings));
}

/// Spawns pickups for the thrown items that have landed.
fn land(
    (grid, rules): (Res<Grid>, Res<Rules>),
    mut run: ResMut<Run>,
    mut landings: ResMut<Landings>,
    mut commands: Commands,
) {
    for (name, at) in landings.0.drain(..) {
        if let Some(kind) = rules.pickup(&name) {
            commands.spawn(Pickup::appearing(kind, within_reach(&grid, at), &rules, &mut run));
        }
    }
}

/// Returns the nearest reachable point. A pane fills its whole cell, so an item in front of it is moved to the adjacent
/// cell.
fn within_reach(grid: &Grid, at: Vec2) -> Vec2 {
    let cell = paths::cell_of(grid, at).as_vec2();
    at.clamp(cell + EDGE, cell + 1.0 - EDGE)
}
