//! The eight directions of the map, with all their names.

use crate::words::clean::plain_letters;
use bevy::math::{IVec2, Vec2, ops};
use localization::{Key, Language, say};
use std::f32::consts::{FRAC_PI_4, TAU};
use strum::VariantArray;

/// One of the eight directions of the map; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum Compass {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

/// A direction as the player types it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearing {
    /// A direction of the map.
    Of(Compass),
    /// The number of eighths of a turn to the right of the direction of view.
    Aside(usize),
}

/// The names of each direction in all languages, in plain letters: words, vi's keys, arrows, and the digits of the
/// keypad. Vi's `n` is missing, because it is north.
const NAMES: [(Compass, &[&str]); 8] = [
    (Compass::North, &["north", "n", "k", "8", "↑", "⬆", "🔼", "norden", "nord"]),
    (Compass::NorthEast, &["northeast", "north-east", "ne", "u", "9", "↗", "nordosten", "nordost", "no"]),
    (Compass::East, &["east", "e", "l", "6", "→", "➡", "▶", "osten", "ost", "o"]),
    (Compass::SouthEast, &["southeast", "south-east", "se", "3", "↘", "suedosten", "suedost", "so"]),
    (Compass::South, &["south", "s", "j", "2", "↓", "⬇", "🔽", "sueden", "sued"]),
    (Compass::SouthWest, &["southwest", "south-west", "sw", "b", "1", "↙", "suedwesten", "suedwest"]),
    (Compass::West, &["west", "w", "h", "4", "←", "⬅", "◀", "westen"]),
    (Compass::NorthWest, &["northwest", "north-west", "nw", "y", "7", "↖", "nordwesten", "nordwest"]),
];

/// The names of directions relative to the direction of view.
const ASIDE: [(usize, &[&str]); 4] = [
    (0, &["forward", "forwards", "ahead", "on", "straight", "vor", "vorwaerts", "geradeaus", "weiter"]),
    (2, &["right", "rechts"]),
    (4, &["back", "backward", "backwards", "around", "round", "zurueck", "rueckwaerts", "um"]),
    (6, &["left", "links"]),
];

impl Compass {
    /// Returns the step to the next cell in this direction.
    pub(crate) fn step(self) -> IVec2 {
        let (x, y) = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize];
        IVec2::new(x, y)
    }

    /// Returns the angle of this direction, in radians.
    pub(crate) fn facing(self) -> f32 {
        let step = self.step().as_vec2();
        ops::atan2(step.y, step.x)
    }

    /// Returns the direction nearest to an angle.
    pub(crate) fn of_angle(angle: f32) -> Compass {
        // East is 0 radians, and two eighths from north.
        let eighths = (angle.rem_euclid(TAU) / FRAC_PI_4).round() as usize;
        Compass::VARIANTS[(eighths + 2) % 8]
    }

    /// Returns the direction nearest to an offset.
    pub(crate) fn of(offset: Vec2) -> Compass {
        Compass::of_angle(ops::atan2(offset.y, offset.x))
    }

    /// Returns the direction turned to the right by this number of eighths.
    pub(crate) fn turned(self, eighths: usize) -> Compass {
        Compass::VARIANTS[(self as usize + eighths) % 8]
    }

    /// Returns the name in sentences.
    pub(crate) fn name(self) -> Key {
        const NAMES: [Key; 8] = [
            say!("north"),
            say!("north-east"),
            say!("east"),
            say!("south-east"),
            say!("south"),
            say!("south-west"),
            say!("west"),
            say!("north-west"),
        ];
        NAMES[self as usize]
    }

    /// Returns the shortest name in a language.
    pub(crate) fn letters(self, language: Language) -> &'static str {
        let all = match language {
            Language::English | Language::Other(_) => ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
            Language::German => ["N", "NO", "O", "SO", "S", "SW", "W", "NW"],
        };
        all[self as usize]
    }

    /// Returns an arrow emoji.
    pub(crate) fn arrow(self) -> &'static str {
        ["⬆️", "↗️", "➡️", "↘️", "⬇️", "↙️", "⬅️", "↖️"][self as usize]
    }
}

impl Bearing {
    /// Returns the direction that a word names.
    pub(crate) fn named(word: &str) -> Option<Bearing> {
        // Emoji may be followed by the variation selector for colour.
        let word = plain_letters(word.trim_end_matches('\u{fe0f}'));
        let word = word.as_str();
        let of_map = NAMES.iter().find(|(_, names)| names.contains(&word)).map(|(compass, _)| Bearing::Of(*compass));
        let aside =
            || ASIDE.iter().find(|(_, names)| names.contains(&word)).map(|(eighths, _)| Bearing::Aside(*eighths));
        of_map.or_else(aside)
    }

    /// Returns the direction of the map for a viewer that looks at this angle.
    pub(crate) fn for_one_who_looks(self, angle: f32) -> Compass {
        match self {
            Bearing::Of(compass) => compass,
            Bearing::Aside(eighths) => Compass::of_angle(angle).turned(eighths),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_round_trip_through_angle_and_step() {
        for &compass in Compass::VARIANTS {
            assert_eq!(Compass::of_angle(compass.facing()), compass);
            assert_eq!(Compass::of(compass.step().as_vec2() * 7.0), compass);
            assert_eq!(Bearing::named(compass.name().english()), Some(Bearing::Of(compass)));
            for language in Language::ALL {
                assert_eq!(Bearing::named(&compass.letters(language).to_lowercase()), Some(Bearing::Of(compass)));
            }
            assert_eq!(Bearing::named(compass.arrow()), Some(Bearing::Of(compass)));
        }
    }

    #[test]
    fn vi_keys_and_keypad_name_directions_and_n_is_north() {
        let of = |words: &str| -> Vec<Option<Bearing>> { words.split(' ').map(Bearing::named).collect() };
        assert_eq!(of("k u l j b h y"), of("8 9 6 2 1 4 7"));
        assert_eq!(Bearing::named("n"), Some(Bearing::Of(Compass::North)));
        assert_eq!((Bearing::named("5"), Bearing::named("0"), Bearing::named("")), (None, None, None));
    }

    #[test]
    fn left_is_relative_to_the_view() {
        let left = Bearing::named("left").map(|left| left.for_one_who_looks(Compass::East.facing()));
        assert_eq!(left, Some(Compass::North));
        assert_eq!(Bearing::Aside(4).for_one_who_looks(Compass::NorthWest.facing()), Compass::SouthEast);
    }

    #[test]
    fn names_of_directions_are_unique() {
        let mut names: Vec<&str> = NAMES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        names.extend(ASIDE.iter().flat_map(|(_, names)| names.iter().copied()));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
