//! The shell: the window or browser page that shows the game, and requests to it.
//!
//! The game writes requests, which the shell handles once per frame; tests can read the list. Two requests have other
//! forms: the game exits with Bevy's message `AppExit`, and the size and mode of the window follow the player's
//! options.

use bevy::ecs::message::Message;
use std::{path::PathBuf, time::Duration};

/// Request to the shell.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum ShellRequest {
    /// Captures or releases the mouse pointer.
    Pointer(PointerCapture),
    /// Sets the window title, for users who cannot see the frame.
    Title(String),
    /// Makes all gamepads rumble.
    Rumble(Rumble),
    /// Lets the player put files into a folder: opens it in the system's file manager. The page of a browser asks for
    /// files instead.
    Open(PathBuf),
}

/// Capture mode of the mouse pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerCapture {
    /// Visible and free.
    #[default]
    Free,
    /// Visible and confined to the window.
    Confined,
    /// Hidden and locked in place, so that only its relative motion is reported.
    Locked,
}

/// Rumble effect of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// Strength of the heavy motor, from 0 to 1.
    pub strong: f32,
    /// Strength of the light motor, from 0 to 1.
    pub weak: f32,
    /// Duration.
    pub duration: Duration,
}
