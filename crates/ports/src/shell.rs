//! The shell: the window or browser page that shows the game, and requests to it.
//!
//! The game writes requests, and the shell handles them once per frame; tests read the list. Two requests have other
//! forms: the game ends with Bevy's message `AppExit`, and the size and mode of the window follow the player's options.

use bevy::ecs::message::Message;
use std::time::Duration;

/// A request to the shell.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum ShellRequest {
    /// Captures or releases the mouse pointer.
    Pointer(PointerCapture),
    /// Sets the window title, for users who cannot see the frame.
    Title(String),
    /// Makes all gamepads rumble.
    Rumble(Rumble),
}

/// How the mouse pointer is captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerCapture {
    /// Visible and free.
    #[default]
    Free,
    /// Visible and confined to the window.
    Confined,
    /// Hidden and locked in place, so that only its relative motion counts.
    Locked,
}

/// A rumble effect of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// Strength of the heavy motor, from 0 to 1.
    pub strong: f32,
    /// Strength of the light motor, from 0 to 1.
    pub weak: f32,
    /// Duration.
    pub duration: Duration,
}
