//! Music: reads scores from text and synthesises them.
//!
//! This crate turns scores into sound, changes between moods, and provides the building blocks of synthesised sounds.
//! The game decides which score is played when.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules; each uses only those before it.
mod beat;

pub mod chance;

mod harmony;

mod note;

mod rate;

mod reverb;

pub mod loudness;

mod rhythm;

pub mod synth;

pub mod throat;

mod instrument;

mod tune;

mod voicing;

mod bounded;

mod score;

mod player;

mod track;

mod conductor;

pub use conductor::{Conductor, Mood, Programme};
pub use rate::RATE;
pub use score::{Layer, Score, ScoreError};
pub use track::Track;
