//! Human remains and wreckage.

use crate::{
    sprites::dressing::bench::{Bench, seen},
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, BLOOD, BONE, CLOTH, FIRE, GUNMETAL, ICE, LEATHER, MEAT, PALLOR, STEEL, TITAN},
};
use music::chance::{Dice, white};

/// A body bag.
pub(super) fn body_bag() -> Canvas {
    let mut bench = Bench::new();
    let cloth =
        |tone: f32| move |along: f32, around: f32| seen(LEATHER, tone + libm::sinf(along * 14.0 + around * 3.0) * 0.05);
    bench.limb(([10.0, 57.0, 0.0], 4.6), ([28.0, 55.0, 0.0], 7.6), cloth(0.36));
    bench.limb(([28.0, 55.0, 0.0], 7.6), ([56.0, 58.0, 0.0], 4.0), cloth(0.32));
    bench.lump([9.0, 56.6, 1.0], (6.0, 5.0), LEATHER, 0.4);
    let mut picture = bench.done();
    for x in 8..58 {
        let y = 54 - i32::from((16..44).contains(&x)) - i32::from((22..36).contains(&x));
        picture.dot(x, y, if x % 2 == 0 { STEEL.at(0.8) } else { GUNMETAL.at(0.2) });
    }
    picture.rect(40, 54, 7, 5, BONE.at(0.8));
    picture.rect(41, 55, 5, 1, GUNMETAL.at(0.2));
    picture.rect(41, 57, 3, 1, GUNMETAL.at(0.2));
    picture
}

/// A dead deckhand, sitting.
pub(super) fn dead_deckhand() -> Canvas {
    let mut bench = Bench::new();
    let suit = |along: f32, around: f32| seen(CLOTH, 0.42 + libm::sinf(along * 11.0 + around * 4.0) * 0.06);
    bench.limb(([32.0, 36.0, -5.0], 8.0), ([32.0, 53.0, -2.0], 8.6), suit);
    bench.limb(([27.0, 55.0, 0.0], 5.0), ([18.0, 58.0, 14.0], 3.6), suit);
    bench.limb(([37.0, 55.0, 0.0], 5.0), ([48.0, 56.0, 12.0], 3.6), suit);
    bench.lump([15.0, 58.0, 17.0], (4.0, 3.6), LEATHER, 0.3);
    bench.lump([52.0, 57.0, 14.0], (4.0, 4.4), LEATHER, 0.3);
    bench.limb(([24.0, 36.0, -4.0], 3.6), ([17.0, 48.0, 1.0], 3.0), suit);
    bench.limb(([17.0, 48.0, 1.0], 2.8), ([14.0, 59.0, 5.0], 2.2), suit);
    bench.limb(([40.0, 36.0, -4.0], 3.6), ([44.0, 48.0, 3.0], 3.0), suit);
    bench.limb(([44.0, 48.0, 3.0], 2.8), ([35.0, 51.0, 7.0], 2.4), suit);
    bench.lump([13.6, 60.0, 6.0], (2.4, 2.2), PALLOR, 0.5);
    bench.lump([33.0, 51.0, 8.0], (2.6, 2.2), PALLOR, 0.5);
    bench.limb(([32.0, 30.0, -3.0], 3.0), ([33.0, 34.0, -3.0], 3.4), |_, _| seen(PALLOR, 0.4));
    bench.lump([35.0, 26.0, 1.0], (6.0, 6.8), PALLOR, 0.5);
    let mut picture = bench.done();
    for (x, y) in [(33, 26), (37, 27)] {
        picture.rect(x, y, 2, 1, MEAT.at(0.06));
    }
    picture.rect(34, 30, 3, 1, MEAT.at(0.1));
    for x in 29..42 {
        let hair = (white(671, x, 0) * 3.0) as i32;
        for y in 19..22 + hair {
            if picture.ink(x, y).is_some_and(|ink| ink.ramp == PALLOR) {
                picture.dot(x, y, GUNMETAL.at(0.14));
            }
        }
    }
    picture.splash(672, (33, 43), 9);
    picture.trickle(31, 46, 10);
    picture.rect(26, 38, 5, 3, BONE.at(0.8));
    picture
}

