//! Perceived loudness: weighted and gated as in broadcasting (ITU-R BS.1770), over the loudest tenth of a second.

use crate::rate;
use core::f64::consts::PI;

/// Samples per second.
const RATE: f64 = rate::RATE as f64;

/// Length of the window over which loudness is measured, in samples: a tenth of a second.
const STRETCH: usize = 4410;
/// Loudness of silence, and minimum of all results, in LUFS.
const SILENCE: f64 = -100.0;

/// A second-order filter: `ahead` are the coefficients of the input, `back` those of the output.
struct Biquad {
    ahead: [f64; 3],
    back: [f64; 2],
}

impl Biquad {
    fn passed(&self, samples: &[f64]) -> Vec<f64> {
        let ([x1, x2, y1, y2], [b0, b1, b2], [a1, a2]) = (&mut [0.0; 4], self.ahead, self.back);
        let pass = |&x: &f64| {
            let y = b0 * x + b1 * *x1 + b2 * *x2 - a1 * *y1 - a2 * *y2;
            (*x2, *x1, *y2, *y1) = (*x1, x, *y1, y);
            y
        };
        samples.iter().map(pass).collect()
    }

    /// Returns a high-pass filter at a frequency in hertz, 12 dB per octave.
    fn high_pass(frequency: f64, sharpness: f64) -> Self {
        let turn = libm::tan(PI * frequency / RATE);
        let whole = 1.0 + turn / sharpness + turn * turn;
        let back = [2.0 * (turn * turn - 1.0) / whole, (1.0 - turn / sharpness + turn * turn) / whole];
        Self { ahead: [1.0 / whole, -2.0 / whole, 1.0 / whole], back }
    }

    /// Returns the shelf filter that models the head: it amplifies frequencies above 1.7 kHz.
    fn head() -> Self {
        let (turn, sharpness) = (libm::tan(PI * 1_681.974_450_955_533 / RATE), 0.707_175_236_955_419_6);
        let high = libm::exp10(3.999_843_853_973_347 / 20.0);
        let middle = libm::pow(high, 0.499_666_774_154_541_6);
        let whole = 1.0 + turn / sharpness + turn * turn;
        Self {
            ahead: [
                (high + middle * turn / sharpness + turn * turn) / whole,
                2.0 * (turn * turn - high) / whole,
                (high - middle * turn / sharpness + turn * turn) / whole,
            ],
            back: [2.0 * (turn * turn - 1.0) / whole, (1.0 - turn / sharpness + turn * turn) / whole],
        }
    }
}

/// Simulates a small speaker, as in laptops and phones: frequencies below 250 Hz lose 24 dB per octave.
pub fn on_a_small_speaker(samples: &[f64]) -> Vec<f64> {
    let once = Biquad::high_pass(250.0, 0.541_196_1).passed(samples);
    Biquad::high_pass(250.0, 1.306_562_96).passed(&once)
}

/// Applies the K-weighting of the standard.
fn weighted(samples: &[f64]) -> Vec<f64> {
    Biquad::high_pass(38.135_470_876_024_44, 0.500_327_037_323_877_3).passed(&Biquad::head().passed(samples))
}

/// Returns the loudness of a whole stereo piece in LUFS, including silences; full scale is 1.
pub fn loudness_of_all(ears: &[Vec<f64>; 2]) -> f64 {
    let power =
        |ear: &Vec<f64>| weighted(ear).iter().map(|sample| sample * sample).sum::<f64>() / ear.len().max(1) as f64;
    let power: f64 = ears.iter().map(power).sum();
    if power > 0.0 { (-0.691 + 10.0 * libm::log10(power)).max(SILENCE) } else { SILENCE }
}

/// Returns the loudness of the loudest tenth of a second in LUFS; full scale is 1.
pub fn loudness(samples: &[f64]) -> f64 {
    let weighted = weighted(samples);
    let (mut power, mut most) = (0.0_f64, 0.0_f64);
    for (index, sample) in weighted.iter().enumerate() {
        power += sample * sample;
        if index >= STRETCH {
            power -= weighted[index - STRETCH] * weighted[index - STRETCH];
        }
        most = most.max(power);
    }
    if most <= 0.0 {
        return SILENCE;
    }
    // The high-pass above has unity gain, while that of the standard has slightly more.
    (-0.691 + 10.0 * libm::log10(most / STRETCH as f64)).max(SILENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::Sound;

    fn tone(pitch: f64) -> Vec<f64> {
        Sound::sine(0.5, |_| pitch).0
    }

    #[test]
    fn full_scale_tone_of_one_kilohertz_reads_minus_three() {
        // The standard's own reference: a sine of 997 Hz at full scale in one channel reads -3.01 LUFS.
        let heard = loudness(&tone(997.0));
        assert!((heard + 3.01).abs() < 0.05, "{heard}");
        assert!(loudness(&tone(40.0)) < heard - 3.0 && loudness(&tone(4000.0)) > heard + 2.0);
    }

    #[test]
    fn small_speaker_loses_lows_and_keeps_highs() {
        let lost = |pitch: f64| loudness(&tone(pitch)) - loudness(&on_a_small_speaker(&tone(pitch)));
        assert!(lost(125.0) > 20.0 && (lost(250.0) - 3.0).abs() < 0.5 && lost(1000.0).abs() < 0.1);
    }

    #[test]
    fn silence_has_the_minimum_loudness() {
        assert!((loudness(&[0.0; 100]) - SILENCE).abs() < 1e-9 && (loudness(&[]) - SILENCE).abs() < 1e-9);
    }
}
