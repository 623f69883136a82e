//! The wall of computer screens, with one image per step of its animation.

use crate::{
    textures::walls::{aged, panelling},
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, GUNMETAL, PHOSPHOR, STEEL},
};
use music::chance::{Dice, white};

/// Number of steps after which the animation repeats.
pub(crate) const STEPS: i32 = 4;

/// A wall with the ship's computer screens at one step.
pub(crate) fn screen(step: i32) -> Canvas {
    let mut wall = panelling();
    wall.block(2, 9, 60, 32, 4.0, GUNMETAL.at(0.4));
    wall.block(5, 12, 33, 23, 1.0, GUNMETAL.at(0.06));
    wall.block(42, 12, 17, 12, 1.0, GUNMETAL.at(0.06));
    wall.block(42, 27, 17, 11, 3.0, GUNMETAL.at(0.26));
    let mut wall = aged(wall, 51);
    readout(&mut wall, step);
    radar(&mut wall, step);
    lamps(&mut wall, step);
    wall
}

/// The large screen: text scrolling up, a trace running to the left, a beam running down, a blinking cursor.
fn readout(wall: &mut Canvas, step: i32) {
    wall.fade(6, 13, 31, 21, PHOSPHOR, (0.2, 0.08));
    for (line, row) in [15, 17, 19].into_iter().enumerate() {
        let mut dice = Dice::new(53 + (line as i32 + step).rem_euclid(STEPS).cast_unsigned());
        let mut x = 8;
        while x < 30 {
            let word = dice.whole(2, 6);
            wall.rect(x, row, word.min(34 - x), 1, PHOSPHOR.at(0.66));
            x += word + 1;
        }
    }
    let trace: Vec<(f32, f32)> = (8..36).map(|x| (x as f32, pulse(x + step * 7))).collect();
    wall.lines(&trace, PHOSPHOR.at(0.9));
    wall.rect(8, 32, 27, 1, PHOSPHOR.at(0.4));
    if step % 2 == 0 {
        wall.rect(33, 19, 2, 2, PHOSPHOR.at(0.85));
    }
    for y in (13..34).step_by(2) {
        wall.tint(6, y, 31, 1, -0.07);
    }
    for (behind, strength) in [(0, 0.16), (1, 0.1), (2, 0.05)] {
        wall.tint(6, 13 + (step * 5 - behind).rem_euclid(21), 31, 1, strength);
    }
    // The glass catches the lamps above.
    for slant in 0..7 {
        wall.tint(30 - slant, 13 + slant, 4, 1, 0.1);
    }
    shine(wall, (6, 13), (31, 21));
}

/// Returns the row of the trace at a column: a heartbeat every 28 columns.
fn pulse(x: i32) -> f32 {
    match x.rem_euclid(28) {
        6 => 27.0,
        7 => 24.0,
        8 => 22.0,
        9 => 26.0,
        10 => 31.0,
        11 => 30.0,
        16..=18 => 27.0,
        15 | 19 => 28.0,
        _ => 29.0,
    }
}

/// The small screen: a radar sweep that lights up what it passes.
fn radar(wall: &mut Canvas, step: i32) {
    wall.rect(43, 13, 15, 10, AMBER.at(0.08));
    for radius in [6.5_f32, 4.2] {
        for part in 0..40 {
            let turn = part as f32 * 0.157;
            let (x, y) = (50.5 + libm::cosf(turn) * radius, 18.0 + libm::sinf(turn) * radius * 0.7);
            wall.dot(x as i32, y as i32, AMBER.at(0.34));
        }
    }
    let hands = [(56.0, 14.0), (56.0, 21.0), (44.0, 21.0), (44.0, 14.0)];
    wall.line((50.5, 18.0), hands[step as usize % hands.len()], AMBER.at(0.62));
    for (contact, (x, y)) in [(55, 16), (53, 20), (46, 20), (47, 15)].into_iter().enumerate() {
        let since = (step - contact as i32).rem_euclid(STEPS) as f32;
        wall.dot(x, y, ALARM.at(0.95 - since * 0.17));
    }
    wall.dot(50, 18, AMBER.at(1.0));
    shine(wall, (43, 13), (15, 10));
}

/// The keys below the screens; some of them blink.
fn lamps(wall: &mut Canvas, step: i32) {
    let mut dice = Dice::new(52);
    for row in 0..3 {
        for column in 0..5 {
            let kinds = [PHOSPHOR.at(0.75), AMBER.at(0.75), ALARM.at(0.6), GUNMETAL.at(0.5)];
            let kind = dice.whole(0, 4) as usize;
            let out = white(54, column + row * 5, step) > 0.8;
            let lamp = if out { kinds[kind].lit(-0.4) } else { kinds[kind].shining() };
            let lamp = if kind == 3 { STEEL.at(0.4) } else { lamp };
            let (x, y) = (44 + column * 3, 29 + row * 3);
            wall.rect(x, y, 2, 2, lamp);
            wall.dot(x, y, lamp.lit(0.15));
        }
    }
    wall.rect(7, 37, 14, 2, GUNMETAL.at(0.2));
    wall.rect(25, 37, 3, 2, if step < 2 { AMBER.at(0.7).shining() } else { AMBER.at(0.3) });
    wall.rect(30, 37, 3, 2, ALARM.at(0.62).shining());
}

/// Makes a rectangle self-luminous.
fn shine(wall: &mut Canvas, corner: (i32, i32), size: (i32, i32)) {
    for y in corner.1..corner.1 + size.1 {
        for x in corner.0..corner.0 + size.0 {
            if let Some(ink) = wall.ink(x, y) {
                wall.dot(x, y, ink.shining());
            }
        }
    }
}
