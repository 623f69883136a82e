//! Falling: what is in the air comes down, the living and the dead, and whoever walks where nothing holds him leaves the floor.

use crate::bodies::body::{Body, Position, Velocity};
use crate::bodies::gravity::Gravity;
use crate::bodies::height::{Height, Tall};
use crate::deck::grid::Grid;
use crate::tick::tick::Step;
use bevy::prelude::*;

/// Who is slower than this does not take a step, in tiles a second.
const STIRS: f32 = 0.1;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Gravity>();
    app.add_systems(FixedUpdate, fall.in_set(Step::Fall));
}

/// Lets fall whatever is in the air.
fn fall(
    (gravity, grid): (Res<Gravity>, Res<Grid>),
    mut bodies: Query<(&Position, &mut Height, &Tall, Option<&Velocity>, Has<Body>)>,
) {
    let everywhere = gravity.share_everywhere();
    for (position, mut height, tall, velocity, lives) in &mut bodies {
        let share = everywhere.unwrap_or_else(|| gravity.share(&grid, position.0));
        if share == 0.0 && lives && velocity.is_some_and(|velocity| velocity.0.length_squared() > STIRS * STIRS) {
            height.step_off(tall.ceiling());
        }
        if height.is_in_the_air() {
            height.fall(share, tall.ceiling());
        }
    }
}
