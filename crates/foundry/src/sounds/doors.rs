//! What is heard of doors and their locks.

use super::tones::clank;
use crate::tools::synth::{Sound, swell};

/// The hiss and whine of a hydraulic door on the move; the pitch runs from one frequency to another.
fn slide(seed: u32, seconds: f64, from: f64, to: f64) -> Sound {
    let glide = move |time: f64| from + (to - from) * time / seconds;
    let level = move |time: f64| swell(time, 0.05, 0.08, seconds);
    let hiss = Sound::noise(seed, seconds).band(move |time| glide(time) * 9.0, 2.0).low_pass(|_| 4000.0).shaped(level);
    let rumble = Sound::noise(seed ^ 9, seconds).low_pass(|_| 180.0).shaped(level);
    let whine = Sound::saw(seconds, glide).low_pass(move |time| glide(time) * 4.0).shaped(level);
    hiss.with(0.0, 2.6, &rumble).with(0.0, 0.16, &whine)
}

/// The door opening: the bolt lets go, the leaves slide, they strike home.
pub(crate) fn door_open() -> Sound {
    let release = Sound::noise(6, 0.12).high_pass(2500.0).fading(0.03);
    let moving = slide(7, 0.62, 90.0, 150.0);
    clank(8, 170.0, 0.05).with(0.01, 0.35, &release).with(0.05, 1.7, &moving).with(0.66, 0.8, &clank(9, 95.0, 0.07))
}

/// The door closing.
pub(crate) fn door_close() -> Sound {
    let moving = slide(10, 0.55, 150.0, 84.0);
    let sigh = Sound::noise(11, 0.2).high_pass(3000.0).fading(0.05);
    Sound::silence(0.1).with(0.0, 1.7, &moving).with(0.52, 1.3, &clank(12, 78.0, 0.09)).with(0.55, 0.16, &sigh)
}

/// A locked door tried: the bolt rattles in its keep, and the lock buzzes.
pub(crate) fn locked() -> Sound {
    let rattle = clank(13, 210.0, 0.03).with(0.09, 0.8, &clank(14, 190.0, 0.03));
    let buzz = Sound::square(0.22, |_| 104.0).low_pass(|_| 1500.0).shaped(|time| swell(time, 0.01, 0.04, 0.22));
    Sound::silence(0.5).with(0.0, 1.0, &rattle).with(0.2, 0.3, &buzz)
}

/// A lock that a key opens: two clicks, the bolt drawn back, a rising tone.
pub(crate) fn unlock() -> Sound {
    let bolt = clank(15, 260.0, 0.03).with(0.13, 1.2, &clank(16, 150.0, 0.05));
    let tone = |pitch: f64| Sound::sine(0.14, move |_| pitch).fading(0.05);
    let chime = Sound::silence(0.3).with(0.0, 0.5, &tone(784.0)).with(0.1, 0.6, &tone(1174.7));
    Sound::silence(0.6).with(0.0, 1.0, &bolt).with(0.2, 0.5, &chime)
}
