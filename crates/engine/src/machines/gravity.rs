//! Gravity changes by triggers.

use crate::{
    bodies::gravity::Gravity,
    machines::trigger::{ActionHandlers, PendingActions},
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::TriggerAction;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, obey.in_set(Step::RunGravityActions).in_set(ActionHandlers));
}

/// Changes the gravity of the deck or of some of its cells as triggers request.
fn obey(orders: Res<PendingActions>, deck: Res<Deck>, mut gravity: ResMut<Gravity>) {
    let level = &deck.0;
    for act in &orders.0 {
        match *act {
            TriggerAction::Gravity(None, pull) => gravity.set_deck(pull),
            TriggerAction::Gravity(Some(place), pull) => {
                let cells = &level.place(place).cells;
                cells.iter().for_each(|&(x, y)| gravity.set_cell(y * level.width + x, pull));
            }
            _ => {}
        }
    }
}
