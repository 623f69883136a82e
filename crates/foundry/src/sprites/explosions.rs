//! An explosion, from its white flash to the last of its smoke.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{FIRE, SMOKE},
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// The six images, from the flash on.
const AGES: [Fireball; 6] = [
    Fireball { radius: 15.0, heat: 1.5, smoke: 0.0, sparks: 26, thrown: (10.0, 22.0) },
    Fireball { radius: 24.0, heat: 1.15, smoke: 0.0, sparks: 40, thrown: (16.0, 29.0) },
    Fireball { radius: 29.0, heat: 0.82, smoke: 0.3, sparks: 34, thrown: (20.0, 31.0) },
    Fireball { radius: 30.5, heat: 0.42, smoke: 0.85, sparks: 22, thrown: (22.0, 31.0) },
    Fireball { radius: 31.0, heat: 0.12, smoke: 0.8, sparks: 12, thrown: (18.0, 31.0) },
    Fireball { radius: 31.0, heat: -1.0, smoke: 0.55, sparks: 0, thrown: (0.0, 1.0) },
];

/// One moment of an explosion.
struct Fireball {
    radius: f32,
    /// Heat of its centre: white at 1, out at 0.
    heat: f32,
    /// Opacity of its smoke where it is thickest.
    smoke: f32,
    /// Number of sparks.
    sparks: i32,
    /// Distance that the sparks have flown.
    thrown: (f32, f32),
}

/// Returns the image of an age, counted from 0.
pub(crate) fn explosion(age: usize) -> Canvas {
    let Fireball { radius, heat, smoke, sparks, thrown } = AGES[age];
    let mut picture = Canvas::new(64, 64);
    for y in 0..64 {
        for x in 0..64 {
            let (across, down) = ((x as f32 - 31.5) / radius, (y as f32 - 31.5) / radius);
            let reach = libm::sqrtf(across * across + down * down);
            let older = age as f32;
            let billow = cloud(381, x as f32 / 10.0, (y as f32 + older * 4.0) / 10.0, 64) - 0.5;
            let curl = cloud(382, x as f32 / 5.0, (y as f32 + older * 3.0) / 5.0, 64) - 0.5;
            let thick = 1.0 - reach + billow * 1.1;
            if thick < 0.06 || reach > 1.0 {
                continue;
            }
            let hot = heat * (1.25 - reach * 0.85) + billow * 0.6 + curl * 0.5 - older * 0.02;
            if hot > 0.2 {
                picture.dot(x, y, FIRE.at(0.14 + hot * 0.8).shining());
            } else if smoke > 0.0 {
                let cover = (thick * 2.2).min(1.0) * smoke;
                let tone = 0.34 - down * 0.18 - across * 0.08 + billow * 0.5 + curl * 0.36;
                picture.dot(x, y, SMOKE.at(tone).veil(cover));
            }
        }
    }
    fling(&mut picture, 383 + age as u32, sparks, thrown);
    picture
}

/// Glowing pieces flying from the middle, each with a tail.
fn fling(picture: &mut Canvas, seed: u32, count: i32, thrown: (f32, f32)) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(thrown.0, thrown.1));
        let at = |reach: f32| (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        picture.line(at(reach - dice.between(1.5, 5.0)), at(reach), FIRE.at(dice.between(0.4, 0.6)).shining());
        let (x, y) = at(reach);
        picture.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, FIRE.at(0.86).shining());
    }
}
