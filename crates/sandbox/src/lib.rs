//! Runs the scripts of creatures, and lets them do nothing but think: no file, no clock, no end of steps or memory, nothing
//! kept from one call to the next but a small [`Memory`], and the same answers on every machine.
//!
//! The language is Luau, and nobody outside knows it: another one could take its place behind [`Sandbox`]. Of the game this
//! crate knows nothing; what a script asks is handed on as an [`Ask`] to whoever made the call.
//!
//! Luau is C++, for which `wasm32-unknown-unknown` has no compiler and no library: there, `no_machine` refuses every script.

// The modules, each of which uses only those before it.
mod ask;

mod dialect;

mod memory;

#[cfg(not(target_family = "wasm"))]
mod memory_table;

mod mistake;

mod script;

#[cfg(not(target_family = "wasm"))]
mod machine;

#[cfg(any(target_family = "wasm", test))]
mod no_machine;

mod sandbox;

pub use ask::{Answer, Ask, Element, Host};
pub use memory::{MAX_MEMORY, Memory};
pub use mistake::Mistake;
pub use sandbox::{Call, Sandbox};
pub use script::{MAX_SCRIPT, Script};
