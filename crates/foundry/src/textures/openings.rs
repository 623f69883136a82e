//! Openings: a window's pane, a grating, the leaf of a swinging door, and the wall around a window.

use crate::{
    textures::walls::{aged, panelling},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, GUNMETAL, ICE, Ink, LEATHER, PHOSPHOR, RUST, STEEL},
};
use music::chance::white;

/// Position of the pane in its frame: left, top, width and height.
const PANE: (i32, i32, i32, i32) = (5, 7, 54, 46);

/// A window: a riveted frame, opaque, and a half-transparent pane with the light of the room lying across it.
pub(crate) fn glass() -> Canvas {
    let (left, top, width, height) = PANE;
    let mut window = Canvas::texture(GUNMETAL.at(0.3));
    window.block(0, 0, 64, 64, 3.0, STEEL.at(0.42));
    window.block(left - 2, top - 2, width + 4, height + 4, 4.0, GUNMETAL.at(0.5));
    window.block(left - 1, top - 1, width + 2, height + 2, 1.0, GUNMETAL.at(0.12));
    window.block(0, 57, 64, 7, 5.0, STEEL.at(0.5));
    window.light();
    for x in (5..64).step_by(9) {
        window.rivet(x, 2);
        window.rivet(x, 60);
    }
    for y in (11..52).step_by(10) {
        window.rivet(1, y);
        window.rivet(61, y);
    }
    window.grain(211, 0.06);
    window.patina(212, RUST, 0.72);
    for y in 0..height {
        for x in 0..width {
            window.dot(left + x, top + y, pane(x, y));
        }
    }
    // A rubber seal all round, broken at the corners.
    window.frame(left - 1, top - 1, width + 2, height + 2, LEATHER.at(0.16));
    for (x, y) in [(left, top), (left + width - 1, top), (left, top + height - 1), (left + width - 1, top + height - 1)]
    {
        window.dot(x, y, LEATHER.at(0.1));
    }
    window
}

/// The pane at a place from its upper left corner: thin in the middle, dirtier at the rim, with bands of light.
fn pane(x: i32, y: i32) -> Ink {
    let (_, _, width, height) = PANE;
    let rim = x.min(width - 1 - x).min(y).min(height - 1 - y) as f32;
    let dirt = (1.0 - rim / 7.0).max(0.0) * cloud(213, x as f32 / 5.0, y as f32 / 5.0, 32);
    let slant = x + y;
    let band = match slant {
        18..26 | 29..31 => 0.17,
        58..70 => 0.13,
        73..75 => 0.17,
        _ => 0.0,
    };
    let scratch = white(214, slant / 5, x - y) > 0.985;
    let tone = 0.5 + band * 2.4 - dirt * 0.5 + if scratch { 0.3 } else { 0.0 };
    ICE.at(tone).veil(0.17 + band + dirt * 0.22 + if scratch { 0.1 } else { 0.0 })
}

/// A grating: a frame with upright bars and two rails, transparent between them.
pub(crate) fn bars() -> Canvas {
    let mut grating = Canvas::new(64, 64);
    for left in [0, 10, 20, 30, 40, 50, 60] {
        for (column, tone) in [(0, 0.34), (1, 0.66), (2, 0.48), (3, 0.2)] {
            grating.block(left + column, 0, 1, 64, 3.0, STEEL.at(tone));
        }
    }
    for (top, height) in [(0, 5), (20, 3), (41, 3), (58, 6)] {
        grating.block(0, top, 64, height, 4.0, GUNMETAL.at(0.5));
    }
    grating.light();
    for left in [1, 11, 21, 31, 41, 51, 61] {
        for y in [21, 42] {
            grating.bolt(left, y, GUNMETAL.at(0.62));
        }
        grating.rivet(left, 2);
        grating.rivet(left, 60);
    }
    grating.grain(221, 0.09);
    grating.patina(222, RUST, 0.6);
    // One bar has been sawn through and bent aside by something that wanted in.
    for y in 28..37 {
        for x in 30..34 {
            grating.clear(x, y);
        }
    }
    for (x, y) in [(30, 27), (31, 28), (33, 37), (32, 36)] {
        grating.dot(x, y, RUST.at(0.75));
    }
    grating
}

/// A low barrier: a plate on two rails up to knee height, striped for visibility, and transparent above.
pub(crate) fn barrier() -> Canvas {
    let mut barrier = Canvas::new(64, 64);
    for x in 0..64 {
        for y in 52..62 {
            let stripe = if (x + y) % 16 < 8 { AMBER } else { GUNMETAL };
            barrier.block(x, y, 1, 1, 4.0, stripe.at(0.5));
        }
    }
    for (top, tone) in [(48, 0.72), (49, 0.6), (50, 0.45), (51, 0.28), (62, 0.4), (63, 0.2)] {
        barrier.block(0, top, 64, 1, 6.0, STEEL.at(tone));
    }
    for left in [0, 20, 41, 61] {
        barrier.block(left, 50, 3, 14, 8.0, STEEL.at(0.5));
    }
    barrier.light();
    for left in [1, 21, 42, 62] {
        barrier.bolt(left, 54, GUNMETAL.at(0.62));
    }
    barrier.grain(223, 0.08);
    barrier.patina(224, RUST, 0.4);
    barrier
}

