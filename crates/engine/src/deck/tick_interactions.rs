//! What was tried in a tick: the cells that the player used and that shots hit, and games that came to something, for whoever is
//! wired to them.

use bevy::prelude::*;
use level::TriggerCause;

/// What the player used and what shots hit in this tick, each by its cell and the step to the side on which, and what games at
/// terminals came to, by the cell; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct TickInteractions {
    pub(crate) used: Vec<(IVec2, IVec2)>,
    pub(crate) shot: Vec<(IVec2, IVec2)>,
    pub(crate) played: Vec<(IVec2, TriggerCause)>,
}

impl TickInteractions {
    /// True if nothing was.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.is_empty() && self.shot.is_empty() && self.played.is_empty()
    }
}
