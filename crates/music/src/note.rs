//! Pitches, as written in scores: `C4` is middle C; `F#2` and `Bb1` are black keys.

use serde::Deserialize;

/// A pitch as a MIDI note number: semitones, with middle C as 60.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Note(pub(crate) i32);

/// The white keys of an octave, and their semitones above C.
const KEYS: [(char, i32); 7] = [('C', 0), ('D', 2), ('E', 4), ('F', 5), ('G', 7), ('A', 9), ('B', 11)];

impl Note {
    /// Returns the frequency in hertz.
    pub(crate) fn hertz(self) -> f64 {
        440.0 * libm::exp2(f64::from(self.0 - 69) / 12.0)
    }

    /// Returns the lowest pitch with the note name of `semitone` that is not below this one.
    pub(crate) fn at_or_above(self, semitone: i32) -> i32 {
        self.0 + (semitone - self.0).rem_euclid(12)
    }
}

impl TryFrom<String> for Note {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("a pitch must be from A0 to C8, such as `D2`, `F#3` or `Bb1`, got `{text}`");
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(wrong)?;
        let (_, key) = KEYS.iter().find(|(name, _)| *name == letter).ok_or_else(wrong)?;
        let rest = letters.as_str();
        let (moved, rest) = match rest.chars().next() {
            Some('#') => (1, &rest[1..]),
            Some('b') => (-1, &rest[1..]),
            _ => (0, rest),
        };
        let octave: i32 = rest.parse().ok().filter(|octave| (0..=8).contains(octave)).ok_or_else(wrong)?;
        let number = 12 * (octave + 1) + key + moved;
        if (21..=108).contains(&number) { Ok(Self(number)) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_names_are_read() {
        let number = |text: &str| Note::try_from(text.to_owned()).map(|note| note.0);
        assert_eq!(["C4", "A4", "F#3", "Bb1", "A0", "C8"].map(|name| number(name).unwrap()), [60, 69, 54, 34, 21, 108]);
        for wrong in ["", "H2", "C", "C9", "C#8", "c4", "D2x", "Ab0", "C-1", "é4"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        assert!((Note(69).hertz() - 440.0).abs() < 1e-9 && (Note(57).hertz() - 220.0).abs() < 1e-9);
        assert_eq!([Note(50).at_or_above(62), Note(50).at_or_above(49)], [50, 61]);
    }
}
