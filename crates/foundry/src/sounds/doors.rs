//! Sounds of doors and locks.

use crate::sounds::tones::{clank, seed, vary};
use music::synth::{Sound, swell};

/// The hiss and whine of a hydraulic door on the move; the pitch runs from one frequency to another.
fn slide(seed: u32, seconds: f64, from: f64, to: f64) -> Sound {
    let glide = move |time: f64| from + (to - from) * time / seconds;
    let level = move |time: f64| swell(time, 0.05, 0.08, seconds);
    let hiss = Sound::noise(seed, seconds).band(move |time| glide(time) * 9.0, 2.0).low_pass(|_| 4000.0).shaped(level);
    let gears = Sound::noise(seed ^ 8, seconds).band(move |time| glide(time) * 5.0, 3.0).shaped(level);
    let rumble = Sound::noise(seed ^ 9, seconds).low_pass(|_| 200.0).shaped(level);
    let whine = Sound::saw(seconds, glide).low_pass(move |time| glide(time) * 6.0).shaped(level);
    hiss.with(0.0, 1.8, &gears).with(0.0, 0.7, &rumble).with(0.0, 0.16, &whine)
}

/// The door opening: the bolt lets go, the leaves slide, they strike home.
pub(crate) fn door_open(take: u32) -> Sound {
    let seed = seed(306, take);
    let pitch = vary(seed, 0.07);
    let release = Sound::noise(seed, 0.12).high_pass(2500.0).fading(0.03);
    let moving = slide(seed ^ 1, 0.62, 90.0 * pitch, 150.0 * pitch);
    let home = clank(seed ^ 3, 140.0 * pitch, 0.07);
    clank(seed ^ 2, 190.0 * pitch, 0.05).with(0.01, 0.35, &release).with(0.05, 1.7, &moving).with(0.66, 0.8, &home)
}

/// The door closing.
pub(crate) fn door_close(take: u32) -> Sound {
    let seed = seed(310, take);
    let pitch = vary(seed, 0.07);
    let moving = slide(seed, 0.55, 150.0 * pitch, 84.0 * pitch);
    let sigh = Sound::noise(seed ^ 1, 0.2).high_pass(3000.0).fading(0.05);
    Sound::silence(0.1)
        .with(0.0, 1.7, &moving)
        .with(0.52, 1.0, &clank(seed ^ 2, 128.0 * pitch, 0.08))
        .with(0.55, 0.2, &sigh)
}

/// A locked door tried: the bolt rattles in its keep, and the lock buzzes.
pub(crate) fn locked(take: u32) -> Sound {
    let seed = seed(313, take);
    let pitch = vary(seed, 0.06);
    let rattle = clank(seed, 230.0 * pitch, 0.03).with(0.09, 0.8, &clank(seed ^ 1, 205.0 * pitch, 0.03));
    let buzz = Sound::square(0.22, |_| 104.0).low_pass(|_| 1800.0).high_pass(180.0);
    Sound::silence(0.5).with(0.0, 1.0, &rattle).with(0.2, 0.3, &buzz.shaped(|time| swell(time, 0.01, 0.04, 0.22)))
}

/// A lock that a key opens: two clicks, the bolt drawn back, a rising tone.
pub(crate) fn unlock(take: u32) -> Sound {
    let seed = seed(315, take);
    let bolt = clank(seed, 300.0 * vary(seed, 0.06), 0.03).with(0.13, 1.2, &clank(seed ^ 1, 240.0, 0.05));
    let tone = |pitch: f64| Sound::sine(0.14, move |_| pitch).fading(0.05);
    let chime = Sound::silence(0.3).with(0.0, 0.5, &tone(784.0)).with(0.1, 0.6, &tone(1174.7));
    Sound::silence(0.6).with(0.0, 1.0, &bolt).with(0.2, 0.3, &chime)
}
