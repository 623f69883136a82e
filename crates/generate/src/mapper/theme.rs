//! What the decks of a mapper look like.

use super::Mapper;
use level::{Fog, Hang, Mood};

/// The textures and lights of a deck.
pub(super) struct Theme {
    /// Of the walls round a room: each room has one of them, the ways that belong to none the first.
    pub(super) walls: &'static [&'static str],
    /// Of the floors, in the same way.
    pub(super) floors: &'static [&'static str],
    pub(super) ceiling: &'static str,
    pub(super) door: &'static str,
    pub(super) hang: Hang,
    /// What a push-wall looks like: hardly another than the walls.
    pub(super) push: &'static str,
    /// The light of all cells, from 0 to 255.
    pub(super) light: u8,
    /// Red, green and blue of its lamps.
    pub(super) lamp: [u8; 3],
    /// How far they reach, in tiles.
    pub(super) reach: f32,
    pub(super) mood: Mood,
    pub(super) fog: Fog,
}

const HOLDS: Theme = Theme {
    walls: &["hull", "rust", "bulkhead"],
    floors: &["tile", "plate"],
    ceiling: "panel",
    door: "door",
    hang: Hang::Sliding,
    push: "rust",
    light: 18,
    lamp: [255, 190, 110],
    reach: 7.5,
    mood: Mood::Steady,
    fog: Fog { colour: [7, 12, 15], clear: 9.0 },
};

const LABORATORY: Theme = Theme {
    walls: &["cryo", "hull", "screen"],
    floors: &["tile"],
    ceiling: "panel",
    door: "door",
    hang: Hang::Sliding,
    push: "cryo",
    light: 24,
    lamp: [170, 215, 255],
    reach: 6.5,
    mood: Mood::Steady,
    fog: Fog { colour: [3, 6, 8], clear: 12.0 },
};

const MOOSE_MAZE: Theme = Theme {
    walls: &["hull_pipes", "rust"],
    floors: &["grate"],
    ceiling: "duct",
    door: "hatch",
    hang: Hang::Swinging,
    push: "hull_pipes",
    light: 20,
    lamp: [255, 226, 190],
    reach: 5.0,
    mood: Mood::Flicker,
    fog: Fog { colour: [0, 0, 0], clear: 7.0 },
};

const ENGINEERING: Theme = Theme {
    walls: &["hull_pipes", "hull", "rust"],
    floors: &["grate", "plate"],
    ceiling: "duct",
    door: "door",
    hang: Hang::Sliding,
    push: "hull_pipes",
    light: 22,
    lamp: [255, 170, 90],
    reach: 6.0,
    mood: Mood::Steady,
    fog: Fog { colour: [13, 9, 7], clear: 13.0 },
};

const CREW_DECK: Theme = Theme {
    walls: &["bulkhead", "hull", "cryo"],
    floors: &["plate", "tile"],
    ceiling: "panel",
    door: "hatch",
    hang: Hang::Swinging,
    push: "bulkhead",
    light: 26,
    lamp: [255, 235, 205],
    reach: 7.0,
    mood: Mood::Steady,
    fog: Fog { colour: [3, 4, 8], clear: 12.0 },
};

const WRECK: Theme = Theme {
    walls: &["rust", "blood"],
    floors: &["grate", "tile"],
    ceiling: "duct",
    door: "hatch",
    hang: Hang::Swinging,
    push: "rust",
    light: 16,
    lamp: [255, 70, 40],
    reach: 6.5,
    mood: Mood::Pulse,
    fog: Fog { colour: [10, 4, 3], clear: 8.0 },
};

impl Mapper {
    /// The theme of its decks.
    pub(super) fn theme(self) -> &'static Theme {
        match self {
            Mapper::Holds => &HOLDS,
            Mapper::Laboratory => &LABORATORY,
            Mapper::MooseMaze => &MOOSE_MAZE,
            Mapper::Engineering => &ENGINEERING,
            Mapper::CrewDeck => &CREW_DECK,
            Mapper::Wreck => &WRECK,
        }
    }
}
