//! Weathering of surfaces: grain, grime, drips, corrosion, blood.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, ease},
    tools::palette::{BLOOD, Ramp},
};
use core::f32::consts::TAU;
use music::chance::{Dice, white};

impl Canvas {
    /// Adds fine speckle of strength `amount`, with broader blotches below it.
    pub(crate) fn grain(&mut self, seed: u32, amount: f32) {
        self.every(|x, y, ink| {
            let blotch = cloud(seed, x as f32 / 8.0, y as f32 / 8.0, 8) - 0.5;
            let speck = white(seed ^ 0x55, x, y) - 0.5;
            ink.lit(blotch * amount * 1.6 + speck * amount * 0.6)
        });
    }

    /// Adds dark dirt towards the foot of a wall.
    pub(crate) fn grime(&mut self, seed: u32, amount: f32) {
        let foot = self.height() as f32;
        self.every(|x, y, ink| {
            let depth = y as f32 / foot;
            let ragged = depth + (cloud(seed, x as f32 / 8.0, y as f32 / 16.0, 8) - 0.5) * 0.5;
            ink.lit(-amount * ease(((ragged - 0.45) / 0.55).clamp(0.0, 1.0)))
        });
    }

    /// Adds `count` dark drips that start at random in the rows `from.0..from.1`.
    pub(crate) fn drips(&mut self, seed: u32, count: i32, from: (i32, i32), amount: f32) {
        let mut dice = Dice::new(seed);
        for _ in 0..count {
            let (x, top) = (dice.whole(0, self.width()), dice.whole(from.0, from.1));
            let length = dice.whole(6, 22).min(self.height() - top);
            for step in 0..length {
                let fading = 1.0 - step as f32 / length as f32;
                self.lighten(x, top + step, -amount * fading);
            }
        }
    }

    /// Adds patches of another material where the clouds are above `bar` (0 everywhere, 1 nowhere), pitted at the rim.
    pub(crate) fn patina(&mut self, seed: u32, ramp: Ramp, bar: f32) {
        self.every(|x, y, ink| {
            let thick = cloud(seed, x as f32 / 10.666_667, y as f32 / 10.666_667, 6) - bar
                + (white(seed ^ 0xa5, x, y) - 0.5) * 0.08;
            match thick {
                thick if thick > 0.0 => ramp.at(ink.tone + (thick * 1.2).min(0.12) - 0.02),
                thick if thick > -0.025 => ink.lit(-0.1),
                _ => ink,
            }
        });
    }

    /// Adds a splash of blood around a centre, with thrown drops.
    pub(crate) fn splash(&mut self, seed: u32, centre: (i32, i32), radius: i32) {
        for y in -radius..=radius {
            for x in -radius..=radius {
                let distance = libm::sqrtf((x * x + y * y) as f32) / radius as f32;
                let ragged = distance + (cloud(seed, x as f32 / 3.0 + 40.0, y as f32 / 3.0 + 40.0, 64) - 0.5) * 1.1;
                if ragged < 0.6 {
                    self.bleed(centre.0 + x, centre.1 + y, 0.72 - ragged * 0.5);
                }
            }
        }
        let mut dice = Dice::new(seed ^ 0x77);
        for _ in 0..radius * 2 {
            let (turn, reach) = (dice.between(0.0, TAU), dice.between(0.6, 1.7) * radius as f32);
            let x = centre.0 + (libm::cosf(turn) * reach) as i32;
            let y = centre.1 + (libm::sinf(turn) * reach) as i32;
            self.bleed(x, y, 0.5);
        }
    }

    /// Covers one pixel with blood as light as `wet`, keeping some of the relief below.
    pub(crate) fn bleed(&mut self, x: i32, y: i32, wet: f32) {
        if let Some(ink) = self.ink(x, y) {
            self.dot(x, y, BLOOD.at(wet + (ink.tone - 0.4) * 0.35));
        }
    }

    /// Adds a run of blood from a point downwards, thinning out.
    pub(crate) fn trickle(&mut self, x: i32, y: i32, length: i32) {
        for step in 0..length {
            self.bleed(x, y + step, 0.62 - 0.3 * step as f32 / length as f32);
            if step < length / 3 {
                self.bleed(x + 1, y + step, 0.45);
            }
        }
        self.bleed(x, y + length, 0.66);
    }
}
