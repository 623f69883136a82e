//! When a part strikes in a bar.

use crate::beat::Beat;
use serde::Deserialize;

/// The most steps of a bar.
const MOST_STEPS: usize = 64;

/// When a part strikes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "RhythmText")]
pub(crate) struct Rhythm {
    /// Each bar's steps, all of one length in a bar: how strong the stroke is, if there is one. The bars follow each other round.
    bars: Vec<Vec<Option<f64>>>,
}

/// A rhythm as scores write it.
#[derive(Deserialize)]
enum RhythmText {
    /// Once, at the beginning of each bar.
    Bar,
    /// So many strokes over so many steps of the bar, as evenly as can be, begun so many steps later.
    Even {
        hits: u8,
        of: u8,
        #[serde(default)]
        turn: u8,
    },
    /// Step by step: `x` for a stroke, `X` for a strong one, `o` for a soft one, `.` for none; `|` between bars.
    Steps(String),
}

/// How strong a stroke is that nothing is said of.
const PLAIN: f64 = 0.8;

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

/// Strokes as evenly spread over the steps of a bar as can be, of which the first is the strong one.
fn even(hits: usize, of: usize, turn: usize) -> Result<Vec<Option<f64>>, String> {
    if !(1..=MOST_STEPS).contains(&of) || !(1..=of).contains(&hits) {
        return Err(format!(
            "{hits} strokes on {of} steps: there are from 1 to {MOST_STEPS} steps, and a stroke at least"
        ));
    }
    let mut row: Vec<bool> = even::spread(true, false, hits as u64, (of - hits) as u64).collect();
    let first = row.iter().position(|stroke| *stroke).unwrap_or(0);
    row.rotate_left(first);
    row.rotate_right(turn % of);
    let strong = turn % of;
    let strength = |(step, stroke): (usize, bool)| stroke.then_some(if step == strong { 1.0 } else { PLAIN });
    Ok(row.into_iter().enumerate().map(strength).collect())
}

/// The steps of one bar.
fn steps(text: &str) -> Result<Vec<Option<f64>>, String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let steps = letters.map(|letter| match letter {
        'X' => Ok(Some(1.0)),
        'x' => Ok(Some(PLAIN)),
        'o' => Ok(Some(0.5)),
        '.' => Ok(None),
        other => {
            Err(format!("`{other}` is no step: a stroke is `x`, `X` or `o`, none is `.`, and `|` stands between bars"))
        }
    });
    let steps: Vec<Option<f64>> = steps.collect::<Result<_, _>>()?;
    let count = steps.len();
    if (1..=MOST_STEPS).contains(&count) {
        Ok(steps)
    } else {
        Err(format!("a bar of {count} steps: there are from 1 to {MOST_STEPS}"))
    }
}

impl Rhythm {
    /// The strokes of a bar, each lasting until the next one or the bar's end.
    pub(crate) fn strokes(&self, bar: usize) -> Vec<Beat> {
        let Some(steps) = self.bars.get(bar % self.bars.len().max(1)) else {
            return vec![Beat { at: 0.0, long: 1.0, strength: PLAIN }];
        };
        let whole = steps.len();
        let starts: Vec<usize> = (0..whole).filter(|step| steps[*step].is_some()).collect();
        let ends = starts.iter().skip(1).copied().chain([whole]);
        let step = |number: usize| number as f64 / whole as f64;
        let strokes = starts.iter().zip(ends).map(|(&start, end)| Beat {
            at: step(start),
            long: step(end - start),
            strength: steps[start].unwrap_or(PLAIN),
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
    fn even_strokes_begin_with_one_and_turn() {
        assert_eq!(starts("Even(hits: 3, of: 8)", 8.0).len(), 3);
        assert_eq!(starts("Even(hits: 4, of: 16)", 16.0)[0], 0.0);
        let (plain, turned) = (starts("Even(hits: 5, of: 16)", 16.0), starts("Even(hits: 5, of: 16, turn: 2)", 16.0));
        assert!(plain.contains(&0.0) && turned.contains(&2.0) && plain != turned);
    }

    #[test]
    fn steps_last_until_the_next_and_bars_follow_each_other() {
        let rhythm: Rhythm = ron::from_str("Steps(\"X..o | x\")").unwrap();
        let first: Vec<(f64, f64)> = rhythm.strokes(0).iter().map(|beat| (beat.at, beat.long)).collect();
        assert_eq!(first, [(0.0, 0.75), (0.75, 0.25)]);
        assert_eq!((rhythm.strokes(1).len(), rhythm.strokes(2).len()), (1, 2));
        assert_eq!(Rhythm::default().strokes(7).len(), 1);
    }

    #[test]
    fn what_is_no_rhythm_is_told() {
        for wrong in
            ["Even(hits: 0, of: 4)", "Even(hits: 5, of: 4)", "Even(hits: 1, of: 65)", "Steps(\"\")", "Steps(\"xq\")"]
        {
            assert!(ron::from_str::<Rhythm>(wrong).is_err(), "{wrong}");
        }
    }
}
