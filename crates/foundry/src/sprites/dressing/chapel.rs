//! Furniture of the chapel.

use crate::{
    sprites::dressing::bench::{Bench, flame, seen},
    tools::canvas::Canvas,
    tools::palette::{ALARM, AQUA, BONE, BRASS, DRESS, GUNMETAL, MARBLE, ROSE, WALNUT},
    tools::sculpt::Face,
};

/// A pew, seen from the front, with a book left on the seat.
pub(super) fn pew() -> Canvas {
    let mut bench = Bench::new();
    bench.slab_of([4.0, 28.0, -9.0], [56.0, 34.0, 3.0], |_, across, down| {
        let board = if (down * 34.0) as i32 % 9 == 8 { -0.2 } else { 0.0 };
        seen(WALNUT, 0.46 + board + libm::sinf(across * 90.0 + down * 6.0) * 0.03)
    });
    bench.slab([5.0, 46.0, 0.0], [54.0, 4.0, 14.0], WALNUT, 0.56);
    for x in [2.0, 57.0] {
        bench.slab([x, 26.0, 1.0], [5.0, 37.0, 14.0], WALNUT, 0.5);
        bench.lump([x + 2.5, 25.0, 0.0], (3.4, 2.6), BRASS, 0.5);
    }
    bench.slab([26.0, 44.0, -4.0], [9.0, 2.0, 6.0], ROSE, 0.36);
    bench.done()
}

/// The altar: a block of marble under a cloth, with a cup, two candles and dried blood.
pub(super) fn altar() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([6.0, 36.0, 0.0], [52.0, 27.0, 22.0], MARBLE, 0.5);
    bench.slab([4.0, 33.0, 1.0], [56.0, 4.0, 24.0], MARBLE, 0.6);
    bench.slab_of([18.0, 32.0, 2.0], [28.0, 22.0, 25.0], |face, across, down| {
        let hem = face == Face::Front && (down > 0.88 || !(0.06..0.94).contains(&across));
        if hem { seen(BRASS, 0.56) } else { seen(DRESS, 0.6 + libm::sinf(across * 20.0) * 0.04) }
    });
    bench.limb(([32.0, 18.0, -8.0], 4.0), ([32.0, 22.0, -8.0], 2.0), |_, _| seen(BRASS, 0.56));
    bench.rod([32.0, 22.0, -8.0], [32.0, 26.0, -8.0], 1.2, BRASS, 0.5);
    bench.lump([32.0, 27.0, -8.0], (3.4, 1.2), BRASS, 0.5);
    for x in [11.0, 53.0] {
        bench.rod([x, 14.0, -10.0], [x, 27.0, -10.0], 1.6, BONE, 0.66);
        bench.lump([x, 27.5, -10.0], (3.6, 1.4), BRASS, 0.5);
    }
    let mut picture = bench.done();
    picture.rect(31, 38, 2, 12, BRASS.at(0.6));
    picture.rect(28, 41, 8, 2, BRASS.at(0.6));
    flame(&mut picture, 11, 13);
    flame(&mut picture, 53, 13);
    picture.splash(621, (24, 36), 7);
    picture.trickle(22, 38, 18);
    picture.trickle(27, 36, 11);
    picture
}

/// A stand with seven candles, some of them out.
pub(super) fn candles() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 59.0, 0.0), (9.0, 62.0), BRASS, 0.46);
    bench.rod([32.0, 26.0, 0.0], [32.0, 60.0, 0.0], 1.8, BRASS, 0.54);
    bench.lump([32.0, 44.0, 0.0], (3.4, 2.6), BRASS, 0.58);
    let heights = [20.0, 17.0, 21.0, 13.0, 18.0, 22.0, 16.0];
    for (number, top) in heights.into_iter().enumerate() {
        let x = 11.0 + number as f32 * 7.0;
        if number != 3 {
            bench.rod([x, 27.0, 1.0], [32.0, 36.0, 0.0], 0.9, BRASS, 0.5);
        }
        bench.lump([x, 27.0, 1.0], (2.8, 1.2), BRASS, 0.6);
        bench.rod([x, top + 1.0, 1.0], [x, 25.0, 1.0], 1.3, BONE, 0.66);
    }
    let mut picture = bench.done();
    for (number, top) in heights.into_iter().enumerate().filter(|(number, _)| number % 3 != 2) {
        flame(&mut picture, 11 + number as i32 * 7, top as i32);
    }
    picture
}