/// A hanged body.
pub(super) fn hanged_body() -> Canvas {
    let mut bench = Bench::new();
    let suit = |along: f32, around: f32| seen(STEEL, 0.44 + libm::sinf(along * 9.0 + around * 4.0) * 0.05);
    bench.rod([32.0, 0.0, 0.0], [32.0, 14.0, 0.0], 0.8, AMBER, 0.4);
    bench.limb(([32.0, 22.0, 0.0], 6.6), ([32.0, 38.0, 0.0], 6.0), suit);
    bench.limb(([29.0, 38.0, 0.0], 4.0), ([28.0, 50.0, 1.0], 3.0), suit);
    bench.limb(([35.0, 38.0, 0.0], 4.0), ([36.0, 50.0, -1.0], 3.0), suit);
    bench.lump([28.0, 54.0, 2.0], (2.6, 4.4), LEATHER, 0.3);
    bench.lump([36.0, 54.0, 0.0], (2.6, 4.4), LEATHER, 0.3);
    bench.limb(([25.0, 22.0, 0.0], 3.0), ([23.0, 39.0, 2.0], 2.2), suit);
    bench.limb(([39.0, 22.0, 0.0], 3.0), ([41.0, 39.0, 2.0], 2.2), suit);
    bench.lump([23.0, 41.0, 2.0], (2.0, 2.4), PALLOR, 0.44);
    bench.lump([41.0, 41.0, 2.0], (2.0, 2.4), PALLOR, 0.44);
    bench.lump([34.0, 13.0, 2.0], (5.0, 5.8), PALLOR, 0.46);
    let mut picture = bench.hung();
    picture.lines(&[(28.0, 17.0), (32.0, 19.0), (37.0, 18.0)], AMBER.at(0.5));
    picture.rect(33, 13, 2, 1, MEAT.at(0.06));
    picture.rect(37, 13, 1, 1, MEAT.at(0.06));
    for x in 29..40 {
        for y in 6..10 + (white(673, x, 0) * 3.0) as i32 {
            if picture.ink(x, y).is_some_and(|ink| ink.ramp == PALLOR) {
                picture.dot(x, y, GUNMETAL.at(0.12));
            }
        }
    }
    picture
}

/// Bones, gnawed and heaped.
pub(super) fn bone_heap() -> Canvas {
    let mut bench = Bench::new();
    let mut dice = Dice::new(674);
    for _ in 0..17 {
        let (x, y) = (dice.between(8.0, 56.0), dice.between(52.0, 61.0));
        let (way, rise) = (dice.between(-9.0, 9.0), dice.between(-6.0, 1.0));
        let z = (y - 56.0) * 2.0;
        let tone = dice.between(0.4, 0.6);
        bench.rod([x, y, z], [x + way, (y + rise).min(61.0), z], 1.2, BONE, tone);
        bench.lump([x, y, z], (1.9, 1.7), BONE, tone);
    }
    for (x, y, z) in [(22.0, 51.0, 6.0), (41.0, 55.0, 14.0)] {
        bench.lump([x, y, z], (6.0, 5.6), BONE, 0.54);
        bench.lump([x, y + 5.0, z + 1.0], (3.8, 2.6), BONE, 0.48);
    }
    let mut picture = bench.done();
    for (x, y) in [(22, 52), (41, 56)] {
        picture.ellipse((x as f32 - 2.0, y as f32), (1.7, 1.7), |_, _| GUNMETAL.at(0.02));
        picture.ellipse((x as f32 + 3.0, y as f32), (1.7, 1.7), |_, _| GUNMETAL.at(0.02));
        picture.rect(x, y + 3, 1, 2, GUNMETAL.at(0.04));
        for tooth in -2..3 {
            picture.dot(x + tooth, y + 5, BONE.at(if tooth % 2 == 0 { 0.9 } else { 0.1 }));
        }
    }
    picture
}

