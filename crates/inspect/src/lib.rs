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

mod stops;

mod commands;

#[cfg(feature = "dev")]
mod reflected;

pub use acts::{ACTS, ActEntry, complete, help, read_act};
pub use commands::{COMMANDS, Inspected, help_on_commands, inspected, number, speed};
pub use describe::{Description, describe, things_called};
pub use line::CommandLine;
#[cfg(feature = "dev")]
pub use reflected::{Components, Resource, resource_names, thing_named};
pub use stops::Stops;
pub use target::{Target, target_ahead, target_at, target_between};
pub use watch::{Watch, event_name};
pub use why::{change_line, why};
