//! Furniture of the engine room.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, AQUA, BONE, COPPER, FIRE, GUNMETAL, ICE, IRON, STEEL, WALNUT},
    tools::sculpt::Face,
};
use music::chance::white;

/// A pump: a motor, a wheel, and the pipes that it fed.
pub(super) fn pump() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([4.0, 56.0, 0.0], [56.0, 7.0, 18.0], GUNMETAL, 0.4);
    bench.limb(([14.0, 43.0, -4.0], 10.0), ([34.0, 43.0, -4.0], 10.0), |along, _| {
        let fin = if (along * 20.0) as i32 % 3 == 0 { -0.16 } else { 0.0 };
        seen(IRON, 0.5 + fin)
    });
    bench.limb(([46.0, 44.0, -2.0], 10.0), ([46.0, 45.0, -2.0], 10.0), |_, _| seen(COPPER, 0.5));
    bench.rod([46.0, 8.0, -4.0], [46.0, 36.0, -4.0], 4.0, COPPER, 0.5);
    bench.rod([54.0, 48.0, -2.0], [61.0, 48.0, -2.0], 4.0, COPPER, 0.46);
    for y in [10.0, 30.0] {
        bench.drum((46.0, y, -3.0), (6.0, y + 3.0), COPPER, 0.58);
    }
    let mut picture = bench.done();
    picture.ellipse((46.5, 45.0), (6.6, 6.6), |_, y| IRON.at(0.56 - y * 0.16));
    picture.ellipse((46.5, 45.0), (4.8, 4.8), |_, _| GUNMETAL.at(0.1));
    picture.rect(46, 39, 1, 12, IRON.at(0.6));
    picture.rect(41, 45, 12, 1, IRON.at(0.6));
    picture.ellipse((24.0, 36.0), (3.6, 3.6), |_, _| BONE.at(0.8));
    picture.line((24.0, 36.0), (26.0, 34.0), ALARM.at(0.5));
    picture
}

/// The core of the reactor: light between rings, held in a cage of rods.
pub(super) fn reactor_core() -> Canvas {
    let mut bench = Bench::new();
    bench.limb(([32.0, 10.0, -6.0], 9.0), ([32.0, 56.0, -6.0], 9.0), |along, around| {
        let stir = cloud(641, along * 14.0, around * 3.0 + 9.0, 64) * 0.3;
        seen(FIRE, 0.42 + stir - around.abs() * 0.16).shining()
    });
    for y in [0.0, 20.0, 40.0, 54.0] {
        let thick = if y == 0.0 || y == 54.0 { 18.0 } else { 13.0 };
        let high = if y == 0.0 || y == 54.0 { 9.0 } else { 4.0 };
        bench.drum_of((32.0, y, 0.0), (thick, y + high), |_, around| {
            let bolt = if (around * 9.0) as i32 % 3 == 0 { 0.1 } else { 0.0 };
            seen(GUNMETAL, 0.44 + bolt)
        });
    }
    for x in [16.0, 24.0, 40.0, 48.0] {
        bench.rod([x, 8.0, 6.0], [x, 55.0, 6.0], 1.2, COPPER, 0.5);
    }
    bench.done()
}

/// A transformer with its fins and insulators.
pub(super) fn transformer() -> Canvas {
    let mut bench = Bench::new();
    bench.slab_of([8.0, 28.0, 0.0], [48.0, 34.0, 18.0], |face, across, _| {
        let fin = if face == Face::Front && (across * 48.0) as i32 % 5 < 2 { -0.2 } else { 0.0 };
        seen(STEEL, 0.48 + fin)
    });
    bench.slab([6.0, 59.0, 1.0], [52.0, 4.0, 18.0], GUNMETAL, 0.36);
    for x in [18.0, 32.0, 46.0] {
        for ring in 0..4 {
            bench.lump([x, 24.0 - ring as f32 * 4.0, -8.0], (4.4 - ring as f32 * 0.4, 2.0), BONE, 0.5);
        }
        bench.lump([x, 8.0, -8.0], (2.0, 2.0), COPPER, 0.6);
    }
    let mut picture = bench.done();
    picture.polygon(&[(32.0, 36.0), (42.0, 52.0), (22.0, 52.0)], |_, _| AMBER.at(0.62));
    picture.lines(&[(33.0, 39.0), (30.0, 45.0), (34.0, 45.0), (31.0, 51.0)], GUNMETAL.at(0.04));
    // An arc that leaps from one insulator to the next.
    let mut spark = vec![(18.0, 7.0)];
    for step in 1..7 {
        spark.push((18.0 + step as f32 * 2.0, 6.0 + white(642, step, 0) * 6.0 - 3.0));
    }
    spark.push((32.0, 7.0));
    picture.lines(&spark, ICE.at(0.95).shining());
    picture
}

/// A bench with a vice, and a drawing of something that will never be built.
pub(super) fn workbench() -> Canvas {
    let mut bench = Bench::new();
    for x in [5.0, 51.0] {
        bench.slab([x, 42.0, -1.0], [8.0, 21.0, 18.0], STEEL, 0.4);
    }
    bench.slab([13.0, 52.0, -2.0], [38.0, 3.0, 18.0], STEEL, 0.36);
    bench.slab([2.0, 38.0, 0.0], [60.0, 5.0, 24.0], WALNUT, 0.5);
    bench.slab([8.0, 27.0, -4.0], [13.0, 9.0, 6.0], IRON, 0.46);
    bench.rod([4.0, 31.0, -2.0], [26.0, 31.0, -2.0], 1.2, STEEL, 0.66);
    bench.slab([34.0, 37.0, -2.0], [20.0, 1.0, 16.0], AQUA, 0.3);
    bench.rod([30.0, 36.0, -8.0], [33.0, 30.0, -14.0], 1.2, STEEL, 0.66);
    bench.slab([20.0, 46.0, 0.0], [12.0, 6.0, 8.0], ALARM, 0.4);
    let mut picture = bench.done();
    picture.lines(&[(39.0, 33.0), (45.0, 33.0), (49.0, 35.0), (41.0, 36.0)], ICE.at(0.8));
    picture
}

/// Pipes out of the deck with their valves.
pub(super) fn valves() -> Canvas {
    let mut bench = Bench::new();
    for (x, top, ramp) in [(16.0, 24.0, COPPER), (32.0, 14.0, IRON), (48.0, 28.0, COPPER)] {
        bench.rod([x, top, 0.0], [x, 61.0, 0.0], 3.6, ramp, 0.48);
        bench.drum((x, 58.0, 1.0), (6.0, 62.0), ramp, 0.4);
        bench.drum((x, top + 8.0, 1.0), (5.4, top + 12.0), ramp, 0.56);
    }
    bench.rod([16.0, 24.0, 0.0], [32.0, 24.0, 0.0], 3.0, COPPER, 0.48);
    bench.rod([32.0, 36.0, 0.0], [48.0, 30.0, 0.0], 3.0, COPPER, 0.48);
    let mut picture = bench.done();
    for (x, y, ink) in [(16, 42, ALARM.at(0.5)), (32, 28, AMBER.at(0.6)), (48, 46, ALARM.at(0.5))] {
        let middle = (x as f32 + 0.5, y as f32 + 0.5);
        picture.ellipse(middle, (7.0, 7.0), |_, down| ink.lit(-down * 0.16));
        picture.ellipse(middle, (5.0, 5.0), |_, _| GUNMETAL.at(0.1));
        picture.rect(x, y - 6, 1, 13, ink);
        picture.rect(x - 6, y, 13, 1, ink);
        picture.bolt(x, y, STEEL.at(0.6));
    }
    picture
}
