//! How a voice starts.

use crate::{ears::Ears, room::Room};
use serde::{Deserialize, Serialize};

/// How a voice starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Loudness.
    pub ears: Ears,
    /// Playback speed, which also changes the pitch.
    pub speed: f32,
    /// Silence before the start, in seconds.
    pub delay: f32,
    /// Seconds from the end at which it starts, if not at the beginning.
    pub left: Option<f32>,
    /// True if it loops.
    pub repeats: bool,
    /// Room whose reverb sounds during and after the voice.
    pub room: Room,
}

impl Start {
    /// Returns the start of a voice with this loudness, at once and in no room.
    #[must_use]
    pub const fn with(ears: Ears) -> Start {
        Start { ears, speed: 1.0, delay: 0.0, left: None, repeats: false, room: Room::NONE }
    }
}
