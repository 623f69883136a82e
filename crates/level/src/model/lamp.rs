//! What lights a deck, and the fog that dims what is far away.

use serde::{Deserialize, Serialize};

/// A light source in the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lamp {
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Red, green and blue, each from 0 to 255.
    pub colour: [u8; 3],
    /// How far its light goes, in tiles, 0.5 to 16.
    pub reach: f32,
    /// How steadily it shines.
    pub mood: Mood,
    /// It is off until a trigger puts it on.
    pub off: bool,
}

/// How steadily a lamp shines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mood {
    /// Always alike.
    #[default]
    Steady,
    /// It goes out for moments, as broken ones do.
    Flicker,
    /// It swells and fades, as an alarm does.
    Pulse,
}

/// The fog on a deck: far things fade into its colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fog {
    /// Red, green and blue of the fog, each from 0 to 255.
    pub colour: [u8; 3],
    /// The distance at which half of what is seen is fog, in tiles, 1 to 1000.
    pub clear: f32,
}

impl Default for Fog {
    /// Darkness, in which half of the light is lost after 11 tiles.
    fn default() -> Self {
        Fog { colour: [0, 0, 0], clear: 11.0 }
    }
}
