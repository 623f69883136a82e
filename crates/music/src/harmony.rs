//! Scales, and the chords that stand on their degrees.

use serde::Deserialize;

/// The most bars of a score.
const MOST_BARS: usize = 40;

/// A scale of seven degrees.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) enum Scale {
    /// Major.
    Ionian,
    /// Minor with a high sixth: worn, but upright.
    Dorian,
    /// Minor with a low second: menace.
    Phrygian,
    /// Major with a low seventh.
    Mixolydian,
    /// Natural minor.
    Aeolian,
    /// Minor with a note that leads home, and the wide step below it.
    Harmonic,
    /// Phrygian with a low fifth: no ground to stand on.
    Locrian,
}

impl Scale {
    /// How many semitones each degree lies above the key.
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

    /// How many semitones a degree lies above the key, counted from 0 and on through the octaves.
    pub(crate) fn degree(self, degree: i32) -> i32 {
        self.degrees()[degree.rem_euclid(7) as usize] + 12 * degree.div_euclid(7)
    }
}

/// A chord: the degree on which it stands, from 1 to 7, and marks that change it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chord {
    degree: i32,
    /// `+`: with a major third and a pure fifth, whatever the scale has. On the fifth degree of a minor scale it leads home.
    major: bool,
    /// `7`: with its seventh.
    seventh: bool,
    /// `2` or `4`: with that note instead of its third, so that it is neither major nor minor.
    instead: Option<i32>,
    /// `-`: its root is a semitone lower, and so is all of it.
    lowered: bool,
}

impl Chord {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no chord: a degree from 1 to 7, and after it `+`, `-`, `2`, `4` or `7`");
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

    /// Its notes in semitones above the key, from its root up.
    fn tones(self, scale: Scale) -> Vec<i32> {
        let on = |steps: i32| scale.degree(self.degree + steps);
        let root = on(0);
        let third = if self.major && self.instead.is_none() { root + 4 } else { on(self.instead.unwrap_or(2)) };
        let fifth = if self.major { root + 7 } else { on(4) };
        let tones = [root, third, fifth].into_iter().chain(self.seventh.then(|| on(6)));
        tones.map(|tone| tone - i32::from(self.lowered)).collect()
    }
}

/// The chords of a score, one for each of its bars, written in a row: `1 6 4 5+`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Chords(Vec<Chord>);

impl Chords {
    /// How many bars there are.
    pub(crate) fn bars(&self) -> usize {
        self.0.len()
    }

    /// The notes of the chord of a bar, in semitones above the key, from its root up.
    pub(crate) fn tones(&self, bar: usize, scale: Scale) -> Vec<i32> {
        self.0[bar % self.0.len()].tones(scale)
    }
}

impl TryFrom<String> for Chords {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let chords = text.split_whitespace().map(Chord::read).collect::<Result<Vec<_>, _>>()?;
        match chords.len() {
            1..=MOST_BARS => Ok(Self(chords)),
            0 => Err("there is no chord, and so no bar".to_owned()),
            count => Err(format!("there are {count} chords, one for each bar; at most {MOST_BARS} are played")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_stand_on_their_degrees_and_marks_change_them() {
        let tones = |text: &str| Chords::try_from(text.to_owned()).unwrap().tones(0, Scale::Aeolian);
        assert_eq!(tones("1"), [0, 3, 7]);
        assert_eq!(tones("6"), [8, 12, 15], "major, as the scale has it");
        assert_eq!(tones("5"), [7, 10, 14], "minor");
        assert_eq!(tones("5+"), [7, 11, 14], "its third leads home");
        assert_eq!(tones("27"), [2, 5, 8, 12], "half diminished");
        assert_eq!(tones("14"), [0, 5, 7]);
        assert_eq!(tones("2-+"), [1, 5, 8], "the chord of Naples");
    }

    #[test]
    fn what_is_no_chord_is_told() {
        for (wrong, says) in [("1 8", "`8` is no chord"), ("", "there is no chord"), ("1x", "`1x` is no chord")] {
            let said = Chords::try_from(wrong.to_owned()).unwrap_err();
            assert!(said.contains(says), "{said}");
        }
        assert!(Chords::try_from("1 ".repeat(41)).unwrap_err().contains("41 chords"));
    }
}
