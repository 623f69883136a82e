//! Melodies: sequences of scale degrees.

use crate::{beat::Beat, harmony::Scale};
use serde::Deserialize;

/// Maximum number of notes, holds and rests of a tune.
const MAX_SIGNS: usize = 512;

/// A melody, written bar by bar and separated by `|`: `1 - 3 . | 5' - 4# -`. A number is a degree of the scale. After
/// it, `'` and `,` raise and lower it by an octave, `#` and `b` by a semitone. `-` holds the previous note, and `.` is
/// a rest. All signs of a bar are equally long.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Tune(Vec<Vec<Sign>>);

#[derive(Clone, Copy, Debug)]
enum Sign {
    Rest,
    Hold,
    /// A degree from 0, and the semitones added to it.
    Degree(i32, i32),
}

impl Sign {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "a note must be a degree from 1 to 7 followed by `'`, `,`, `#` or `b`, or it must be `-` or `.`, got `{text}`"
            )
        };
        match text {
            "." => return Ok(Self::Rest),
            "-" => return Ok(Self::Hold),
            _ => {}
        }
        let mut letters = text.chars();
        let degree = letters.next().and_then(|letter| letter.to_digit(10)).filter(|degree| (1..=7).contains(degree));
        let (mut degree, mut moved) = (degree.ok_or_else(wrong)?.cast_signed() - 1, 0);
        if text.len() > 6 {
            return Err(wrong());
        }
        for letter in letters {
            match letter {
                '\'' => degree += 7,
                ',' => degree -= 7,
                '#' => moved += 1,
                'b' => moved -= 1,
                _ => return Err(wrong()),
            }
        }
        Ok(Self::Degree(degree, moved))
    }
}

impl TryFrom<String> for Tune {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bar = |bar: &str| bar.split_whitespace().map(Sign::read).collect::<Result<Vec<_>, _>>();
        let bars = text.split('|').map(bar).collect::<Result<Vec<_>, _>>()?;
        let count: usize = bars.iter().map(Vec::len).sum();
        if bars.iter().any(Vec::is_empty) {
            return Err("a bar of a tune must have at least one sign: write `.` for silence".to_owned());
        }
        if count > MAX_SIGNS {
            Err(format!("a tune must have at most {MAX_SIGNS} signs, got {count}"))
        } else {
            Ok(Self(bars))
        }
    }
}

impl Tune {
    /// Returns the notes of a bar in semitones above the key. A held note extends into the following bars.
    pub(crate) fn notes(&self, bar: usize, scale: Scale) -> Vec<(Beat, i32)> {
        let (count, mut notes) = (self.0.len(), Vec::<(Beat, i32)>::new());
        let signs = &self.0[bar % count];
        let long = 1.0 / signs.len() as f64;
        let mut sounds = false;
        for (number, sign) in signs.iter().enumerate() {
            match sign {
                Sign::Rest => sounds = false,
                Sign::Hold => {
                    if let Some((beat, _)) = notes.last_mut().filter(|_| sounds) {
                        beat.long += long;
                    }
                }
                Sign::Degree(degree, moved) => {
                    sounds = true;
                    let beat = Beat { at: number as f64 * long, long, strength: 0.8 };
                    notes.push((beat, scale.degree(*degree) + moved));
                }
            }
        }
        if let Some((beat, _)) = notes.last_mut().filter(|_| sounds) {
            beat.long += self.held_into(bar + 1);
        }
        notes
    }

    /// Returns how long the last note before a bar is held from that bar on, in bars, up to the end of the tune.
    fn held_into(&self, bar: usize) -> f64 {
        let mut long = 0.0;
        for signs in self.0.iter().skip(bar % self.0.len()).take_while(|_| !bar.is_multiple_of(self.0.len())) {
            let holds = signs.iter().take_while(|sign| matches!(sign, Sign::Hold)).count();
            long += holds as f64 / signs.len() as f64;
            if holds < signs.len() {
                break;
            }
        }
        long
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str, bar: usize) -> Vec<(f64, f64, i32)> {
        let tune = Tune::try_from(text.to_owned()).unwrap();
        tune.notes(bar, Scale::Aeolian).into_iter().map(|(beat, tone)| (beat.at, beat.long, tone)).collect()
    }

    #[test]
    fn degrees_marks_holds_and_rests_are_read() {
        assert_eq!(notes("1 - 3 .", 0), [(0.0, 0.5, 0), (0.5, 0.25, 3)]);
        assert_eq!(notes("7, 7# 1' 2b", 0).iter().map(|note| note.2).collect::<Vec<_>>(), [-2, 11, 12, 1]);
        assert_eq!(notes("1 | 5", 3), [(0.0, 1.0, 7)], "the tune repeats");
    }

    #[test]
    fn notes_are_held_over_bars_but_not_over_the_end() {
        assert_eq!(notes("1 5 | - - | - 3", 0), [(0.0, 0.5, 0), (0.5, 2.0, 7)]);
        assert_eq!(notes("- 1 | 5 -", 1), [(0.0, 1.0, 7)]);
        assert_eq!(notes("- .", 0), []);
    }

    #[test]
    fn invalid_tunes_are_rejected() {
        for wrong in ["8", "1 | ", "1''''''''", "x", ""] {
            assert!(Tune::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        assert!(Tune::try_from("1 ".repeat(513)).unwrap_err().contains("got 513"));
    }
}
