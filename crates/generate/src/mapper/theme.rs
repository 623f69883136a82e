//! The appearance of the decks of each mapper.

use crate::mapper::Mapper;
use level::{Hang, LevelFog, Mood};

/// Textures and lights of a deck.
pub(super) struct Theme {
    /// Wall textures: each room has one of them, and places without a room have the first.
    pub(super) walls: Vec<String>,
    /// Rare wall textures with their overlays, such as signs and blood.
    pub(super) rare: Vec<(String, Option<&'static str>)>,
    /// Floor textures, chosen like wall textures.
    pub(super) floors: Vec<String>,
    /// Ceiling textures, chosen like wall textures.
    pub(super) ceilings: Vec<String>,
    /// Ceiling texture under a lamp.
    pub(super) lamp_panel: String,
    pub(super) door: String,
    pub(super) jamb: String,
    pub(super) pillar: String,
    pub(super) hang: Hang,
    /// Texture of push-walls, which differs only slightly from the walls.
    pub(super) push: String,
    /// Light of all cells, from 0 to 255.
    pub(super) light: u8,
    /// Red, green and blue of the lamps.
    pub(super) lamp: [u8; 3],
    /// Reach of the lamps, in tiles.
    pub(super) reach: f32,
    pub(super) mood: Mood,
    pub(super) fog: LevelFog,
}

/// Fog and lights of a deck.
struct Air {
    /// Light of all cells, from 0 to 255.
    light: u8,
    lamp: [u8; 3],
    reach: f32,
    mood: Mood,
    fog: LevelFog,
}

/// Returns a theme made of individual textures.
fn loose(walls: &[&str], floors: &[&str], others: [&str; 3], hang: Hang, air: Air) -> Theme {
    let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let ceilings = vec![others[0].to_owned()];
    let [_, door, push] = others.map(str::to_owned);
    let [lamp_panel, jamb, pillar] = ["lamp", "jamb", "pillar"].map(str::to_owned);
    let Air { light, lamp, reach, mood, fog } = air;
    let (walls, rare, floors) = (all(walls), Vec::new(), all(floors));
    Theme { walls, rare, floors, ceilings, lamp_panel, door, jamb, pillar, hang, push, light, lamp, reach, mood, fog }
}

/// Returns the theme of a texture kit. Texture names consist of the kit's name and the part.
fn kit(name: &str, hang: Hang, air: Air) -> Theme {
    let part = |part: &str| format!("{name}_{part}");
    let all = |parts: &[&str]| parts.iter().map(|name| part(name)).collect();
    let Air { light, lamp, reach, mood, fog } = air;
    Theme {
        walls: all(&["wall", "heavy", "wall", "worn"]),
        rare: vec![
            (part("pipes"), None),
            (part("feature"), None),
            (part("worn"), None),
            // The crew's sign names the mess, so it hangs only in that prefab room.
            (part(if name == "crew" { "feature" } else { "sign" }), None),
            (part("wall"), Some("bloodstain")),
            (part("pipes"), Some("valve")),
            (part("worn"), Some("hole")),
        ],
        floors: all(&["floor", "tile", "floor", "grate"]),
        ceilings: all(&["ceiling", "beams", "duct"]),
        lamp_panel: part("lamp"),
        door: part("door"),
        jamb: part("jamb"),
        pillar: part("pillar"),
        hang,
        push: part("worn"),
        light,
        lamp,
        reach,
        mood,
        fog,
    }
}

impl Mapper {
    /// Returns the theme of the mapper's decks.
    pub(super) fn theme(self) -> Theme {
        let air = |light, lamp, reach, mood, (colour, clear)| Air {
            light,
            lamp,
            reach,
            mood,
            fog: LevelFog { colour, clear },
        };
        match self {
            Mapper::Holds => loose(
                &["hull", "rust", "bulkhead"],
                &["tile", "plate"],
                ["panel", "door", "rust"],
                Hang::Sliding,
                air(18, [255, 190, 110], 7.5, Mood::Steady, ([7, 12, 15], 9.0)),
            ),
            Mapper::Laboratory => loose(
                &["cryo", "hull", "screen"],
                &["tile"],
                ["panel", "door", "cryo"],
                Hang::Sliding,
                air(24, [170, 215, 255], 6.5, Mood::Steady, ([3, 6, 8], 12.0)),
            ),
            Mapper::MooseMaze => loose(
                &["hull_pipes", "rust"],
                &["grate"],
                ["duct", "hatch", "hull_pipes"],
                Hang::Swinging,
                air(20, [255, 226, 190], 5.0, Mood::Flicker, ([0, 0, 0], 7.0)),
            ),
            Mapper::Engineering => loose(
                &["hull_pipes", "hull", "rust"],
                &["grate", "plate"],
                ["duct", "door", "hull_pipes"],
                Hang::Sliding,
                air(22, [255, 170, 90], 6.0, Mood::Steady, ([13, 9, 7], 13.0)),
            ),
            Mapper::CrewDeck => loose(
                &["bulkhead", "hull", "cryo"],
                &["plate", "tile"],
                ["panel", "hatch", "bulkhead"],
                Hang::Swinging,
                air(26, [255, 235, 205], 7.0, Mood::Steady, ([3, 4, 8], 12.0)),
            ),
            Mapper::Wreck => Theme {
                rare: ["hole", "bloodstain"].map(|overlay| ("rust".to_owned(), Some(overlay))).to_vec(),
                ..loose(
                    &["rust"],
                    &["grate", "tile"],
                    ["duct", "hatch", "rust"],
                    Hang::Swinging,
                    air(16, [255, 70, 40], 6.5, Mood::Pulse, ([10, 4, 3], 8.0)),
                )
            },
            Mapper::Cryogenics => {
                kit("cryo", Hang::Sliding, air(60, [170, 215, 255], 6.5, Mood::Steady, ([3, 6, 8], 12.0)))
            }
            Mapper::Cargo => {
                kit("holds", Hang::Sliding, air(70, [255, 236, 165], 7.5, Mood::Steady, ([7, 12, 15], 9.0)))
            }
            Mapper::Reactor => {
                kit("engine", Hang::Sliding, air(76, [255, 170, 90], 6.0, Mood::Steady, ([13, 9, 7], 13.0)))
            }
            Mapper::Chapel => {
                kit("chapel", Hang::Swinging, air(66, [255, 214, 150], 7.0, Mood::Steady, ([9, 8, 12], 14.0)))
            }
            Mapper::Command => {
                kit("command", Hang::Sliding, air(70, [205, 226, 255], 7.0, Mood::Steady, ([3, 4, 8], 12.0)))
            }
            Mapper::Quarters => {
                kit("crew", Hang::Swinging, air(84, [255, 220, 178], 7.0, Mood::Steady, ([3, 4, 8], 17.0)))
            }
            Mapper::Research => {
                kit("lab", Hang::Sliding, air(84, [190, 240, 225], 6.5, Mood::Steady, ([3, 6, 8], 20.0)))
            }
            Mapper::Ducts => {
                kit("labyrinth", Hang::Swinging, air(96, [255, 232, 220], 7.0, Mood::Steady, ([14, 4, 8], 18.0)))
            }
            Mapper::LowerDucts => {
                kit("bilge", Hang::Swinging, air(96, [235, 255, 200], 7.0, Mood::Steady, ([6, 12, 4], 11.0)))
            }
            Mapper::OuterHull => {
                kit("hull", Hang::Sliding, air(70, [200, 215, 255], 7.0, Mood::Steady, ([2, 3, 8], 12.0)))
            }
        }
    }
}
