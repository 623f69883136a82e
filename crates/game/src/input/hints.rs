//! Hints: the input that triggers an action on the device that was used last.

use crate::{input::action::Action, input::bindings::Bindings, input::pad::Device};
use bevy::{ecs::system::SystemParam, prelude::*};
use localization::Said;

/// Input names for sentences on pages.
#[derive(SystemParam)]
pub(crate) struct Hints<'w> {
    bindings: Res<'w, Bindings>,
    device: Res<'w, Device>,
}

impl Hints<'_> {
    /// Returns the name of the input for an action; `-` if there is none on this device.
    pub(crate) fn of(&self, action: Action) -> Said {
        self.bindings.hint(action, *self.device)
    }
}
