//! Cargo and equipment of the holds.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, AQUA, BONE, CLOTH, GUNMETAL, LEATHER, OCHRE, RUST, STEEL, WALNUT},
    tools::sculpt::Face,
};
use music::chance::white;

/// A container, as wide as its cell, with its bars and its number.
pub(super) fn container() -> Canvas {
    let mut bench = Bench::new();
    bench.slab_of([2.0, 14.0, 0.0], [60.0, 49.0, 18.0], |face, across, _| {
        let wave =
            libm::sinf(across * 60.0 * core::f32::consts::TAU / 6.0) * if face == Face::Front { 0.09 } else { 0.04 };
        seen(CLOTH, 0.44 + wave)
    });
    for (at, size) in [([2.0, 14.0, 1.0], [60.0, 4.0, 2.0]), ([2.0, 59.0, 1.0], [60.0, 4.0, 2.0])] {
        bench.slab(at, size, CLOTH, 0.36);
    }
    for x in [2.0, 58.0] {
        bench.slab([x, 14.0, 1.0], [4.0, 49.0, 2.0], CLOTH, 0.34);
    }
    for x in [24.0, 40.0] {
        bench.rod([x, 18.0, 2.0], [x, 59.0, 2.0], 1.0, STEEL, 0.6);
        bench.slab([x - 3.0, 38.0, 3.0], [6.0, 3.0, 1.0], STEEL, 0.5);
    }
    let mut picture = bench.done();
    picture.write(8, 22, "H2", |ink| ink.lit(-0.34));
    picture.write(44, 48, "9", |ink| ink.lit(-0.34));
    picture.patina(631, RUST, 0.72);
    picture
}

/// Sacks and boxes on a pallet.
pub(super) fn pallet() -> Canvas {
    let mut bench = Bench::new();
    for x in [4.0, 28.0, 52.0] {
        bench.slab([x, 58.0, 0.0], [8.0, 5.0, 24.0], WALNUT, 0.34);
    }
    bench.slab([2.0, 55.0, 1.0], [60.0, 3.0, 27.0], WALNUT, 0.5);
    bench.slab([6.0, 36.0, -4.0], [24.0, 19.0, 16.0], OCHRE, 0.4);
    bench.slab([9.0, 24.0, -8.0], [17.0, 9.0, 10.0], OCHRE, 0.46);
    for (x, y) in [(40.0, 49.0), (50.0, 49.0), (44.0, 40.0), (52.0, 41.0), (47.0, 33.0)] {
        bench.lump([x, y, -2.0], (9.4, 5.4), BONE, 0.42);
    }
    let mut picture = bench.done();
    picture.rect(17, 37, 2, 18, OCHRE.at(0.2));
    picture.rect(6, 45, 24, 1, OCHRE.at(0.24));
    picture.write(9, 47, "3", |ink| ink.lit(-0.3));
    picture
}

/// Three bottles of gas behind a strap.
pub(super) fn gas_bottles() -> Canvas {
    let mut bench = Bench::new();
    for (x, z, top, ramp) in [(20.0, 0.0, 18.0, AQUA), (32.0, -4.0, 13.0, ALARM), (44.0, 0.0, 20.0, STEEL)] {
        bench.limb(([x, top, z], 6.2), ([x, 56.0, z], 6.2), |along, _| {
            let band = if (0.06..0.14).contains(&along) { 0.2 } else { 0.0 };
            seen(ramp, 0.44 + band)
        });
        bench.rod([x, top - 9.0, z], [x, top - 4.0, z], 1.6, STEEL, 0.56);
        bench.rod([x - 3.0, top - 9.0, z], [x + 3.0, top - 9.0, z], 1.2, AMBER, 0.5);
    }
    bench.slab([11.0, 38.0, 6.0], [42.0, 3.0, 1.0], LEATHER, 0.36);
    bench.slab([10.0, 59.0, 4.0], [44.0, 4.0, 12.0], GUNMETAL, 0.4);
    bench.done()
}

/// A cage, open and empty.
pub(super) fn cage() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([6.0, 59.0, 0.0], [52.0, 4.0, 26.0], GUNMETAL, 0.4);
    bench.slab([6.0, 18.0, 0.0], [52.0, 3.0, 26.0], GUNMETAL, 0.46);
    for x in [10.0, 20.0, 32.0, 44.0, 54.0] {
        bench.rod([x, 12.0, -22.0], [x, 52.0, -22.0], 0.8, GUNMETAL, 0.3);
    }
    bench.lump([24.0, 52.0, -14.0], (5.0, 4.4), BONE, 0.56);
    bench.rod([28.0, 55.0, -12.0], [42.0, 54.0, -12.0], 1.2, BONE, 0.5);
    bench.rod([34.0, 50.0, -14.0], [46.0, 55.0, -14.0], 1.0, BONE, 0.46);
    for x in (8..60).step_by(8) {
        // Two of the bars have been bent apart.
        let bend = match x {
            32 => -3.0,
            40 => 4.0,
            _ => 0.0,
        };
        let x = x as f32;
        bench.rod([x, 20.0, 1.0], [x + bend, 40.0, 2.0], 1.1, STEEL, 0.56);
        bench.rod([x + bend, 40.0, 2.0], [x, 60.0, 1.0], 1.1, STEEL, 0.56);
    }
    let mut picture = bench.done();
    picture.dot(22, 51, GUNMETAL.at(0.02));
    picture.dot(25, 51, GUNMETAL.at(0.02));
    picture
}