/// A mutilated body.
pub(super) fn gore_heap() -> Canvas {
    let mut bench = Bench::new();
    let mut dice = Dice::new(675);
    for _ in 0..15 {
        let (x, y) = (dice.between(12.0, 52.0), dice.between(53.0, 60.0));
        let wide = dice.between(3.0, 7.0);
        let (ramp, tone) = if dice.between(0.0, 1.0) > 0.5 { (MEAT, 0.34) } else { (BLOOD, 0.42) };
        bench.lump([x, y, y - 58.0], (wide, wide * 0.62), ramp, tone);
    }
    for (x, lean) in [(26.0, -4.0), (31.0, -1.0), (36.0, 3.0)] {
        bench.rod([x, 56.0, 4.0], [x + lean, 43.0, 2.0], 1.2, BONE, 0.56);
    }
    bench.limb(([46.0, 57.0, 6.0], 3.0), ([58.0, 59.0, 8.0], 2.2), |along, _| {
        if along < 0.4 { seen(MEAT, 0.4) } else { seen(PALLOR, 0.46) }
    });
    let mut picture = bench.done();
    for _ in 0..22 {
        let (x, y) = (dice.whole(3, 60), dice.whole(59, 63));
        picture.rect(x, y, dice.whole(1, 5), 1, BLOOD.at(dice.between(0.3, 0.6)));
    }
    for _ in 0..9 {
        picture.lighten(dice.whole(16, 48), dice.whole(50, 58), 0.4);
    }
    picture
}

/// Cables torn out of the ceiling, one of them live.
pub(super) fn loose_cables() -> Canvas {
    let mut bench = Bench::new();
    let strands = [
        (14.0, 30.0, 5.0, GUNMETAL),
        (22.0, 44.0, -6.0, ALARM),
        (30.0, 24.0, 3.0, STEEL),
        (38.0, 50.0, 7.0, GUNMETAL),
        (46.0, 36.0, -4.0, AMBER),
    ];
    for (x, end, swing, ramp) in strands {
        let mut before = [x, 0.0, 0.0];
        for step in 1..9 {
            let part = step as f32 / 8.0;
            let sway = libm::sinf(part * 4.0) * swing * part;
            let next = [x + sway, end * part, part * 3.0];
            bench.rod(before, next, 1.1, ramp, 0.42);
            before = next;
        }
    }
    bench.slab([10.0, 0.0, -2.0], [44.0, 3.0, 4.0], GUNMETAL, 0.4);
    let mut picture = bench.hung();
    let (x, y) = (33, 51);
    for (dx, dy) in [(0, 0), (1, 2), (-1, 3), (2, 4), (-3, 2), (3, 1), (0, 6), (-4, 6), (4, 8), (1, 11)] {
        let ink = if dy < 4 { ICE.at(0.98) } else { FIRE.at(0.8) };
        picture.dot(x + dx, y + dy, ink.shining());
    }
    picture
}

/// Plates and beams that have come down.
pub(super) fn rubble() -> Canvas {
    let mut bench = Bench::new();
    for (at, size, tone) in [
        ([6.0, 54.0, -6.0], [24.0, 8.0, 14.0], 0.4),
        ([30.0, 56.0, -2.0], [26.0, 6.0, 12.0], 0.46),
        ([16.0, 48.0, -12.0], [26.0, 7.0, 10.0], 0.36),
        ([38.0, 50.0, -12.0], [14.0, 7.0, 8.0], 0.42),
    ] {
        bench.slab(at, size, TITAN, tone);
    }
    bench.rod([8.0, 60.0, 8.0], [50.0, 34.0, -8.0], 2.2, STEEL, 0.5);
    bench.rod([58.0, 61.0, 8.0], [34.0, 40.0, -10.0], 1.8, GUNMETAL, 0.44);
    bench.rod([20.0, 50.0, 2.0], [12.0, 36.0, -2.0], 0.8, AMBER, 0.4);
    let mut dice = Dice::new(676);
    for _ in 0..13 {
        bench.lump(
            [dice.between(4.0, 60.0), dice.between(59.0, 61.5), 9.0],
            (dice.between(1.0, 3.0), 1.6),
            TITAN,
            0.42,
        );
    }
    let mut picture = bench.done();
    picture.grain(677, 0.1);
    picture
}
