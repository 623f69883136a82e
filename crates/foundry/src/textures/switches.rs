//! Controls without a lever: shooting targets, plates and lines on the floor, the lift pad.

use crate::{
    textures::floors,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, ENAMEL, GUNMETAL, ICE, LEATHER, PHOSPHOR, RUST, STEEL},
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// A target waiting for a shot: rings around a red eye.
pub(crate) fn target_off() -> Canvas {
    target(false)
}

/// A target that was hit: holes in its rings, the eye green.
pub(crate) fn target_on() -> Canvas {
    target(true)
}

fn target(hit: bool) -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    for (column, tone) in [(0, 0.2), (1, 0.6), (2, 0.44), (3, 0.16)] {
        overlay.block(30 + column, 0, 1, 12, 1.0, STEEL.at(tone));
    }
    overlay.plate(15, 11, 34, 34, 3.0, GUNMETAL.at(0.5));
    overlay.light();
    for (x, y) in [(17, 13), (46, 13), (17, 42), (46, 42)] {
        overlay.bolt(x, y, STEEL.at(0.6));
    }
    let middle = (32.0, 28.0);
    overlay.ellipse(middle, (15.6, 15.6), |_, _| LEATHER.at(0.02));
    for (reach, painted) in [(14.6, false), (11.6, true), (8.6, false)] {
        overlay.ellipse(middle, (reach, reach), |x, y| {
            let light = -(x + y) * 0.09;
            if painted { ALARM.at(0.54 + light) } else { ENAMEL.at(0.78 + light) }
        });
    }
    overlay.grain(271, 0.06);
    overlay.patina(272, RUST, 0.72);
    if hit {
        for (x, y) in [(23, 22), (38, 36), (41, 21)] {
            overlay.ellipse((x as f32 + 0.5, y as f32 + 0.5), (2.4, 2.4), |x, y| STEEL.at(0.7 + (x + y) * 0.12));
            overlay.ellipse((x as f32 + 0.5, y as f32 + 0.5), (1.3, 1.3), |_, _| LEATHER.at(0.0));
        }
        overlay.lines(&[(38.0, 36.0), (41.0, 38.0), (42.0, 41.0)], LEATHER.at(0.04));
        overlay.lines(&[(23.0, 22.0), (20.0, 21.0), (19.0, 18.0)], LEATHER.at(0.04));
    }
    let eye = if hit { PHOSPHOR } else { ALARM };
    overlay.ellipse(middle, (5.8, 5.8), |_, _| LEATHER.at(0.0));
    overlay.ellipse(middle, (4.6, 4.6), |x, y| eye.at(0.84 - (x + 0.3) * 0.14 - (y + 0.3) * 0.2).shining());
    overlay.rect(29, 25, 2, 2, eye.at(1.0).shining());
    for (x, y, width, height) in [(31, 14, 2, 5), (31, 37, 2, 5), (18, 27, 5, 2), (41, 27, 5, 2)] {
        overlay.rect(x, y, width, height, LEATHER.at(0.1));
    }
    overlay.outline(LEATHER.at(0.04));
    overlay
}

/// A floor plate that sinks under a boot: striped around the edge, with the print of a sole in the middle.
pub(crate) fn floor_plate() -> Canvas {
    let mut floor = floors::plate();
    floor.rect(6, 6, 52, 52, LEATHER.at(0.0));
    let mut lid = Canvas::new(64, 64);
    lid.plate(8, 8, 48, 48, 3.0, STEEL.at(0.5));
    lid.plate(14, 14, 36, 36, 1.6, STEEL.at(0.38));
    for y in (17..48).step_by(4) {
        lid.block(17, y, 30, 1, 2.4, STEEL.at(0.46));
    }
    lid.light();
    for y in 9..55 {
        for x in 9..55 {
            let rim = (x - 9).min(54 - x).min(y - 9).min(54 - y);
            if rim < 4 {
                let tone = if rim == 0 { 0.12 } else { 0.0 };
                let ink = if (x + y) % 8 < 4 { AMBER.at(0.56 + tone) } else { LEATHER.at(0.2 + tone) };
                lid.dot(x, y, ink);
            }
        }
    }
    for left in [22, 34] {
        sole(&mut lid, left, 21);
    }
    lid.grain(273, 0.07);
    lid.patina(274, RUST, 0.74);
    floor.paste(0, 0, &lid);
    floor
}

