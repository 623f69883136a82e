//! What developers ask of a run, as text: acts on it, conditions on its state.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules. Each uses only those before it.
mod words;

mod line;

mod why;

mod target;

mod describe;

mod acts;

mod watch;

pub use acts::{ACTS, ActEntry, complete, help, read_act};
pub use describe::{Description, describe, things_called};
pub use line::CommandLine;
pub use target::{Target, target_ahead, target_at, target_between};
pub use watch::{Watch, event_name};
pub use why::{change_line, why};