/// A lectern with an open book, whose page is blacked out.
pub(super) fn lectern() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([20.0, 58.0, 0.0], [24.0, 5.0, 14.0], WALNUT, 0.4);
    bench.limb(([32.0, 34.0, -4.0], 4.4), ([32.0, 58.0, -4.0], 3.4), |along, around| {
        seen(WALNUT, 0.48 + libm::sinf(around * 9.0) * 0.08 - along * 0.06)
    });
    bench.slab([15.0, 33.0, 0.0], [34.0, 4.0, 30.0], WALNUT, 0.54);
    bench.slab([19.0, 31.0, -2.0], [12.5, 2.0, 24.0], DRESS, 0.54);
    bench.slab([32.5, 31.0, -2.0], [12.5, 2.0, 24.0], DRESS, 0.6);
    let mut picture = bench.done();
    for y in [24, 26, 28] {
        picture.rect(21, y, 9, 1, GUNMETAL.at(0.3));
        picture.rect(34, y, 9, 1, GUNMETAL.at(if y == 26 { 0.05 } else { 0.3 }));
    }
    picture.rect(31, 30, 2, 9, ALARM.at(0.4));
    picture
}

/// A coffin on trestles.
pub(super) fn coffin() -> Canvas {
    let mut bench = Bench::new();
    for x in [12.0, 48.0] {
        bench.rod([x - 4.0, 61.0, -4.0], [x, 50.0, -6.0], 1.4, WALNUT, 0.34);
        bench.rod([x + 4.0, 61.0, -4.0], [x, 50.0, -6.0], 1.4, WALNUT, 0.34);
    }
    bench.slab([3.0, 37.0, 0.0], [58.0, 14.0, 20.0], WALNUT, 0.44);
    bench.slab([2.0, 35.0, 1.0], [60.0, 3.0, 21.0], WALNUT, 0.56);
    for x in [14.0, 32.0, 50.0] {
        bench.rod([x - 4.0, 45.0, 2.0], [x + 4.0, 45.0, 2.0], 1.1, BRASS, 0.64);
    }
    let mut picture = bench.done();
    picture.rect(31, 29, 2, 5, BRASS.at(0.66));
    picture.rect(28, 30, 8, 1, BRASS.at(0.66));
    picture
}

/// A statue in a hood. Its face is gone.
pub(super) fn statue() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([14.0, 53.0, 0.0], [36.0, 10.0, 16.0], MARBLE, 0.42);
    bench.slab([17.0, 49.0, -1.0], [30.0, 5.0, 13.0], MARBLE, 0.5);
    let folds = |_: f32, around: f32| seen(MARBLE, 0.6 + libm::sinf(around * 16.0) * 0.08);
    bench.limb(([32.0, 24.0, -4.0], 7.0), ([32.0, 44.0, -4.0], 11.0), folds);
    bench.limb(([25.0, 24.0, -2.0], 4.0), ([28.0, 34.0, 5.0], 3.2), folds);
    bench.limb(([39.0, 24.0, -2.0], 4.0), ([36.0, 34.0, 5.0], 3.2), folds);
    bench.lump([32.0, 33.0, 8.0], (3.0, 3.4), MARBLE, 0.66);
    bench.lump([32.0, 13.0, -4.0], (7.4, 9.0), MARBLE, 0.6);
    let mut picture = bench.done();
    picture.ellipse((32.0, 15.0), (4.2, 5.4), |_, y| MARBLE.at(0.1 + (y + 1.0) * 0.06));
    picture.lines(&[(40.0, 26.0), (36.0, 33.0), (41.0, 41.0), (38.0, 47.0)], MARBLE.at(0.2));
    picture
}

/// A bowl of stone with water in it.
pub(super) fn font() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([20.0, 58.0, 0.0], [24.0, 5.0, 14.0], MARBLE, 0.4);
    bench.limb(([32.0, 44.0, -2.0], 5.0), ([32.0, 58.0, -2.0], 6.0), |_, around| {
        seen(MARBLE, 0.5 + libm::sinf(around * 12.0) * 0.06)
    });
    bench.limb(([32.0, 36.0, -1.0], 14.0), ([32.0, 42.0, -1.0], 8.0), |_, _| seen(MARBLE, 0.54));
    let mut picture = bench.done();
    // The bowl is cut off flat.
    for y in 16..31 {
        for x in 14..50 {
            picture.clear(x, y);
        }
    }
    picture.ellipse((32.0, 31.0), (15.0, 4.6), |_, y| MARBLE.at(0.72 - y * 0.1));
    picture.ellipse((32.0, 31.4), (12.4, 3.2), |x, y| AQUA.at(0.34 + (x - y) * 0.08));
    picture.rect(26, 31, 7, 1, AQUA.at(0.7));
    picture
}