/// The print of a sole with its heel below.
fn sole(lid: &mut Canvas, x: i32, y: i32) {
    let (left, top) = (x as f32, y as f32);
    for row in 0..22 {
        for column in 0..9 {
            let (across, down) = (column as f32 + 0.5 - 4.5, row as f32 + 0.5);
            let half = match row {
                0..14 => 4.4 - (down - 6.0).abs() * 0.22,
                14..16 => 0.0,
                _ => 3.2,
            };
            if across.abs() < half {
                let worn = cloud(275, (left + down) / 3.0, (top + across) / 3.0, 64) < 0.4;
                let groove = row % 3 == 2;
                let ink = if worn || groove { AMBER.at(0.34) } else { AMBER.at(0.66) };
                lid.dot(x + column, y + row, ink);
            }
        }
    }
}

/// A line across the path on all four sides of a tile: a groove with light in it, and eyes at the corners.
pub(crate) fn floor_line() -> Canvas {
    let mut floor = floors::plate();
    for inset in [6, 10] {
        floor.frame(inset, inset, 64 - inset * 2, 64 - inset * 2, STEEL.at(if inset == 6 { 0.2 } else { 0.62 }));
    }
    for inset in 7..10 {
        let ink = if inset == 8 { ALARM.at(0.86) } else { ALARM.at(0.5) };
        floor.frame(inset, inset, 64 - inset * 2, 64 - inset * 2, ink.shining());
    }
    for (x, y) in [(8, 8), (55, 8), (8, 55), (55, 55)] {
        floor.rect(x - 4, y - 4, 9, 9, LEATHER.at(0.0));
        floor.fade(x - 3, y - 3, 7, 7, GUNMETAL, (0.6, 0.3));
        floor.rect(x - 1, y - 1, 3, 3, ALARM.at(0.74).shining());
        floor.dot(x - 1, y - 1, ALARM.at(1.0).shining());
    }
    for place in [18, 30, 42] {
        for (x, y, width, height) in [(place, 6, 3, 5), (place, 53, 3, 5), (6, place, 5, 3), (53, place, 5, 3)] {
            floor.rect(x, y, width, height, GUNMETAL.at(0.3));
        }
    }
    floor
}

/// The teleporter pad: rings of cold light sunk in heavy plates.
pub(crate) fn lift_pad() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.2));
    floor.plate(1, 1, 62, 62, 2.0, STEEL.at(0.36));
    floor.light();
    for (x, y) in [(5, 5), (58, 5), (5, 58), (58, 58)] {
        floor.bolt(x, y, STEEL.at(0.62));
    }
    floor.grain(276, 0.06);
    floor.patina(277, RUST, 0.74);
    let middle = (32.0, 32.0);
    floor.ellipse(middle, (29.0, 29.0), |_, _| LEATHER.at(0.0));
    floor.ellipse(middle, (28.0, 28.0), |x, y| GUNMETAL.at(0.46 - (x + y) * 0.1));
    floor.ellipse(middle, (23.6, 23.6), |_, _| LEATHER.at(0.0));
    floor.ellipse(middle, (22.8, 22.8), |x, y| ICE.at(0.9 - (x * x + y * y - 0.9).abs() * 1.6).shining());
    floor.ellipse(middle, (19.6, 19.6), |_, _| LEATHER.at(0.0));
    floor.ellipse(middle, (19.0, 19.0), |x, y| STEEL.at(0.3 + (x + y) * 0.05));
    for corner in 0..8 {
        let turn = corner as f32 * TAU / 8.0 + TAU / 16.0;
        let at = |reach: f32, aside: f32| {
            let (cos, sin) = (libm::cosf(turn), libm::sinf(turn));
            (32.0 + cos * reach - sin * aside, 32.0 + sin * reach + cos * aside)
        };
        floor.polygon(&[at(12.0, 0.0), at(16.6, -2.6), at(16.6, 2.6)], |_, _| ICE.at(0.56).shining());
        let (x, y) = at(25.6, 0.0);
        floor.rivet(libm::floorf(x) as i32, libm::floorf(y) as i32);
    }
    floor.ellipse(middle, (9.4, 9.4), |_, _| LEATHER.at(0.0));
    floor.ellipse(middle, (8.6, 8.6), |x, y| {
        let reach = libm::sqrtf(x * x + y * y);
        ICE.at(1.0 - reach * 0.4 + libm::cosf(reach * 12.0) * 0.1).shining()
    });
    let mut dice = Dice::new(278);
    for _ in 0..26 {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(20.0, 22.4));
        let (x, y) = (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        floor.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, ICE.at(1.0).shining());
    }
    floor
}
