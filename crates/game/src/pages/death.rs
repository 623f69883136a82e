//! Death: the deck goes on for a moment without the player, then begins again.

use crate::campaign::progress::Restart;
use crate::flow::phase::Flow;
use crate::input::just_pressed::JustPressed;
use bevy::prelude::*;
use engine::{Player, ticks};

/// How long the player lies there.
const LONG: u32 = ticks(2.0);
/// How long he lies there at least, however impatient he is.
const SHORT: u32 = ticks(0.75);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, begin_again.run_if(in_state(Flow::Running)));
}

fn begin_again(player: Option<Single<&Player>>, pressed: Res<JustPressed>, mut commands: Commands) {
    let Some(player) = player.filter(|player| player.since_death != u32::MAX) else { return };
    let hurries = pressed.fire() || pressed.confirm();
    if hurries && player.since_death >= SHORT {
        commands.insert_resource(Restart::Asked);
    } else if player.since_death >= LONG {
        commands.insert_resource(Restart::ByItself);
    }
}
