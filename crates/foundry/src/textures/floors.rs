//! Floors, and ceilings with their lamps.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, ENAMEL, GUNMETAL, ICE, RUST, STEEL},
};
use music::chance::white;

/// Floor plates with raised tread marks.
pub(crate) fn plate() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.1));
    for (left, top) in [(0, 0), (32, 0), (0, 32), (32, 32)] {
        floor.block(left + 1, top + 1, 30, 30, 2.0, STEEL.at(0.34));
        for row in 0..6 {
            for column in 0..6 {
                let (x, y) = (left + 3 + column * 5, top + 3 + row * 5);
                if (row + column) % 2 == 0 {
                    floor.block(x, y + 1, 3, 1, 3.2, STEEL.at(0.5));
                } else {
                    floor.block(x + 1, y, 1, 3, 3.2, STEEL.at(0.5));
                }
            }
        }
    }
    floor.light();
    floor.grain(101, 0.05);
    floor.patina(102, RUST, 0.77);
    floor
}

/// An open grating over darkness with pipes in it.
pub(crate) fn grate() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.05));
    for row in 0..10 {
        let round = row as f32 / 9.0;
        floor.block(0, 20 + row, 64, 1, -2.0, RUST.at(0.34 - (round - 0.3).abs() * 0.4));
    }
    for bar in (0..64).step_by(8) {
        floor.block(0, bar, 64, 3, 2.0, STEEL.at(0.4));
        floor.block(bar, 0, 3, 64, 2.0, STEEL.at(0.4));
    }
    floor.block(0, 0, 64, 5, 3.0, STEEL.at(0.44));
    floor.block(0, 0, 5, 64, 3.0, STEEL.at(0.44));
    floor.light();
    for (x, y) in [(2, 2), (2, 34), (34, 2)] {
        floor.bolt(x, y, STEEL.at(0.6));
    }
    floor.grain(103, 0.08);
    floor
}

/// An open hatch in the floor: a frame with hinges around a shaft, whose rungs disappear in the dark.
pub(crate) fn pit() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.42));
    for (inset, tone) in [(6, 0.2), (8, 0.12), (11, 0.08), (15, 0.04), (20, 0.0)] {
        floor.block(inset, inset, 64 - 2 * inset, 64 - 2 * inset, -1.0, GUNMETAL.at(tone));
    }
    for (rung, tone) in [(9, 0.4), (14, 0.26), (20, 0.14)] {
        floor.block(24, rung, 16, 2, 1.0, STEEL.at(tone));
    }
    for left in [10, 46] {
        floor.block(left, 58, 8, 4, 3.0, STEEL.at(0.5));
    }
    floor.light();
    for (x, y) in [(2, 2), (60, 2), (2, 60), (60, 60)] {
        floor.bolt(x, y, STEEL.at(0.6));
    }
    for x in 6..58 {
        for y in [3, 4] {
            floor.dot(x, y, if (x / 4) % 2 == 0 { AMBER.at(0.6) } else { GUNMETAL.at(0.1) });
        }
    }
    floor.grain(131, 0.05);
    floor
}

/// A hatch in the floor that is shut: two leaves in a striped frame.
pub(crate) fn trapdoor() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.42));
    for left in [6, 33] {
        floor.block(left, 6, 25, 52, 2.0, STEEL.at(0.38));
        for row in 0..5 {
            floor.block(left + 4, 11 + row * 9, 17, 3, 3.0, STEEL.at(0.48));
        }
    }
    floor.light();
    for (x, y) in [(2, 2), (60, 2), (2, 60), (60, 60)] {
        floor.bolt(x, y, STEEL.at(0.6));
    }
    for x in 6..58 {
        for y in [3, 4, 60, 61] {
            floor.dot(x, y, if (x / 4) % 2 == 0 { AMBER.at(0.6) } else { GUNMETAL.at(0.1) });
        }
    }
    floor.grain(132, 0.06);
    floor.patina(133, RUST, 0.7);
    floor
}

