//! Furniture of living quarters: beds, seats, a kitchen, a bathroom.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::palette::{
        ALARM, AMBER, AQUA, BONE, COPPER, DRESS, ENAMEL, FIRE, GUNMETAL, LAMINATE, LEATHER, PRIMER, ROSE, SKIN, STEEL,
        WALNUT,
    },
    tools::sculpt::Face,
};
use music::chance::white;

/// Two bunks, one above the other, as their owners left them.
pub(super) fn bunk() -> Canvas {
    let mut bench = Bench::new();
    for (top, blanket) in [(20.0, AQUA), (48.0, ROSE)] {
        bench.slab([4.0, top, 0.0], [56.0, 6.0, 14.0], WALNUT, 0.46);
        bench.slab([6.0, top - 5.0, -1.0], [52.0, 5.0, 13.0], DRESS, 0.62);
        bench.slab_of([24.0, top - 6.0, 0.0], [35.0, 9.0, 14.0], |_, across, down| {
            seen(blanket, 0.44 + libm::sinf(across * 21.0 + down * 5.0) * 0.08)
        });
        bench.lump([14.0, top - 7.0, -4.0], (6.5, 3.4), DRESS, 0.72);
    }
    for x in [4.5, 59.5] {
        bench.rod([x, 8.0, 1.0], [x, 61.0, 1.0], 1.8, STEEL, 0.56);
    }
    for y in [30.0, 37.0, 44.0] {
        bench.rod([48.0, y, 2.0], [55.0, y, 2.0], 0.9, STEEL, 0.6);
    }
    for x in [48.0, 55.0] {
        bench.rod([x, 12.0, 2.0], [x, 61.0, 2.0], 1.0, STEEL, 0.6);
    }
    bench.done()
}

/// The case of a locker with two doors, of which the left one is shut and has a number.
fn locker_case(number: &str) -> Canvas {
    let mut bench = Bench::new();
    bench.slab([18.0, 9.0, 0.0], [28.0, 54.0, 12.0], STEEL, 0.5);
    let mut picture = bench.done();
    locker_door(&mut picture, 20, number);
    picture.rect(33, 12, 11, 48, GUNMETAL.at(0.12));
    picture
}

/// A shut door of a locker.
fn locker_door(picture: &mut Canvas, left: i32, number: &str) {
    picture.rect(left, 12, 11, 48, STEEL.at(0.58));
    picture.rect(left, 12, 1, 48, STEEL.at(0.76));
    for y in [16, 19, 22] {
        picture.rect(left + 2, y, 7, 1, STEEL.at(0.2));
    }
    picture.write(left + 2, 26, number, |_| AMBER.at(0.6));
    picture.rect(left + 9, 38, 1, 5, STEEL.at(0.86));
}

/// A locker of which both doors are shut; a photograph is stuck to one of them.
pub(super) fn locker_shut() -> Canvas {
    let mut picture = locker_case("7");
    locker_door(&mut picture, 33, "8");
    picture.rect(31, 12, 2, 48, STEEL.at(0.14));
    picture.rect(35, 45, 6, 8, BONE.at(0.72));
    picture.rect(36, 46, 4, 4, AQUA.at(0.44));
    picture.rect(37, 48, 2, 2, ROSE.at(0.5));
    picture
}

/// A locker that was emptied: a bare shelf, a bucket, and boots on the floor.
pub(super) fn locker_emptied() -> Canvas {
    let mut picture = locker_case("9");
    picture.rect(31, 12, 2, 48, STEEL.at(0.14));
    picture.rect(33, 24, 11, 1, STEEL.at(0.5));
    for (left, tone) in [(34, 0.34), (39, 0.4)] {
        picture.rect(left, 48, 3, 8, WALNUT.at(tone));
        picture.rect(left, 56, 5, 3, WALNUT.at(tone - 0.1));
    }
    picture.ellipse((38.5, 20.0), (3.6, 3.4), |_, y| AMBER.at(0.5 - y * 0.16));
    picture
}

/// A locker that was forced: its right door hangs askew, and a sleeve hangs out.
pub(super) fn locker_forced() -> Canvas {
    let mut picture = locker_case("2");
    picture.polygon(&[(32.0, 14.0), (42.0, 12.0), (45.0, 56.0), (35.0, 60.0)], |x, _| {
        STEEL.at(0.62 - (x - 32) as f32 * 0.012)
    });
    picture.line((32.0, 14.0), (35.0, 60.0), STEEL.at(0.14));
    for y in [18, 21, 24] {
        picture.rect(35, y, 6, 1, STEEL.at(0.2));
    }
    picture.ellipse((39.0, 38.0), (3.0, 4.0), |x, y| GUNMETAL.at(0.16 + (x + y) * 0.05));
    for x in 28..34 {
        let fold = libm::sinf(x as f32 * 1.7) * 0.1;
        picture.rect(x, 50, 1, 10 - (x % 2), AQUA.at(0.4 + fold));
    }
    picture
}

