//! Wall terminals: the panel of a conduit lock, and the small screen of a notice.

use crate::{
    textures::walls::{aged, panelling},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, COPPER, FROST, GUNMETAL, ICE, Ink, LEATHER, PHOSPHOR, STEEL, VOID},
    tools::shapes::Point,
};
use music::chance::Dice;

/// Corners of the dark field in which the game draws a puzzle: the upper, the lower right and the lower left one, in
/// pixels from the upper left corner of the panel. All sides have the same length.
const FIELD: [Point; 3] = [(32.0, 9.0), (55.0, 49.0), (9.0, 49.0)];
/// Centre of the field.
const MIDDLE: Point = (32.0, 35.7);

/// Returns the field, scaled from its centre.
fn field(times: f32) -> [Point; 3] {
    FIELD.map(|(x, y)| (MIDDLE.0 + (x - MIDDLE.0) * times, MIDDLE.1 + (y - MIDDLE.1) * times))
}

/// The panel while it is locked: a dark triangle with a rim, three conduits, marks of danger, and a red light.
pub(super) fn conduit() -> Canvas {
    let mut panel = housing(ALARM.at(0.62).shining());
    panel.polygon(&FIELD, |x, y| {
        let depth = (y as f32 - FIELD[0].1) / 40.0;
        VOID.at(0.2 + depth * 0.16 + (cloud(661, x as f32 / 6.0, y as f32 / 6.0, 16) - 0.5) * 0.1)
    });
    for (from, to) in sides(0.93) {
        panel.line(from, to, ICE.at(0.2));
    }
    panel
}

/// The panel once its puzzle is solved: the field glows, the current runs through all three conduits, the light is
/// green.
pub(super) fn conduit_open() -> Canvas {
    let mut panel = housing(PHOSPHOR.at(0.8).shining());
    panel.polygon(&FIELD, |x, y| {
        let (across, down) = (x as f32 + 0.5 - MIDDLE.0, y as f32 + 0.5 - MIDDLE.1);
        let far = libm::sqrtf(across * across + down * down) / 27.0;
        PHOSPHOR.at(0.62 - far * 0.34 + (cloud(662, x as f32 / 5.0, y as f32 / 5.0, 16) - 0.5) * 0.1).shining()
    });
    for (times, tone) in [(0.86, 0.78), (0.56, 0.88), (0.28, 1.0)] {
        for (from, to) in sides(times) {
            panel.line(from, to, PHOSPHOR.at(tone).shining());
        }
    }
    for corner in field(0.86) {
        panel.line(MIDDLE, corner, PHOSPHOR.at(0.72).shining());
        panel.ellipse(corner, (2.4, 2.4), |_, _| PHOSPHOR.at(0.95).shining());
    }
    panel.ellipse(MIDDLE, (3.6, 3.6), |x, y| PHOSPHOR.at(1.0 - (x * x + y * y) * 0.2).shining());
    panel
}

/// Returns the sides of a smaller field.
fn sides(times: f32) -> [(Point, Point); 3] {
    let [top, right, left] = field(times);
    [(top, right), (right, left), (left, top)]
}

/// Draws the panel without its field, with a lamp of one colour.
fn housing(lamp: Ink) -> Canvas {
    let mut panel = Canvas::texture(GUNMETAL.at(0.2));
    panel.block(0, 0, 64, 64, 1.0, FROST.at(0.42));
    panel.plate(2, 2, 60, 50, 2.0, FROST.at(0.5));
    // The conduits: from each corner of the field a bundle of copper leads to an edge.
    for row in 0..4 {
        let round = COPPER.at([0.5, 0.78, 0.6, 0.36][row as usize]);
        panel.block(30 + row, 0, 1, 8, 4.0, round);
        panel.block(0, 45 + row, 9, 1, 4.0, round);
        panel.block(55, 45 + row, 9, 1, 4.0, round);
    }
    // The rim is raised; its inner edge is in shadow.
    for (times, rise, ink) in
        [(1.22, 3.0, GUNMETAL.at(0.34)), (1.17, 5.0, STEEL.at(0.86)), (1.06, 2.0, GUNMETAL.at(0.16))]
    {
        raised(&mut panel, &field(times), rise, ink);
    }
    stripes(&mut panel);
    panel.light();
    let mut panel = aged(panel, 663);
    for (x, y) in [(5, 5), (58, 5), (5, 26), (58, 26)] {
        panel.bolt(x, y, STEEL.at(0.8));
    }
    for corner in field(1.13) {
        panel.bolt(corner.0 as i32, corner.1 as i32 + 1, GUNMETAL.at(0.7));
    }
    bolt_sign(&mut panel);
    panel.rect(49, 10, 8, 5, GUNMETAL.at(0.1));
    panel.rect(50, 11, 6, 3, lamp);
    panel.rect(51, 11, 3, 1, lamp.lit(0.2));
    panel
}

