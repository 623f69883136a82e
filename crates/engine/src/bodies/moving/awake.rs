//! Finds the bodies that something may have set in motion since the last tick.

use crate::{
    bodies::body::{Body, Knockback, Position, Velocity},
    bodies::height::Height,
    bodies::vertical_extent::VerticalRange,
    tick::change_detection::touched,
    tick::id::Id,
};
use bevy::prelude::*;

/// The state of a sleeping body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) at: Vec2,
    pub(super) radius: f32,
    pub(super) span: VerticalRange,
    pub(super) is_heavy: bool,
}

/// The components whose changes wake a body.
pub(super) type Drives =
    (&'static Id, Ref<'static, Velocity>, Ref<'static, Knockback>, Ref<'static, Position>, Ref<'static, Height>);

/// Returns the bodies that something may have set in motion since the last tick.
pub(super) fn driven(bodies: &Query<Drives, With<Body>>) -> impl Iterator<Item = Id> {
    let tables = bodies.contiguous_iter().into_iter().flatten();
    tables.flat_map(|(ids, velocity, thrown, position, height)| {
        let columns = [
            velocity.changed_ticks_slice(),
            thrown.changed_ticks_slice(),
            position.changed_ticks_slice(),
            height.changed_ticks_slice(),
        ];
        touched(columns, position.last_run_tick(), position.this_run_tick()).map(|row| ids[row])
    })
}