/// A locker, its door ajar.
pub(super) fn locker() -> Canvas {
    let mut picture = locker_case("4");
    // A coat hangs in it, and a helmet is on the shelf.
    picture.rect(33, 24, 11, 1, STEEL.at(0.5));
    picture.ellipse((38.5, 20.5), (4.0, 3.6), |_, y| DRESS.at(0.6 - y * 0.2));
    picture.ellipse((38.5, 21.0), (2.6, 1.6), |_, _| AQUA.at(0.3));
    for x in 35..43 {
        let fold = libm::sinf(x as f32 * 1.4) * 0.1;
        picture.rect(x, 28, 1, 24 - (x % 3), ROSE.at(0.4 + fold));
    }
    picture.rect(30, 34, 1, 5, DRESS.at(0.8));
    picture.rect(31, 12, 2, 48, STEEL.at(0.14));
    picture
}

/// A table with what was left of a meal.
pub(super) fn mess_table() -> Canvas {
    let mut bench = Bench::new();
    for x in [12.0, 52.0] {
        bench.rod([x, 42.0, -6.0], [x, 61.0, -6.0], 1.6, GUNMETAL, 0.5);
        bench.slab([x - 5.0, 60.0, -2.0], [10.0, 3.0, 8.0], GUNMETAL, 0.44);
    }
    bench.slab([4.0, 39.0, 0.0], [56.0, 4.0, 26.0], LAMINATE, 0.62);
    bench.slab([12.0, 37.0, -8.0], [18.0, 1.5, 9.0], STEEL, 0.62);
    bench.drum((44.0, 32.0, -8.0), (2.6, 37.0), ROSE, 0.56);
    bench.lump([20.0, 35.0, -11.0], (4.0, 2.0), BONE, 0.5);
    bench.rod([30.0, 36.0, -6.0], [37.0, 37.0, -4.0], 0.8, STEEL, 0.7);
    bench.done()
}

/// A stool, screwed to the deck.
pub(super) fn stool() -> Canvas {
    let mut bench = Bench::new();
    bench.drum((32.0, 59.0, 0.0), (8.0, 62.0), GUNMETAL, 0.46);
    bench.rod([32.0, 46.0, 0.0], [32.0, 60.0, 0.0], 2.0, STEEL, 0.56);
    bench.drum((32.0, 42.0, 0.0), (11.0, 47.0), ROSE, 0.5);
    bench.done()
}

/// A chair with arms, its stuffing coming out.
pub(super) fn armchair() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([14.0, 24.0, -12.0], [36.0, 34.0, 6.0], ROSE, 0.46);
    for x in [20.0, 32.0, 44.0] {
        bench.lump([x, 32.0, -10.0], (6.4, 9.0), ROSE, 0.48);
    }
    bench.slab([16.0, 46.0, -1.0], [32.0, 13.0, 13.0], ROSE, 0.52);
    for x in [10.0, 46.0] {
        bench.slab([x, 40.0, 0.0], [8.0, 20.0, 14.0], ROSE, 0.42);
        bench.slab([x, 39.0, 1.0], [8.0, 2.0, 14.0], WALNUT, 0.5);
    }
    bench.slab([12.0, 60.0, 0.0], [40.0, 3.0, 4.0], WALNUT, 0.3);
    let mut picture = bench.done();
    picture.polygon(&[(26.0, 45.0), (34.0, 44.0), (37.0, 47.0), (30.0, 49.0)], |x, y| {
        BONE.at(0.66 + white(41, x, y) * 0.2)
    });
    picture
}

/// A mattress on the deck, with a stain.
pub(super) fn mattress() -> Canvas {
    let mut bench = Bench::new();
    bench.slab_of([3.0, 56.0, 0.0], [58.0, 6.0, 34.0], |face, across, _| {
        let stripe = if (across * 58.0) as i32 % 8 < 2 { -0.1 } else { 0.0 };
        seen(DRESS, if face == Face::Top { 0.4 } else { 0.5 } + stripe)
    });
    bench.lump([14.0, 49.0, -14.0], (8.0, 3.6), DRESS, 0.6);
    bench.slab([36.0, 52.0, -3.0], [22.0, 4.0, 20.0], AQUA, 0.3);
    let mut picture = bench.done();
    picture.splash(612, (27, 51), 8);
    picture
}

/// A bar with its weights on a bench.
pub(super) fn weights() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([22.0, 47.0, 0.0], [20.0, 5.0, 24.0], LEATHER, 0.34);
    bench.rod([26.0, 52.0, -2.0], [26.0, 61.0, -2.0], 1.5, STEEL, 0.5);
    bench.rod([38.0, 52.0, -2.0], [38.0, 61.0, -2.0], 1.5, STEEL, 0.5);
    for x in [17.0, 47.0] {
        bench.rod([x, 28.0, -10.0], [x, 61.0, -10.0], 1.6, STEEL, 0.44);
    }
    bench.rod([3.0, 29.0, -6.0], [61.0, 29.0, -6.0], 1.1, STEEL, 0.72);
    for (x, high, ramp) in [(8.0, 11.0, GUNMETAL), (12.0, 8.0, ALARM), (52.0, 8.0, ALARM), (56.0, 11.0, GUNMETAL)] {
        bench.lump([x, 29.0, -4.0], (2.4, high), ramp, 0.4);
    }
    bench.done()
}

