//! Death: the deck goes on for a moment without the player, then begins again.

use crate::campaign::progress::Restart;
use crate::campaign::rewind::Rewinding;
use crate::flow::phase::Flow;
use crate::input::just_pressed::JustPressed;
use bevy::prelude::*;
use engine::{Player, Tape, ticks};

/// How long the player lies there.
const LONG: u32 = ticks(2.0);
/// How long he lies there at least, however impatient he is.
const SHORT: u32 = ticks(0.75);

pub(crate) fn plugin(app: &mut App) {
    let is_own = |tape: Option<Res<Tape>>| tape.is_none_or(|tape| tape.replay.is_none());
    let is_final = in_state(Flow::Running).and_then(is_own).and_then(not(resource_exists::<Rewinding>));
    app.add_systems(Update, begin_again.run_if(is_final));
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
