//! Falling: everything in the air comes down, and a body that walks without gravity lifts off the floor.

use crate::{
    bodies::body::{Body, Immovable, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::spatial_index::SpatialIndex,
    bodies::vertical_extent::VerticalRange,
    deck::grid::Grid,
    tick::id::Id,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Speed below which a body counts as standing still, in tiles per second.
const MIN_STEP_SPEED: f32 = 0.1;
/// Horizontal overlap up to which one body does not land on another, in tiles: bodies side by side touch.
const SIDE_OVERLAP_TOLERANCE: f32 = 5e-3;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Gravity>();
    app.add_systems(FixedUpdate, fall.in_set(Step::Fall));
}

/// Applies gravity to everything in the air. Living bodies also land on each other. They fall in the order of their
/// ids: each sees the bodies with lower ids after their fall and those with higher ids before it.
fn fall(
    (gravity, grid, places): (Res<Gravity>, Res<Grid>, Res<SpatialIndex>),
    mut all: ParamSet<(
        Query<&Height, With<BodyHeight>>,
        Query<(Entity, &Id, &Position, &mut Height, &BodyHeight, Option<(&Body, &Velocity, Has<Immovable>)>)>,
    )>,
    mut living: Local<Vec<(Id, Entity, f64, Vec2, f32)>>,
) {
    let everywhere = gravity.share_everywhere();
    // Usually all stand on the floor and are held there, so nothing needs to be done.
    let mut flies = || all.p0().iter().fold(0, |bits, height| bits | height.air_bits()) != 0;
    if everywhere.is_some_and(|share| share > 0.0) && !flies() {
        return;
    }
    let mut bodies = all.p1();
    living.clear();
    for (entity, &id, position, mut height, tall, lives) in &mut bodies {
        let share = everywhere.unwrap_or_else(|| gravity.share(&grid, position.0));
        let walks = |(_, velocity, is_heavy): (&Body, &Velocity, bool)| {
            !is_heavy && velocity.0.length_squared() > MIN_STEP_SPEED * MIN_STEP_SPEED
        };
        if share == 0.0 && lives.is_some_and(walks) {
            height.step_off(tall.ceiling());
        }
        if height.is_in_the_air() {
            match lives {
                Some((body, ..)) => living.push((id, entity, share, position.0, body.radius)),
                None => height.fall(share, (0.0, tall.ceiling())),
            }
        }
    }
    living.sort_unstable_by_key(|(id, ..)| *id);
    for &(id, entity, share, at, radius) in living.iter() {
        let Ok((_, _, _, height, &tall, _)) = bodies.get(entity) else { continue };
        let (own, mut bounds) = (VerticalRange::of(*height, tall), (0.0, tall.ceiling()));
        for other in places.near(at, radius - SIDE_OVERLAP_TOLERANCE).filter(|other| other.id != id) {
            let Ok((_, _, _, height, &other_tall, _)) = bodies.get(other.entity) else { continue };
            let other = VerticalRange::of(*height, other_tall);
            if own.is_upon(other) {
                bounds.0 = other.high.max(bounds.0);
            } else if other.is_upon(own) {
                bounds.1 = (other.low - tall.0).min(bounds.1);
            }
        }
        if let Ok((_, _, _, mut height, ..)) = bodies.get_mut(entity) {
            height.fall(share, bounds);
        }
    }
}
