//! What is heard of the player's weapons.

use super::tones::{clank, crackle, drop};
use crate::tools::synth::{Sound, decay, swell};

/// A part of a weapon striking home: a click with a little body.
fn clack(seed: u32, pitch: f64) -> Sound {
    let tick = Sound::noise(seed, 0.08).band(move |_| pitch, 3.0).fading(0.012);
    let body = Sound::sine(0.08, move |_| pitch * 0.21).fading(0.018);
    tick.with(0.0, 0.3, &body)
}

/// The pistol fired.
pub(crate) fn shot() -> Sound {
    let crack = Sound::noise(1, 0.4).low_pass(drop(13_000.0, 500.0, 0.05)).fading(0.06);
    let boom = Sound::sine(0.3, drop(240.0, 48.0, 0.035)).fading(0.09);
    let snap = Sound::noise(2, 0.03).high_pass(3000.0).fading(0.004);
    let slide = Sound::noise(3, 0.05).band(|_| 3100.0, 3.0).fading(0.012);
    let shot = crack.with(0.0, 1.1, &boom).with(0.0, 0.9, &snap).driven(2.6).with(0.09, 0.35, &slide);
    shot.in_corridor(0.22)
}

/// The pistol's dry click.
pub(crate) fn empty() -> Sound {
    let click = |seed: u32, pitch: f64| {
        let tick = Sound::noise(seed, 0.05).band(move |_| pitch, 6.0).fading(0.006);
        let body = Sound::sine(0.05, move |_| pitch * 0.31).fading(0.008);
        tick.with(0.0, 0.12, &body)
    };
    Sound::silence(0.14).with(0.002, 1.0, &click(4, 2600.0)).with(0.055, 0.7, &click(5, 3400.0))
}

/// The wrench swung: heavy air.
pub(crate) fn wrench_swing() -> Sound {
    let hump = |time: f64| 260.0 + 1500.0 * decay((time - 0.14).abs(), 0.06);
    let air = Sound::noise(141, 0.34).band(hump, 1.5).shaped(|time| swell(time, 0.13, 0.2, 0.34));
    let sleeve = Sound::noise(142, 0.2).band(|_| 700.0, 1.2).shaped(|time| swell(time, 0.06, 0.1, 0.2));
    air.with(0.0, 0.2, &sleeve)
}

/// The wrench striking: steel rings, and something gives way below it.
pub(crate) fn wrench_hit() -> Sound {
    let thud = Sound::sine(0.24, drop(210.0, 54.0, 0.03)).fading(0.06);
    let crunch = Sound::noise(143, 0.14).low_pass(drop(2600.0, 400.0, 0.03)).fading(0.03);
    clank(144, 230.0, 0.09).with(0.0, 1.1, &thud).with(0.004, 1.0, &crunch).driven(1.5)
}

/// The shotgun fired and pumped.
pub(crate) fn shotgun_shot() -> Sound {
    let crack = Sound::noise(151, 0.7).low_pass(drop(11_000.0, 260.0, 0.08)).fading(0.12);
    let boom = Sound::sine(0.5, drop(190.0, 34.0, 0.05)).fading(0.15);
    let snap = Sound::noise(152, 0.04).high_pass(2400.0).fading(0.006);
    let shot = crack.with(0.0, 1.4, &boom).with(0.0, 0.9, &snap).driven(3.4).in_corridor(0.26);
    let scrape = |seed: u32, from: f64, to: f64| {
        let glide = move |time: f64| from + (to - from) * time / 0.09;
        Sound::noise(seed, 0.09).band(glide, 2.0).shaped(|time| swell(time, 0.02, 0.03, 0.09))
    };
    let back = scrape(153, 1500.0, 900.0).with(0.08, 1.4, &clack(154, 1500.0));
    let forth = scrape(155, 1000.0, 1800.0).with(0.08, 1.6, &clack(156, 2100.0));
    shot.with(0.3, 0.42, &back).with(0.47, 0.46, &forth)
}

/// The nail gun: the driver strikes, air hisses out.
pub(crate) fn nail_shot() -> Sound {
    let thump = Sound::sine(0.14, drop(260.0, 76.0, 0.018)).fading(0.035);
    let strike = Sound::noise(161, 0.05).band(|_| 2300.0, 2.0).fading(0.008);
    let hiss = Sound::noise(162, 0.16).high_pass(2600.0).shaped(|time| swell(time, 0.008, 0.14, 0.16));
    let ring = Sound::sine(0.12, |_| 3150.0).fading(0.02);
    thump.with(0.0, 1.3, &strike).with(0.014, 0.3, &hiss).with(0.0, 0.12, &ring).driven(1.6)
}

