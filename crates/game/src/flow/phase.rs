//! Phases of the game, and whether a deck is running or paused. The module of each phase defines its transitions.

use bevy::prelude::*;
use engine::AtTerminal;
use std::time::Duration;

/// Current phase of the game, which decides what is on the screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Loads the game files.
    #[default]
    Loading,
    /// Shows an error about a missing or invalid file; the game then exits.
    StartupError,
    /// Title screen with its menu.
    Title,
    /// A deck is being played.
    Deck,
    /// Statistics of a completed deck.
    Tally,
    /// Briefing on the next deck, while that deck is generated.
    Briefing,
    /// Ending after the last deck.
    Ending,
}

/// Whether the deck is running. The simulation and the controls are inactive otherwise.
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

/// Returns true while the player uses a board terminal, which then receives keyboard and mouse input.
pub(crate) fn is_at_board(at: Option<Res<AtTerminal>>) -> bool {
    at.is_some_and(|at| at.0.is_some())
}

/// Maximum duration of a frame. A longer frame counts as this long, so that a hitch slows the game down instead of
/// making it jump.
const MAX_FRAME_TIME: Duration = Duration::from_millis(100);

fn stop_time(mut time: ResMut<Time<Virtual>>) {
    time.set_max_delta(MAX_FRAME_TIME);
    time.pause();
}

fn run_time(mut time: ResMut<Time<Virtual>>) {
    time.unpause();
}
