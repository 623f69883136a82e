//! Turns a part of a score into notes.

use crate::{
    beat::Beat,
    note::Note,
    score::{Line, Part, Score},
    voicing::lead,
};

/// A note to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Played {
    /// Start, in bars from the beginning.
    pub(crate) at: f64,
    /// Length, in bars.
    pub(crate) long: f64,
    pub(crate) note: Note,
    /// Strength, from 0 to 1.
    pub(crate) strength: f64,
}

/// Returns all notes of a part.
pub(crate) fn notes(score: &Score, part: &Part) -> Vec<Played> {
    let text = &score.0;
    let (mut played, mut voices) = (Vec::new(), Vec::new());
    for bar in 0..text.chords.bars() {
        let tones: Vec<i32> = text.chords.tones(bar, text.scale).iter().map(|tone| tone + text.key.0).collect();
        // Voices are led through all bars, including those in which the part is silent.
        voices = lead(&voices, &tones, part.low.0);
        if !part.bars.has(bar) {
            continue;
        }
        let mut add = |beat: Beat, note: i32| {
            let long = beat.long * part.length.get();
            played.push(Played { at: bar as f64 + beat.at, long, note: Note(note), strength: beat.strength });
        };
        let strokes = part.rhythm.strokes(bar);
        match &part.line {
            Line::Beat => strokes.iter().for_each(|beat| add(*beat, part.low.0)),
            Line::Chord => strokes.iter().for_each(|beat| voices.iter().for_each(|voice| add(*beat, *voice))),
            Line::Figure(figure) => {
                for (beat, number) in strokes.iter().zip(figure.iter().cycle()) {
                    add(*beat, tone(&tones, usize::from(*number), part.low));
                }
            }
            Line::Tune(tune) => {
                let home = part.low.at_or_above(text.key.0);
                tune.notes(bar, text.scale).into_iter().for_each(|(beat, above)| add(beat, home + above));
            }
        }
    }
    played
}

/// Returns a note of a chord by its index, on the lowest root not below `low`. Indices beyond the chord continue an
/// octave higher.
fn tone(tones: &[i32], number: usize, low: Note) -> i32 {
    let root = low.at_or_above(tones[0]);
    root + tones[number % tones.len()] - tones[0] + 12 * (number / tones.len()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(line: &str, more: &str) -> Vec<(f64, i32)> {
        let text = format!(
            "(tempo: 60, beats: 4, key: \"C3\", scale: Aeolian, chords: \"1 4\", loudness: (-24, -20),
            parts: [(plays: Bass, line: {line}, low: \"C3\", level: 0, {more})])"
        );
        let score = Score::read(text.as_bytes()).unwrap();
        notes(&score, &score.0.parts[0]).iter().map(|played| (played.at, played.note.0)).collect()
    }

    #[test]
    fn lines_follow_the_chords() {
        assert_eq!(played("Figure([0, 3])", "rhythm: Steps(\"xx\")"), [(0.0, 48), (0.5, 60), (1.0, 53), (1.5, 65)]);
        assert_eq!(played("Chord", "").iter().map(|note| note.1).collect::<Vec<_>>(), [48, 51, 55, 48, 53, 56]);
        assert_eq!(played("Beat", ""), [(0.0, 48), (1.0, 48)]);
        assert_eq!(played("Tune(\"1 3 | 5,\")", ""), [(0.0, 48), (0.5, 51), (1.0, 43)]);
    }

    #[test]
    fn part_is_silent_outside_its_bars() {
        assert_eq!(played("Beat", "bars: \".x\""), [(1.0, 48)]);
        assert_eq!(played("Beat", "bars: \"\"").len(), 2);
    }
}