/// A steel toilet.
pub(super) fn toilet() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([22.0, 28.0, -12.0], [20.0, 18.0, 7.0], ENAMEL, 0.62);
    bench.limb(([32.0, 52.0, -2.0], 7.0), ([32.0, 60.0, -3.0], 5.0), |_, _| seen(ENAMEL, 0.56));
    bench.lump([32.0, 46.0, -1.0], (11.0, 4.0), ENAMEL, 0.66);
    bench.lump([32.0, 45.0, 1.0], (8.0, 2.4), GUNMETAL, 0.16);
    bench.lump([32.0, 44.6, -3.0], (10.4, 1.6), ENAMEL, 0.7);
    bench.rod([44.0, 31.0, -8.0], [44.0, 36.0, -8.0], 1.0, STEEL, 0.7);
    bench.done()
}

/// A basin with a broken mirror.
pub(super) fn washbasin() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([18.0, 10.0, -12.0], [28.0, 22.0, 2.0], STEEL, 0.6);
    bench.rod([32.0, 46.0, -6.0], [32.0, 61.0, -6.0], 3.0, ENAMEL, 0.54);
    bench.slab([16.0, 41.0, 0.0], [32.0, 7.0, 14.0], ENAMEL, 0.64);
    bench.lump([32.0, 38.6, -5.0], (11.0, 1.6), GUNMETAL, 0.2);
    bench.rod([32.0, 31.0, -11.0], [32.0, 37.0, -8.0], 1.0, STEEL, 0.8);
    let mut picture = bench.done();
    picture.fade(20, 12, 24, 18, AQUA, (0.5, 0.3));
    for (to_x, to_y) in [(20.0, 14.0), (43.0, 13.0), (42.0, 29.0), (24.0, 29.0), (36.0, 12.0), (20.0, 24.0)] {
        picture.line((31.0, 20.0), (to_x, to_y), DRESS.at(0.86));
    }
    picture.ellipse((31.0, 20.0), (2.0, 2.0), |_, _| GUNMETAL.at(0.1));
    picture.splash(613, (38, 41), 4);
    picture
}

/// A plant in a pot. It has lived through all of this.
pub(super) fn pot_plant() -> Canvas {
    let mut bench = Bench::new();
    bench.limb(([32.0, 50.0, 0.0], 8.0), ([32.0, 57.0, 0.0], 5.6), |_, _| seen(COPPER, 0.5));
    bench.drum((32.0, 45.0, 0.0), (9.4, 48.0), COPPER, 0.56);
    bench.lump([32.0, 45.4, 1.0], (7.4, 1.6), WALNUT, 0.2);
    let leaves = [
        (-21.0, -14.0, 3.0),
        (-15.0, -27.0, -3.0),
        (-6.0, -33.0, 2.0),
        (6.0, -31.0, -4.0),
        (15.0, -25.0, 4.0),
        (21.0, -12.0, 0.0),
        (-11.0, -12.0, 7.0),
        (10.0, -15.0, 8.0),
    ];
    for (number, (x, y, z)) in leaves.into_iter().enumerate() {
        let tone = 0.42 + white(614, number as i32, 0) * 0.2;
        let bend = [32.0 + x * 0.55, 44.0 + y * 0.8, z];
        let skin = |along: f32, around: f32| seen(PRIMER, tone - around.abs() * 0.14 + along * 0.06);
        bench.limb(([32.0, 45.0, 0.0], 0.9), (bend, 2.2), skin);
        bench.limb((bend, 2.2), ([32.0 + x, 46.0 + y * 0.9, z + 2.0], 0.6), skin);
    }
    bench.done()
}

/// A stove with a pot that still simmers.
pub(super) fn stove() -> Canvas {
    let mut bench = Bench::new();
    bench.slab([8.0, 34.0, 0.0], [48.0, 29.0, 20.0], ENAMEL, 0.56);
    bench.drum((22.0, 23.0, -9.0), (8.0, 32.0), COPPER, 0.54);
    bench.lump([22.0, 23.0, -8.0], (6.4, 1.6), ALARM, 0.3);
    bench.drum((44.0, 28.0, -9.0), (5.4, 31.0), GUNMETAL, 0.36);
    bench.rod([48.0, 29.0, -7.0], [58.0, 27.0, -4.0], 1.0, GUNMETAL, 0.4);
    let mut picture = bench.done();
    picture.rect(13, 43, 38, 16, ENAMEL.at(0.34));
    picture.rect(17, 46, 30, 9, GUNMETAL.at(0.1));
    picture.rect(19, 49, 26, 4, FIRE.at(0.3).shining());
    picture.rect(15, 41, 34, 1, DRESS.at(0.9));
    for (number, x) in (14..50).step_by(8).enumerate() {
        picture.ellipse((x as f32, 37.5), (1.8, 1.8), |_, y| GUNMETAL.at(0.3 - y * 0.2));
        picture.dot(x, 36, if number == 1 { ALARM.at(0.8).shining() } else { SKIN.at(0.4) });
    }
    picture
}
