//! Footsteps on different floors.

use level::Level;
use mixer::Stuff;

/// Substrings of floor names and the footstep sound of each. The first match counts; the default is steel.
const FLOORS: [(&str, &str); 10] = [
    ("grate", "step_grate"),
    ("holds_floor", "step_wood"),
    ("command_floor", "step_wood"),
    ("chapel_floor", "step_stone"),
    ("crew_floor", "step_wood"),
    ("crew_tile", "step_wood"),
    ("lab_floor", "step_stone"),
    ("hull_tile", "step_steel"),
    ("holds_tile", "step_steel"),
    ("tile", "step_stone"),
];

/// Returns the footstep sound at a position on a deck, in tiles.
pub(crate) fn step_at(level: &Level, x: f32, y: f32) -> &'static str {
    let inside = |place: f32, size: usize| (0.0..size as f32).contains(&place).then_some(place as usize);
    let (Some(x), Some(y)) = (inside(x, level.width), inside(y, level.height)) else { return "step_steel" };
    step_on(level.texture(level.cell(x, y).floor))
}

/// Returns the material of a room with this footstep sound.
pub(crate) fn stuff_of(step: &str) -> Stuff {
    match step {
        "step_wood" => Stuff::Soft,
        "step_stone" => Stuff::Hard,
        _ => Stuff::Steel,
    }
}

/// Returns the footstep sound of the floor with this name.
fn step_on(floor: &str) -> &'static str {
    FLOORS.iter().find(|(word, _)| floor.contains(word)).map_or("step_steel", |&(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::SOUNDS;

    #[test]
    fn floors_have_different_sounds_that_are_all_loaded() {
        let steps = ["plate", "holds_grate", "cryo_tile", "command_floor"].map(step_on);
        assert_eq!(steps, ["step_steel", "step_grate", "step_stone", "step_wood"]);
        assert!(FLOORS.iter().map(|(_, step)| step).chain(&steps).all(|step| SOUNDS.contains(step)));
    }

    #[test]
    fn step_sound_depends_on_the_floor_and_defaults_to_steel() {
        let text = r#"(name: "", base: (floor: "grate"), legend: { 'W': (wall: ""), '@': (thing: Player), 't': (floor: "tile") },
            map: ["WWWW", "W@tW", "WWWW"])"#;
        let level = Level::read("", text.as_bytes()).unwrap();
        let steps = [1.5, 2.5, -1.0, 9.0, f32::NAN].map(|x| step_at(&level, x, 1.5));
        assert_eq!(steps, ["step_grate", "step_stone", "step_steel", "step_steel", "step_steel"]);
        assert_eq!(["step_wood", "step_grate", "step_stone"].map(stuff_of), [Stuff::Soft, Stuff::Steel, Stuff::Hard]);
    }
}
