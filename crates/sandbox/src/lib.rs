//! Runs creature scripts in a sandbox. Scripts have no file access, no clock, and limits on steps and memory. Nothing
//! but a small [`Memory`] is kept from one call to the next, and results are the same on every machine.
//!
//! The language is Luau, but no other crate depends on that: another language could replace it behind [`Sandbox`]. This
//! crate does not depend on the game. Each request of a script is passed to the caller's [`Host`] as an [`Ask`].
//!
//! Luau is written in C++, for which `wasm32-unknown-unknown` has no library. There, `vm_luau` replaces `vm_mlua`. Tests
//! compare both on every machine.

// The modules; each uses only those before it.
mod ask;

mod dialect;

mod memory;

mod memory_table;

mod script_error;

mod script;

mod limits;

mod prelude;

mod engine;

#[cfg(not(target_family = "wasm"))]
mod vm_mlua;

#[cfg(any(target_family = "wasm", test))]
mod vm_luau;

mod calls;

mod sandbox;

#[cfg(test)]
mod guard_tests;

#[cfg(test)]
mod host_tests;

#[cfg(test)]
mod program_tests;

#[cfg(test)]
mod calls_tests;

#[cfg(test)]
mod budget_tests;

#[cfg(test)]
mod engine_tests;

pub use ask::{Answer, Ask, Element, Host};
pub use calls::Call;
pub use memory::{MAX_MEMORY, Memory};
pub use sandbox::Sandbox;
pub use script::{MAX_SCRIPT, Script};
pub use script_error::ScriptError;
