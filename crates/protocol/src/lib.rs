//! The protocol of `hullkit serve` and of the developer port of the game: requests and replies as lines of JSON.
//!
//! Requests that change nothing are answered here; docs/serve.md describes all of them.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules. Each uses only those before it.
mod lines;

mod view;

mod look;

pub use lines::{MAX_LINE, Request, error, parse, serve};
pub use look::Look;
pub use view::{differences, hex, outcome_in_words};
