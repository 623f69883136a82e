//! Walls of the hull: the panelling of the corridors, and its fittings.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, GUNMETAL, LEATHER, PHOSPHOR, RUST, STEEL},
};
use music::chance::Dice;

/// The bare relief of the ship's panelling, before lighting: two plates between a header and a vented skirting.
pub(crate) fn panelling() -> Canvas {
    let mut wall = Canvas::texture(STEEL.at(0.16));
    wall.block(0, 0, 64, 5, 3.0, STEEL.at(0.5));
    wall.block(0, 5, 64, 2, 1.0, GUNMETAL.at(0.25));
    for left in [0, 32] {
        wall.plate(left + 1, 8, 30, 33, 2.0, STEEL.at(0.55));
        wall.plate(left + 4, 11, 24, 27, 1.2, STEEL.at(0.45));
        for (x, y) in [(2, 9), (29, 9), (2, 38), (29, 38)] {
            wall.rivet(left + x, y);
        }
    }
    wall.block(0, 42, 64, 4, 3.0, GUNMETAL.at(0.5));
    wall.rect(0, 43, 64, 1, AMBER.at(0.42));
    wall.plate(1, 48, 62, 14, 2.0, STEEL.at(0.46));
    for left in (6..54).step_by(18) {
        for row in [51, 54, 57] {
            wall.block(left, row, 14, 2, 0.4, STEEL.at(0.2));
        }
    }
    wall
}

/// Lights a wall and ages it.
pub(crate) fn aged(mut wall: Canvas, seed: u32) -> Canvas {
    wall.light();
    wall.grain(seed, 0.05);
    wall.drips(seed ^ 1, 7, (5, 40), 0.09);
    wall.grime(seed ^ 2, 0.14);
    wall
}

/// The main wall panelling.
pub(crate) fn hull() -> Canvas {
    let mut wall = panelling();
    for x in (4..64).step_by(8) {
        wall.rivet(x, 2);
    }
    aged(wall, 11)
}

/// Heavy ribbed bulkhead metal.
pub(crate) fn bulkhead() -> Canvas {
    let mut wall = Canvas::texture(GUNMETAL.at(0.2));
    for left in (0..64).step_by(16) {
        wall.block(left, 0, 16, 64, 0.0, GUNMETAL.at(0.36));
        for column in 0..7 {
            let round = column as f32 / 6.0;
            wall.block(left + 1 + column, 0, 1, 64, 3.0, GUNMETAL.at(0.74 - round * 0.44));
        }
    }
    for top in [4, 50] {
        wall.block(0, top, 64, 9, 5.0, GUNMETAL.at(0.54));
        wall.block(0, top + 3, 64, 3, 4.2, GUNMETAL.at(0.34));
    }
    wall.light();
    for x in (4..64).step_by(16) {
        for y in [8, 54] {
            wall.bolt(x, y, GUNMETAL.at(0.7));
        }
        for y in [20, 28, 36, 44] {
            wall.rivet(x, y);
        }
    }
    wall.grain(21, 0.05);
    wall.patina(22, RUST, 0.68);
    wall.drips(23, 14, (13, 50), 0.1);
    wall.grime(24, 0.16);
    wall
}

/// Panelling that has rusted through.
pub(crate) fn rust() -> Canvas {
    let mut wall = panelling();
    wall.light();
    wall.patina(31, RUST, 0.4);
    wall.grain(32, 0.12);
    let mut dice = Dice::new(33);
    for _ in 0..9 {
        let (x, y, length) = (dice.whole(0, 64), dice.whole(6, 40), dice.whole(8, 20));
        for step in 0..length {
            if let Some(ink) = wall.ink(x, y + step) {
                wall.dot(x, y + step, RUST.at(ink.tone + 0.06));
            }
        }
    }
    wall.drips(34, 16, (5, 44), 0.14);
    wall.grime(35, 0.2);
    wall
}

/// A round pillar's skin, closed where its sides meet: ribs between two collars, a run of cables and a junction box.
pub(crate) fn pillar() -> Canvas {
    let mut skin = Canvas::texture(GUNMETAL.at(0.3));
    for left in (0..64).step_by(16) {
        skin.block(left + 1, 10, 14, 44, 2.0, STEEL.at(0.5));
        skin.block(left + 4, 13, 8, 38, 1.2, STEEL.at(0.42));
    }
    cables(&mut skin, 20);
    for (top, height) in [(0, 9), (55, 9)] {
        skin.block(0, top, 64, height, 4.0, GUNMETAL.at(0.52));
        skin.block(0, top + 3, 64, 2, 3.2, GUNMETAL.at(0.3));
    }
    skin.block(0, 30, 64, 5, 5.5, GUNMETAL.at(0.56));
    skin.plate(47, 15, 12, 14, 4.5, GUNMETAL.at(0.46));
    skin.light();
    for x in (4..64).step_by(8) {
        skin.rivet(x, 32);
        skin.bolt(x, 58, GUNMETAL.at(0.68));
        skin.rivet(x, 6);
    }
    for y in 43..50_i32 {
        for x in 0..64 {
            // Unpainted metal below the cables.
            if !(18..31).contains(&x) && y < 48 {
                let striped = (x + y).rem_euclid(8) < 4;
                let below = skin.ink(x, y).map_or(0.4, |ink| ink.tone);
                skin.dot(x, y, if striped { AMBER.at(below + 0.1) } else { LEATHER.at(below - 0.14) });
            }
        }
    }
    skin.grain(201, 0.05);
    skin.patina(202, RUST, 0.72);
    skin.drips(203, 9, (9, 40), 0.1);
    skin.grime(204, 0.14);
    for (x, y, lamp) in [(49, 18, PHOSPHOR.at(0.82)), (52, 18, AMBER.at(0.85)), (55, 18, ALARM.at(0.4))] {
        skin.rect(x, y, 2, 2, lamp.shining());
        skin.rect(x, y + 2, 2, 1, GUNMETAL.at(0.1));
    }
    for row in [22, 24, 26] {
        skin.rect(49, row, 8, 1, GUNMETAL.at(0.12));
    }
    skin
}

/// Three cables down the whole height, held by clamps, the first column at `left`.
fn cables(skin: &mut Canvas, left: i32) {
    skin.block(left - 1, 9, 11, 46, 0.5, GUNMETAL.at(0.16));
    for (column, ink) in [(0, RUST.at(0.5)), (3, GUNMETAL.at(0.56)), (6, ALARM.at(0.34))] {
        for (across, delta) in [(0, 0.0), (1, 0.14), (2, -0.16)] {
            skin.block(left + column + across, 9, 1, 46, 3.5, ink.lit(delta));
        }
    }
    for top in [14, 40] {
        skin.block(left - 2, top, 13, 3, 5.0, STEEL.at(0.56));
    }
}
