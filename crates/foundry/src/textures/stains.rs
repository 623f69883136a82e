//! Marks of shots and wounds on walls, and pools on floors, transparent around them.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, value},
    tools::palette::{BLOOD, GUNMETAL, Ink, LEATHER, STEEL},
    tools::shapes::{Point, marks},
};
use core::f32::consts::TAU;
use music::chance::{Dice, white};

/// A bullet's hole with a bright lip of bare metal, 8x8.
pub(crate) fn bullet1() -> Canvas {
    bullet(&["..ssss..", ".sshhss.", "sshoohss", "shoooows", "shooowws", "sshowwss", ".ssswss.", "..ssss.."])
}

/// A bullet's hole with a crack running from it, 8x8.
pub(crate) fn bullet2() -> Canvas {
    bullet(&["h..sss..", ".hssssss", "sshhooss", "ssooooww", "shooowws", "ssoowwhs", ".sswwssh", "..sss..."])
}

fn bullet(rows: &[&'static str]) -> Canvas {
    let mut mark = Canvas::new(8, 8);
    for (x, y, letter) in marks(rows) {
        let ink = match letter {
            b'o' => LEATHER.at(0.0),
            b'h' => GUNMETAL.at(0.12).veil(0.85),
            b'w' => STEEL.at(0.9 - white(701, x, y) * 0.2).veil(0.9),
            _ => LEATHER.at(0.02).veil(0.32),
        };
        mark.dot(x, y, ink);
    }
    mark
}

/// Soot of a fire or explosion: thick in the middle, thrown outwards in streaks, 32x32.
pub(crate) fn scorch() -> Canvas {
    soot(702)
}

/// A disc of soot on the floor after an explosion, 32x32.
pub(crate) fn scorched1() -> Canvas {
    soot(705)
}

/// Another variant.
pub(crate) fn scorched2() -> Canvas {
    soot(708)
}

fn soot(seed: u32) -> Canvas {
    let mut mark = Canvas::new(32, 32);
    for y in 0..32 {
        for x in 0..32 {
            let (across, down) = (x as f32 - 15.5, y as f32 - 15.5);
            let reach = libm::sqrtf(across * across + down * down) / 15.5;
            let turn = libm::atan2f(down, across) / TAU + 0.5;
            let streak = value(seed, turn * 24.0, 0.5, 24) - 0.5;
            let thick =
                1.0 - reach + streak * 0.9 * reach + (cloud(seed + 1, x as f32 / 6.0, y as f32 / 6.0, 32) - 0.5) * 0.4;
            if thick > 0.06 && reach < 1.0 {
                let ember = reach < 0.3 && white(seed + 2, x, y) > 0.8;
                let ink = if ember { GUNMETAL.at(0.3) } else { LEATHER.at(0.06 + reach * 0.08) };
                mark.dot(x, y, ink.veil((thick * 1.3).min(0.92)));
            }
        }
    }
    mark
}

/// A splash of blood on a wall with runs down from it, 32x32.
pub(crate) fn blood1() -> Canvas {
    let mut mark = splat(32, 711, &[((13.0, 10.0), 5.5), ((20.0, 13.0), 3.6), ((8.0, 14.0), 2.6)]);
    let mut dice = Dice::new(710);
    for _ in 0..16 {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(8.0, 13.0));
        let spot = (14.0 + libm::cosf(turn) * reach, 12.0 + libm::sinf(turn) * reach * 0.8);
        drop(&mut mark, spot, dice.between(0.5, 1.3));
    }
    for (x, top, length) in [(11, 14, 12), (14, 16, 14), (17, 15, 7), (21, 16, 11), (8, 15, 6)] {
        run(&mut mark, x, top, length);
    }
    mark
}

/// Blood thrown slantwise over a wall in a fan of drops, 32x32.
pub(crate) fn blood2() -> Canvas {
    let mut mark = splat(32, 712, &[((8.0, 20.0), 3.8), ((13.0, 16.0), 2.8), ((18.0, 12.0), 2.0), ((23.0, 8.0), 1.4)]);
    let mut dice = Dice::new(713);
    for _ in 0..34 {
        let (reach, aside) = (dice.between(6.0, 26.0), dice.between(-0.42, 0.42));
        let (x, y) = (6.0 + reach + aside * reach * 0.5, 22.0 - reach * 0.75 + aside * reach);
        drop(&mut mark, (x, y), dice.between(0.5, 1.3));
    }
    for (x, top, length) in [(7, 23, 6), (10, 21, 9), (15, 18, 5)] {
        run(&mut mark, x, top, length);
    }
    mark
}

