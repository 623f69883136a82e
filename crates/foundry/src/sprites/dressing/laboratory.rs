//! Furniture of the laboratory, the sick bay and the cryogenic bays.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{
        ALARM, AMBER, AQUA, BLOOD, DRESS, ENAMEL, FLESH, FROST, GALL, GLAZE, GUNMETAL, ICE, MEAT, PALLOR, PHOSPHOR,
        STEEL,
    },
};
use music::chance::{Dice, white};

/// A tank with a floating specimen.
pub(super) fn specimen_tank() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 50.0, 0.0), (19.0, 61.0), ENAMEL, 0.44);
    bench.drum((32.0, 3.0, 0.0), (18.0, 10.0), ENAMEL, 0.54);
    let mut picture = bench.done();
    for y in 9..51_i32 {
        for x in 16..48 {
            let across = (x as f32 - 31.5) / 16.0;
            let stir = cloud(661, x as f32 / 5.0, y as f32 / 7.0, 64) * 0.2;
            let round = 1.0 - across * across;
            picture.dot(x, y, AQUA.at(0.22 + round * 0.3 + stir + (y - 9) as f32 * 0.003).shining());
        }
    }
    let dead = |x: f32, y: f32| FLESH.at(0.5 - x * 0.14 - y * 0.2);
    picture.lines(&[(33.0, 9.0), (35.0, 16.0), (32.0, 22.0)], PALLOR.at(0.4));
    picture.ellipse((31.0, 24.0), (6.4, 6.0), dead);
    picture.ellipse((34.0, 36.0), (5.6, 8.6), dead);
    for (from, to) in [
        ((30.0, 32.0), (23.0, 38.0)),
        ((38.0, 33.0), (42.0, 41.0)),
        ((33.0, 43.0), (29.0, 49.0)),
        ((36.0, 43.0), (40.0, 48.0)),
    ] {
        picture.line(from, to, FLESH.at(0.4));
        picture.line((from.0 + 1.0, from.1), (to.0 + 1.0, to.1), FLESH.at(0.54));
    }
    picture.rect(28, 24, 2, 1, GALL.at(0.9).shining());
    picture.rect(33, 24, 2, 1, GALL.at(0.9).shining());
    let mut dice = Dice::new(662);
    for _ in 0..12 {
        picture.dot(dice.whole(18, 46), dice.whole(10, 50), AQUA.at(0.95).shining());
    }
    for y in 11..49 {
        picture.lighten(18, y, 0.24);
        picture.lighten(19, y, 0.12);
        picture.lighten(45, y, 0.1);
    }
    picture.rect(15, 9, 1, 42, GUNMETAL.at(0.2));
    picture.rect(48, 9, 1, 42, GUNMETAL.at(0.2));
    picture.rect(22, 54, 8, 3, PHOSPHOR.at(0.6).shining());
    picture.rect(36, 54, 3, 3, ALARM.at(0.7).shining());
    picture
}

/// An operating table with its straps open.
pub(super) fn operating_table() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 58.0, -4.0), (12.0, 62.0), ENAMEL, 0.44);
    bench.rod([32.0, 44.0, -6.0], [32.0, 59.0, -6.0], 4.0, STEEL, 0.5);
    bench.slab([2.0, 40.0, 0.0], [60.0, 4.0, 22.0], STEEL, 0.6);
    bench.slab([4.0, 37.0, -1.0], [56.0, 3.0, 20.0], GLAZE, 0.52);
    bench.lump([10.0, 34.0, -10.0], (6.0, 2.6), DRESS, 0.64);
    for x in [24.0, 44.0] {
        bench.slab([x, 37.0, 1.0], [4.0, 13.0, 1.0], PALLOR, 0.36);
    }
    // The lamp hangs over it.
    bench.rod([46.0, 0.0, -12.0], [46.0, 7.0, -12.0], 1.4, STEEL, 0.5);
    bench.lump([46.0, 9.0, -12.0], (9.0, 3.4), ENAMEL, 0.56);
    let mut picture = bench.done();
    for x in 40..53 {
        picture.dot(x, 12, AQUA.at(0.95).shining());
    }
    picture.splash(663, (33, 36), 9);
    picture.trickle(36, 40, 14);
    picture.trickle(30, 40, 8);
    picture
}

/// A cabinet of glass with bottles.
pub(super) fn cabinet() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([12.0, 8.0, 0.0], [40.0, 55.0, 14.0], ENAMEL, 0.56);
    let mut picture = bench.done();
    picture.rect(15, 11, 34, 34, GUNMETAL.at(0.16));
    for shelf in [21, 32, 43] {
        for x in (17..46).step_by(5) {
            let chance = white(664, x, shelf);
            let high = 3 + (chance * 5.0) as i32;
            let ink = [AQUA.at(0.5), AMBER.at(0.5), GALL.at(0.5), ALARM.at(0.4)][(chance * 3.9) as usize];
            if chance > 0.14 {
                picture.rect(x, shelf - high, 3, high, ink);
                picture.rect(x, shelf - high, 1, high, ink.lit(0.2));
                picture.rect(x + 1, shelf - high - 1, 1, 1, DRESS.at(0.7));
            }
        }
        picture.rect(15, shelf, 34, 1, GLAZE.at(0.7));
    }
    picture.lines(&[(18.0, 40.0), (30.0, 13.0)], GLAZE.at(0.8));
    picture.lines(&[(21.0, 41.0), (33.0, 13.0)], GLAZE.at(0.5));
    picture.rect(31, 11, 1, 34, ENAMEL.at(0.7));
    picture.rect(15, 48, 34, 12, ENAMEL.at(0.5));
    picture.rect(28, 53, 8, 1, GUNMETAL.at(0.4));
    picture.rect(22, 50, 4, 8, ALARM.at(0.5));
    picture.rect(20, 52, 8, 4, ALARM.at(0.5));
    picture
}

