//! Sounds of weapons.

use crate::sounds::tones::{clank, crackle, drop, seed, vary, whoosh};
use music::synth::{Sound, decay, swell};

/// A part of a weapon striking home: a click with a little body.
fn clack(seed: u32, pitch: f64) -> Sound {
    let tick = Sound::noise(seed, 0.08).band(move |_| pitch, 3.0).fading(0.012);
    let body = Sound::sine(0.08, move |_| pitch * 0.21).fading(0.018);
    tick.with(0.0, 0.3, &body)
}

/// Layers of a shot. Times are decay times to 1/e, in seconds.
struct Shot {
    /// The crack of the powder, between 1.5 and 7 kHz.
    crack: f64,
    /// The body, from 200 Hz up to this frequency in hertz.
    body: f64,
    high: f64,
    /// The thump, at this frequency in hertz.
    thump: f64,
    low: f64,
    /// Amount of overdrive.
    drive: f64,
    /// Reverberation time of the room.
    room: f64,
}

impl Shot {
    /// The shot fired: a click, a crack, a body, a thump, and the room.
    fn fired(&self, seed: u32) -> Sound {
        let (body, thump) = (self.body * vary(seed, 0.1), self.low * vary(seed ^ 1, 0.05));
        let high = self.high * vary(seed ^ 2, 0.08);
        let click = Sound::noise(seed, 0.02).high_pass(4000.0).fading(0.0015);
        let crack =
            Sound::noise(seed ^ 11, 0.3).high_pass(1500.0).low_pass(drop(9000.0, 2600.0, 0.03)).fading(self.crack);
        let tube =
            Sound::noise(seed ^ 12, 0.5).high_pass(190.0).low_pass(drop(high * 1.6, high * 0.4, body)).fading(body);
        let growl = Sound::noise(seed ^ 13, 0.6).band(move |_| high * 0.36, 1.1).fading(body * 1.5);
        let low = Sound::sine(0.3, drop(thump * 2.2, thump * 0.8, 0.02)).fading(self.thump);
        let shot = click.with(0.0, 0.9, &crack).with(0.0, 1.5, &tube).with(0.001, 1.4, &growl).with(0.0, 0.45, &low);
        shot.driven(self.drive).in_room(0.55, self.room)
    }
}

/// The pistol fired, and its slide.
pub(crate) fn shot(take: u32) -> Sound {
    let seed = seed(1, take);
    let gun = Shot { crack: 0.016, body: 0.055, high: 1700.0, thump: 0.045, low: 84.0, drive: 2.4, room: 0.4 };
    let slide = Sound::noise(seed ^ 3, 0.05).band(|_| 3100.0, 3.0).fading(0.012);
    gun.fired(seed).with(0.085, 0.22, &slide).with(0.12, 0.12, &clack(seed ^ 4, 1700.0))
}

/// The trigger of an empty weapon.
pub(crate) fn empty(take: u32) -> Sound {
    let seed = seed(4, take);
    let click = |seed: u32, pitch: f64| {
        let pitch = pitch * vary(seed, 0.06);
        let tick = Sound::noise(seed, 0.05).band(move |_| pitch, 6.0).fading(0.006);
        tick.with(0.0, 0.12, &Sound::sine(0.05, move |_| pitch * 0.31).fading(0.008))
    };
    Sound::silence(0.14).with(0.002, 1.0, &click(seed, 2600.0)).with(0.055, 0.7, &click(seed ^ 5, 3400.0))
}

/// The wrench swung: heavy air.
pub(crate) fn wrench_swing(take: u32) -> Sound {
    let seed = seed(141, take);
    let sleeve = Sound::noise(seed ^ 6, 0.2).band(|_| 700.0, 1.2).shaped(|time| swell(time, 0.06, 0.1, 0.2));
    whoosh(seed, 0.34, 0.13 * vary(seed, 0.1), 1500.0).with(0.0, 0.2, &sleeve)
}

/// The wrench striking: steel rings, and something gives way below it.
pub(crate) fn wrench_hit(take: u32) -> Sound {
    let seed = seed(144, take);
    let thud = Sound::sine(0.24, drop(240.0, 90.0, 0.03)).fading(0.05);
    let crunch = Sound::noise(seed ^ 7, 0.14).low_pass(drop(4200.0, 700.0, 0.03)).fading(0.035);
    let steel = clank(seed, 230.0 * vary(seed, 0.12), 0.09);
    steel.with(0.0, 0.6, &thud).with(0.003, 1.6, &crunch).driven(1.6).in_room(0.2, 0.3)
}