/// The leaf of a swinging door: a pressure hatch with hinges on the left, a handle on the right and a porthole.
pub(crate) fn hatch() -> Canvas {
    let mut leaf = Canvas::texture(GUNMETAL.at(0.3));
    leaf.plate(1, 1, 62, 62, 2.0, STEEL.at(0.38));
    leaf.plate(7, 5, 50, 54, 3.2, STEEL.at(0.5));
    leaf.plate(12, 37, 40, 17, 2.2, STEEL.at(0.42));
    for x in [18, 26, 34, 42] {
        leaf.block(x, 40, 3, 11, 3.2, STEEL.at(0.46));
    }
    for top in [9, 46] {
        leaf.block(0, top, 13, 9, 5.0, GUNMETAL.at(0.5));
        for (column, delta) in [(0, -0.12), (1, 0.1), (2, 0.24), (3, 0.06), (4, -0.12)] {
            leaf.block(column, top - 2, 1, 13, 6.0, GUNMETAL.at(0.5 + delta));
        }
    }
    leaf.light();
    for (x, y) in [(8, 12), (8, 49), (11, 15), (11, 52)] {
        leaf.rivet(x, y);
    }
    for (x, y) in [(15, 8), (53, 8), (15, 56), (53, 56), (55, 33)] {
        leaf.bolt(x, y, STEEL.at(0.6));
    }
    for y in 55..59 {
        for x in 20..46 {
            leaf.dot(x, y, if (x + y) % 8 < 4 { AMBER.at(0.5) } else { LEATHER.at(0.3) });
        }
    }
    leaf.grain(231, 0.06);
    leaf.patina(232, RUST, 0.7);
    leaf.drips(233, 9, (12, 40), 0.12);
    leaf.grime(234, 0.14);
    porthole(&mut leaf);
    handle(&mut leaf);
    leaf
}

/// The hatch's small round window, nearly black, with a bolted rim.
fn porthole(leaf: &mut Canvas) {
    let middle = (31.0, 20.0);
    leaf.ellipse(middle, (11.0, 11.0), |_, _| LEATHER.at(0.02));
    leaf.ellipse(middle, (10.0, 10.0), |x, y| GUNMETAL.at(0.56 - y * 0.26 - x * 0.1));
    leaf.ellipse(middle, (7.6, 7.6), |_, _| LEATHER.at(0.02));
    leaf.ellipse(middle, (6.8, 6.8), |x, y| {
        let band = (x + y + 0.35).abs() < 0.2 || (x + y + 0.85).abs() < 0.1;
        ICE.at(0.12 + y * 0.1 + if band { 0.26 } else { 0.0 })
    });
    for corner in 0..8 {
        let turn = corner as f32 * core::f32::consts::FRAC_PI_4 + 0.39;
        let (x, y) = (middle.0 + libm::cosf(turn) * 8.8, middle.1 + libm::sinf(turn) * 8.8);
        leaf.rivet(libm::floorf(x) as i32, libm::floorf(y) as i32);
    }
}

/// The lever that works the bolts, red where it is gripped, and the lamp above it.
fn handle(leaf: &mut Canvas) {
    leaf.rect(45, 22, 10, 16, LEATHER.at(0.04));
    leaf.fade(46, 23, 8, 14, GUNMETAL, (0.56, 0.36));
    leaf.rect(48, 25, 4, 2, PHOSPHOR.at(0.8).shining());
    leaf.rect(41, 30, 13, 5, LEATHER.at(0.0));
    for (row, tone) in [(31, 0.62), (32, 0.5), (33, 0.34)] {
        leaf.rect(42, row, 8, 1, ALARM.at(tone));
        leaf.rect(50, row, 3, 1, STEEL.at(tone + 0.14));
    }
    leaf.tint(42, 35, 12, 1, -0.16);
}

/// The hull's panelling with a heavy girder at each side and a warning sign, for the surroundings of windows.
pub(crate) fn window_wall() -> Canvas {
    let mut wall = panelling();
    wall.block(10, 8, 44, 33, 1.0, STEEL.at(0.3));
    for row in [12, 19, 26, 33] {
        wall.block(12, row, 40, 5, 2.0, STEEL.at(0.5));
    }
    for left in [0, 52] {
        wall.block(left, 5, 12, 43, 4.0, GUNMETAL.at(0.5));
        wall.block(left + 4, 8, 4, 37, 2.6, GUNMETAL.at(0.3));
    }
    wall.plate(17, 16, 30, 15, 3.4, AMBER.at(0.5));
    let mut wall = aged(wall, 241);
    for left in [2, 9, 54, 61] {
        for y in [10, 18, 26, 34, 42] {
            wall.rivet(left, y);
        }
    }
    warning(&mut wall);
    wall
}

/// A warning triangle between black bars.
fn warning(wall: &mut Canvas) {
    let dark = LEATHER.at(0.1);
    wall.frame(18, 17, 28, 13, dark);
    wall.polygon(&[(32.0, 18.0), (38.5, 29.0), (25.5, 29.0)], |_, _| dark);
    wall.rect(31, 21, 2, 4, AMBER.at(0.62));
    wall.rect(31, 26, 2, 2, AMBER.at(0.62));
    for x in (20..24).step_by(2).chain((40..44).step_by(2)) {
        wall.rect(x, 19, 1, 9, dark);
    }
}
