//! Sounds of the terminals: pieces of light on a glass table, the bolts of a conduit lock, and the warning for a player
//! who looks at a board.

use crate::sounds::tones::{clank, drop, rattle, seed, vary};
use music::{
    chance::Dice,
    synth::{Sound, decay, swell},
};

/// A note of the table's: a glass that sings, with the hum of the light around it.
fn glass(pitch: f64, seconds: f64) -> Sound {
    let partials = [(1.0, 1.0, 1.0), (2.003, 0.5, 0.7), (2.76, 0.34, 0.5), (4.18, 0.3, 0.3), (5.43, 0.2, 0.22)];
    partials.iter().fold(Sound::silence(seconds), |glass, (times, level, ring)| {
        let tone = move |time: f64| pitch * times * (1.0 + 0.002 * libm::sin(time * 38.0));
        glass.with(0.0, *level, &Sound::sine(seconds, tone).fading(seconds * 0.3 * ring))
    })
}

/// The crackle with which light takes hold of something.
fn charge(seed: u32, seconds: f64, from: f64, to: f64) -> Sound {
    let sweep = move |time: f64| from + (to - from) * time / seconds;
    let air = Sound::noise(seed, seconds).band(sweep, 2.5);
    let buzz = Sound::saw(seconds, |_| 120.0).band(sweep, 3.0);
    air.with(0.0, 0.7, &buzz).shaped(move |time| swell(time, seconds * 0.3, seconds * 0.5, seconds))
}

/// A piece taken up: it comes loose, and its note begins.
pub(crate) fn board_pick(take: u32) -> Sound {
    let seed = seed(601, take);
    let pitch = 740.0 * vary(seed, 0.04);
    let tick = Sound::noise(seed, 0.03).band(|_| 3600.0, 2.0).fading(0.006);
    charge(seed ^ 1, 0.16, 900.0, 3200.0).with(0.0, 0.8, &tick).with(0.03, 0.3, &glass(pitch, 0.3))
}

/// A piece set down on its new place: it glides, and knocks.
pub(crate) fn board_move(take: u32) -> Sound {
    let seed = seed(602, take);
    let pitch = 494.0 * vary(seed, 0.04);
    let knock = Sound::noise(seed, 0.08).band(move |_| pitch * 2.4, 2.0).fading(0.016);
    let body = Sound::sine(0.14, drop(pitch * 0.9, pitch * 0.55, 0.02)).fading(0.03);
    charge(seed ^ 1, 0.2, 2600.0, 800.0).with(0.17, 2.2, &knock).with(0.17, 0.6, &body).with(
        0.17,
        0.24,
        &glass(pitch, 0.32),
    )
}

/// A move that the rules do not allow: two dull notes, a half tone apart, that rub against each other.
pub(crate) fn board_refuse(take: u32) -> Sound {
    let seed = seed(603, take);
    let pitch = 196.0 * vary(seed, 0.03);
    let note = |pitch: f64| Sound::square(0.13, move |_| pitch).low_pass(|_| 1500.0).high_pass(170.0);
    let rub = note(pitch).with(0.0, 0.9, &note(pitch * 1.059)).shaped(|time| swell(time, 0.006, 0.05, 0.13));
    let scratch = Sound::noise(seed, 0.07).band(|_| 1700.0, 1.4).fading(0.02);
    rub.clone().with(0.0, 0.8, &scratch).with(0.15, 0.8, &rub)
}

/// Returns glass notes one after another, each a pitch in hertz, with an interval in seconds.
fn notes(pitches: &[f64], apart: f64, ring: f64) -> Sound {
    let begins = pitches.iter().enumerate();
    begins.fold(Sound::silence(0.1), |tune, (index, pitch)| tune.with(index as f64 * apart, 0.7, &glass(*pitch, ring)))
}

/// The game won: the broken chord goes up to its major third, and the table glows.
pub(crate) fn board_win(_: u32) -> Sound {
    let rise = notes(&[440.0, 659.26, 880.0, 1108.73], 0.11, 0.9);
    let glow =
        Sound::noise(611, 1.0).band(|time| 1200.0 + 2800.0 * time, 2.0).shaped(|time| swell(time, 0.5, 0.5, 1.0));
    rise.with(0.1, 0.12, &glow).in_room(0.5, 0.9)
}

