//! Music: scores that are read from text, and what is heard of them, played by instruments that are made of numbers.
//!
//! Here lives what turns a score into sound and leads from one mood to another, and what sounds are made with. Which score is played when,
//! the game says.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod beat;
pub mod chance;
mod conductor;
mod hall;
mod harmony;
mod instrument;
pub mod loudness;
mod note;
mod player;
mod rhythm;
mod score;
pub mod synth;
pub mod throat;
mod track;
mod tune;
mod voicing;
mod within;

pub use conductor::{Conductor, Mood, Programme};
pub use score::{Layer, Score, ScoreError};
pub use track::Track;

/// Frames of a track in a second.
pub const RATE: u32 = synth::RATE as u32;
