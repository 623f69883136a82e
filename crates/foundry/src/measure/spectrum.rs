//! Spectra of sounds, and the share of energy in a few partials.

use core::f64::consts::TAU;

/// Width of a partial around its peak, as a fraction of its frequency.
const WIDTH: f64 = 0.03;

/// Returns the share of a sound's energy in its three strongest partials, from 0 to 1.
pub(crate) fn three_partials(samples: &[f64], rate: f64) -> f64 {
    let mut powers = powers(samples);
    let bin = rate / (2 * powers.len()) as f64;
    let whole: f64 = powers.iter().sum();
    let mut partials = 0.0;
    for _ in 0..3 {
        let peak = (0..powers.len()).max_by(|one, two| powers[*one].total_cmp(&powers[*two])).unwrap_or(0);
        let reach = ((peak as f64 * WIDTH).max(12.0 / bin)) as usize;
        let end = (peak + reach + 1).min(powers.len());
        for power in &mut powers[peak.saturating_sub(reach)..end] {
            partials += core::mem::take(power);
        }
    }
    if whole > 0.0 { partials / whole } else { 0.0 }
}

/// Returns the power at frequencies from 0 to half the sample rate, in equal steps.
pub(crate) fn powers(samples: &[f64]) -> Vec<f64> {
    let size = samples.len().next_power_of_two().max(2);
    let mut values = vec![(0.0, 0.0); size];
    for (value, sample) in values.iter_mut().zip(samples) {
        value.0 = *sample;
    }
    transform(&mut values);
    values[..size / 2].iter().map(|(re, im)| re * re + im * im).collect()
}

/// Computes the Fourier transform in place (Cooley and Tukey); the length must be a power of two.
fn transform(values: &mut [(f64, f64)]) {
    let size = values.len();
    let bits = size.trailing_zeros();
    for index in 0..size {
        let other = index.reverse_bits() >> (usize::BITS - bits);
        if index < other {
            values.swap(index, other);
        }
    }
    let mut half = 1;
    while half < size {
        let turns: Vec<(f64, f64)> = (0..half)
            .map(|step| -TAU * step as f64 / (2 * half) as f64)
            .map(|angle| (libm::cos(angle), libm::sin(angle)))
            .collect();
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((one, two), turn) in low.iter_mut().zip(high).zip(&turns) {
                let turned = (two.0 * turn.0 - two.1 * turn.1, two.0 * turn.1 + two.1 * turn.0);
                (*one, *two) = ((one.0 + turned.0, one.1 + turned.1), (one.0 - turned.0, one.1 - turned.1));
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use music::synth::{RATE, Sound};

    #[test]
    fn three_tones_have_all_energy_in_partials_and_noise_none() {
        let chord = [500.0, 1200.0, 3100.0];
        let chord =
            chord.iter().fold(Sound::silence(0.5), |sum, pitch| sum.with(0.0, 1.0, &Sound::sine(0.5, |_| *pitch)));
        let tones = three_partials(&chord.0, RATE);
        let noise = three_partials(&Sound::noise(5, 0.5).0, RATE);
        assert!(tones > 0.95 && noise < 0.2, "{tones} {noise}");
        let half = three_partials(&chord.with(0.0, 1.5, &Sound::noise(6, 0.5)).0, RATE);
        assert!((0.5..0.85).contains(&half), "{half}");
    }

    #[test]
    fn silence_has_no_partials() {
        assert!(three_partials(&[], RATE).abs() < 1e-9 && three_partials(&[0.0; 9], RATE).abs() < 1e-9);
    }
}
