//! Music: scores that are read from text, and what is heard of them, played by instruments that are made of numbers.
//!
//! Here lives what turns a score into sound and leads from one mood to another. Which score is played when, the game says.

mod beat;
mod conductor;
mod hall;
mod harmony;
mod instrument;
mod note;
mod player;
mod rhythm;
mod score;
mod track;
mod tune;
mod voicing;
mod within;

pub use conductor::{Conductor, Mood, Programme};
pub use score::Score;
pub use track::{Layer, Track};

/// Frames of a track in a second.
pub const RATE: u32 = crate::tools::synth::RATE as u32;