/// Draws a polygon raised above the ground.
fn raised(panel: &mut Canvas, corners: &[Point], rise: f32, ink: Ink) {
    let mut shape = Canvas::new(64, 64);
    shape.polygon(corners, |_, _| ink);
    for y in 0..64 {
        for x in 0..64 {
            if shape.ink(x, y).is_some() {
                panel.raise(x, y, rise, ink);
            }
        }
    }
}

/// Black and amber stripes along the foot.
fn stripes(panel: &mut Canvas) {
    panel.block(0, 54, 64, 9, 3.0, AMBER.at(0.66));
    for y in 54..63 {
        for x in 0..64 {
            if (x + y) % 16 < 8 {
                panel.raise(x, y, 3.0, LEATHER.at(0.14));
            }
        }
    }
}

/// The electricity warning sign, amber on black, next to the rim.
fn bolt_sign(panel: &mut Canvas) {
    panel.polygon(&[(12.5, 8.0), (20.0, 20.0), (5.0, 20.0)], |_, _| LEATHER.at(0.06));
    panel.polygon(&[(12.5, 10.0), (18.4, 19.2), (6.6, 19.2)], |_, _| AMBER.at(0.78));
    panel.lines(&[(13.0, 12.0), (11.0, 15.0), (14.0, 15.0), (12.0, 18.0)], LEATHER.at(0.06));
}

/// A small lit screen with lines of text, at one of the two steps of its cursor.
pub(super) fn notice(step: i32) -> Canvas {
    let mut wall = panelling();
    wall.plate(8, 9, 48, 32, 4.0, GUNMETAL.at(0.5));
    wall.plate(10, 11, 44, 28, 5.0, STEEL.at(0.62));
    wall.block(12, 13, 40, 24, 1.0, GUNMETAL.at(0.06));
    let mut wall = aged(wall, 671);
    for y in 0..24 {
        for x in 0..40 {
            let glow = 0.34 - ((x as f32 - 19.5) / 40.0).abs() * 0.16 - (y as f32 / 24.0) * 0.08;
            wall.dot(12 + x, 13 + y, ICE.at(if y % 2 == 0 { glow } else { glow - 0.05 }).shining());
        }
    }
    // A heading, and lines of words of which the last is still being written.
    wall.rect(14, 15, 17, 2, AMBER.at(0.82).shining());
    wall.rect(14, 18, 36, 1, ICE.at(0.56).shining());
    let mut dice = Dice::new(672);
    for (line, row) in (20..35).step_by(3).enumerate() {
        let end = if line == 4 { 32 } else { 50 - dice.whole(0, 7) };
        let mut x = 14;
        while x < end {
            let word = dice.whole(2, 7).min(end - x);
            wall.rect(x, row, word, 1, ICE.at(0.9).shining());
            wall.rect(x, row + 1, word, 1, ICE.at(0.62).shining());
            x += word + 2;
        }
    }
    if step == 0 {
        wall.rect(34, 31, 2, 3, ICE.at(1.0).shining());
    }
    for (x, ink) in [(14, PHOSPHOR.at(0.75)), (17, AMBER.at(0.7))] {
        wall.rect(x, 42, 2, 1, ink.shining());
    }
    wall
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzle_field_is_dark_until_solved_and_stays_clear() {
        let [locked, open] = [conduit(), conduit_open()];
        let mut inside = Canvas::new(64, 64);
        inside.polygon(&field(0.84), |_, _| VOID.at(0.0));
        let places = (0..64 * 64).map(|index| (index % 64, index / 64)).filter(|(x, y)| inside.ink(*x, *y).is_some());
        let mut count = 0;
        for (x, y) in places {
            let [dark, lit] = [&locked, &open].map(|panel| panel.ink(x, y).unwrap());
            assert!(dark.ramp == VOID && dark.tone < 0.5 && lit.ramp == PHOSPHOR && lit.tone > 0.2, "{x}, {y}");
            count += 1;
        }
        assert!(count > 500, "{count}");
    }
}
