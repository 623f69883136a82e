//! Monsters: what they notice, what they choose, how they get there, how they strike and how they die.
//!
//! They know doors as shapes of the grid only; what opens them stands in `machines`.

pub(crate) mod attention;
pub(crate) mod blow;
pub(crate) mod crowd;
pub(crate) mod errand;
pub(crate) mod fall;
pub(crate) mod fields;
pub(crate) mod hearing;
pub(crate) mod mind;
pub(crate) mod monster;
pub(crate) mod patrol;
pub(crate) mod sight;
pub(crate) mod think;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        attention::plugin,
        blow::plugin,
        crowd::plugin,
        fall::plugin,
        fields::plugin,
        hearing::plugin,
        mind::plugin,
        sight::plugin,
        think::plugin,
    ));
}
