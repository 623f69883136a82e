//! Doors, jambs, lamps and signs of the kits.

use crate::{
    textures::kits::kit::{Kit, Signs},
    tools::canvas::Canvas,
    tools::palette::GUNMETAL,
};

/// A sliding door of two leaves with a slit to look through.
pub(super) fn door(kit: &Kit, _: u32) -> Canvas {
    let mut door = Canvas::texture(kit.main.at(0.2));
    for left in [0, 32] {
        door.plate(left + 1, 1, 30, 62, 3.0, kit.main.at(0.5));
        door.plate(left + 4, 6, 24, 22, 5.0, kit.other.at(0.5));
        door.plate(left + 4, 36, 24, 22, 5.0, kit.other.at(0.46));
    }
    door.block(0, 30, 64, 4, 6.0, kit.metal.at(0.5));
    door.light_deep(kit.seed ^ 11);
    for left in [8, 40] {
        door.rect(left, 12, 16, 5, GUNMETAL.at(0.08));
        door.rect(left + 1, 13, 14, 3, kit.glow.lit(-0.25).shining());
    }
    door.rect(31, 0, 2, 64, GUNMETAL.at(0.06));
    for x in (0..64).step_by(8) {
        door.rect(x, 61, 4, 2, kit.accent);
    }
    for (x, y) in [(3, 3), (28, 3), (35, 3), (60, 3), (3, 59), (28, 59), (35, 59), (60, 59)] {
        door.rivet(x, y);
    }
    door.grain(kit.seed ^ 12, 0.05);
    door.grime(kit.seed ^ 13, 0.1);
    door
}

/// A door jamb.
pub(super) fn jamb(kit: &Kit, _: u32) -> Canvas {
    let mut jamb = Canvas::texture(kit.main.at(0.3));
    jamb.block(0, 0, 22, 64, 4.0, kit.main.at(0.46));
    jamb.block(42, 0, 22, 64, 4.0, kit.main.at(0.46));
    jamb.block(26, 0, 12, 64, -2.0, GUNMETAL.at(0.12));
    jamb.light_deep(kit.seed ^ 14);
    for y in (0..64).step_by(8) {
        jamb.rect(16, y, 3, 4, kit.accent);
        jamb.rect(45, y + 4, 3, 4, kit.accent);
    }
    jamb.grain(kit.seed ^ 15, 0.06);
    jamb
}

/// A lamp in the ceiling.
pub(super) fn lamp(kit: &Kit, _: u32) -> Canvas {
    let mut ceiling = Canvas::texture(kit.main.at(0.34));
    ceiling.plate(2, 2, 60, 60, 3.0, kit.main.at(0.4));
    ceiling.plate(12, 12, 40, 40, 6.0, kit.metal.at(0.48));
    ceiling.light_deep(kit.seed ^ 16);
    for y in 16..48 {
        for x in 16..48 {
            let edge = (x - 16).min(47 - x).min(y - 16).min(47 - y) as f32;
            let bar = x % 8 == 0;
            let ink = if bar { kit.metal.at(0.3) } else { kit.glow.lit(-0.3 + (edge * 0.06).min(0.3)).shining() };
            ceiling.dot(x, y, ink);
        }
    }
    ceiling.grain(kit.seed ^ 17, 0.03);
    ceiling
}

/// A wall sign with the name of the place.
pub(super) fn sign(kit: &Kit, _: u32) -> Canvas {
    let mut wall = (kit.wall)(kit, 0);
    let (board, frame, letters) = match kit.signs {
        Signs::Lit => (kit.main.at(0.16), kit.main.at(0.66), [kit.glow.shining(), kit.glow.lit(-0.3).shining()]),
        Signs::Painted => (kit.main.at(0.84), kit.main.at(0.5), [GUNMETAL.at(0.2), kit.accent.lit(-0.1)]),
    };
    wall.rect(3, 10, 58, 28, board);
    wall.frame(3, 10, 58, 28, frame);
    for (number, text) in kit.sign.into_iter().enumerate() {
        wall.write(32 - text.len() as i32 * 4, 14 + number as i32 * 12, text, |_| letters[number]);
    }
    wall
}
