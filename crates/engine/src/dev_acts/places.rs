//! Places: developer acts on the cells of a level: doors, push-walls, the hull, props and air.

use crate::{
    air::air::Air,
    air::hull::{Damage, Hull},
    bodies::body::{Body, Position},
    bodies::wound::Health,
    combat::damage::hurt_prop,
    deck::grid::Grid,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::door::Door,
    machines::pushwall::PushWall,
    player::player::Player,
    rules::rules::Rules,
    things::prop::Prop,
    tick::id::Id,
    tick::run::{Deck, Run},
};
use bevy::prelude::*;

/// Opens what is in a cell: a door, whatever locks it, a push-wall, away from the player, or a shutter.
pub(super) fn open(
    In(cell): In<IVec2>,
    (grid, mut hull): (Res<Grid>, ResMut<Hull>),
    player: Single<&Position, With<Player>>,
    mut doors: Query<&mut Door>,
    mut walls: Query<&mut PushWall>,
    mut events: EventLog,
) {
    if let Some(mut door) = doors.iter_mut().find(|door| door.cell() == cell) {
        door.force_open(player.0, &mut events);
    }
    if let Some(mut wall) = walls.iter_mut().find(|wall| wall.home() == cell) {
        let away = Grid::middle(cell) - player.0;
        let along_x = away.x.abs() >= away.y.abs();
        let step = if along_x { IVec2::new(sign(away.x), 0) } else { IVec2::new(0, sign(away.y)) };
        let step = wall.only_way().unwrap_or(step);
        wall.push(step, &mut events);
    }
    if let Some(index) = grid.index(cell).filter(|index| hull.is_sealed(*index)) {
        hull.open_shutter(index);
        events.emit(EventRecord::new(GameEvent::ShutterOpens, Grid::middle(cell)));
    }
}

fn sign(number: f32) -> i32 {
    if number < 0.0 { -1 } else { 1 }
}

/// Breaks the window or the breakable wall in a cell. The hull reports it later in the tick.
pub(super) fn break_hull(In(cell): In<IVec2>, (grid, deck): (Res<Grid>, Res<Deck>), mut hull: ResMut<Hull>) {
    let is_fragile = deck.0.is_fragile(cell.x, cell.y);
    if let Some(index) = grid.index(cell).filter(|index| is_fragile && !hull.is_gone(*index)) {
        hull.set_damage(index, Damage::Broken(0));
    }
}

/// Breaks the props in a cell, except furniture.
pub(super) fn break_prop(
    In(cell): In<IVec2>,
    (rules, run): (Res<Rules>, Res<Run>),
    mut props: Query<(Entity, &Id, &Position, &mut Prop, &mut Health), With<Body>>,
    mut events: EventLog,
    mut commands: Commands,
) {
    let mut there: Vec<_> = props
        .iter_mut()
        .filter(|(_, _, at, prop, _)| Grid::cell_at(at.0) == cell && !prop.stands_for_good(&rules))
        .collect();
    // By id, because each of them emits an event.
    there.sort_unstable_by_key(|(_, id, ..)| **id);
    for (entity, _, at, mut prop, mut health) in there {
        health.0 = 0;
        events.emit(EventRecord::new(hurt_prop(&mut prop, true, run.tick, None), at.0));
        commands.entity(entity).remove::<Body>();
    }
}

/// Sets the air pressure of the section with this cell, in percent.
pub(super) fn set_air(In((cell, percent)): In<(IVec2, u8)>, mut air: ResMut<Air>) {
    air.set_pressure(cell, f64::from(percent) / 100.0);
}
