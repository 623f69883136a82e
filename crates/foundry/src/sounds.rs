//! The game's sounds.

use crate::synth::{Sound, decay, swell};

/// Sinks from one frequency towards another, getting there in about three times `seconds`.
pub(crate) fn drop(from: f64, to: f64, seconds: f64) -> impl Fn(f64) -> f64 {
    move |time| to + (from - to) * decay(time, seconds)
}

/// A blow on steel: a dull thud with a few clanging overtones.
pub(crate) fn clank(seed: u32, pitch: f64, ring: f64) -> Sound {
    let thud = Sound::sine(0.25, drop(pitch * 1.6, pitch * 0.6, 0.03)).fading(0.05);
    let knock = Sound::noise(seed, 0.06).band(|_| pitch * 9.0, 1.5).fading(0.01);
    [(4.1, 0.3), (6.7, 0.22), (9.3, 0.12)].iter().fold(thud.with(0.0, 1.6, &knock), |blow, (times, level)| {
        let overtone = Sound::sine(ring * 4.0, |_| pitch * times).fading(ring / times * 3.0);
        blow.with(0.0, *level, &overtone)
    })
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

/// Something soft between two walls.
pub(crate) fn crush() -> Sound {
    let wet = Sound::noise(61, 0.4).band(drop(900.0, 160.0, 0.12), 1.2).shaped(|time| swell(time, 0.02, 0.25, 0.4));
    let bones = [0.05, 0.11, 0.16, 0.24].into_iter().zip(62..);
    let crack = |seed: u32| Sound::noise(seed, 0.04).high_pass(1800.0).fading(0.006);
    bones.fold(wet.driven(3.0), |sound, (at, seed)| sound.with(at, 0.45, &crack(seed)))
}

/// A voice from a dead throat: the pitch rises from `low` to `high` and sinks back, the mouth moves.
fn growl(seed: u32, seconds: f64, pitch: (f64, f64), vowels: ([f64; 3], [f64; 3])) -> Sound {
    let (low, high) = pitch;
    let contour = move |time: f64| {
        let part = time / seconds;
        low + (high - low) * 4.0 * part * (1.0 - part)
    };
    let level = move |time: f64| swell(time, 0.09, seconds * 0.5, seconds);
    let voice = Sound::throat(seed, seconds, 0.45, contour).mouth(vowels.0, vowels.1);
    let gurgle = Sound::sine(seconds, |time| 17.0 + 6.0 * time).shaped(|_| 0.45);
    let rattle: Vec<f64> = voice.0.iter().zip(&gurgle.0).map(|(sample, wobble)| sample * (0.75 + wobble)).collect();
    Sound(rattle).driven(5.0).low_pass(|_| 3600.0).shaped(level).in_corridor(0.16)
}

pub(crate) const OH: [f64; 3] = [420.0, 800.0, 2300.0];
pub(crate) const AH: [f64; 3] = [720.0, 1150.0, 2500.0];
const UH: [f64; 3] = [560.0, 1180.0, 2400.0];
pub(crate) const OO: [f64; 3] = [310.0, 680.0, 2200.0];
pub(crate) const EH: [f64; 3] = [540.0, 1750.0, 2500.0];

/// A rising groan.
pub(crate) fn groan1() -> Sound {
    growl(21, 1.15, (62.0, 96.0), (OH, AH))
}

/// A low rattling groan.
pub(crate) fn groan2() -> Sound {
    growl(22, 1.3, (52.0, 70.0), (UH, OO))
}

/// A hoarse snarl.
pub(crate) fn groan3() -> Sound {
    growl(23, 0.9, (74.0, 128.0), (EH, AH))
}

/// The claws coming down: air, and a short snarl behind it.
pub(crate) fn swipe() -> Sound {
    let hump = |time: f64| 500.0 + 2600.0 * decay((time - 0.09).abs(), 0.05);
    let air = Sound::noise(24, 0.26).band(hump, 1.6).shaped(|time| swell(time, 0.09, 0.16, 0.26));
    let snarl = growl(25, 0.3, (110.0, 150.0), (AH, EH));
    air.with(0.0, 0.3, &snarl)
}

/// The undead struck by a bullet: wet flesh and a bark.
pub(crate) fn monster_hurt() -> Sound {
    let bark = growl(26, 0.42, (130.0, 190.0), (AH, UH));
    let wet = Sound::noise(27, 0.12).low_pass(drop(3000.0, 300.0, 0.03)).fading(0.03);
    bark.with(0.0, 0.9, &wet)
}

/// The undead's last breath, sinking, and the body hitting the deck.
pub(crate) fn monster_death() -> Sound {
    let sinking = |time: f64| 150.0 * decay(time, 0.75);
    let voice = Sound::throat(28, 1.2, 0.6, sinking).mouth(AH, OO).driven(5.0).low_pass(|time| 4200.0 - 2400.0 * time);
    let level = |time: f64| swell(time, 0.03, 0.8, 1.2);
    let fall = Sound::noise(29, 0.2).low_pass(|_| 320.0).fading(0.05);
    let deck = Sound::sine(0.25, drop(120.0, 46.0, 0.04)).fading(0.07);
    voice.shaped(level).with(0.78, 1.5, &fall).with(0.78, 0.8, &deck).in_corridor(0.14)
}

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

/// The lift: the switch is thrown and the motor winds up.
pub(crate) fn lift() -> Sound {
    let seconds = 1.4;
    let spin = move |time: f64| 38.0 + 92.0 * (1.0 - decay(time, 0.6));
    let level = move |time: f64| swell(time, 0.3, 0.45, seconds);
    let motor = Sound::saw(seconds, spin).low_pass(move |time| spin(time) * 5.0).shaped(level);
    let gears =
        Sound::square(seconds, move |time| spin(time) * 3.02).band(move |time| spin(time) * 6.0, 3.0).shaped(level);
    let rumble = Sound::noise(41, seconds).low_pass(|_| 140.0).shaped(level);
    let start = clank(42, 120.0, 0.06).with(0.07, 0.6, &clank(43, 210.0, 0.04));
    start.with(0.14, 0.5, &motor).with(0.14, 0.25, &gears).with(0.14, 2.2, &rumble)
}

/// Something picked up: two quick rising notes.
pub(crate) fn pickup() -> Sound {
    let note = |pitch: f64| {
        let bell = Sound::sine(0.16, move |_| pitch).fading(0.05);
        bell.with(0.0, 0.25, &Sound::square(0.1, move |_| pitch).low_pass(|_| 3000.0).fading(0.025))
    };
    Sound::silence(0.25).with(0.0, 0.8, &note(659.3)).with(0.065, 1.0, &note(987.8))
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
