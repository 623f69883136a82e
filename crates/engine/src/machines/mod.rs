//! Machines: doors, push-walls, lifts, lights, terminals and triggers, and the synchronization of the grid with them.
//!
//! Machines do not make decisions: they react to the use key, to steps, shots and triggers.

pub(crate) mod board_search;
pub(crate) mod breach;
pub(crate) mod carried_over;
pub(crate) mod conduit;
pub(crate) mod death_watch;
pub(crate) mod door;
pub(crate) mod doorway;
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
        carried_over::plugin,
        door::plugin,
        doorway::plugin,
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
