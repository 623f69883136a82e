//! Sounds of found items: the item in the hand, and a promising note.

use crate::sounds::tones::{clank, seed, vary};
use music::synth::{Sound, swell};

/// A small bell, struck: a note with the partials of a bell.
fn bell(pitch: f64, seconds: f64) -> Sound {
    let partials =
        [(0.5, 0.25, 1.2), (1.0, 1.0, 1.0), (1.19, 0.35, 0.8), (1.5, 0.22, 0.7), (2.0, 0.5, 0.6), (2.76, 0.4, 0.4)];
    let more = [(4.07, 0.28, 0.25), (5.4, 0.2, 0.16)];
    partials.iter().chain(&more).fold(Sound::silence(seconds * 4.0), |bell, (times, level, ring)| {
        bell.with(0.0, *level, &Sound::sine(seconds * ring * 4.0, move |_| pitch * times).fading(seconds * ring))
    })
}

/// Returns bells one after another, each a pitch in hertz, with an interval in seconds.
fn tune(pitches: &[f64], apart: f64, ring: f64) -> Sound {
    let notes = pitches.iter().enumerate();
    notes.fold(Sound::silence(0.1), |tune, (index, pitch)| tune.with(index as f64 * apart, 1.0, &bell(*pitch, ring)))
}

/// Cloth and straps as a hand takes something up.
fn grip(seed: u32) -> Sound {
    let cloth = Sound::noise(seed, 0.14).band(|time| 900.0 + 5200.0 * time, 1.0);
    cloth.shaped(|time| swell(time, 0.04, 0.1, 0.14))
}

/// Something picked up: a grip, a rattle, and two quick rising notes.
pub(crate) fn pickup(take: u32) -> Sound {
    let seed = seed(295, take);
    let pitch = vary(seed, 0.02);
    let thing = Sound::noise(seed ^ 1, 0.06).band(|_| 2600.0, 2.0).fading(0.012);
    let notes = tune(&[587.3 * pitch, 880.0 * pitch], 0.065, 0.05);
    grip(seed).with(0.03, 1.1, &thing).with(0.07, 0.7, &thing).with(0.05, 0.34, &notes)
}

/// A key picked up: it jingles, and two notes promise a door.
pub(crate) fn key(take: u32) -> Sound {
    let seed = seed(297, take);
    let jingle = [(0.0, 1560.0), (0.05, 1830.0), (0.09, 1660.0), (0.17, 1910.0)].iter().enumerate();
    let jingle = jingle.fold(grip(seed), |ring, (index, (start, pitch))| {
        ring.with(*start, 0.5, &clank(seed ^ (index as u32 + 2), *pitch, 0.02))
    });
    jingle.with(0.1, 0.36, &tune(&[783.99, 1174.66], 0.1, 0.1))
}

/// Treasure picked up: coins slide over each other, and a bright run upwards.
pub(crate) fn pickup_treasure(take: u32) -> Sound {
    let seed = seed(299, take);
    let coins = (0..6).fold(grip(seed), |coins, coin| {
        let place = f64::from(coin);
        coins.with(0.02 + place * 0.035, 0.5, &clank(seed ^ (coin + 3), 1300.0 * vary(seed ^ coin, 0.3), 0.015))
    });
    let run = tune(&[1046.5, 1318.51, 1567.98, 2093.0], 0.055, 0.07);
    coins.with(0.05, 0.22, &run)
}

/// Armour put on: plates strike, and a low note swells.
pub(crate) fn pickup_armour(take: u32) -> Sound {
    let seed = seed(291, take);
    let plates = clank(seed, 310.0 * vary(seed, 0.06), 0.05).with(0.08, 0.8, &clank(seed ^ 1, 270.0, 0.06));
    grip(seed ^ 2).with(0.02, 0.9, &plates).with(0.1, 0.2, &tune(&[392.0, 523.25], 0.09, 0.12))
}

/// A secret found: four notes that do not quite come home, echoing.
pub(crate) fn secret(_: u32) -> Sound {
    tune(&[659.26, 830.61, 987.77, 1244.51], 0.13, 0.2).in_room(0.6, 1.2)
}
