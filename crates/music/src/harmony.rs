//! Scales and the chords on their degrees.

use serde::Deserialize;

/// Maximum number of bars of a score.
const MAX_BARS: usize = 40;

/// A scale of seven degrees.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) enum Scale {
    /// Major.
    Ionian,
    /// Minor with a raised sixth: worn, but upright.
    Dorian,
    /// Minor with a lowered second: menacing.
    Phrygian,
    /// Major with a lowered seventh.
    Mixolydian,
    /// Natural minor.
    Aeolian,
    /// Harmonic minor: minor with a leading note.
    Harmonic,
    /// Phrygian with a lowered fifth: unstable.
    Locrian,
}

impl Scale {
    /// Returns the semitones of each degree above the key.
    pub(crate) fn degrees(self) -> [i32; 7] {
        match self {
            Self::Ionian => [0, 2, 4, 5, 7, 9, 11],
            Self::Dorian => [0, 2, 3, 5, 7, 9, 10],
            Self::Phrygian => [0, 1, 3, 5, 7, 8, 10],
            Self::Mixolydian => [0, 2, 4, 5, 7, 9, 10],
            Self::Aeolian => [0, 2, 3, 5, 7, 8, 10],
            Self::Harmonic => [0, 2, 3, 5, 7, 8, 11],
            Self::Locrian => [0, 1, 3, 5, 6, 8, 10],
        }
    }

    /// Returns the semitones of a degree above the key. Degrees count from 0 and continue through the octaves.
    pub(crate) fn degree(self, degree: i32) -> i32 {
        self.degrees()[degree.rem_euclid(7) as usize] + 12 * degree.div_euclid(7)
    }
}

/// A chord: its root degree, and marks that change it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chord {
    degree: i32,
    /// `+`: major third and perfect fifth, regardless of the scale. On the fifth degree of a minor scale this gives the
    /// dominant.
    major: bool,
    /// `7`: adds the seventh.
    seventh: bool,
    /// `2` or `4`: that note replaces the third (suspended chord).
    instead: Option<i32>,
    /// `-`: the whole chord is a semitone lower.
    lowered: bool,
}

impl Chord {
    fn read(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("a chord must be a degree from 1 to 7 followed by `+`, `-`, `2`, `4` or `7`, got `{text}`");
        let mut letters = text.chars();
        let degree = letters.next().and_then(|letter| letter.to_digit(10)).filter(|degree| (1..=7).contains(degree));
        let mut chord = Self {
            degree: degree.ok_or_else(wrong)?.cast_signed() - 1,
            major: false,
            seventh: false,
            instead: None,
            lowered: false,
        };
        for letter in letters {
            match letter {
                '+' => chord.major = true,
                '-' => chord.lowered = true,
                '7' => chord.seventh = true,
                '2' => chord.instead = Some(1),
                '4' => chord.instead = Some(3),
                _ => return Err(wrong()),
            }
        }
        Ok(chord)
    }

    /// Returns the notes in semitones above the key, from the root up.
    fn tones(self, scale: Scale) -> Vec<i32> {
        let on = |steps: i32| scale.degree(self.degree + steps);
        let root = on(0);
        let third = if self.major && self.instead.is_none() { root + 4 } else { on(self.instead.unwrap_or(2)) };
        let fifth = if self.major { root + 7 } else { on(4) };
        let tones = [root, third, fifth].into_iter().chain(self.seventh.then(|| on(6)));
        tones.map(|tone| tone - i32::from(self.lowered)).collect()
    }
}

/// The chords of a score, one per bar, written in a row: `1 6 4 5+`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Chords(Vec<Chord>);

impl Chords {
    /// Returns the number of bars.
    pub(crate) fn bars(&self) -> usize {
        self.0.len()
    }

    /// Returns the notes of a bar's chord in semitones above the key, from the root up.
    pub(crate) fn tones(&self, bar: usize, scale: Scale) -> Vec<i32> {
        self.0[bar % self.0.len()].tones(scale)
    }
}

impl TryFrom<String> for Chords {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let chords = text.split_whitespace().map(Chord::read).collect::<Result<Vec<_>, _>>()?;
        match chords.len() {
            1..=MAX_BARS => Ok(Self(chords)),
            0 => Err("a score must have at least one chord".to_owned()),
            count => Err(format!("a score must have at most {MAX_BARS} chords, one per bar, got {count}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_have_their_degrees_and_marks_change_them() {
        let tones = |text: &str| Chords::try_from(text.to_owned()).unwrap().tones(0, Scale::Aeolian);
        assert_eq!(tones("1"), [0, 3, 7]);
        assert_eq!(tones("6"), [8, 12, 15], "major, as the scale has it");
        assert_eq!(tones("5"), [7, 10, 14], "minor");
        assert_eq!(tones("5+"), [7, 11, 14], "dominant, with a leading note");
        assert_eq!(tones("27"), [2, 5, 8, 12], "half diminished");
        assert_eq!(tones("14"), [0, 5, 7]);
        assert_eq!(tones("2-+"), [1, 5, 8], "the Neapolitan chord");
    }

    #[test]
    fn invalid_chords_are_rejected() {
        for (wrong, says) in [("1 8", "got `8`"), ("", "at least one chord"), ("1x", "got `1x`")] {
            let error = Chords::try_from(wrong.to_owned()).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
        assert!(Chords::try_from("1 ".repeat(41)).unwrap_err().contains("got 41"));
    }
}
