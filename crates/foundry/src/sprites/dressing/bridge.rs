//! Furniture of the bridge.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, BRASS, GUNMETAL, ICE, LEATHER, OCHRE, PHOSPHOR, STEEL, VERDE, WALNUT},
};
use music::chance::white;

/// A console with two screens and rows of keys.
pub(super) fn console() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([6.0, 42.0, 0.0], [52.0, 21.0, 8.0], VERDE, 0.36);
    bench.slab([3.0, 38.0, 6.0], [58.0, 5.0, 22.0], GUNMETAL, 0.44);
    bench.slab([8.0, 14.0, -14.0], [48.0, 18.0, 6.0], GUNMETAL, 0.4);
    let mut picture = bench.done();
    for (left, ink) in [(10, PHOSPHOR), (34, ICE)] {
        picture.rect(left, 16, 20, 14, ink.at(0.16).shining());
        for x in left + 1..left + 19 {
            let y = 23.0 + libm::sinf(x as f32 * 0.7) * 4.0 * white(651, x / 5, left);
            picture.dot(x, y as i32, ink.at(0.85).shining());
        }
        picture.frame(left, 16, 20, 14, GUNMETAL.at(0.14));
    }
    for row in 0..2 {
        for x in (7..57).step_by(3) {
            let light = white(652, x, row);
            let ink = match light {
                light if light > 0.86 => ALARM.at(0.7).shining(),
                light if light > 0.7 => AMBER.at(0.8).shining(),
                light if light > 0.56 => PHOSPHOR.at(0.7).shining(),
                _ => GUNMETAL.at(0.66),
            };
            picture.rect(x, 33 + row * 3, 2, 1, ink);
        }
    }
    picture.rect(3, 40, 58, 1, BRASS.at(0.6));
    picture
}

/// A light table with the ship's course on it.
pub(super) fn chart_table() -> Canvas {
    let mut bench = Bench::new();
    bench.limb(([32.0, 48.0, -8.0], 9.0), ([32.0, 60.0, -8.0], 13.0), |_, _| seen(VERDE, 0.4));
    bench.slab([2.0, 36.0, 0.0], [60.0, 6.0, 34.0], WALNUT, 0.46);
    let mut picture = bench.done();
    for y in 27..35_i32 {
        let inset = (35 - y) / 3;
        for x in 6 + inset..58 - inset {
            let line = (x - 32) * 10 / (20 + y - 27) % 5 == 0 || y % 3 == 0;
            let star = white(653, x, y) > 0.94;
            let tone = match (star, line) {
                (true, _) => 0.95,
                (_, true) => 0.5,
                _ => 0.3,
            };
            picture.dot(x, y, ICE.at(tone).shining());
        }
    }
    picture.lines(&[(12.0, 33.0), (24.0, 31.0), (38.0, 29.0), (50.0, 28.0)], PHOSPHOR.at(0.95).shining());
    picture.rect(2, 38, 60, 1, BRASS.at(0.62));
    picture
}

/// The captain's chair, empty.
pub(super) fn captains_chair() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 58.0, 0.0), (13.0, 62.0), BRASS, 0.4);
    bench.rod([32.0, 50.0, -2.0], [32.0, 59.0, -2.0], 3.0, STEEL, 0.5);
    bench.slab([17.0, 14.0, -12.0], [30.0, 34.0, 6.0], LEATHER, 0.36);
    for (x, y) in [(24.0, 22.0), (40.0, 22.0), (24.0, 35.0), (40.0, 35.0)] {
        bench.lump([x, y, -11.0], (7.6, 7.0), VERDE, 0.42);
    }
    bench.lump([32.0, 13.0, -11.0], (9.0, 4.6), VERDE, 0.46);
    bench.slab([17.0, 45.0, 1.0], [30.0, 7.0, 14.0], VERDE, 0.42);
    for x in [11.0, 47.0] {
        bench.slab([x, 37.0, 2.0], [6.0, 4.0, 15.0], WALNUT, 0.5);
        bench.rod([x + 3.0, 41.0, 0.0], [x + 3.0, 50.0, 0.0], 1.6, BRASS, 0.5);
    }
    let mut picture = bench.done();
    picture.rect(49, 33, 3, 1, ALARM.at(0.8).shining());
    picture.rect(12, 33, 3, 1, PHOSPHOR.at(0.8).shining());
    picture
}

/// A computer rack.
pub(super) fn server_rack() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([12.0, 6.0, 0.0], [40.0, 57.0, 12.0], GUNMETAL, 0.36);
    let mut picture = bench.done();
    for row in 0..9 {
        let top = 9 + row * 6;
        let is_out = row == 5;
        picture.rect(15, top, 34, 5, GUNMETAL.at(if is_out { 0.02 } else { 0.42 }));
        picture.rect(15, top, 34, 1, GUNMETAL.at(if is_out { 0.1 } else { 0.56 }));
        for x in (17..38).step_by(2).filter(|_| !is_out) {
            let light = white(654, x, row);
            let ink = match light {
                light if light > 0.9 => ALARM.at(0.75).shining(),
                light if light > 0.5 => PHOSPHOR.at(0.7).shining(),
                _ => GUNMETAL.at(0.14),
            };
            picture.dot(x, top + 2, ink);
        }
        if !is_out {
            picture.rect(41, top + 2, 6, 1, GUNMETAL.at(0.16));
        }
    }
    for (x, ink) in [(20.0, ALARM.at(0.4)), (27.0, AMBER.at(0.5)), (33.0, STEEL.at(0.6))] {
        picture.lines(&[(x, 40.0), (x + 2.0, 46.0), (x - 3.0, 51.0)], ink);
    }
    picture
}

/// A globe of the home world.
pub(super) fn globe() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 58.0, 0.0), (12.0, 62.0), WALNUT, 0.42);
    bench.rod([32.0, 47.0, -2.0], [32.0, 58.0, -2.0], 2.4, BRASS, 0.5);
    bench.rod([12.0, 31.0, -4.0], [52.0, 31.0, -4.0], 1.6, WALNUT, 0.5);
    bench.lump_of([32.0, 30.0, 0.0], (16.0, 16.0), |around, down| {
        let land = cloud(655, around * 4.0 + 20.0, down * 4.0 + 9.0, 64);
        if land > 0.54 { seen(OCHRE, 0.42) } else { seen(ICE, 0.36) }
    });
    bench.done()
}
