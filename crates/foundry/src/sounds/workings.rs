//! Sounds of the ship's machinery: switches, pressure plates, moving walls and crushed bodies, the lift, and the
//! teleporter.

use crate::sounds::tones::{clank, drop};
use music::{
    chance::Dice,
    synth::{Sound, decay, swell},
};

/// A lever thrown: it knocks over, and a relay answers.
pub(crate) fn switch(_: u32) -> Sound {
    let relay = Sound::noise(261, 0.05).band(|_| 2900.0, 4.0).fading(0.006);
    let hum = Sound::square(0.3, |_| 100.0).low_pass(|_| 420.0).shaped(|time| swell(time, 0.03, 0.22, 0.3));
    clank(262, 180.0, 0.04).with(0.07, 0.9, &clank(263, 140.0, 0.05)).with(0.15, 0.8, &relay).with(0.15, 0.12, &hum)
}

/// A plate in the floor giving way: stone-heavy, with a click at the bottom.
pub(crate) fn plate(_: u32) -> Sound {
    let sink = Sound::noise(264, 0.2).low_pass(|_| 520.0).shaped(|time| swell(time, 0.03, 0.08, 0.2));
    let bottom = Sound::sine(0.26, drop(150.0, 80.0, 0.03)).fading(0.05);
    let stone = Sound::noise(267, 0.2).band(|_| 480.0, 1.2).fading(0.04);
    let latch = Sound::noise(265, 0.05).band(|_| 2100.0, 4.0).fading(0.007);
    sink.with(0.15, 0.5, &bottom)
        .with(0.15, 1.4, &stone)
        .with(0.15, 0.5, &clank(266, 180.0, 0.06))
        .with(0.2, 0.8, &latch)
}

/// A wall on the move: steel ground over steel, in jerks.
pub(crate) fn wall_slide(_: u32) -> Sound {
    let seconds = 1.7;
    let level = move |time: f64| swell(time, 0.12, 0.3, seconds);
    let jerks = Sound::sine(seconds, |time| 7.0 + 2.0 * time);
    let uneven = |sound: Sound, depth: f64| {
        Sound(sound.0.iter().zip(&jerks.0).map(|(sample, jerk)| sample * (1.0 + jerk * depth)).collect())
    };
    let rumble = uneven(Sound::noise(271, seconds).low_pass(|_| 150.0), 0.35);
    let grind = uneven(Sound::noise(272, seconds).band(|time| 420.0 + 60.0 * libm::sin(time * 9.0), 1.8), 0.6);
    let shriek = uneven(Sound::saw(seconds, |time| 310.0 + 24.0 * libm::sin(time * 31.0)).band(|_| 1250.0, 5.0), 0.9);
    let moving = rumble.with(0.0, 0.35, &grind).with(0.0, 0.06, &shriek).shaped(level);
    moving.with(0.0, 0.2, &clank(273, 70.0, 0.07))
}

/// A wall come to rest: its whole weight, and dust.
pub(crate) fn wall_thud(_: u32) -> Sound {
    let weight = Sound::sine(0.6, drop(110.0, 44.0, 0.05)).fading(0.12);
    let body = Sound::noise(276, 0.5).high_pass(160.0).low_pass(drop(1400.0, 320.0, 0.08)).fading(0.11);
    let dust =
        Sound::noise(274, 0.6).band(|time| 2600.0 - 2000.0 * time, 0.8).shaped(|time| swell(time, 0.05, 0.5, 0.6));
    let thud = weight.with(0.0, 3.0, &body).with(0.0, 0.5, &clank(275, 130.0, 0.12)).driven(1.8);
    thud.with(0.03, 0.07, &dust).in_room(0.35, 0.5)
}

/// The lift: the switch is thrown and the motor winds up.
pub(crate) fn lift(_: u32) -> Sound {
    let seconds = 1.4;
    let spin = move |time: f64| 38.0 + 92.0 * (1.0 - decay(time, 0.6));
    let level = move |time: f64| swell(time, 0.3, 0.45, seconds);
    let motor = Sound::saw(seconds, spin).low_pass(move |time| spin(time) * 12.0).shaped(level);
    let gears =
        Sound::square(seconds, move |time| spin(time) * 3.02).band(move |time| spin(time) * 6.0, 3.0).shaped(level);
    let rumble = Sound::noise(41, seconds).low_pass(|_| 140.0).shaped(level);
    let start = clank(42, 120.0, 0.06).with(0.07, 0.6, &clank(43, 210.0, 0.04));
    start.with(0.14, 0.5, &motor).with(0.14, 0.5, &gears).with(0.14, 1.2, &rumble)
}

/// Teleporting: a shimmer that rises, a gap, and a fall into place.
pub(crate) fn teleport(_: u32) -> Sound {
    let mut dice = Dice::new(281);
    let rising = (0..11).fold(Sound::silence(0.9), |shimmer, note| {
        let pitch = 330.0 * libm::exp2(f64::from(note) / 5.0) * f64::from(dice.between(0.98, 1.02));
        let glow = Sound::sine(0.3, move |time| pitch * (1.0 + time * 0.5)).shaped(|time| swell(time, 0.05, 0.2, 0.3));
        shimmer.with(f64::from(note) * 0.038, 0.7 - f64::from(note) * 0.03, &glow)
    });
    let air = Sound::noise(282, 0.6).band(|time| 500.0 + 5200.0 * time, 3.0).shaped(|time| swell(time, 0.45, 0.1, 0.6));
    let landing = Sound::sine(0.4, drop(420.0, 62.0, 0.05)).fading(0.1);
    let ring = Sound::sine(0.4, |time| 1480.0 * (1.0 - 0.2 * (1.0 - decay(time, 0.2)))).fading(0.09);
    rising.with(0.0, 0.7, &air).with(0.6, 1.6, &landing).with(0.6, 0.5, &ring).in_room(0.35, 0.8)
}
