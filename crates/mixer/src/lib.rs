#![doc = include_str!("../README.md")]

// The modules; each uses only those before it.
mod ears;

mod room;

mod start;

mod headroom;

mod voice;

mod piece;

mod streams;

mod command;

mod mixer;

pub use command::Command;
pub use ears::Ears;
pub use mixer::Mixer;
pub use music::RATE;
pub use piece::{Part, Piece, Rendering};
pub use room::{Room, Stuff};
pub use start::Start;
pub use streams::Feel;
