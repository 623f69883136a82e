//! The phases of the game, and whether a deck runs or is paused. What leads from one to the next stands with each.

use bevy::prelude::*;
use engine::AtTerminal;
use std::time::Duration;

/// What the game does now, and so what the player looks at.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The game reads its files.
    #[default]
    Loading,
    /// A file is missing or wrong: the game says which and ends.
    StartupError,
    /// The title and its menu.
    Title,
    /// A deck is played.
    Deck,
    /// A deck is done: what was achieved on it.
    Tally,
    /// The next deck is being made, and what is known of it is told.
    Briefing,
    /// The last deck is done.
    Ending,
}

/// Whether the deck runs. The simulation and the controls stand still unless it does.
#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(Phase = Phase::Deck)]
pub(crate) enum Flow {
    /// Time passes.
    #[default]
    Running,
    /// The pause menu is open.
    Paused,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_state::<Phase>().add_sub_state::<Flow>();
    app.add_systems(Startup, stop_time);
    app.add_systems(OnEnter(Flow::Running), run_time);
    app.add_systems(OnExit(Flow::Running), stop_time);
}

/// True while the player stands at a board: keys and mouse then play there.
pub(crate) fn is_at_board(at: Option<Res<AtTerminal>>) -> bool {
    at.is_some_and(|at| at.0.is_some())
}

/// A frame that took longer counts as this long, so that a hitch slows the game down instead of making it jump.
const MAX_FRAME_TIME: Duration = Duration::from_millis(100);

fn stop_time(mut time: ResMut<Time<Virtual>>) {
    time.set_max_delta(MAX_FRAME_TIME);
    time.pause();
}

fn run_time(mut time: ResMut<Time<Virtual>>) {
    time.unpause();
}
