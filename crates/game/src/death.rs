//! Death: the deck goes on for a moment without the player, then begins again.

use crate::flow::Flow;
use crate::journey::Again;
use crate::presses::Presses;
use bevy::prelude::*;
use engine::{Player, ticks};

/// How long the player lies there.
const LONG: u32 = ticks(2.0);
/// How long he lies there at least, however impatient he is.
const SHORT: u32 = ticks(0.75);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, begin_again.run_if(in_state(Flow::Running)));
}

fn begin_again(player: Option<Single<&Player>>, presses: Res<Presses>, mut commands: Commands) {
    let Some(player) = player.filter(|player| player.since_death != u32::MAX) else { return };
    let hurries = presses.fire() || presses.confirm();
    if player.since_death >= LONG || (hurries && player.since_death >= SHORT) {
        commands.insert_resource(Again);
    }
}
