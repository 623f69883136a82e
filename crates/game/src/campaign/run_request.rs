//! Requests for another run. Pages and keys send them; they are carried out at the start of the next frame or on
//! entering the deck.

use bevy::prelude::*;
use campaign::Save;
use engine::{Replay, Snapshot};
use renderer::DeckName;

/// Request for a run that replaces the current one, if any.
#[derive(Message)]
pub(crate) enum RunRequest {
    /// Restarts the deck with the player's initial inventory.
    Restart,
    /// Loads a save.
    Load {
        save: Box<Save>,
        /// State in which the run continues. If `None`, the deck restarts with its initial inventory.
        state: Option<Box<Snapshot>>,
    },
    /// Plays a demo.
    Demo(Box<RequestedDemo>),
}

/// Purpose of a demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The player watches it.
    Watched,
    /// Attract mode: the title screen is idle.
    Attract,
    /// Benchmark run (`--time-demo`).
    Timed,
}

/// Demo that fits the installed decks and rules.
pub(crate) struct RequestedDemo {
    pub(crate) replay: Replay,
    pub(crate) deck: DeckName,
    /// Name of the demo, for messages.
    pub(crate) name: String,
    pub(crate) purpose: Purpose,
}

impl RunRequest {
    /// Takes the newest request and drops all earlier ones.
    pub(crate) fn take(world: &mut World) -> Option<RunRequest> {
        world.get_resource_mut::<Messages<RunRequest>>()?.drain().last()
    }
}
