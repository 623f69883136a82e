//! Spectrograms: time to the right, pitch upwards, and brightness for loudness.

use crate::{measure::spectrum::powers, tour::page::Page};
use music::synth::RATE;

/// Number of samples per column.
const WINDOW: usize = 2048;
/// Lowest and highest pitch, in hertz.
const PITCHES: (f64, f64) = (40.0, 14_000.0);
/// Range in decibels below a full-scale sine; anything quieter is dark.
const RANGE: f64 = 84.0;
/// Colours from dark to light.
const COLOURS: [[f64; 3]; 5] =
    [[8.0, 10.0, 16.0], [26.0, 44.0, 90.0], [40.0, 130.0, 150.0], [230.0, 170.0, 60.0], [255.0, 246.0, 214.0]];

/// Draws a sound into a rectangle of a page from its upper left corner, with a number of samples per column.
pub(super) fn draw(
    page: &mut Page,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
    sound: &[f64],
    step: usize,
) {
    page.fill((x, y), (width, height), light(0.0));
    for column in 0..width.min(sound.len().div_ceil(step.max(1))) {
        let start = column * step;
        let end = (start + WINDOW).min(sound.len());
        // A Hann window, so that a tone is a thin line.
        let part = |index: usize| 0.5 - 0.5 * libm::cos(core::f64::consts::TAU * index as f64 / WINDOW as f64);
        let mut window: Vec<f64> =
            sound[start..end].iter().enumerate().map(|(index, sample)| sample * part(index)).collect();
        window.resize(WINDOW, 0.0);
        let powers = powers(&window);
        for row in 0..height {
            let edge = |row: usize| {
                let part = row as f64 / height as f64;
                PITCHES.0 * libm::pow(PITCHES.1 / PITCHES.0, part) * WINDOW as f64 / RATE
            };
            let (low, high) = (edge(row) as usize, (edge(row + 1) as usize).max(edge(row) as usize + 1));
            let most = powers[low.min(powers.len() - 1)..high.min(powers.len())]
                .iter()
                .fold(0.0_f64, |most, power| most.max(*power));
            let whole = (WINDOW as f64 / 4.0) * (WINDOW as f64 / 4.0);
            let decibels = if most > 0.0 { 10.0 * libm::log10(most / whole) } else { -RANGE };
            page.dot(x + column, y + height - 1 - row, light(1.0 + decibels / RANGE));
        }
    }
}

/// Returns the colour of a loudness from 0 to 1.
fn light(part: f64) -> [u8; 3] {
    let place = part.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
    let index = (place as usize).min(COLOURS.len() - 2);
    let mixed = |channel: usize| {
        let (from, to) = (COLOURS[index][channel], COLOURS[index + 1][channel]);
        (from + (to - from) * (place - index as f64)) as u8
    };
    [mixed(0), mixed(1), mixed(2)]
}