/// The game lost: the chord falls to a fifth that is too narrow, and the light goes out.
pub(crate) fn board_lose(_: u32) -> Sound {
    let fall = notes(&[659.26, 523.25, 440.0, 311.13], 0.14, 0.8);
    let out = Sound::saw(0.9, drop(330.0, 60.0, 0.4)).band(drop(1800.0, 300.0, 0.3), 1.2);
    fall.with(0.45, 0.22, &out.shaped(|time| swell(time, 0.02, 0.7, 0.9))).in_room(0.45, 0.8)
}

/// A tile of the lock pushed along its rail: steel runs on steel, and a ratchet catches.
pub(crate) fn lock_slide(take: u32) -> Sound {
    let seed = seed(604, take);
    let pitch = vary(seed, 0.06);
    let run = Sound::noise(seed, 0.22).band(move |time| (900.0 + 2400.0 * time) * pitch, 2.2);
    let run = run.shaped(|time| swell(time, 0.03, 0.08, 0.22));
    let clicks = (0..4).fold(Sound::silence(0.2), |clicks, tooth: u32| {
        let click = Sound::noise(seed ^ (tooth + 1), 0.02).band(move |_| 2300.0 * pitch, 3.0).fading(0.004);
        clicks.with(f64::from(tooth) * 0.045, 0.9, &click)
    });
    run.with(0.02, 1.0, &clicks).with(0.2, 0.9, &clank(seed ^ 9, 330.0 * pitch, 0.03))
}

/// The lock solved: the current runs through, one bolt after another springs back, and air sighs through the gap.
pub(crate) fn lock_open(_: u32) -> Sound {
    let hum = Sound::saw(0.8, |time| 90.0 + 160.0 * time).band(|time| 500.0 + 1500.0 * time, 2.0);
    let hum = hum.shaped(|time| swell(time, 0.4, 0.3, 0.8));
    let bolts = (0..3).fold(Sound::silence(1.0), |bolts, bolt: u32| {
        bolts.with(0.34 + f64::from(bolt) * 0.13, 1.0, &clank(621 + bolt, 210.0 - f64::from(bolt) * 28.0, 0.06))
    });
    let sigh = Sound::noise(625, 0.5).high_pass(1800.0).shaped(|time| swell(time, 0.05, 0.4, 0.5));
    bolts.with(0.0, 0.4, &hum).with(0.72, 0.2, &sigh).with(0.74, 0.3, &rattle(626, 3)).in_room(0.3, 0.6)
}

/// A hint from the ship's computer: it whispers through its numbers, and two notes ask.
pub(crate) fn board_hint(_: u32) -> Sound {
    let mut dice = Dice::new(631);
    let chirps = (0..7).fold(Sound::silence(0.5), |chirps, chirp| {
        let pitch = dice.from(1400.0, 3000.0);
        let note = Sound::sine(0.04, move |_| pitch).shaped(|time| swell(time, 0.006, 0.02, 0.04));
        chirps.with(f64::from(chirp) * 0.055, dice.from(0.15, 0.32), &note)
    });
    let breath =
        Sound::noise(632, 0.5).band(|time| 2600.0 - 1600.0 * time, 1.5).shaped(|time| swell(time, 0.2, 0.3, 0.5));
    chirps.with(0.0, 0.2, &breath).with(0.4, 0.6, &notes(&[587.33, 783.99], 0.13, 0.5)).in_room(0.3, 0.5)
}

/// A monster approaches while the player looks at the board: two low beats like a heart's, and the glass trembles.
pub(crate) fn board_near(_: u32) -> Sound {
    let stroke = |level: f64| {
        let skin = Sound::noise(641, 0.2).band(drop(1300.0, 520.0, 0.04), 1.4).fading(0.05);
        let beat = Sound::sine(0.3, drop(420.0, 240.0, 0.05)).fading(0.08);
        beat.with(0.0, 2.0, &skin).shaped(move |_| level)
    };
    let tremble = Sound::saw(1.1, |_| 277.18).with(0.0, 0.9, &Sound::saw(1.1, |_| 293.66));
    let tremble = tremble.band(|time| 700.0 + 900.0 * time, 2.0).shaped(|time| {
        swell(time, 0.7, 0.3, 1.1) * (0.6 + 0.4 * libm::sin(time * 52.0)) * (1.0 - 0.3 * decay(time, 0.3))
    });
    tremble.shaped(|_| 0.9).with(0.05, 1.0, &stroke(1.0)).with(0.3, 0.8, &stroke(0.8)).in_room(0.25, 0.5)
}
