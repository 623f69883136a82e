//! Breaches: cracked windows break, shutters fall over holes and open again, and vents let air out, by themselves or
//! triggered.

use crate::{
    air::air::Air,
    air::hull::{Damage, Hull},
    bodies::spatial_index::SpatialIndex,
    deck::grid::Grid,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::trigger::PendingActions,
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{CellShape, TriggerAction};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, obey.in_set(Step::RunHullActions).run_if(may_change));
}

/// Returns true if there are trigger actions, or if the hull is damaged and may change by itself.
pub(crate) fn may_change(orders: Res<PendingActions>, hull: Option<Res<Hull>>) -> bool {
    !orders.0.is_empty() || hull.is_some_and(|hull| !hull.is_whole())
}

/// Updates the hull over time and by trigger actions, and reports the changes.
fn obey(
    orders: Res<PendingActions>,
    (deck, grid, places): (Res<Deck>, Res<Grid>, Res<SpatialIndex>),
    (mut hull, mut air): (ResMut<Hull>, ResMut<Air>),
    mut events: EventLog,
) {
    let level = &deck.0;
    let is_outer = |cell: usize| air.is_beside_space(grid.cell(cell));
    let mut shutters: Vec<usize> = hull.age().into_iter().filter(|cell| is_outer(*cell)).collect();
    for act in &orders.0 {
        let (TriggerAction::Vent(place) | TriggerAction::Seal(place) | TriggerAction::Break(place)) = *act else {
            continue;
        };
        for &(x, y) in &level.place(place).cells {
            let cell = y * level.width + x;
            match (act, level.cells[cell].shape) {
                (TriggerAction::Vent(_), CellShape::Open) => air.set_vent(grid.cell(cell), true),
                (TriggerAction::Seal(_), CellShape::Open) => air.set_vent(grid.cell(cell), false),
                (TriggerAction::Vent(_), _) if hull.is_sealed(cell) => {
                    hull.open_shutter(cell);
                    events.emit(EventRecord::new(GameEvent::ShutterOpens, Grid::middle(grid.cell(cell))));
                }
                (TriggerAction::Seal(_), _) if hull.is_broken(cell) => shutters.push(cell),
                (TriggerAction::Break(_), _) if !hull.is_gone(cell) && level.is_fragile(x as i32, y as i32) => {
                    hull.set_damage(cell, Damage::Broken(0));
                }
                _ => {}
            }
        }
    }
    for cell in shutters {
        if hull.is_broken(cell) && hull.has_room(&grid, &places, cell) {
            hull.set_damage(cell, Damage::Sealed);
        }
    }
    for (cell, damage) in hull.drain_events() {
        let what = match damage {
            Damage::Cracked(_) => GameEvent::HullCracks,
            Damage::Broken(_) if air.is_beside_space(grid.cell(cell)) => GameEvent::HullBreaks,
            Damage::Broken(_) => GameEvent::WallBreaks,
            Damage::Sealed => GameEvent::ShutterFalls,
        };
        events.emit(EventRecord::new(what, Grid::middle(grid.cell(cell))));
    }
}
