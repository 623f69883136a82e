//! Sounds of things that are struck, burst and burn.

use crate::sounds::tones::{bubbles, clank, crackle, drop, fall, seed, squelch, tooth, vary};
use music::{
    chance::Dice,
    synth::{Sound, swell},
};

/// A blast: a crack, a body that sinks, a boom below it, and the roar of the air rushing back.
fn blast(seed: u32, body: f64, boom: f64) -> Sound {
    let crack = Sound::noise(seed, 0.3).high_pass(900.0).low_pass(drop(9000.0, 2000.0, 0.06)).fading(0.05);
    let middle = Sound::noise(seed ^ 1, 1.6).high_pass(180.0).low_pass(drop(2600.0, 420.0, body * 0.7)).fading(body);
    let roar =
        Sound::noise(seed ^ 2, 1.8).band(drop(620.0, 240.0, 0.4), 0.9).shaped(|time| swell(time, 0.06, 1.6, 1.8));
    let low = Sound::sine(1.0, drop(boom * 2.4, boom, 0.09)).fading(body * 1.1);
    crack.with(0.0, 2.4, &middle).with(0.03, 0.9, &roar.fading(body * 1.8)).with(0.0, 0.7, &low).driven(3.0)
}

/// Debris falling after a blast: plates, bolts and grit, for some seconds.
fn debris(seed: u32, pieces: u32, from: f64, to: f64) -> Sound {
    let mut dice = Dice::new(seed);
    (0..pieces).fold(Sound::silence(to), |sound, piece| {
        let part = dice.from(0.0, 1.0);
        let (start, pitch) = (from + (to - from) * part * part, dice.from(180.0, 760.0));
        let plate = clank(seed + piece, pitch, dice.from(0.02, 0.07));
        let grit = Sound::noise(seed ^ piece, 0.08).high_pass(1500.0).fading(0.012);
        let level = dice.from(0.25, 1.0) * (1.0 - part * 0.6);
        sound.with(start, level, &plate).with(start + 0.03, level * 0.6, &grit)
    })
}

/// A large explosion with falling debris.
pub(crate) fn explosion(take: u32) -> Sound {
    let seed = seed(201, take);
    let blast = blast(seed, 0.3 * vary(seed, 0.12), 38.0 * vary(seed ^ 5, 0.1)).in_room(0.5, 1.3);
    blast.with(0.0, 0.22, &debris(seed ^ 6, 16, 0.28, 1.7)).with(0.3, 0.2, &crackle(seed ^ 7, 1.2, 22))
}

/// The bloater bursting: the skin rips, the gas booms out, and everything comes down again.
pub(crate) fn bloater_burst(take: u32) -> Sound {
    let seed = seed(211, take);
    let rip =
        Sound::noise(seed, 0.14).band(|time| 700.0 + 9000.0 * time, 1.4).shaped(|time| swell(time, 0.12, 0.02, 0.14));
    let burst = blast(seed ^ 11, 0.17, 52.0).with(0.02, 1.6, &squelch(seed ^ 12, 0.6, 480.0 * vary(seed, 0.1)));
    let mut dice = Dice::new(seed ^ 13);
    let rain = (0..9).fold(Sound::silence(0.7), |rain, drop| {
        let pitch = dice.from(380.0, 760.0);
        rain.with(dice.from(0.2, 0.8), dice.from(0.5, 1.0), &squelch(seed ^ (14 + drop), 0.14, pitch))
    });
    rip.with(0.1, 1.4, &burst.driven(1.6))
        .with(0.12, 0.7, &rain)
        .with(0.3, 0.4, &bubbles(seed ^ 24, 7, 0.09))
        .in_room(0.3, 0.5)
}

/// A full drum struck: dull, with a hollow ring.
pub(crate) fn barrel_hit(take: u32) -> Sound {
    let seed = seed(221, take);
    let slosh =
        Sound::noise(seed ^ 31, 0.4).band(|time| 620.0 - 400.0 * time, 2.0).shaped(|time| swell(time, 0.08, 0.28, 0.4));
    let pitch = 190.0 * vary(seed, 0.08);
    let knock = Sound::noise(seed ^ 32, 0.1).band(move |_| pitch * 4.0, 1.2).fading(0.025);
    clank(seed, pitch, 0.09).with(0.0, 1.6, &knock).with(0.02, 0.7, &slosh).in_room(0.2, 0.3)
}