/// A stand with a bag of blood, its line pulled out.
pub(super) fn drip_stand() -> Canvas {
    let mut bench = Bench::new();
    for x in [20.0, 44.0] {
        bench.rod([32.0, 57.0, 0.0], [x, 60.5, 2.0], 1.2, STEEL, 0.5);
        bench.lump([x, 61.0, 2.0], (2.0, 2.0), GUNMETAL, 0.3);
    }
    bench.rod([32.0, 6.0, 0.0], [32.0, 58.0, 0.0], 1.1, STEEL, 0.66);
    bench.rod([24.0, 7.0, 0.0], [40.0, 7.0, 0.0], 0.9, STEEL, 0.66);
    bench.slab([21.0, 10.0, 1.0], [8.0, 13.0, 2.0], GLAZE, 0.56);
    bench.slab([36.0, 10.0, 1.0], [8.0, 14.0, 2.0], BLOOD, 0.62);
    let mut picture = bench.done();
    picture.rect(22, 18, 6, 4, AQUA.at(0.5));
    picture.lines(&[(40.0, 25.0), (41.0, 36.0), (37.0, 44.0), (44.0, 52.0), (50.0, 61.0)], BLOOD.at(0.7));
    picture.lines(&[(25.0, 24.0), (24.0, 34.0), (28.0, 42.0)], GLAZE.at(0.6));
    picture.rect(38, 13, 4, 1, DRESS.at(0.8));
    picture
}

/// A bench with a microscope, glasses, and something that has grown over the edge.
pub(super) fn lab_bench() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([4.0, 42.0, -1.0], [56.0, 21.0, 20.0], GLAZE, 0.5);
    bench.slab([2.0, 38.0, 0.0], [60.0, 5.0, 22.0], STEEL, 0.6);
    bench.slab([10.0, 34.0, -6.0], [13.0, 3.0, 8.0], GUNMETAL, 0.36);
    bench.rod([20.0, 35.0, -8.0], [20.0, 20.0, -8.0], 2.2, ENAMEL, 0.5);
    bench.rod([20.0, 20.0, -7.0], [12.0, 16.0, -5.0], 2.2, ENAMEL, 0.56);
    bench.rod([14.0, 20.0, -6.0], [14.0, 30.0, -6.0], 1.8, GUNMETAL, 0.4);
    for (x, ramp, top) in [(34.0, AQUA, 25.0), (43.0, GALL, 28.0), (52.0, AMBER, 26.0)] {
        bench.limb(([x, 33.0, -6.0], 4.2), ([x, top, -6.0], 1.4), |along, _| seen(ramp, 0.44 + along * 0.2));
        bench.rod([x, top - 4.0, -6.0], [x, top, -6.0], 1.3, GLAZE, 0.6);
    }
    let mut picture = bench.done();
    for x in [6, 25, 44] {
        picture.frame(x, 46, 15, 14, GUNMETAL.at(0.4));
        picture.rect(x + 5, 48, 5, 1, STEEL.at(0.8));
    }
    for x in 40..50 {
        let length = (white(665, x, 0) * 14.0) as i32;
        for step in 0..length {
            picture.dot(x, 38 + step, GALL.at(0.6 - step as f32 * 0.02));
        }
    }
    picture
}

/// A pod for cold sleep, its sleeper still behind the pane.
pub(super) fn cryo_pod() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([10.0, 55.0, 0.0], [44.0, 8.0, 16.0], STEEL, 0.44);
    bench.limb(([32.0, 20.0, -4.0], 17.0), ([32.0, 48.0, -4.0], 17.0), |_, around| {
        seen(FROST, 0.52 + if around.abs() > 0.8 { -0.1 } else { 0.0 })
    });
    let mut picture = bench.done();
    for y in 10..46_i32 {
        for x in 20..45 {
            let (across, down) = ((x as f32 - 32.0) / 12.0, (y as f32 - 28.0) / 18.0);
            let edge = across * across + down * down * down * down;
            if edge < 1.0 {
                let rime = cloud(666, x as f32 / 4.0, y as f32 / 4.0, 16);
                let ink = if rime > 0.5 + (1.0 - edge) * 0.2 { ICE.at(0.9) } else { ICE.at(0.3 + edge * 0.2) };
                picture.dot(x, y, ink.shining());
            }
        }
    }
    picture.ellipse((32.0, 23.0), (5.0, 6.4), |x, y| PALLOR.at(0.56 - x * 0.1 - y * 0.14));
    picture.rect(29, 22, 2, 1, MEAT.at(0.1));
    picture.rect(33, 22, 2, 1, MEAT.at(0.1));
    picture.rect(31, 27, 3, 1, MEAT.at(0.14));
    picture.ellipse((32.0, 38.0), (8.0, 8.0), |x, y| PALLOR.at(0.4 - x * 0.1 - y * 0.1));
    for y in 12..44 {
        picture.lighten(24, y, 0.2);
        picture.lighten(25, y, 0.12);
    }
    picture.rect(16, 57, 12, 3, ICE.at(0.8).shining());
    picture.rect(42, 57, 3, 3, ALARM.at(0.7).shining());
    picture.rect(47, 57, 3, 3, GUNMETAL.at(0.2));
    picture
}
