//! Landing: what was thrown lies there as a pickup, for whoever is lured by it.

use crate::{
    deck::grid::Grid, deck::paths, rules::rules::Rules, things::pickup::Pickup, tick::run::Run, tick::tick::Step,
    weapons::projectile::Landings,
};
use bevy::prelude::*;

/// It lies no nearer to the edge of its cell, in tiles.
const EDGE: f32 = 0.1;

pub(crate) fn plugin(app: &mut App) {
    let are_landings = |landings: Res<Landings>| !landings.0.is_empty();
    app.add_systems(FixedUpdate, land.in_set(Step::LayDown).run_if(are_landings));
}

/// Lays down what has come down.
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

/// A point where somebody can get at it: a pane bars its whole cell, so what lies before it lies in the cell beside that.
fn within_reach(grid: &Grid, at: Vec2) -> Vec2 {
    let cell = paths::cell_of(grid, at).as_vec2();
    at.clamp(cell + EDGE, cell + 1.0 - EDGE)
}
