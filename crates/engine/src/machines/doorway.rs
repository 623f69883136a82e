//! Doorways: the wind through a door to space is weak at first. A corpse keeps an ordinary door open, but is pushed out
//! of the way of a door that must close.
//!
//! The rule is that a level's triggers take effect. Corpses do not block doors that a trigger has closed, locked doors,
//! and doors that lock behind the player. Living bodies and strong wind delay such doors only while they last.

use crate::{
    air::air::Air,
    air::wind::NewestDoorway,
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

/// Distance that a closing door pushes a corpse per tick, in tiles.
const SHOVE: f32 = 0.02;
/// Distance from the middle of a door at which a corpse is out of the way, in tiles.
const CLEAR: f32 = 0.55;

pub(crate) fn plugin(app: &mut App) {
    let blows = |air: Option<Res<Air>>| air.is_some_and(|air| air.has_wind());
    app.add_systems(FixedUpdate, time.in_set(Step::TimeDoorways).run_if(blows));
    let any_closes = |doors: Query<&Door>| doors.iter().any(closes);
    app.add_systems(FixedUpdate, clear.in_set(Step::ClearDoorways).run_if(any_closes));
}

/// Finds the newest open door in a section that is open to space.
fn time(air: Res<Air>, doors: Query<&Door>, mut newest: ResMut<NewestDoorway>) {
    newest.0 = doors.iter().filter(|door| air.is_venting(door.cell())).filter_map(Door::since_opening).min();
}

/// Returns true if a door is closing and corpses do not block it.
fn closes(door: &Door) -> bool {
    door.state() == DoorState::Closing && door.must_close()
}

/// Pushes corpses out of doorways to the side they are on. A corpse without room there stays, and the door closes over
/// it.
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