/// The shotgun fired and pumped.
pub(crate) fn shotgun_shot(take: u32) -> Sound {
    let seed = seed(151, take);
    let gun = Shot { crack: 0.022, body: 0.095, high: 1250.0, thump: 0.07, low: 66.0, drive: 3.2, room: 0.6 };
    let scrape = |seed: u32, from: f64, to: f64| {
        let glide = move |time: f64| from + (to - from) * time / 0.09;
        Sound::noise(seed, 0.09).band(glide, 2.0).shaped(|time| swell(time, 0.02, 0.03, 0.09))
    };
    let back = scrape(seed ^ 21, 1500.0, 900.0).with(0.08, 1.4, &clack(seed ^ 22, 1500.0));
    let forth = scrape(seed ^ 23, 1000.0, 1800.0).with(0.08, 1.6, &clack(seed ^ 24, 2100.0));
    gun.fired(seed).with(0.34, 0.3, &back).with(0.5, 0.34, &forth)
}

/// The nail gun: the driver strikes, air hisses out.
pub(crate) fn nail_shot(take: u32) -> Sound {
    let seed = seed(161, take);
    let pitch = 640.0 * vary(seed, 0.08);
    let thump = Sound::sine(0.1, drop(300.0, 110.0, 0.015)).fading(0.025);
    let knock = Sound::noise(seed ^ 31, 0.1).band(move |_| pitch, 1.2).fading(0.03);
    let strike = Sound::noise(seed ^ 32, 0.05).band(|_| 2300.0, 2.0).fading(0.01);
    let hiss = Sound::noise(seed ^ 33, 0.16).high_pass(2600.0).shaped(|time| swell(time, 0.008, 0.14, 0.16));
    let driven = thump.with(0.0, 4.2, &knock).with(0.0, 1.3, &strike).with(0.014, 0.22, &hiss).driven(1.8);
    driven.in_room(0.3, 0.25)
}

/// A nail in a wall: a tick, the plate behind it, and the nail that sings.
pub(crate) fn nail_hit(take: u32) -> Sound {
    let seed = seed(163, take);
    let tick = Sound::noise(seed, 0.05).band(|_| 3600.0, 1.2).fading(0.01);
    let plate = clank(seed ^ 8, 620.0 * vary(seed, 0.15), 0.03);
    let grit = Sound::noise(seed ^ 9, 0.1).high_pass(1800.0).fading(0.018);
    tick.with(0.0, 0.7, &plate).with(0.0, 0.8, &grit).in_room(0.25, 0.25)
}

/// Half a second of the flame thrower, which overlaps with the next half.
pub(crate) fn flame(take: u32) -> Sound {
    let (seed, seconds) = (seed(171, take), 0.56);
    let level = |time: f64| swell(time, 0.09, 0.24, 0.56);
    let flutter = Sound::sine(seconds, |time| 23.0 + 8.0 * time).shaped(|_| 0.24);
    let roar = Sound::noise(seed, seconds).low_pass(|time| 1100.0 - 500.0 * time).high_pass(160.0).times(&flutter, 1.0);
    let jet = Sound::noise(seed ^ 41, seconds).band(|time| 2300.0 - 1400.0 * time, 0.9);
    let deep = Sound::noise(seed ^ 42, seconds).low_pass(|_| 140.0);
    let flame = roar.with(0.0, 0.5, &jet).with(0.0, 1.3, &deep).shaped(level);
    flame.with(0.0, 0.16, &crackle(seed ^ 43, seconds, 16))
}

/// A rocket leaving its tube: a thump, and the engine going off into the distance.
pub(crate) fn rocket_launch(take: u32) -> Sound {
    let (seed, seconds) = (seed(181, take), 1.1);
    let gun = Shot { crack: 0.014, body: 0.08, high: 1000.0, thump: 0.07, low: 58.0, drive: 2.2, room: 0.5 };
    let away = |time: f64| swell(time, 0.05, 0.95, 1.1) * decay(time, 0.6);
    let engine = Sound::noise(seed ^ 51, seconds).band(|time| 1300.0 - 700.0 * time, 0.8).shaped(away);
    let hiss = Sound::noise(seed ^ 52, seconds).high_pass(2800.0).shaped(away);
    gun.fired(seed).with(0.03, 1.1, &engine).with(0.02, 0.3, &hiss)
}

