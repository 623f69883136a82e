//! Mods: folders and archives whose files are layers over those of the game.
//!
//! This module knows what a mod is, in which order mods apply, what they change, and which of them a run needs. The
//! layers themselves belong to `vfs`, and switching mods while the game runs to the game.

pub(crate) mod changes;
pub(crate) mod check;
pub(crate) mod folder;
pub(crate) mod game_mod;
pub(crate) mod manifest;
pub(crate) mod maps;
pub(crate) mod need;
pub(crate) mod order;
#[cfg(test)]
mod tests;
