//! Generates the textures, sprites, sounds and the font in `assets/` from code. The output is byte-identical each time.

// The modules; each uses only those before it.
mod tools;

mod letters;

mod textures;

mod skies;

mod sprites;

mod monsters;

mod animals;

mod weapons;

mod sounds;

mod title;

mod manifest;

mod measure;

mod tour;

pub mod command;