/// A nail in a wall: a tick that sings.
pub(crate) fn nail_hit() -> Sound {
    let tick = Sound::noise(163, 0.05).band(|_| 3600.0, 2.0).fading(0.007);
    [(2480.0, 0.4), (4130.0, 0.3), (5890.0, 0.16)]
        .iter()
        .fold(tick, |hit, (pitch, level)| hit.with(0.001, *level, &Sound::sine(0.22, move |_| *pitch).fading(0.035)))
}

/// Half a second of the flame thrower, made to be laid over the next half.
pub(crate) fn flame() -> Sound {
    let seconds = 0.56;
    let level = |time: f64| swell(time, 0.09, 0.24, 0.56);
    let flutter = Sound::sine(seconds, |time| 23.0 + 8.0 * time);
    let roar = Sound::noise(171, seconds).low_pass(|time| 900.0 - 500.0 * time);
    let roar: Vec<f64> = roar.0.iter().zip(&flutter.0).map(|(sample, beat)| sample * (1.0 + beat * 0.24)).collect();
    let jet = Sound::noise(172, seconds).band(|time| 2300.0 - 1400.0 * time, 0.9);
    let deep = Sound::noise(173, seconds).low_pass(|_| 130.0);
    let flame = Sound(roar).with(0.0, 0.5, &jet).with(0.0, 2.4, &deep).shaped(level);
    flame.with(0.0, 0.16, &crackle(174, seconds, 16))
}

/// A rocket leaving its tube: a thump, and the engine going off into the distance.
pub(crate) fn rocket_launch() -> Sound {
    let seconds = 1.1;
    let thump = Sound::sine(0.3, drop(170.0, 42.0, 0.04)).fading(0.09);
    let burst = Sound::noise(181, 0.3).low_pass(drop(7000.0, 500.0, 0.06)).fading(0.06);
    let away = move |time: f64| swell(time, 0.05, 1.0, seconds) * decay(time, 0.5);
    let engine = Sound::noise(182, seconds).band(|time| 2400.0 - 1500.0 * time, 0.8).shaped(away);
    let roar = Sound::noise(183, seconds).low_pass(|time| 700.0 - 300.0 * time).shaped(away);
    let launch = thump.with(0.0, 1.2, &burst).driven(2.4);
    launch.with(0.03, 1.1, &engine).with(0.03, 2.2, &roar).in_corridor(0.2)
}

/// A bullet off a wall, whining away.
pub(crate) fn ricochet() -> Sound {
    let tick = Sound::noise(184, 0.04).high_pass(2600.0).fading(0.006);
    let wobble = |time: f64| libm::sin(time * 190.0) * 60.0 * time;
    let whine = Sound::sine(0.5, move |time| 1300.0 + 2300.0 * decay(time, 0.16) + wobble(time)).fading(0.13);
    let edge = Sound::saw(0.5, move |time| 1300.0 + 2300.0 * decay(time, 0.16) + wobble(time)).fading(0.1);
    tick.with(0.004, 0.6, &whine).with(0.004, 0.12, &edge.low_pass(|_| 6000.0)).in_corridor(0.18)
}

/// Another weapon taken in hand: a strap, a clack.
pub(crate) fn switch_weapon() -> Sound {
    let strap =
        Sound::noise(185, 0.12).band(|time| 600.0 + 3000.0 * time, 1.3).shaped(|time| swell(time, 0.05, 0.06, 0.12));
    strap.with(0.09, 1.2, &clack(186, 1300.0)).with(0.15, 1.5, &clack(187, 1900.0))
}

/// A weapon picked up: its weight in the hand, and the bolt drawn.
pub(crate) fn pickup_weapon() -> Sound {
    let grip = Sound::noise(188, 0.1).low_pass(|_| 700.0).fading(0.025);
    let note = |pitch: f64| Sound::square(0.2, move |_| pitch).low_pass(move |_| pitch * 3.0).fading(0.06);
    let bolt = clack(189, 1100.0).with(0.11, 1.3, &clack(190, 1800.0));
    grip.with(0.02, 1.0, &bolt).with(0.16, 0.18, &note(392.0)).with(0.23, 0.22, &note(587.3))
}
