//! Makes the textures, sprites, sounds and the font in `assets/` from code, the same bytes each time, and plays music.
//!
//! Without the feature `workshop`, as the game uses it, there are only the instruments and what plays on them.

#![cfg_attr(not(feature = "workshop"), expect(dead_code, reason = "the instruments need only some of the tools"))]

// The rooms, each of which uses only those before it.
mod tools;

pub mod music;

#[cfg(feature = "workshop")]
mod letters;

#[cfg(feature = "workshop")]
mod textures;

#[cfg(feature = "workshop")]
mod skies;

#[cfg(feature = "workshop")]
mod sprites;

#[cfg(feature = "workshop")]
mod undead;

#[cfg(feature = "workshop")]
mod animals;

#[cfg(feature = "workshop")]
mod weapons;

#[cfg(feature = "workshop")]
mod sounds;

#[cfg(feature = "workshop")]
mod title;

#[cfg(feature = "workshop")]
mod manifest;

#[cfg(feature = "workshop")]
mod measure;

#[cfg(feature = "workshop")]
mod tour;

#[cfg(feature = "workshop")]
pub mod command;
