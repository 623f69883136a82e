//! Requests for another run: sent by pages and keys, carried out at the start of the next frame, or on entering the deck.

use bevy::prelude::*;
use engine::{Replay, Snapshot};
use journey::Save;
use renderer::DeckName;

/// A run that is to begin in place of the one that is played, if any.
#[derive(Message)]
pub(crate) enum RunRequest {
    /// The deck begins again, with what the player brought to it.
    Restart,
    /// A save is played.
    Load {
        save: Box<Save>,
        /// The state in which the run continues. Without one its deck begins again, with what was carried then.
        state: Option<Box<Snapshot>>,
    },
    /// A demo is played.
    Demo(Box<RequestedDemo>),
}

/// What a demo is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Somebody wants to see it.
    Watched,
    /// Nobody does anything at the title.
    Attract,
    /// It is to be found out how fast the game is.
    Timed,
}

/// A demo that was found to fit the decks and rules that are here.
pub(crate) struct RequestedDemo {
    pub(crate) replay: Replay,
    pub(crate) deck: DeckName,
    /// The name of the demo, for messages.
    pub(crate) name: String,
    pub(crate) purpose: Purpose,
}

impl RunRequest {
    /// Takes the newest request, and drops those before it.
    pub(crate) fn take(world: &mut World) -> Option<RunRequest> {
        world.get_resource_mut::<Messages<RunRequest>>()?.drain().last()
    }
}
