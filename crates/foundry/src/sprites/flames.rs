//! Fire: the flame thrower's puffs in flight, and the flames around burning bodies.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{FIRE, SMOKE},
};

/// A puff of burning fuel at one of four ages, counted from 0: it grows, cools and ends in smoke.
pub(crate) fn puff(age: u32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let older = age as f32;
    let radius = 9.0 + older * 5.0;
    for y in 0..64 {
        for x in 0..64 {
            let (across, down) = ((x as f32 - 31.5) / radius, (y as f32 - 31.5) / radius);
            let reach = libm::sqrtf(across * across + down * down);
            let lick = cloud(391 + age, x as f32 / 7.0, y as f32 / 9.0, 64) - 0.5;
            let hot = 1.16 - reach - older * 0.17 + lick * (0.7 + older * 0.3);
            let thick = 1.0 - reach + lick * 0.9;
            if hot > 0.14 && reach < 1.05 {
                picture.dot(x, y, FIRE.at(0.2 + hot * 0.82).shining());
            } else if age > 1 && thick > 0.08 && reach < 1.0 {
                picture.dot(x, y, SMOKE.at(0.42 + lick * 0.5).veil((thick * 1.6).min(1.0) * 0.6));
            }
        }
    }
    picture
}

/// Flames around a body at one of three moments, counted from 0; few of them cover its middle.
pub(crate) fn burning(step: u32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let shift = step as f32 * 13.0;
    for y in 2..64 {
        for x in 6..58 {
            let across = (x as f32 - 31.5) / 20.0;
            let up = (63.0 - y as f32) / 60.0;
            let sway = (cloud(395, 3.0, (y as f32 + shift) / 12.0, 64) - 0.5) * 0.5 * up;
            let off = (across - sway).abs();
            let tongue = cloud(396, x as f32 / 5.0, (y as f32 + shift * 1.7) / 12.0, 64) - 0.5;
            // Hottest in two columns at the body's sides, which lean together and thin out upwards.
            let column = 1.0 - (off - 0.64 + up * 0.4).abs() * 2.2;
            let foot = (0.25 - up).max(0.0) * 1.6 * (1.0 - off);
            let hot = column * 0.7 + foot + tongue * 1.5 - up * up * 0.55 - (off - 0.8).max(0.0) * 2.0;
            if hot > 0.24 {
                picture.dot(x, y, FIRE.at(0.1 + hot * 0.85).shining());
            }
        }
    }
    picture
}
