//! Floors under water, and floors under ice.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{AQUA, FROST},
};

/// Knee-deep water over a dark floor, with a net of light. `step` is one of four frames; the net drifts by a quarter of
/// the texture in each.
pub(crate) fn water(step: i32) -> Canvas {
    let mut floor = Canvas::texture(AQUA.at(0.2));
    let drift = (step * 2) as f32;
    floor.every(|x, y, _| {
        let (x, y) = (x as f32 / 8.0, y as f32 / 8.0);
        let depth = cloud(301, x, y, 8);
        let net = cloud(302, x + drift, y, 8) - cloud(303, x, y + drift, 8);
        match net.abs() {
            line if line < 0.03 => AQUA.at(0.78),
            line if line < 0.08 => AQUA.at(0.56),
            _ => AQUA.at(0.2 + depth * 0.28),
        }
    });
    floor
}

/// Ice over a tiled floor, with cracks and blown snow.
pub(crate) fn ice() -> Canvas {
    let mut floor = Canvas::texture(FROST.at(0.6));
    floor.every(|x, y, _| {
        let is_joint = x % 32 == 0 || y % 32 == 0;
        let (x, y) = (x as f32 / 8.0, y as f32 / 8.0);
        let crack = (cloud(311, x, y, 8) - cloud(312, x, y, 8)).abs();
        let snow = cloud(313, x, y, 8);
        match (crack, snow) {
            (_, snow) if snow > 0.66 => FROST.at(0.96),
            (crack, _) if crack < 0.025 => FROST.at(0.34),
            (crack, _) if crack < 0.05 => FROST.at(0.9),
            _ if is_joint => FROST.at(0.46),
            (_, snow) => FROST.at(0.56 + snow * 0.3),
        }
    });
    floor.grain(314, 0.06);
    floor
}