/// A trolley of tools.
pub(super) fn tool_trolley() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([10.0, 32.0, 0.0], [44.0, 25.0, 18.0], ALARM, 0.42);
    for x in [15.0, 49.0] {
        bench.lump([x, 59.5, 1.0], (3.4, 3.4), LEATHER, 0.3);
    }
    bench.rod([54.0, 30.0, -4.0], [59.0, 24.0, -4.0], 1.1, STEEL, 0.6);
    bench.rod([59.0, 24.0, -4.0], [59.0, 24.0, -14.0], 1.1, STEEL, 0.6);
    bench.rod([18.0, 29.0, -6.0], [30.0, 27.0, -10.0], 1.0, STEEL, 0.74);
    bench.lump([31.0, 26.6, -10.0], (2.4, 1.6), STEEL, 0.6);
    bench.rod([38.0, 29.0, -6.0], [46.0, 29.0, -6.0], 1.4, AMBER, 0.5);
    let mut picture = bench.done();
    for (row, open) in [(34, false), (41, true), (48, false)] {
        picture.rect(13, row, 38, 1, ALARM.at(0.16));
        picture.rect(26, row + 3, 12, 1, STEEL.at(0.8));
        if open {
            picture.rect(14, row + 1, 36, 2, GUNMETAL.at(0.08));
            for x in (16..48).step_by(5) {
                picture.rect(x, row, 2, 2, STEEL.at(0.4 + white(632, x, 0) * 0.4));
            }
        }
    }
    picture
}

/// A drum of cable on its side.
pub(super) fn cable_drum() -> Canvas {
    let mut bench = Bench::new();
    bench.lump([32.0, 39.0, -12.0], (23.0, 23.0), WALNUT, 0.3);
    bench.limb(([32.0, 39.0, -10.0], 15.0), ([32.0, 39.0, 0.0], 14.0), |_, around| {
        seen(GUNMETAL, 0.36 + libm::sinf(around * 40.0) * 0.1)
    });
    bench.lump([32.0, 62.0, 2.0], (16.0, 1.4), GUNMETAL, 0.2);
    let mut picture = bench.done();
    // The near cheek, of boards, with a hole for the axle.
    picture.ellipse((32.0, 41.0), (22.0, 22.0), |x, y| {
        let board = if ((x + 1.0) * 22.0) as i32 % 9 == 0 { -0.2 } else { 0.0 };
        WALNUT.at(0.5 - y * 0.1 + board)
    });
    picture.ellipse((32.0, 41.0), (14.0, 14.0), |x, y| {
        let ring = libm::sqrtf(x * x + y * y) * 14.0;
        GUNMETAL.at(0.3 - y * 0.1 + if ring as i32 % 2 == 0 { 0.08 } else { -0.06 })
    });
    picture.ellipse((32.0, 41.0), (4.0, 4.0), |_, _| GUNMETAL.at(0.04));
    for (x, y) in [(32, 23), (32, 59), (14, 41), (50, 41)] {
        picture.bolt(x, y, STEEL.at(0.6));
    }
    picture.lines(&[(46.0, 42.0), (52.0, 56.0), (58.0, 61.0), (62.0, 62.0)], GUNMETAL.at(0.5));
    picture
}

/// Chains from the ceiling, a hook on one of them.
pub(super) fn chains() -> Canvas {
    let mut bench = Bench::new();
    for (x, length) in [(22.0, 34.0), (34.0, 46.0), (45.0, 26.0)] {
        for link in 0..(length / 4.0) as i32 {
            let y = link as f32 * 4.0;
            let wide = if link % 2 == 0 { 1.9 } else { 1.0 };
            bench.lump([x, y + 2.0, 0.0], (wide, 2.6), STEEL, 0.46);
        }
    }
    bench.slab([30.0, 46.0, 0.0], [8.0, 5.0, 4.0], AMBER, 0.5);
    for (from, to) in [
        ([34.0, 51.0], [34.0, 55.0]),
        ([34.0, 55.0], [38.0, 59.0]),
        ([38.0, 59.0], [34.0, 61.0]),
        ([34.0, 61.0], [29.0, 58.0]),
    ] {
        bench.rod([from[0], from[1], 1.0], [to[0], to[1], 1.0], 1.4, STEEL, 0.6);
    }
    bench.hung()
}
