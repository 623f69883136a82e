//! The hall in which the music is played: echoes that grow dense and dull, other ones for each ear.

use crate::rate::RATE;

/// How long a loop is heard before it is taken down, so that its beginning has the echoes of its end: after so many seconds no
/// echo is left.
const WARM: usize = 6 * RATE as usize;
/// The lines of the echoes in samples, after Moorer (1979), which share no factor; those of the right ear are a little longer.
const LINES: [usize; 6] = [1687, 1601, 2053, 2251, 1867, 1423];
/// How much longer the lines of the right ear are, in samples.
const ASIDE: usize = 31;
/// The lines that make echoes denser.
const DENSE: [usize; 2] = [347, 113];
/// How much of the light of an echo is lost with each turn.
const DULL: f32 = 0.55;

/// Runs a filter over samples from 0 to `count`; over a loop also before its beginning, so that nothing is heard of its seam.
pub(crate) fn run_round(count: usize, loops: bool, mut step: impl FnMut(usize, bool)) {
    if loops {
        (count.saturating_sub(WARM)..count).for_each(|index| step(index, false));
    }
    (0..count).for_each(|index| step(index, true));
}

/// What is heard of the hall by both ears when `sound` is played in it; it has fallen by 60 decibels after so many seconds.
pub(crate) fn resounding(sound: &[f32], seconds: f64, loops: bool) -> Vec<[f32; 2]> {
    let [left, right] = [0, ASIDE].map(|aside| one_ear(sound, seconds, loops, aside));
    left.into_iter().zip(right).map(|(left, right)| [left, right]).collect()
}

/// What one ear hears, whose lines are so much longer.
fn one_ear(sound: &[f32], seconds: f64, loops: bool, aside: usize) -> Vec<f32> {
    let mut heard = vec![0.0; sound.len()];
    let mut lines: Vec<Line> = LINES.iter().map(|length| Line::new(length + aside, seconds)).collect();
    let mut passes = DENSE.map(|length| (vec![0.0_f32; length + aside], 0));
    run_round(sound.len(), loops, |index, is_heard| {
        let mut wet = lines.iter_mut().map(|line| line.next(sound[index])).sum::<f32>() / LINES.len() as f32;
        for (line, place) in &mut passes {
            let echo = line[*place];
            line[*place] = wet + echo * 0.6;
            wet = echo - line[*place] * 0.6;
            *place = (*place + 1) % line.len();
        }
        if is_heard {
            heard[index] = wet;
        }
    });
    heard
}

/// One line of echoes.
struct Line {
    samples: Vec<f32>,
    place: usize,
    /// How much of the sound comes back after each turn.
    back: f32,
    dull: f32,
}

impl Line {
    fn new(length: usize, seconds: f64) -> Self {
        let back = libm::exp10(-3.0 * length as f64 / (seconds * f64::from(RATE))) as f32;
        Self { samples: vec![0.0; length], place: 0, back, dull: 0.0 }
    }

    fn next(&mut self, sound: f32) -> f32 {
        let echo = self.samples[self.place];
        self.dull += (echo - self.dull) * DULL;
        self.samples[self.place] = sound + self.dull * self.back;
        self.place = (self.place + 1) % self.samples.len();
        echo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clap_dies_away_in_the_time_that_it_should() {
        let mut clap = vec![0.0; 3 * RATE as usize];
        clap[0] = 1.0;
        let heard = resounding(&clap, 2.0, false);
        let power = |from: usize| -> f32 {
            heard[from..from + 8000].iter().map(|[left, right]| left * left + right * right).sum()
        };
        let fall = 10.0 * libm::log10f(power(4000) / power(4000 + RATE as usize));
        assert!((25.0..45.0).contains(&fall), "{fall} dB in a second of two");
        assert!(heard.iter().any(|[left, right]| (left - right).abs() > 0.001), "both ears hear the same");
    }

    #[test]
    fn the_beginning_of_a_loop_has_the_echoes_of_its_end() {
        let mut clap = vec![0.0; RATE as usize];
        clap[RATE as usize - 100] = 1.0;
        let first = |loops| resounding(&clap, 2.0, loops)[..4000].iter().map(|ears| ears[0].abs()).sum::<f32>();
        assert!(first(false) == 0.0 && first(true) > 0.1);
    }
}
