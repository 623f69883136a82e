//! Walls that all kits share: with pipes, and worn through; and the pillar.

use crate::{textures::kits::kit::Kit, tools::canvas::Canvas, tools::hash_noise::cloud};

/// Ages a lit wall slightly: grain, drips and dirt at its foot.
pub(super) fn aged(mut wall: Canvas, seed: u32, amount: f32) -> Canvas {
    wall.grain(seed ^ 0x51, 0.05);
    wall.drips(seed ^ 0x52, 6, (4, 40), amount);
    wall.grime(seed ^ 0x53, amount * 1.4);
    wall
}

/// The wall with pipes along it: three of them.
pub(super) fn piped(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 80 + variant;
    let mut wall = (kit.wall)(kit, 0);
    wall.tint(0, 6, 64, 40, -0.05);
    for (top, thick, ramp) in [(9, 9, kit.pipes), (22, 4, kit.metal), (30, 9, kit.pipes)] {
        for row in 0..thick {
            let round = (row as f32 + 0.5) / thick as f32;
            let tone = 0.76 - 1.7 * (round - 0.3) * (round - 0.3) - round * 0.22;
            // Reflected light keeps the underside from being black.
            wall.rect(0, top + row, 64, 1, ramp.at(tone.max(0.2)));
        }
        wall.tint(0, top + thick, 64, 3, -0.16);
        for x in [10 + variant as i32 * 9, 47] {
            wall.tint(x, top - 1, 3, thick + 2, 0.1);
        }
    }
    // Variants differ only by a ring of paint or a wire, because a valve in every third cell would form a pattern.
    if variant == 1 {
        wall.rect(29, 30, 5, 9, kit.accent.lit(-0.1));
        wall.rect(29, 38, 5, 1, kit.accent.lit(-0.4));
    }
    if variant == 2 {
        wall.rect(0, 27, 64, 1, kit.metal.at(0.5));
        wall.rect(0, 28, 64, 1, kit.metal.at(0.2));
    }
    aged(wall, seed, 0.08)
}

/// The corroded wall.
pub(super) fn worn(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 120 + variant;
    let mut wall = (kit.wall)(kit, [0, 1, 3][variant as usize % 3]);
    wall.patina(seed, kit.decay, 0.56);
    // Where it is thinnest there is a hole.
    wall.every(|x, y, ink| {
        let thin = cloud(seed ^ 6, x as f32 / 10.666_667, y as f32 / 10.666_667, 6);
        match thin {
            thin if thin > 0.73 => kit.decay.at(0.08),
            thin if thin > 0.7 => ink.lit(0.16),
            _ => ink,
        }
    });
    wall.drips(seed ^ 7, 12, (4, 44), 0.12);
    wall
}

/// A pillar's skin, closed where its sides meet.
pub(super) fn pillar(kit: &Kit, _: u32) -> Canvas {
    let mut skin = Canvas::texture(kit.main.at(0.38));
    for left in (0..64).step_by(8) {
        for column in 0..6 {
            let round = 1.0 - ((column as f32 - 2.5) / 3.0) * ((column as f32 - 2.5) / 3.0);
            skin.block(left + column, 8, 1, 48, 1.0 + round * 2.0, kit.main.at(0.54 + round * 0.14));
        }
    }
    for (top, high) in [(0, 8), (56, 8), (30, 5)] {
        skin.block(0, top, 64, high, 5.0, kit.main.at(0.6));
        skin.block(0, top + high / 2, 64, 1, 6.0, kit.accent);
    }
    skin.light_deep(kit.seed ^ 9);
    aged(skin, kit.seed ^ 10, 0.06)
}
