//! Lamps, which light a deck, and fog, which hides distant surfaces.

use serde::{Deserialize, Serialize};

/// A light source in the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lamp {
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
    /// Red, green and blue, each from 0 to 255.
    pub colour: [u8; 3],
    /// Radius of the light, in tiles, 0.5 to 16.
    pub reach: f32,
    /// Steadiness of its light.
    pub mood: Mood,
    /// Whether it is off until a trigger turns it on.
    pub off: bool,
}

/// Steadiness of a lamp's light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mood {
    /// Constant light.
    #[default]
    Steady,
    /// Flickers like a broken lamp.
    Flicker,
    /// Pulses like an alarm light.
    Pulse,
}

/// Fog on a deck: distant surfaces fade into its colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelFog {
    /// Red, green and blue of the fog, each from 0 to 255.
    pub colour: [u8; 3],
    /// Distance at which the fog hides surfaces by half, in tiles, 1 to 1000.
    pub clear: f32,
}

impl Default for LevelFog {
    /// Returns black fog that hides half of the light at 11 tiles.
    fn default() -> Self {
        LevelFog { colour: [0, 0, 0], clear: 11.0 }
    }
}
