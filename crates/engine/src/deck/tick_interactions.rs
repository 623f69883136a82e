//! Interactions of a tick: the cells that the player used and that shots hit, and the results of terminal games, for
//! the triggers connected to them.

use bevy::prelude::*;
use level::TriggerCause;

/// The cells that the player used and that shots hit in this tick, each with the step to the side in question, and the
/// results of games at terminals, by cell. Empty between ticks.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct TickInteractions {
    pub(crate) used: Vec<(IVec2, IVec2)>,
    pub(crate) shot: Vec<(IVec2, IVec2)>,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    pub(crate) played: Vec<(IVec2, TriggerCause)>,
}

impl TickInteractions {
    /// Returns true if there were no interactions.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.is_empty() && self.shot.is_empty() && self.played.is_empty()
    }
}
