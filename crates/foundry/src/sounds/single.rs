//! Occasional sounds of the ship: its hull creaks, water drips, screens and lamps hum.

use crate::sounds::tones::{drop, seed, vary};
use music::{
    chance::Dice,
    synth::{Sound, decay, swell},
};

/// The hull works: steel that has held for years gives way by a hair, and sings as it does.
pub(crate) fn creak(take: u32) -> Sound {
    let seed = seed(721, take);
    let mut dice = Dice::new(seed);
    let (seconds, from, bend) = (dice.from(0.9, 1.4), dice.from(150.0, 230.0), dice.from(0.12, 0.3));
    let pitch = move |time: f64| from * (1.0 + bend * libm::sin(time * 2.6) + 0.02 * libm::sin(time * 47.0));
    // Steel sticks and slips: each slip is an impulse, and plate and air resonate at their own pitches.
    let strokes = Sound::saw(seconds, move |time| pitch(time) * 0.25).shaped(|time| 0.6 + 0.4 * libm::sin(time * 9.0));
    let plate = strokes.clone().band(move |time| pitch(time) * 2.0, 6.0);
    let high = strokes.band(move |time| pitch(time) * 5.3, 8.0);
    let groan = plate.with(0.0, 0.5, &high).shaped(move |time| swell(time, seconds * 0.4, seconds * 0.5, seconds));
    let snap = Sound::noise(seed ^ 3, 0.08).band(|_| 1300.0, 3.0).fading(0.012);
    groan.with(dice.from(0.1, 0.5), 0.5, &snap).in_room(0.4, 1.1)
}

/// A drop falls into a puddle on steel.
pub(crate) fn drip(take: u32) -> Sound {
    let seed = seed(722, take);
    let pitch = 900.0 * vary(seed, 0.25);
    let ring = move |time: f64| pitch * (1.0 + time * 5.0);
    let splash = Sound::noise(seed, 0.06).band(move |_| pitch * 3.0, 1.4).fading(0.01);
    let bubble = Sound::sine(0.14, ring).fading(0.022);
    let steel = Sound::noise(seed ^ 1, 0.1).band(|_| 520.0, 4.0).fading(0.02);
    splash.with(0.012, 0.6, &bubble).with(0.0, 0.7, &steel).in_room(0.5, 0.9)
}

/// A screen talks to itself: its tube hums, and a few figures chirp over it.
pub(crate) fn screen_hum(take: u32) -> Sound {
    let seed = seed(723, take);
    let mut dice = Dice::new(seed);
    let seconds = 0.9;
    let tube = Sound::saw(seconds, |_| 120.0).band(|_| 960.0, 3.0);
    let line = Sound::noise(seed, seconds).band(|_| 3100.0, 9.0);
    let hum = tube.with(0.0, 0.5, &line).shaped(move |time| swell(time, 0.15, 0.3, seconds));
    (0..4).fold(hum, |screen, number| {
        let pitch = dice.from(900.0, 2100.0);
        let chirp =
            Sound::square(0.05, move |_| pitch).low_pass(|_| 2600.0).shaped(|time| swell(time, 0.004, 0.02, 0.05));
        screen.with(0.2 + f64::from(number) * 0.11, dice.from(0.05, 0.16), &chirp)
    })
}

/// A failing lamp: its coil buzzes, and something in it arcs.
pub(crate) fn lamp_buzz(take: u32) -> Sound {
    let seed = seed(724, take);
    let mut dice = Dice::new(seed);
    let seconds = 1.1;
    let flicker = move |time: f64| if libm::sin(time * 61.0) + libm::sin(time * 23.0) > -0.4 { 1.0 } else { 0.25 };
    let coil = Sound::square(seconds, |_| 100.0).band(|_| 1700.0, 1.2);
    let tube = Sound::saw(seconds, |_| 200.0).band(|_| 700.0, 2.0);
    let buzz = coil.with(0.0, 0.7, &tube).shaped(move |time| flicker(time) * swell(time, 0.05, 0.25, seconds));
    (0..3).fold(buzz, |lamp, number| {
        let arc = Sound::noise(seed ^ (number + 1), 0.05).high_pass(1800.0).shaped(|time| decay(time, 0.008));
        let spark = arc.with(0.0, 0.5, &Sound::sine(0.04, drop(2400.0, 700.0, 0.01)).fading(0.006));
        lamp.with(dice.from(0.05, 0.9), 0.9, &spark)
    })
}