/// A knock on wood; a thinner board has a higher pitch.
fn knock(seed: u32, pitch: f64) -> Sound {
    let body = Sound::sine(0.12, drop(pitch * 1.3, pitch, 0.01)).fading(0.022);
    let board = Sound::noise(seed ^ 41, 0.1).band(move |_| pitch * 2.76, 3.0).fading(0.02);
    let tick = Sound::noise(seed, 0.05).band(move |_| pitch * 6.0, 1.4).fading(0.009);
    body.with(0.0, 1.6, &board).with(0.0, 1.6, &tick)
}

/// A board splitting: a run of cracks, closer and closer.
fn split(seed: u32, pitch: f64) -> Sound {
    let mut dice = Dice::new(seed);
    (0..9).fold(Sound::silence(0.2), |split, crack| {
        let part = f64::from(crack) / 9.0;
        let (level, tone) = (dice.from(0.4, 1.0), pitch * dice.from(0.8, 1.5));
        let snap = Sound::noise(seed ^ (crack as u32 + 1), 0.04).band(move |_| tone, 2.0).fading(0.006);
        split.with(0.16 * part * (2.0 - part), level, &snap)
    })
}

/// A crate struck: boards and what is in them.
pub(crate) fn crate_hit(take: u32) -> Sound {
    let seed = seed(231, take);
    let pitch = 230.0 * vary(seed, 0.12);
    knock(seed, pitch).with(0.004, 0.7, &split(seed ^ 51, 1700.0)).with(0.05, 0.5, &knock(seed ^ 52, pitch * 1.4))
}

/// A crate broken up: it splits, and the boards fall.
pub(crate) fn crate_break(take: u32) -> Sound {
    let seed = seed(234, take);
    let burst = Sound::noise(seed, 0.3).high_pass(150.0).low_pass(drop(5200.0, 600.0, 0.06)).fading(0.07);
    let broken = burst.with(0.0, 1.2, &knock(seed ^ 61, 190.0)).with(0.0, 1.1, &split(seed ^ 62, 1500.0)).driven(1.6);
    let mut dice = Dice::new(seed ^ 63);
    (0..8).fold(broken, |broken, board| {
        let start = 0.16 + f64::from(board) * 0.06 + dice.from(0.0, 0.05);
        let pitch = dice.from(190.0, 470.0);
        broken.with(start, 0.75 - f64::from(board) * 0.07, &knock(seed ^ (64 + board as u32), pitch))
    })
}

/// A body catching fire: a breath of flame, and crackling.
pub(crate) fn burn(_: u32) -> Sound {
    let whoof = Sound::noise(251, 0.6).low_pass(|time| 260.0 + 1700.0 * swell(time, 0.16, 0.4, 0.6));
    let whoof = whoof.shaped(|time| swell(time, 0.12, 0.45, 0.6));
    let jet = Sound::noise(252, 0.5).band(|time| 900.0 + 900.0 * time, 1.0).shaped(|time| swell(time, 0.14, 0.34, 0.5));
    whoof.with(0.0, 0.4, &jet).with(0.1, 0.4, &crackle(253, 0.9, 34))
}

/// A body crushed by what does not give way: bones crack, and the rest runs out.
pub(crate) fn squelched(_: u32) -> Sound {
    let cracks = (0..5).fold(Sound::silence(0.2), |cracks, bone| {
        let turn = f64::from(bone);
        cracks.with(turn * 0.034, 1.4 - turn * 0.16, &tooth(56 + bone, 620.0 - 70.0 * turn))
    });
    cracks.with(0.0, 0.7, &fall(54, 120.0)).with(0.03, 2.6, &squelch(55, 0.62, 520.0)).driven(1.4)
}

/// Something soft between two walls.
pub(crate) fn crush(_: u32) -> Sound {
    let wet = Sound::noise(61, 0.4).band(drop(900.0, 260.0, 0.12), 1.2).shaped(|time| swell(time, 0.02, 0.25, 0.4));
    let crack = |seed: u32| Sound::noise(seed, 0.04).high_pass(1800.0).fading(0.006);
    let bones = [0.05, 0.11, 0.16, 0.24].into_iter().zip(62..);
    bones.fold(wet.driven(3.0), |sound, (at, seed)| sound.with(at, 0.45, &crack(seed)))
}
