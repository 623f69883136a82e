//! Music: scores that are read from text, and what is heard of them, played by instruments that are made of numbers.
//!
//! Here lives what turns a score into sound and leads from one mood to another, and what sounds are made with. Which score is played when,
//! the game says.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules, each of which uses only those before it.
mod beat;

pub mod chance;

mod harmony;

mod note;

mod rate;

mod hall;

pub mod loudness;

mod rhythm;

pub mod synth;

pub mod throat;

mod instrument;

mod tune;

mod voicing;

mod within;

mod score;

mod player;

mod track;

mod conductor;

pub use conductor::{Conductor, Mood, Programme};
pub use rate::RATE;
pub use score::{Layer, Score, ScoreError};
pub use track::Track;