/// Pale crew-quarter tiles, scuffed and cracked.
pub(crate) fn tile() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.2));
    for row in 0..4 {
        for column in 0..4 {
            let worn = white(104, column, row) * 0.06;
            let dark = if (row + column) % 2 == 0 { 0.0 } else { -0.14 };
            floor.block(column * 16, row * 16, 15, 15, 1.0, ENAMEL.at(0.5 + dark - worn));
        }
    }
    floor.light();
    let crack = GUNMETAL.at(0.18);
    floor.lines(&[(16.0, 21.0), (21.0, 25.0), (24.0, 24.0), (30.0, 30.0)], crack);
    floor.lines(&[(21.0, 25.0), (20.0, 31.0)], crack);
    floor.lines(&[(48.0, 60.0), (53.0, 54.0), (59.0, 52.0), (63.0, 48.0)], crack);
    floor.grain(105, 0.05);
    floor.patina(106, RUST, 0.76);
    floor
}

/// The lift's floor: rubber ribs inside an amber line.
pub(crate) fn lift_floor() -> Canvas {
    let mut floor = Canvas::texture(GUNMETAL.at(0.24));
    for row in (0..64).step_by(4) {
        floor.block(0, row, 64, 2, 1.0, GUNMETAL.at(0.36));
    }
    floor.block(0, 0, 64, 6, 2.0, STEEL.at(0.42));
    floor.block(0, 58, 64, 6, 2.0, STEEL.at(0.42));
    floor.block(0, 0, 6, 64, 2.0, STEEL.at(0.42));
    floor.block(58, 0, 6, 64, 2.0, STEEL.at(0.42));
    floor.light();
    floor.frame(7, 7, 50, 50, AMBER.at(0.6));
    floor.frame(8, 8, 48, 48, AMBER.at(0.5));
    for (x, y) in [(3, 3), (60, 3), (3, 60), (60, 60)] {
        floor.bolt(x, y, STEEL.at(0.65));
    }
    floor.grain(107, 0.07);
    floor
}

/// The plain ceiling.
pub(crate) fn panel() -> Canvas {
    let mut ceiling = coffer();
    ceiling.light();
    for (x, y) in [(4, 4), (27, 4), (36, 4), (59, 4), (4, 59), (27, 59), (36, 59), (59, 59)] {
        ceiling.rivet(x, y);
    }
    ceiling.grain(111, 0.06);
    ceiling.patina(112, RUST, 0.78);
    ceiling
}

fn coffer() -> Canvas {
    let mut ceiling = Canvas::texture(GUNMETAL.at(0.12));
    for left in [0, 32] {
        ceiling.plate(left + 1, 1, 30, 62, 2.0, STEEL.at(0.3));
        ceiling.plate(left + 6, 7, 20, 50, 1.2, STEEL.at(0.26));
    }
    ceiling
}

/// A ceiling with a ventilation duct and cables.
pub(crate) fn duct() -> Canvas {
    let mut ceiling = coffer();
    for column in 0..30 {
        let round = (column as f32 + 0.5) / 30.0;
        let tone = 0.46 - (round - 0.35) * (round - 0.35) * 0.9;
        ceiling.block(17 + column, 0, 1, 64, 5.0, STEEL.at(tone));
    }
    for top in [0, 32] {
        ceiling.block(15, top, 34, 4, 6.5, GUNMETAL.at(0.5));
    }
    for row in (10..26).step_by(3) {
        ceiling.block(24, row, 16, 2, 3.0, GUNMETAL.at(0.05));
    }
    for (left, ink) in [(5, RUST.at(0.45)), (8, AMBER.at(0.3)), (55, GUNMETAL.at(0.5))] {
        ceiling.block(left, 0, 2, 64, 4.0, ink);
    }
    ceiling.light();
    for top in [2, 34] {
        ceiling.rivet(18, top);
        ceiling.rivet(45, top);
    }
    ceiling.grain(113, 0.06);
    ceiling
}

