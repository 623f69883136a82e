//! What is heard when things are struck, burst and burn.

use super::tones::{clank, crackle, drop};
use crate::tools::hash_noise::Dice;
use crate::tools::synth::{Sound, swell};

/// A great explosion: a crack, a boom that sinks below hearing, and what comes down afterwards.
pub(crate) fn explosion() -> Sound {
    let crack = Sound::noise(201, 1.5).low_pass(drop(9000.0, 150.0, 0.14)).fading(0.3);
    let boom = Sound::sine(1.2, drop(120.0, 26.0, 0.12)).fading(0.4);
    let rumble = Sound::noise(202, 1.6).low_pass(|_| 110.0).fading(0.5);
    let blast = crack.with(0.0, 1.5, &boom).with(0.0, 3.0, &rumble).driven(3.0).in_corridor(0.24);
    let mut dice = Dice::new(203);
    (0..12).fold(blast, |blast, piece| {
        let (start, pitch) = (f64::from(dice.between(0.35, 1.3)), f64::from(dice.between(240.0, 620.0)));
        blast.with(start, f64::from(dice.between(0.04, 0.13)), &clank(204 + piece, pitch, 0.03))
    })
}

/// A full drum struck: dull, with a hollow ring.
pub(crate) fn barrel_hit() -> Sound {
    let slosh =
        Sound::noise(221, 0.4).band(|time| 420.0 - 300.0 * time, 2.5).shaped(|time| swell(time, 0.08, 0.28, 0.4));
    let hollow = Sound::sine(0.4, drop(150.0, 118.0, 0.03)).fading(0.11);
    clank(222, 118.0, 0.08).with(0.0, 1.1, &hollow).with(0.02, 0.5, &slosh)
}

/// A knock on wood; a thinner board has a higher pitch.
fn knock(seed: u32, pitch: f64) -> Sound {
    let body = Sound::sine(0.12, drop(pitch * 1.3, pitch, 0.01)).fading(0.022);
    let board = Sound::sine(0.1, move |_| pitch * 2.76).fading(0.012);
    let tick = Sound::noise(seed, 0.05).band(move |_| pitch * 5.0, 1.4).fading(0.007);
    body.with(0.0, 0.5, &board).with(0.0, 1.2, &tick)
}

/// A board splitting: a run of cracks, closer and closer.
fn split(seed: u32, pitch: f64) -> Sound {
    let mut dice = Dice::new(seed);
    (0..9).fold(Sound::silence(0.2), |split, crack| {
        let part = f64::from(crack) / 9.0;
        let level = f64::from(dice.between(0.4, 1.0));
        let tone = pitch * f64::from(dice.between(0.8, 1.5));
        let snap = Sound::noise(seed ^ (crack as u32 + 1), 0.04).band(move |_| tone, 2.0).fading(0.006);
        split.with(0.16 * part * (2.0 - part), level, &snap)
    })
}

/// A crate struck: boards and what is in them.
pub(crate) fn crate_hit() -> Sound {
    knock(231, 190.0).with(0.004, 0.7, &split(232, 1700.0)).with(0.05, 0.5, &knock(233, 260.0))
}

/// A crate broken up: it splits, and the boards fall.
pub(crate) fn crate_break() -> Sound {
    let burst = Sound::noise(234, 0.3).low_pass(drop(5200.0, 500.0, 0.06)).fading(0.07);
    let broken = burst.with(0.0, 1.2, &knock(235, 130.0)).with(0.0, 1.1, &split(236, 1500.0)).driven(1.6);
    let mut dice = Dice::new(237);
    (0..8).fold(broken, |broken, board| {
        let start = 0.16 + f64::from(board) * 0.06 + f64::from(dice.between(0.0, 0.05));
        let pitch = f64::from(dice.between(170.0, 430.0));
        broken.with(start, 0.75 - f64::from(board) * 0.07, &knock(238 + board as u32, pitch))
    })
}

/// Somebody catching fire: a breath of flame, and crackling.
pub(crate) fn burn() -> Sound {
    let whoof = Sound::noise(251, 0.6).low_pass(|time| 260.0 + 1700.0 * swell(time, 0.16, 0.4, 0.6));
    let whoof = whoof.shaped(|time| swell(time, 0.12, 0.45, 0.6));
    let jet = Sound::noise(252, 0.5).band(|time| 900.0 + 900.0 * time, 1.0).shaped(|time| swell(time, 0.14, 0.34, 0.5));
    whoof.with(0.0, 0.4, &jet).with(0.1, 0.4, &crackle(253, 0.9, 34))
}
