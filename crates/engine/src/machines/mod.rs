//! Machines: doors, push-walls, lifts, lights, terminals, and the triggers that set them off; and the shadow that they cast on the grid.
//!
//! Nothing here chooses: a machine does what hands, feet, shots and triggers ask.

pub(crate) mod board_search;
pub(crate) mod breach;
pub(crate) mod conduit;
pub(crate) mod door;
pub(crate) mod gravity;
pub(crate) mod grid_sync;
pub(crate) mod hatch;
pub(crate) mod interact;
pub(crate) mod lift;
pub(crate) mod lighting;
pub(crate) mod pending_spawn;
pub(crate) mod pushwall;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod trigger;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        breach::plugin,
        door::plugin,
        gravity::plugin,
        interact::plugin,
        hatch::plugin,
        lift::plugin,
        lighting::plugin,
        pushwall::plugin,
        grid_sync::plugin,
        terminal::plugin,
        trigger::plugin,
        pending_spawn::plugin,
    ));
}
