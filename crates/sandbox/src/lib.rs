//! Runs creature scripts in a sandbox. Scripts have no file access, no clock, and limits on steps and memory. Nothing
//! but a small [`Memory`] is kept from one call to the next, and results are the same on every machine.
//!
//! The language is Luau, but no other crate depends on that: another language could replace it behind [`Sandbox`]. This
//! crate does not depend on the game. Each request of a script is passed to the caller's [`Host`] as an [`Ask`].
//!
//! Luau is written in C++, and `wasm32-unknown-unknown` has no C++ compiler or library. On that target, `vm_stub`
//! rejects every script.

// The modules; each uses only those before it.
mod ask;

mod dialect;

mod memory;

#[cfg(not(target_family = "wasm"))]
mod memory_table;

mod script_error;

mod script;

#[cfg(not(target_family = "wasm"))]
mod vm;

#[cfg(any(target_family = "wasm", test))]
mod vm_stub;

mod sandbox;

pub use ask::{Answer, Ask, Element, Host};
pub use memory::{MAX_MEMORY, Memory};
pub use sandbox::{Call, Sandbox};
pub use script::{MAX_SCRIPT, Script};
pub use script_error::ScriptError;