/// Blood that hit a wall hard: a ragged star with long runs, 32x32.
pub(crate) fn blood3() -> Canvas {
    let mut mark = splat(32, 714, &[((16.0, 10.0), 5.5)]);
    let mut dice = Dice::new(715);
    for ray in 0..15 {
        let turn = ray as f32 * TAU / 15.0 + dice.between(-0.2, 0.2);
        let far = dice.between(6.0, 13.0);
        for step in 0..12 {
            let reach = 4.0 + (far - 4.0) * step as f32 / 11.0;
            let spot = (16.0 + libm::cosf(turn) * reach * 1.1, 10.5 + libm::sinf(turn) * reach * 0.75);
            drop(&mut mark, spot, 1.3 - step as f32 * 0.06);
        }
    }
    for (x, top, length) in [(13, 14, 16), (16, 15, 10), (18, 14, 15), (22, 13, 6)] {
        run(&mut mark, x, top, length);
    }
    mark
}

/// A round pool of blood on the floor, 32x32.
pub(crate) fn pool1() -> Canvas {
    pool(721, &[((16.0, 16.0), 11.0), ((11.0, 19.0), 7.0)], 14)
}

/// A pool of blood formed by two, 32x32.
pub(crate) fn pool2() -> Canvas {
    pool(722, &[((11.0, 12.0), 7.5), ((20.0, 19.0), 8.5), ((15.0, 16.0), 5.0)], 20)
}

/// Scattered blood on the floor, 32x32.
pub(crate) fn pool3() -> Canvas {
    pool(723, &[((16.0, 14.0), 5.0), ((9.0, 22.0), 3.4), ((24.0, 20.0), 3.8), ((23.0, 8.0), 2.4)], 34)
}

fn pool(seed: u32, blobs: &[(Point, f32)], drops: i32) -> Canvas {
    let mut mark = splat(32, seed, blobs);
    let mut dice = Dice::new(seed ^ 0x33);
    for _ in 0..drops {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(8.0, 15.0));
        let spot = (16.0 + libm::cosf(turn) * reach, 16.0 + libm::sinf(turn) * reach);
        drop(&mut mark, spot, dice.between(0.5, 1.5));
    }
    mark
}

/// Returns blood with a thickness `depth`, from 0 at its edge: thin blood is dried and transparent, thick blood dark
/// and wet.
pub(super) fn wet(depth: f32) -> Ink {
    match depth {
        depth if depth < 0.1 => BLOOD.at(0.3).veil(0.62),
        depth if depth < 0.22 => BLOOD.at(0.52).veil(0.86),
        depth => BLOOD.at(0.62 - depth.min(1.0) * 0.2).veil(0.94),
    }
}

/// Draws ragged, merging blobs, each with a centre and a radius, on a square with a side in pixels.
pub(super) fn splat(side: i32, seed: u32, blobs: &[(Point, f32)]) -> Canvas {
    let mut mark = Canvas::new(side, side);
    let depth = |x: i32, y: i32| -> f32 {
        let ragged = (cloud(seed, x as f32 / 4.0 + 9.0, y as f32 / 4.0 + 9.0, 64) - 0.5) * 1.7;
        let pull = blobs.iter().map(|((left, top), radius)| {
            let (across, down) = (x as f32 + 0.5 - left, y as f32 + 0.5 - top);
            radius * radius / (across * across + down * down + 1.0)
        });
        (pull.sum::<f32>() - 1.0).min(1.0) + ragged
    };
    for y in 0..side {
        for x in 0..side {
            let here = depth(x, y);
            if here > 0.0 {
                // The wet surface catches light along its upper rim.
                let gleam = (0.3..0.8).contains(&here) && depth(x, y - 2) < here - 0.6;
                let clot = (cloud(seed ^ 9, x as f32 / 5.0, y as f32 / 5.0, 64) - 0.5) * 0.7;
                mark.dot(x, y, if gleam { BLOOD.at(0.95).veil(0.94) } else { wet(here).lit(clot) });
            }
        }
    }
    mark
}

/// One round drop.
pub(super) fn drop(mark: &mut Canvas, spot: Point, radius: f32) {
    mark.ellipse(spot, (radius, radius), |x, y| wet(0.5 - (x * x + y * y) * 0.3));
}

/// A run of blood down a wall from a place, ending in a fat drop.
pub(super) fn run(mark: &mut Canvas, x: i32, top: i32, length: i32) {
    for step in 0..length {
        let part = step as f32 / length as f32;
        mark.dot(x, top + step, BLOOD.at(0.5 - part * 0.2).veil(0.92 - part * 0.2));
        if part < 0.4 {
            mark.dot(x + 1, top + step, BLOOD.at(0.34).veil(0.8 - part));
        }
    }
    mark.dot(x, top + length, BLOOD.at(0.66).veil(0.92));
    mark.dot(x, top + length - 1, BLOOD.at(0.56).veil(0.92));
}
