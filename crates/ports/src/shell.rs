//! The shell: whatever shows the game, a window or a page in a browser, and what the game asks of it.
//!
//! The game writes requests, and the shell carries them out once in each frame; a test reads the list. Two requests have other forms that
//! no window knows either: the game ends by Bevy's message `AppExit`, and the size and kind of the window follow the player's options.

use bevy::ecs::message::Message;
use std::time::Duration;

/// A request to the shell.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum ShellRequest {
    /// Captures the mouse pointer, or lets it go.
    Pointer(PointerCapture),
    /// Shows this title, for whoever cannot see the frame.
    Title(String),
    /// Lets all pads rumble.
    Rumble(Rumble),
}

/// How the mouse pointer is captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerCapture {
    /// It is visible and goes where it likes.
    #[default]
    Free,
    /// It is visible and stays in the window.
    Confined,
    /// It is hidden and stays where it is; only its motions count.
    Locked,
}

/// A rumble of a pad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// The strength of the heavy motor, from 0 to 1.
    pub strong: f32,
    /// The strength of the light motor, from 0 to 1.
    pub weak: f32,
    /// How long it lasts.
    pub duration: Duration,
}
