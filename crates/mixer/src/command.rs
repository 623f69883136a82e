//! Commands of the game to the mixer.

use crate::{ears::Ears, start::Start, streams::Feel};
use serde::{Deserialize, Serialize};

/// A command of the game to the mixer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Starts a voice of a sound.
    Start {
        /// Number of the voice, which the game chooses.
        voice: u64,
        /// Number of the sound, as it was added.
        sound: u32,
        /// How it starts.
        start: Start,
    },
    /// Changes the loudness of a voice while it plays.
    Place {
        /// Number of the voice.
        voice: u64,
        /// The new loudness.
        ears: Ears,
    },
    /// Stops a voice. A voice that has ended is ignored.
    Stop {
        /// Number of the voice.
        voice: u64,
    },
    /// Fades out the music, and expects the parts of the piece with this number.
    Piece(u32),
    /// Changes the mood and the loudness of the music.
    Feel(Feel),
    /// Plays a sting over the music.
    Sting(u8),
}
