//! The saved state: what a part of it is, and what each part is validated against.
//!
//! Each module saves, restores and validates its own part next to its types; `session/snapshot.rs` is the list of all parts.

pub(crate) mod part;
