//! The time of a deck as developer tools hold it: with an open console, stopped, or slowed down.

use bevy::prelude::*;

/// What developer tools do to the time of a deck.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct DevTime {
    /// True while the console is open, which has all input.
    pub(crate) is_console_open: bool,
    /// True while the simulation is stopped.
    pub(crate) is_stopped: bool,
    /// Speed of time, as a share of the usual one.
    pub(crate) speed: f32,
}

impl Default for DevTime {
    fn default() -> Self {
        DevTime { is_console_open: false, is_stopped: false, speed: 1.0 }
    }
}

impl DevTime {
    /// Returns true if no tick may run by itself.
    pub(crate) fn holds(&self) -> bool {
        self.is_console_open || self.is_stopped
    }
}

/// Run condition: true while the console is open.
pub(crate) fn is_console_open(time: Option<Res<DevTime>>) -> bool {
    time.is_some_and(|time| time.is_console_open)
}

/// Run condition: true while no tick may run by itself.
pub(crate) fn is_held(time: Option<Res<DevTime>>) -> bool {
    time.is_some_and(|time| time.holds())
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DevTime>();
}
