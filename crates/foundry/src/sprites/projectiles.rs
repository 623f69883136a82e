//! Projectiles of the player's weapons: nails and rockets, seen from behind.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, FIRE, GUNMETAL, LEATHER, ROT, SMOKE, STEEL},
    tools::shapes::Point,
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// A nail, hot from the driver: its head, and a glint.
pub(crate) fn nail() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for (x, y) in [(27, 32), (28, 32), (35, 31), (36, 31), (32, 27), (32, 28), (31, 35), (31, 36)] {
        picture.dot(x, y, FIRE.flat(3).shining());
    }
    picture.ellipse((32.0, 32.0), (3.4, 3.4), |_, _| FIRE.flat(4).shining());
    picture.ellipse((32.0, 32.0), (2.4, 2.4), |x, y| STEEL.at(0.92 - x * 0.06 - y * 0.08).shining());
    picture.ellipse((31.4, 31.4), (1.2, 1.2), |_, _| FIRE.flat(7).shining());
    picture
}

/// A rocket's tail with its fins and its fire, at one of two moments counted from 0.
pub(crate) fn rocket(step: u32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    trail(&mut picture, step);
    for fin in 0..4 {
        let turn = fin as f32 * TAU / 4.0 + TAU / 8.0;
        let about =
            |turn: f32, reach: f32| -> Point { (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach) };
        let blade =
            [about(turn - 0.32, 7.0), about(turn - 0.1, 14.0), about(turn + 0.1, 14.0), about(turn + 0.32, 7.0)];
        let light = if fin > 1 { 6 } else { 4 };
        picture.polygon(&blade, |_, _| GUNMETAL.flat(light));
        picture.line(about(turn, 7.0), about(turn, 13.4), GUNMETAL.flat(2));
        let (x, y) = about(turn, 13.4);
        picture.rect(libm::floorf(x) as i32, libm::floorf(y) as i32, 1, 1, ALARM.flat(4));
    }
    picture.ellipse((32.0, 32.0), (8.6, 8.6), |_, _| LEATHER.flat(0));
    picture.ellipse((32.0, 32.0), (7.8, 7.8), |x, y| ROT.at(0.46 - y * 0.24 - x * 0.12));
    picture.ellipse((32.0, 32.0), (5.8, 5.8), |_, _| GUNMETAL.flat(1));
    let wide = if step == 0 { 6.4 } else { 5.4 };
    picture.ellipse((32.0, 32.0), (wide, wide), |x, y| {
        let lick = cloud(397 + step, x * 2.0 + 9.0, y * 2.0 + 9.0, 64) - 0.5;
        FIRE.at(1.16 - (x * x + y * y) * 0.6 + lick * 0.3).shining()
    });
    let mut dice = Dice::new(399 + step);
    for _ in 0..9 {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(6.0, 11.0));
        let (x, y) = (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        picture.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, FIRE.at(dice.between(0.5, 0.85)).shining());
    }
    picture
}

/// The thin smoke around a rocket's tail.
fn trail(picture: &mut Canvas, step: u32) {
    for y in 12..52 {
        for x in 12..52 {
            let (across, down) = (x as f32 - 31.5, y as f32 - 31.5);
            let reach = libm::sqrtf(across * across + down * down) / 18.0;
            let billow = cloud(401 + step, x as f32 / 6.0, y as f32 / 6.0, 64) - 0.5;
            let thick = 0.8 - reach + billow * 1.2;
            if thick > 0.1 && reach < 1.0 {
                picture.dot(x, y, SMOKE.at(0.56 + billow * 0.5).veil(thick.min(1.0) * 0.5));
            }
        }
    }
}
