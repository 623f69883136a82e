//! Sounds of the menus and of the score count.

use crate::sounds::tones::{drop, seed, vary};
use music::synth::{Sound, swell};

/// A key of heavy steel pressed: a click, and the plate below it.
fn key(seed: u32, pitch: f64, ring: f64) -> Sound {
    let click = Sound::noise(seed, 0.03).band(move |_| pitch * 4.0, 1.8).fading(0.005);
    let plate = Sound::noise(seed ^ 1, 0.1).band(move |_| pitch, 5.0).fading(ring);
    let tone = Sound::sine(0.12, drop(pitch * 1.1, pitch, 0.01)).fading(ring);
    click.with(0.002, 1.6, &plate).with(0.002, 0.22, &tone)
}

/// Moving to another line: a short click.
pub(crate) fn menu_move(take: u32) -> Sound {
    let seed = seed(701, take);
    key(seed, 980.0 * vary(seed, 0.05), 0.014)
}

/// Choosing a line: two keys, the second higher, and a breath of air as something opens.
pub(crate) fn menu_take(take: u32) -> Sound {
    let seed = seed(702, take);
    let pitch = 620.0 * vary(seed, 0.03);
    let air = Sound::noise(seed ^ 5, 0.2).band(|time| 900.0 + 9000.0 * time, 1.6);
    let air = air.shaped(|time| swell(time, 0.08, 0.12, 0.2));
    key(seed, pitch, 0.03).with(0.06, 1.0, &key(seed ^ 2, pitch * 1.5, 0.04)).with(0.05, 0.16, &air)
}

/// Going back: the same two keys, descending, without the opening.
pub(crate) fn menu_back(take: u32) -> Sound {
    let seed = seed(703, take);
    let pitch = 620.0 * vary(seed, 0.03);
    key(seed, pitch, 0.024).with(0.06, 1.0, &key(seed ^ 2, pitch / 1.5, 0.05))
}

/// Counting one item: a cog that falls into the next tooth.
pub(crate) fn tally_count(take: u32) -> Sound {
    let seed = seed(704, take);
    let pitch = 1500.0 * vary(seed, 0.08);
    let tooth = Sound::noise(seed, 0.05).band(move |_| pitch, 3.0).fading(0.007);
    let wheel = Sound::noise(seed ^ 1, 0.06).band(move |_| pitch * 0.3, 2.0).fading(0.012);
    tooth.with(0.004, 0.7, &wheel)
}

/// Finishing the count: the wheel stops, and a stamp comes down.
pub(crate) fn tally_done(_: u32) -> Sound {
    let stamp = Sound::sine(0.3, drop(330.0, 170.0, 0.03)).fading(0.06);
    let plate = Sound::noise(711, 0.3).band(|_| 640.0, 1.6).fading(0.05);
    let paper = Sound::noise(712, 0.12).high_pass(2200.0).fading(0.018);
    stamp.with(0.0, 2.6, &plate).with(0.0, 0.6, &paper).with(0.03, 0.25, &key(713, 440.0, 0.12)).in_room(0.25, 0.5)
}