/// A ceiling panel with a fluorescent light in it.
pub(crate) fn lamp() -> Canvas {
    let mut ceiling = coffer();
    ceiling.plate(8, 10, 48, 44, 4.0, GUNMETAL.at(0.5));
    ceiling.light();
    ceiling.grain(115, 0.05);
    for top in [14, 34] {
        for row in 0..16 {
            for column in 0..40 {
                let off = (row as f32 - 7.5).abs() / 8.0;
                let end = (19.5 - (column as f32 - 19.5).abs()).min(4.0) / 4.0;
                let ink =
                    if off < 0.6 { ICE.at(1.0 - off * 0.2 - (1.0 - end) * 0.3) } else { ICE.at(0.82 - off * 0.25) };
                ceiling.dot(12 + column, top + row, ink.shining());
            }
        }
        ceiling.frame(11, top - 1, 42, 18, GUNMETAL.at(0.25));
        for x in [24, 39] {
            ceiling.rect(x, top, 1, 16, ICE.at(0.6));
        }
    }
    ceiling
}

/// The lift's ceiling: a round light in brushed plates.
pub(crate) fn lift_ceiling() -> Canvas {
    let mut ceiling = Canvas::texture(STEEL.at(0.3));
    ceiling.plate(1, 1, 62, 62, 2.0, STEEL.at(0.4));
    for row in (6..58).step_by(4) {
        ceiling.block(6, row, 52, 1, 1.0, STEEL.at(0.26));
    }
    ceiling.light();
    ceiling.ellipse((32.0, 32.0), (19.0, 19.0), |_, y| GUNMETAL.at(0.45 - y * 0.2));
    ceiling.ellipse((32.0, 32.0), (16.5, 16.5), |_, y| GUNMETAL.at(0.2 + y * 0.15));
    ceiling.ellipse((32.0, 32.0), (15.0, 15.0), |x, y| AMBER.at(1.0 - (x * x + y * y) * 0.22).shining());
    ceiling.rect(31, 17, 2, 30, GUNMETAL.at(0.3));
    ceiling.rect(17, 31, 30, 2, GUNMETAL.at(0.3));
    for (x, y) in [(4, 4), (59, 4), (4, 59), (59, 59)] {
        ceiling.bolt(x, y, STEEL.at(0.6));
    }
    ceiling.grain(117, 0.05);
    ceiling
}

/// Steps of the alarm lamp's turn.
pub(crate) const ALARM_STEPS: i32 = 4;

/// A ceiling panel with a red alarm lamp whose mirror turns; one image per step.
pub(crate) fn alarm(step: i32) -> Canvas {
    let mut ceiling = coffer();
    ceiling.plate(10, 10, 44, 44, 4.0, GUNMETAL.at(0.46));
    ceiling.light();
    for y in 11..53_i32 {
        for x in 11..53_i32 {
            let rim = (x - 11).min(52 - x).min(y - 11).min(52 - y) < 4;
            if rim && (x + y) % 8 < 4 {
                ceiling.dot(x, y, AMBER.at(0.5));
            } else if rim {
                ceiling.dot(x, y, GUNMETAL.at(0.16));
            }
        }
    }
    ceiling.grain(118, 0.06);
    ceiling.ellipse((32.0, 32.0), (15.5, 15.5), |_, y| GUNMETAL.at(0.3 - y * 0.2));
    ceiling.ellipse((32.0, 32.0), (13.5, 13.5), |x, y| {
        let turn = step as f32 * core::f32::consts::TAU / ALARM_STEPS as f32 + 0.6;
        let reach = libm::sqrtf(x * x + y * y);
        let ahead = if reach > 0.0 { (x * libm::cosf(turn) + y * libm::sinf(turn)) / reach } else { 1.0 };
        let beam = ((ahead - 0.3) / 0.7).max(0.0) * 0.6;
        ALARM.at(0.4 + beam + (0.35 - reach).max(0.0) * 1.6 - reach * 0.12).shining()
    });
    // The cage that protects the glass.
    for offset in [0, 8] {
        ceiling.rect(19, 27 + offset, 26, 1, GUNMETAL.at(0.2));
        ceiling.rect(27 + offset, 19, 1, 26, GUNMETAL.at(0.2));
        ceiling.rect(19, 26 + offset, 26, 1, GUNMETAL.at(0.5));
        ceiling.rect(26 + offset, 19, 1, 26, GUNMETAL.at(0.5));
    }
    for (x, y) in [(6, 6), (57, 6), (6, 57), (57, 57)] {
        ceiling.bolt(x, y, STEEL.at(0.5));
    }
    ceiling
}
