//! Reverb: echoes that get denser and duller, decorrelated between the ears.

use crate::rate::RATE;

/// Length of the warm-up for a loop, in frames, so that its beginning has the echoes of its end. No echo is audible
/// after it.
const WARM_UP: usize = 6 * RATE as usize;
/// Delays of the comb filters in frames, after Moorer (1979), without common factors; those of the right ear are
/// longer.
const COMBS: [usize; 6] = [1687, 1601, 2053, 2251, 1867, 1423];
/// Additional delay of the right ear, in frames.
const RIGHT_OFFSET: usize = 31;
/// Delays of the all-pass filters, which make the echoes denser.
const ALL_PASSES: [usize; 2] = [347, 113];
/// Coefficient of the low-pass filter in each comb.
const DAMPING: f32 = 0.55;

/// Runs a filter over the samples from 0 to `count`. For a loop it first runs over its end, so that the seam is
/// inaudible.
pub(crate) fn run_filter(count: usize, loops: bool, mut step: impl FnMut(usize, bool)) {
    if loops {
        (count.saturating_sub(WARM_UP)..count).for_each(|index| step(index, false));
    }
    (0..count).for_each(|index| step(index, true));
}

/// Returns the reverb of `sound` for both ears. It decays by 60 decibels in `seconds`.
pub(crate) fn reverb(sound: &[f32], seconds: f64, loops: bool) -> Vec<[f32; 2]> {
    let [left, right] = [0, RIGHT_OFFSET].map(|aside| one_ear(sound, seconds, loops, aside));
    left.into_iter().zip(right).map(|(left, right)| [left, right]).collect()
}

/// Returns the reverb for one ear, with delays longer by `aside`.
fn one_ear(sound: &[f32], seconds: f64, loops: bool, aside: usize) -> Vec<f32> {
    let mut heard = vec![0.0; sound.len()];
    let mut lines: Vec<Comb> = COMBS.iter().map(|length| Comb::new(length + aside, seconds)).collect();
    let mut passes = ALL_PASSES.map(|length| (vec![0.0_f32; length + aside], 0));
    run_filter(sound.len(), loops, |index, is_heard| {
        let mut wet = lines.iter_mut().map(|line| line.next(sound[index])).sum::<f32>() / COMBS.len() as f32;
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

/// A comb filter with a low-pass in its feedback.
struct Comb {
    samples: Vec<f32>,
    place: usize,
    /// Feedback gain.
    back: f32,
    dull: f32,
}

impl Comb {
    fn new(length: usize, seconds: f64) -> Self {
        let back = libm::exp10(-3.0 * length as f64 / (seconds * f64::from(RATE))) as f32;
        Self { samples: vec![0.0; length], place: 0, back, dull: 0.0 }
    }

    fn next(&mut self, sound: f32) -> f32 {
        let echo = self.samples[self.place];
        self.dull += (echo - self.dull) * DAMPING;
        self.samples[self.place] = sound + self.dull * self.back;
        self.place = (self.place + 1) % self.samples.len();
        echo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverb_decays_in_the_given_time() {
        let mut clap = vec![0.0; 3 * RATE as usize];
        clap[0] = 1.0;
        let heard = reverb(&clap, 2.0, false);
        let power = |from: usize| -> f32 {
            heard[from..from + 8000].iter().map(|[left, right]| left * left + right * right).sum()
        };
        let fall = 10.0 * libm::log10f(power(4000) / power(4000 + RATE as usize));
        assert!((25.0..45.0).contains(&fall), "{fall} dB in a second of two");
        assert!(heard.iter().any(|[left, right]| (left - right).abs() > 0.001), "both ears hear the same");
    }

    #[test]
    fn loop_starts_with_the_echoes_of_its_end() {
        let mut clap = vec![0.0; RATE as usize];
        clap[RATE as usize - 100] = 1.0;
        let first = |loops| reverb(&clap, 2.0, loops)[..4000].iter().map(|ears| ears[0].abs()).sum::<f32>();
        assert!(first(false) == 0.0 && first(true) > 0.1);
    }
}
