//! Rhythms: when a part plays within a bar.

use crate::beat::Beat;
use serde::Deserialize;

/// Maximum number of steps per bar.
const MAX_STEPS: usize = 64;

/// A rhythm.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "RhythmText")]
pub(crate) struct Rhythm {
    /// Steps of each bar, equally long within a bar, with the strength of the stroke if there is one. The bars repeat.
    bars: Vec<Vec<Option<f64>>>,
}

/// A rhythm as written in scores.
#[derive(Deserialize)]
enum RhythmText {
    /// One stroke at the beginning of each bar.
    Bar,
    /// `hits` strokes spread evenly over the `of` steps of a bar, rotated by `turn` steps.
    Even {
        hits: u8,
        of: u8,
        #[serde(default)]
        turn: u8,
    },
    /// One character per step: `x` is a stroke, `X` a strong one, `o` a soft one, `.` none; `|` separates bars.
    Steps(String),
}

/// Strength of a normal stroke.
const NORMAL_STRENGTH: f64 = 0.8;

impl TryFrom<RhythmText> for Rhythm {
    type Error = String;

    fn try_from(text: RhythmText) -> Result<Self, String> {
        let bars = match text {
            RhythmText::Bar => Vec::new(),
            RhythmText::Even { hits, of, turn } => vec![even(usize::from(hits), usize::from(of), usize::from(turn))?],
            RhythmText::Steps(text) => text.split('|').map(steps).collect::<Result<_, _>>()?,
        };
        Ok(Self { bars })
    }
}

/// Spreads strokes evenly over the steps of a bar; the first one is strong.
fn even(hits: usize, of: usize, turn: usize) -> Result<Vec<Option<f64>>, String> {
    if !(1..=MAX_STEPS).contains(&of) || !(1..=of).contains(&hits) {
        return Err(format!(
            "an even rhythm must have 1 to {MAX_STEPS} steps and at most one hit per step, got {hits} hits on {of} steps"
        ));
    }
    let mut row: Vec<bool> = even::spread(true, false, hits as u64, (of - hits) as u64).collect();
    let first = row.iter().position(|stroke| *stroke).unwrap_or(0);
    row.rotate_left(first);
    row.rotate_right(turn % of);
    let strong = turn % of;
    let strength = |(step, stroke): (usize, bool)| stroke.then_some(if step == strong { 1.0 } else { NORMAL_STRENGTH });
    Ok(row.into_iter().enumerate().map(strength).collect())
}

/// Reads the steps of one bar.
fn steps(text: &str) -> Result<Vec<Option<f64>>, String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let steps = letters.map(|letter| match letter {
        'X' => Ok(Some(1.0)),
        'x' => Ok(Some(NORMAL_STRENGTH)),
        'o' => Ok(Some(0.5)),
        '.' => Ok(None),
        other => Err(format!("a step must be `x`, `X`, `o` or `.`, with `|` between bars, got `{other}`")),
    });
    let steps: Vec<Option<f64>> = steps.collect::<Result<_, _>>()?;
    let count = steps.len();
    if (1..=MAX_STEPS).contains(&count) {
        Ok(steps)
    } else {
        Err(format!("a bar must have 1 to {MAX_STEPS} steps, got {count}"))
    }
}

impl Rhythm {
    /// Returns the strokes of a bar. Each lasts until the next one or to the end of the bar.
    pub(crate) fn strokes(&self, bar: usize) -> Vec<Beat> {
        let Some(steps) = self.bars.get(bar % self.bars.len().max(1)) else {
            return vec![Beat { at: 0.0, long: 1.0, strength: NORMAL_STRENGTH }];
        };
        let whole = steps.len();
        let starts: Vec<usize> = (0..whole).filter(|step| steps[*step].is_some()).collect();
        let ends = starts.iter().skip(1).copied().chain([whole]);
        let step = |number: usize| number as f64 / whole as f64;
        let strokes = starts.iter().zip(ends).map(|(&start, end)| Beat {
            at: step(start),
            long: step(end - start),
            strength: steps[start].unwrap_or(NORMAL_STRENGTH),
        });
        strokes.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(rhythm: &str, of: f64) -> Vec<f64> {
        let rhythm: Rhythm = ron::from_str(rhythm).unwrap();
        rhythm.strokes(0).iter().map(|beat| beat.at * of).collect()
    }

    #[test]
    fn even_rhythms_begin_with_a_hit_and_rotate() {
        assert_eq!(starts("Even(hits: 3, of: 8)", 8.0).len(), 3);
        assert_eq!(starts("Even(hits: 4, of: 16)", 16.0)[0], 0.0);
        let (plain, turned) = (starts("Even(hits: 5, of: 16)", 16.0), starts("Even(hits: 5, of: 16, turn: 2)", 16.0));
        assert!(plain.contains(&0.0) && turned.contains(&2.0) && plain != turned);
    }

    #[test]
    fn strokes_last_until_the_next_and_bars_repeat() {
        let rhythm: Rhythm = ron::from_str("Steps(\"X..o | x\")").unwrap();
        let first: Vec<(f64, f64)> = rhythm.strokes(0).iter().map(|beat| (beat.at, beat.long)).collect();
        assert_eq!(first, [(0.0, 0.75), (0.75, 0.25)]);
        assert_eq!((rhythm.strokes(1).len(), rhythm.strokes(2).len()), (1, 2));
        assert_eq!(Rhythm::default().strokes(7).len(), 1);
    }

    #[test]
    fn invalid_rhythms_are_rejected() {
        for wrong in
            ["Even(hits: 0, of: 4)", "Even(hits: 5, of: 4)", "Even(hits: 1, of: 65)", "Steps(\"\")", "Steps(\"xq\")"]
        {
            assert!(ron::from_str::<Rhythm>(wrong).is_err(), "{wrong}");
        }
    }
}