/// A bullet glancing off steel: a tick that whines away.
pub(crate) fn ricochet(take: u32) -> Sound {
    let seed = seed(183, take);
    let high = vary(seed, 0.2);
    let tick = Sound::noise(seed, 0.06).band(|_| 4200.0, 1.2).fading(0.012);
    let plate = clank(seed ^ 61, 420.0 * high, 0.04);
    let whine = |pitch: f64, stray: f64| {
        let bent = move |time: f64| high * (pitch * 0.5 + pitch * decay(time, 0.22) + stray * libm::sin(time * 90.0));
        Sound::sine(0.5, bent).fading(0.13)
    };
    let air =
        Sound::noise(seed ^ 62, 0.5).band(move |time| high * (1500.0 + 2200.0 * decay(time, 0.2)), 5.0).fading(0.12);
    let edge = whine(2100.0, 40.0).with(0.0, 0.6, &whine(2173.0, 70.0));
    tick.with(0.0, 0.8, &plate).with(0.004, 0.2, &edge).with(0.004, 1.3, &air).in_room(0.3, 0.5)
}

/// Another weapon taken in hand: a strap, a clack.
pub(crate) fn switch_weapon(take: u32) -> Sound {
    let seed = seed(185, take);
    let strap =
        Sound::noise(seed, 0.12).band(|time| 600.0 + 3000.0 * time, 1.3).shaped(|time| swell(time, 0.05, 0.06, 0.12));
    let pitch = vary(seed, 0.08);
    strap.with(0.09, 1.2, &clack(seed ^ 71, 1300.0 * pitch)).with(0.15, 1.5, &clack(seed ^ 72, 1900.0 * pitch))
}

/// A weapon picked up: its weight in the hand, and the bolt drawn.
pub(crate) fn pickup_weapon(take: u32) -> Sound {
    let seed = seed(188, take);
    let grip = Sound::noise(seed, 0.1).low_pass(|_| 1100.0).fading(0.025);
    let pitch = vary(seed, 0.06);
    let bolt = clack(seed ^ 81, 1100.0 * pitch).with(0.11, 1.3, &clack(seed ^ 82, 1800.0 * pitch));
    let steel = clank(seed ^ 83, 380.0 * pitch, 0.05);
    grip.with(0.02, 1.0, &bolt).with(0.1, 0.35, &steel).with(0.24, 0.25, &clank(seed ^ 84, 570.0 * pitch, 0.06))
}

/// The officer's sidearm: the coil lets go with a falling chirp and a crack.
pub(crate) fn officer_shot(take: u32) -> Sound {
    let seed = seed(131, take);
    let pitch = vary(seed, 0.07);
    let chirp = Sound::saw(0.34, move |time| pitch * drop(2400.0, 170.0, 0.06)(time))
        .low_pass(drop(7000.0, 900.0, 0.08))
        .fading(0.09);
    let hum = Sound::square(0.34, drop(640.0, 150.0, 0.1)).low_pass(|_| 1300.0).fading(0.1);
    let crack = Sound::noise(seed ^ 91, 0.1).high_pass(2200.0).fading(0.014);
    let body = Sound::noise(seed ^ 92, 0.2).band(|_| 620.0, 1.2).fading(0.05);
    let thump = Sound::sine(0.2, drop(190.0, 70.0, 0.03)).fading(0.05);
    let shot = chirp.with(0.0, 0.5, &hum).with(0.0, 0.9, &crack).with(0.0, 1.2, &body).with(0.0, 0.5, &thump);
    shot.driven(1.7).in_room(0.4, 0.4)
}

/// A bolt striking a wall: a spit of light and a sizzle.
pub(crate) fn bolt_hit(take: u32) -> Sound {
    let seed = seed(1151, take);
    let spit = Sound::noise(seed, 0.12).low_pass(drop(6000.0, 700.0, 0.03)).fading(0.035);
    let zap = Sound::saw(0.2, drop(1200.0 * vary(seed, 0.1), 160.0, 0.04)).low_pass(|_| 3000.0).fading(0.05);
    let gate = Sound::sine(0.4, |time| 47.0 - 60.0 * time).shaped(|_| 0.5);
    let sizzle = Sound::noise(seed ^ 93, 0.4).band(|time| 3600.0 - 3000.0 * time, 0.8).fading(0.12).times(&gate, 0.5);
    spit.with(0.0, 0.7, &zap).with(0.02, 0.7, &sizzle).in_room(0.3, 0.35)
}
