//! The hints: what is to be pressed for an action on the device that was used last.

use crate::{input::action::Action, input::bindings::Bindings, input::pad::Device};
use bevy::{ecs::system::SystemParam, prelude::*};

/// The names of inputs in sentences of pages.
#[derive(SystemParam)]
pub(crate) struct Hints<'w> {
    bindings: Res<'w, Bindings>,
    device: Res<'w, Device>,
}

impl Hints<'_> {
    /// The name of what does an action; `-` if nothing does on this device.
    pub(crate) fn of(&self, action: Action) -> words::Key {
        self.bindings.hint(action, *self.device)
    }
}
