//! Building blocks of many sounds: a falling pitch, a blow on steel, crackling, wet flesh, a falling body.

use music::{
    chance::Dice,
    synth::{Sound, decay, swell},
};

/// Returns a pitch that falls from one frequency towards another, and reaches it after about three times `seconds`.
pub(crate) fn drop(from: f64, to: f64, seconds: f64) -> impl Fn(f64) -> f64 {
    move |time| to + (from - to) * decay(time, seconds)
}

/// Returns the seed of a variant of a sound. Seeds of different sounds do not overlap.
pub(crate) fn seed(of: u32, take: u32) -> u32 {
    of.wrapping_add(take.wrapping_mul(0x0001_0007))
}

/// Returns the pitch factor of a variant relative to the first.
pub(crate) fn vary(seed: u32, by: f64) -> f64 {
    1.0 + Dice::new(seed ^ 0x0077_3311).from(-by, by)
}

/// The modes in which a plate of steel rings, as multiples of its lowest (measured ones of a clamped plate, rounded).
const MODES: [f64; 12] = [1.0, 1.52, 1.94, 2.71, 3.18, 3.76, 4.55, 5.23, 6.12, 7.05, 8.31, 9.74];

/// A blow on steel: a thud, a knock, and the plate ringing in all its modes for about `ring` seconds.
pub(crate) fn clank(seed: u32, pitch: f64, ring: f64) -> Sound {
    let thud = Sound::sine(0.2, drop(pitch * 1.6, pitch * 0.8, 0.03)).fading(0.04);
    let knock = Sound::noise(seed, 0.06).band(|_| (pitch * 9.0).min(9000.0), 1.5).fading(0.01);
    let mut dice = Dice::new(seed ^ 0x0c1a);
    MODES.iter().enumerate().fold(thud.with(0.0, 1.6, &knock), |blow, (number, times)| {
        let tone = pitch * 2.2 * times * dice.from(0.985, 1.015);
        let (level, number) = (dice.from(0.08, 0.3), number as f64);
        let mode =
            Sound::sine(ring * 5.0 / (1.0 + number * 0.16), move |_| tone).fading(ring * 1.2 / (1.0 + number * 0.22));
        if tone < 14_000.0 { blow.with(0.0, level / (1.0 + number * 0.06), &mode) } else { blow }
    })
}

/// Crackling: a number of random sparks over some seconds, less and less frequent.
pub(crate) fn crackle(seed: u32, seconds: f64, count: i32) -> Sound {
    let mut dice = Dice::new(seed);
    (0..count).fold(Sound::silence(seconds), |fire, spark| {
        let part = dice.from(0.0, 1.0);
        let pitch = dice.from(1200.0, 4200.0);
        let pop = Sound::noise(seed ^ (spark as u32 + 1), 0.03).band(move |_| pitch, 2.5).fading(0.004);
        fire.with(part * part * (seconds - 0.04), dice.from(0.3, 1.0), &pop)
    })
}

/// Flesh torn or burst: wet slaps that come faster or slower and die away.
pub(crate) fn squelch(seed: u32, seconds: f64, pitch: f64) -> Sound {
    let bubbles = Sound::sine(seconds, drop(34.0, 13.0, seconds * 0.4));
    let wet = Sound::noise(seed, seconds).band(drop(pitch * 2.4, pitch, seconds * 0.3), 2.2);
    wet.times(&bubbles.shaped(|_| 0.5), 0.5).fading(seconds * 0.3)
}

/// Gas bubbles rising through slime: a number of them, at intervals in seconds.
pub(crate) fn bubbles(seed: u32, count: u32, apart: f64) -> Sound {
    let mut dice = Dice::new(seed);
    (0..count).fold(Sound::silence(0.1), |sound, index| {
        let (pitch, late) = (dice.from(260.0, 620.0), dice.from(0.0, 0.6));
        let pop = Sound::sine(0.08, move |time| pitch * (1.0 + time * 14.0)).fading(0.022);
        sound.with((f64::from(index) + late) * apart, dice.from(0.4, 1.0), &pop)
    })
}

/// Teeth striking teeth, once.
pub(crate) fn tooth(seed: u32, pitch: f64) -> Sound {
    let click = Sound::noise(seed, 0.04).band(move |_| pitch, 5.0).fading(0.005);
    click.with(0.0, 0.4, &Sound::sine(0.04, move |_| pitch * 0.55).fading(0.006))
}

/// A body hitting the deck; a heavier one has a lower pitch.
pub(crate) fn fall(seed: u32, pitch: f64) -> Sound {
    let flesh = Sound::noise(seed, 0.24).low_pass(|_| pitch * 7.0).fading(0.05);
    let deck = Sound::noise(seed ^ 3, 0.2).band(move |_| pitch * 4.0, 1.4).fading(0.04);
    Sound::sine(0.25, drop(pitch, pitch * 0.4, 0.04)).fading(0.07).with(0.0, 2.2, &flesh).with(0.0, 1.2, &deck)
}

/// A chain's links or a load of scrap striking, slower and slower.
pub(crate) fn rattle(seed: u32, links: u32) -> Sound {
    let mut dice = Dice::new(seed);
    (0..links).fold(Sound::silence(0.1), |sound, index| {
        let (pitch, turn) = (dice.from(480.0, 820.0), f64::from(index));
        sound.with(turn * 0.05 + turn * turn * 0.006, dice.from(0.6, 1.0), &clank(seed + index, pitch, 0.03))
    })
}

/// Air displaced by a swing: loudest after `peak` seconds, with the pitch `high` there.
pub(crate) fn whoosh(seed: u32, seconds: f64, peak: f64, high: f64) -> Sound {
    let hump = move |time: f64| 320.0 + high * decay((time - peak).abs(), 0.06);
    Sound::noise(seed, seconds).band(hump, 1.5).shaped(move |time| swell(time, peak, seconds - peak, seconds))
}
