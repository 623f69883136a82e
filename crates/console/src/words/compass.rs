//! The eight directions of the map, by all their names.

use crate::words::clean::plain_letters;
use bevy::math::{IVec2, Vec2, ops};
use std::f32::consts::{FRAC_PI_4, TAU};
use strum::VariantArray;
use words::{Key, Language, say};

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

/// A direction as somebody says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearing {
    /// One of the map.
    Of(Compass),
    /// So many eighths of a turn to the right of where he looks.
    Aside(usize),
}

/// The names of each direction in all languages, in plain letters: words, vi's keys, arrows, the digits of the keypad. Vi's `n` is missing: it
/// is north.
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

/// The names of directions from where one looks.
const ASIDE: [(usize, &[&str]); 4] = [
    (0, &["forward", "forwards", "ahead", "on", "straight", "vor", "vorwaerts", "geradeaus", "weiter"]),
    (2, &["right", "rechts"]),
    (4, &["back", "backward", "backwards", "around", "round", "zurueck", "rueckwaerts", "um"]),
    (6, &["left", "links"]),
];

impl Compass {
    /// The step to the next cell there.
    pub(crate) fn step(self) -> IVec2 {
        let (x, y) = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize];
        IVec2::new(x, y)
    }

    /// Where one looks who looks there, in radians.
    pub(crate) fn facing(self) -> f32 {
        let step = self.step().as_vec2();
        ops::atan2(step.y, step.x)
    }

    /// The one that is nearest to an angle.
    pub(crate) fn of_angle(angle: f32) -> Compass {
        // East is 0 radians, and two eighths from north.
        let eighths = (angle.rem_euclid(TAU) / FRAC_PI_4).round() as usize;
        Compass::VARIANTS[(eighths + 2) % 8]
    }

    /// The one that leads most nearly to a point so far off.
    pub(crate) fn of(offset: Vec2) -> Compass {
        Compass::of_angle(ops::atan2(offset.y, offset.x))
    }

    /// The one that is so many eighths of a turn further to the right.
    pub(crate) fn turned(self, eighths: usize) -> Compass {
        Compass::VARIANTS[(self as usize + eighths) % 8]
    }

    /// What sentences call it.
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

    /// Its shortest name in a language.
    pub(crate) fn letters(self, language: Language) -> &'static str {
        let all = match language {
            Language::English => ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
            Language::German => ["N", "NO", "O", "SO", "S", "SW", "W", "NW"],
        };
        all[self as usize]
    }

    /// It as an arrow.
    pub(crate) fn arrow(self) -> &'static str {
        ["⬆️", "↗️", "➡️", "↘️", "⬇️", "↙️", "⬅️", "↖️"][self as usize]
    }
}

impl Bearing {
    /// The direction that a word names.
    pub(crate) fn named(word: &str) -> Option<Bearing> {
        // Emoji may be followed by the sign that asks for their colours.
        let word = plain_letters(word.trim_end_matches('\u{fe0f}'));
        let word = word.as_str();
        let of_map = NAMES.iter().find(|(_, names)| names.contains(&word)).map(|(compass, _)| Bearing::Of(*compass));
        let aside =
            || ASIDE.iter().find(|(_, names)| names.contains(&word)).map(|(eighths, _)| Bearing::Aside(*eighths));
        of_map.or_else(aside)
    }

    /// The direction of the map that it is for somebody who looks at this angle.
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
    fn every_direction_is_found_again_from_its_angle_and_its_step() {
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
    fn vi_and_the_keypad_know_the_directions_and_n_is_north() {
        let of = |words: &str| -> Vec<Option<Bearing>> { words.split(' ').map(Bearing::named).collect() };
        assert_eq!(of("k u l j b h y"), of("8 9 6 2 1 4 7"));
        assert_eq!(Bearing::named("n"), Some(Bearing::Of(Compass::North)));
        assert_eq!((Bearing::named("5"), Bearing::named("0"), Bearing::named("")), (None, None, None));
    }

    #[test]
    fn left_is_left_of_where_one_looks() {
        let left = Bearing::named("left").map(|left| left.for_one_who_looks(Compass::East.facing()));
        assert_eq!(left, Some(Compass::North));
        assert_eq!(Bearing::Aside(4).for_one_who_looks(Compass::NorthWest.facing()), Compass::SouthEast);
    }

    #[test]
    fn no_name_names_two_directions() {
        let mut names: Vec<&str> = NAMES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        names.extend(ASIDE.iter().flat_map(|(_, names)| names.iter().copied()));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
