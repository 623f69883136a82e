//! What is heard of the player: his steps, his pain and his death.

use super::tones::{AH, OO, UH, drop};
use crate::tools::synth::{Sound, swell};

/// A living man's grunt; the pitch runs from one frequency to another.
fn cry(seed: u32, seconds: f64, from: f64, to: f64, vowels: ([f64; 3], [f64; 3])) -> Sound {
    let pitch = move |time: f64| from + (to - from) * time / seconds;
    let voice = Sound::throat(seed, seconds, 0.16, pitch).mouth(vowels.0, vowels.1);
    voice.driven(3.0).low_pass(|_| 4600.0).shaped(move |time| swell(time, 0.02, seconds * 0.7, seconds))
}

/// The player hit.
pub(crate) fn hurt() -> Sound {
    let thud = Sound::sine(0.16, drop(150.0, 60.0, 0.03)).fading(0.04);
    cry(31, 0.3, 165.0, 105.0, (AH, UH)).with(0.0, 0.5, &thud)
}

/// The player dying: a cry that breaks off, and the fall.
pub(crate) fn death() -> Sound {
    let fall = Sound::sine(0.3, drop(110.0, 42.0, 0.05)).fading(0.08);
    let thud = Sound::noise(33, 0.2).low_pass(|_| 400.0).fading(0.04);
    cry(32, 1.1, 230.0, 84.0, (AH, OO)).with(1.0, 0.7, &fall).with(1.0, 1.0, &thud).in_corridor(0.16)
}

/// A boot on the deck.
fn step(seed: u32, pitch: f64) -> Sound {
    let heel = Sound::noise(seed, 0.12).low_pass(drop(1400.0, 260.0, 0.02)).fading(0.022);
    let sole = Sound::noise(seed ^ 7, 0.06).low_pass(|_| 900.0).fading(0.012);
    let deck = Sound::sine(0.18, drop(pitch * 1.5, pitch, 0.02)).fading(0.035);
    let ring = Sound::sine(0.16, move |_| pitch * 5.3).fading(0.025);
    heel.with(0.0, 0.5, &deck).with(0.045, 0.6, &sole).with(0.0, 0.06, &ring)
}

/// A footstep.
pub(crate) fn step1() -> Sound {
    step(51, 92.0)
}

/// Another footstep.
pub(crate) fn step2() -> Sound {
    step(52, 81.0)
}
