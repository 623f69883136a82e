//! Doorways: a corpse keeps an ordinary door open, but is pushed out of the way of one that must close.
//!
//! The rule: what an author wires up takes effect. A door that a trigger has told to close, one that is locked, and one that locks behind
//! the player close on the dead; a living body and a gale hold them up, and no longer than they last.

use crate::{
    bodies::body::{Body, Position, PreviousPosition},
    deck::grid::Grid,
    deck::shape::Shape,
    machines::door::{Door, DoorState},
    monsters::monster::Monster,
    player::player::Player,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::Axis;

/// How far a door pushes a corpse in a tick, in tiles: out of its way while it closes.
const SHOVE: f32 = 0.02;
/// How far from the middle of a door a corpse is out of its way, in tiles.
const CLEAR: f32 = 0.55;

pub(crate) fn plugin(app: &mut App) {
    let any_closes = |doors: Query<&Door>| doors.iter().any(closes);
    app.add_systems(FixedUpdate, clear.in_set(Step::ClearDoorways).run_if(any_closes));
}

/// True for a door that closes and spares no corpse.
fn closes(door: &Door) -> bool {
    door.state() == DoorState::Closing && door.must_close()
}

/// Pushes the dead out of doorways, each to the side on which it lies. One that has no room there stays, and the door closes over it.
fn clear(
    grid: Res<Grid>,
    doors: Query<&Door>,
    mut dead: Query<(&mut Position, &mut PreviousPosition), (Or<(With<Monster>, With<Player>)>, Without<Body>)>,
) {
    for door in doors.iter().filter(|door| closes(door)) {
        let middle = Grid::middle(door.cell());
        let across = if door.along() == Axis::X { Vec2::Y } else { Vec2::X };
        for (mut at, mut previous) in &mut dead {
            let away = at.0 - middle;
            let aside = away.dot(across);
            if away.abs().max_element() >= CLEAR {
                continue;
            }
            let to = at.0 + across * if aside < 0.0 { -SHOVE } else { SHOVE };
            let cell = Grid::cell_at(to);
            if cell == door.cell() || grid.shape(cell) == Shape::Open {
                (previous.0, at.0) = (at.0, to);
            }
        }
    }
}
