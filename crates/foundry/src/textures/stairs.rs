//! Stairs behind an opening in the wall, transparent around, so that they fit any wall: up into the light, or down into
//! the dark.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{AMBER, GUNMETAL, LEATHER, PHOSPHOR, RUST, STEEL},
};

/// The opening: left, top, width; it extends down to the floor.
const OPENING: (i32, i32, i32) = (9, 14, 46);
/// Visible height of each step in pixels, the nearest first; 50 in total.
const STEPS: [i32; 7] = [10, 9, 8, 7, 6, 5, 5];

/// Stairs that lead up.
pub(crate) fn stairs_up() -> Canvas {
    stairs(true)
}

/// Stairs that lead down.
pub(crate) fn stairs_down() -> Canvas {
    stairs(false)
}

fn stairs(up: bool) -> Canvas {
    let (left, top, width) = OPENING;
    let mut wall = Canvas::new(64, 64);
    wall.block(left - 5, top - 4, width + 10, 64 - top + 4, 4.0, GUNMETAL.at(0.46));
    wall.block(left - 1, top - 1, width + 2, 64 - top + 1, 1.0, GUNMETAL.at(0.1));
    wall.plate(22, 1, 20, 11, 3.0, GUNMETAL.at(0.36));
    wall.light();
    for y in (top + 2..62).step_by(11) {
        wall.rivet(left - 4, y);
        wall.rivet(left + width + 3, y);
    }
    wall.grain(261, 0.06);
    wall.patina(262, RUST, 0.74);
    wall.rect(left, top, width, 64 - top, LEATHER.at(0.02));
    flight(&mut wall, up);
    arrow(&mut wall, up);
    wall.outline(LEATHER.at(0.04));
    wall
}

/// The flight of steps, each narrower than the one before. Upwards each has a tread and a riser and is lighter;
/// downwards only the treads are visible, each darker.
fn flight(wall: &mut Canvas, up: bool) {
    let (left, _, width) = OPENING;
    let mut bottom = 64;
    for (step, height) in (0..).zip(STEPS) {
        let inset = step * 2;
        let (x, wide) = (left + inset, width - 2 * inset);
        let far = step as f32 / STEPS.len() as f32;
        let light = if up { 0.26 + far * 0.5 } else { 0.56 * (1.0 - far) * (1.0 - far) };
        let tread = (height / 3).max(2);
        wall.rect(x, bottom - height, wide, height, STEEL.at(light * if up { 0.55 } else { 0.9 }));
        wall.rect(x, bottom - height, wide, tread, STEEL.at(light));
        // The worn edge, and the inlaid grip.
        let edge = if up { bottom - height } else { bottom - 1 };
        wall.rect(x, edge, wide, 1, STEEL.at((light * 1.5).min(0.95)));
        for grip in (x + 3..x + wide - 3).step_by(4) {
            wall.dot(grip, edge + if up { 1 } else { -1 }, AMBER.at(light * 0.9));
        }
        // The string-boards on both sides.
        for side in [x - 1, x + wide] {
            wall.rect(side, bottom - height, 1, height, GUNMETAL.at(light * 0.7));
        }
        bottom -= height;
    }
}

/// The luminous arrow above.
fn arrow(wall: &mut Canvas, up: bool) {
    for row in 0..4 {
        let y = if up { 3 + row } else { 9 - row };
        wall.rect(31 - row, y, 2 + 2 * row, 1, PHOSPHOR.at(0.84).shining());
    }
    wall.rect(31, if up { 7 } else { 3 }, 2, 3, PHOSPHOR.at(0.66).shining());
}
