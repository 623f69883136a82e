//! The notes that tell the player what he has found.

use super::tones::clank;
use crate::tools::synth::Sound;

/// A small bell.
fn bell(pitch: f64, seconds: f64) -> Sound {
    let tone = Sound::sine(seconds * 4.0, move |_| pitch).fading(seconds);
    tone.with(0.0, 0.3, &Sound::sine(seconds * 2.0, move |_| pitch * 2.76).fading(seconds * 0.4)).with(
        0.0,
        0.12,
        &Sound::sine(seconds, move |_| pitch * 5.4).fading(seconds * 0.16),
    )
}

/// Bells one after another, each a pitch in hertz, so many seconds apart.
fn tune(pitches: &[f64], apart: f64, ring: f64) -> Sound {
    pitches
        .iter()
        .enumerate()
        .fold(Sound::silence(0.1), |tune, (index, pitch)| tune.with(index as f64 * apart, 1.0, &bell(*pitch, ring)))
}

/// Something picked up: two quick rising notes.
pub(crate) fn pickup() -> Sound {
    let note = |pitch: f64| {
        let bell = Sound::sine(0.16, move |_| pitch).fading(0.05);
        bell.with(0.0, 0.25, &Sound::square(0.1, move |_| pitch).low_pass(|_| 3000.0).fading(0.025))
    };
    Sound::silence(0.25).with(0.0, 0.8, &note(659.3)).with(0.065, 1.0, &note(987.8))
}

/// A key picked up: it jingles, and two notes promise a door.
pub(crate) fn key() -> Sound {
    let jingle = [(0.0, 3520.0), (0.045, 4190.0), (0.08, 3730.0)]
        .iter()
        .fold(Sound::silence(0.3), |ring, (start, pitch)| ring.with(*start, 0.4, &bell(*pitch, 0.03)));
    jingle.with(0.08, 0.9, &tune(&[783.99, 1174.66], 0.1, 0.1))
}

/// Treasure picked up: a bright run upwards.
pub(crate) fn pickup_treasure() -> Sound {
    tune(&[1046.5, 1318.51, 1567.98, 2093.0], 0.055, 0.09)
}

/// Armour put on: plates strike, and a low note swells.
pub(crate) fn pickup_armour() -> Sound {
    let plates = clank(291, 310.0, 0.05).with(0.08, 0.8, &clank(292, 270.0, 0.06));
    plates.with(0.1, 0.5, &tune(&[392.0, 523.25], 0.09, 0.12))
}

/// A secret found: four notes that do not quite come home, echoing.
pub(crate) fn secret() -> Sound {
    tune(&[659.26, 830.61, 987.77, 1244.51], 0.13, 0.2).in_corridor(0.4)
}
