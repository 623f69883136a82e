//! Wall overlays, transparent around, so that they fit any wall: switches, signs and an alarm lamp.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, BONE, GUNMETAL, Ink, LEATHER, PHOSPHOR, RUST, Ramp, STEEL},
    tools::shapes::Point,
};
use music::chance::white;

/// A ladder on a wall, from the floor to a dark opening in the ceiling.
pub(crate) fn ladder() -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    overlay.block(16, 0, 32, 7, 1.0, GUNMETAL.at(0.02));
    for rung in 0..8 {
        overlay.block(22, 5 + rung * 8, 20, 3, 2.0, STEEL.at(0.55));
    }
    for left in [19, 41] {
        for (column, tone) in [(0, 0.3), (1, 0.66), (2, 0.46), (3, 0.2)] {
            overlay.block(left + column, 0, 1, 64, 3.0, STEEL.at(tone));
        }
    }
    overlay.light();
    for y in [12, 36, 60] {
        overlay.rivet(20, y);
        overlay.rivet(42, y);
    }
    overlay.grain(253, 0.07);
    overlay.patina(254, RUST, 0.6);
    overlay
}

/// A lever in its box at a position: 0 is up, with a red lamp; 1 to 3 are on the way down, with a lamp that goes out
/// and turns amber; 4 is down, with a green lamp.
pub(crate) fn switch(step: usize) -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    // The conduit comes down from the ceiling behind the box.
    for (column, tone) in [(0, 0.2), (1, 0.6), (2, 0.44), (3, 0.16)] {
        overlay.block(30 + column, 0, 1, 17, 1.0, STEEL.at(tone));
    }
    overlay.block(29, 6, 6, 3, 2.0, GUNMETAL.at(0.5));
    overlay.plate(20, 16, 24, 33, 3.0, GUNMETAL.at(0.5));
    overlay.plate(23, 19, 18, 27, 2.0, GUNMETAL.at(0.36));
    overlay.light();
    for (x, y) in [(21, 17), (42, 17), (21, 46), (42, 46)] {
        overlay.rivet(x, y);
    }
    overlay.grain(251, 0.06);
    overlay.patina(252, RUST, 0.7);
    for y in 27..45 {
        for x in [25, 26, 37, 38] {
            overlay.dot(x, y, if (x + y) % 6 < 3 { AMBER.at(0.62) } else { LEATHER.at(0.3) });
        }
    }
    overlay.rect(29, 27, 6, 18, GUNMETAL.at(0.6));
    overlay.rect(30, 28, 4, 16, GUNMETAL.at(0.03));
    overlay.rect(27, 20, 10, 5, LEATHER.at(0.04));
    if let Some(lamp) = switch_lamp(step) {
        overlay.rect(28, 21, 8, 3, lamp.at(0.72).shining());
        overlay.rect(29, 21, 5, 1, lamp.at(0.95).shining());
    } else {
        overlay.rect(28, 21, 8, 3, GUNMETAL.at(0.2));
    }
    lever(&mut overlay, [30, 33, 36, 39, 41][step]);
    overlay.outline(LEATHER.at(0.04));
    overlay
}

/// Returns the colour of a switch's lamp for a position of its lever, from 0 to 4; `None` while it is dark.
pub(crate) fn switch_lamp(step: usize) -> Option<Ramp> {
    match step {
        0 | 1 => Some(ALARM),
        2 => None,
        3 => Some(AMBER),
        _ => Some(PHOSPHOR),
    }
}

/// The lever's arm in its slot and its fat red grip with the middle at `y`.
fn lever(overlay: &mut Canvas, y: i32) {
    for row in y.min(36)..=y.max(36) {
        for (column, tone) in [(31, 0.86), (32, 0.5)] {
            overlay.dot(column, row, STEEL.at(tone));
        }
    }
    overlay.rect(24, y - 3, 16, 7, LEATHER.at(0.06));
    for (row, tone) in [(-2, 0.8), (-1, 0.62), (0, 0.54), (1, 0.42), (2, 0.3)] {
        overlay.rect(25, y + row, 14, 1, ALARM.at(tone));
    }
    overlay.rect(27, y - 2, 1, 5, ALARM.at(0.26));
    overlay.rect(36, y - 2, 1, 5, ALARM.at(0.26));
}

/// A valve's red wheel on a stub of pipe.
pub(crate) fn valve() -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    overlay.plate(24, 26, 16, 18, 2.0, GUNMETAL.at(0.5));
    overlay.light();
    for (x, y) in [(25, 27), (38, 27), (25, 42), (38, 42)] {
        overlay.rivet(x, y);
    }
    overlay.grain(256, 0.06);
    let ring = |x: f32, y: f32| libm::sqrtf(x * x + y * y);
    overlay.ellipse((32.0, 34.5), (10.5, 10.5), |x, y| LEATHER.at(0.04 + ring(x, y) * 0.04));
    overlay.ellipse((32.0, 34.0), (10.0, 10.0), |_, y| ALARM.at(0.62 - y * 0.3));
    overlay.ellipse((32.0, 34.0), (6.8, 6.8), |_, y| GUNMETAL.at(0.2 - y * 0.1));
    for turn in [0.5_f32, 2.594, 4.689] {
        let (x, y) = (libm::sinf(turn) * 8.0, -libm::cosf(turn) * 8.0);
        for (aside, tone) in [(0.0, 0.7), (1.0, 0.4)] {
            overlay.line((32.0 + aside, 34.0), (32.0 + x + aside, 34.0 + y), ALARM.at(tone));
        }
    }
    overlay.ellipse((32.0, 34.0), (2.6, 2.6), |x, y| STEEL.at(0.7 - (x + y) * 0.2));
    overlay.outline(LEATHER.at(0.04));
    overlay
}

/// The exit sign with its arrow to the right: green letters behind glass, lit from inside.
pub(crate) fn sign_exit() -> Canvas {
    exit(13, [(45.0, 16.0), (51.0, 21.0), (45.0, 26.0)])
}

/// The exit sign with its arrow to the left.
pub(crate) fn sign_exit_left() -> Canvas {
    exit(21, [(19.0, 16.0), (13.0, 21.0), (19.0, 26.0)])
}

/// An exit sign with its letters from the column `left` on.
fn exit(left: i32, arrow: [Point; 3]) -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    for x in [18, 44] {
        overlay.rect(x, 8, 2, 4, GUNMETAL.at(0.4));
        overlay.rect(x, 8, 1, 4, GUNMETAL.at(0.7));
    }
    overlay.plate(9, 11, 46, 20, 3.0, GUNMETAL.at(0.46));
    overlay.light();
    overlay.rect(11, 13, 42, 16, LEATHER.at(0.0));
    for y in 14..28 {
        for x in 12..52 {
            let off = (y as f32 - 20.5).abs() / 8.0;
            overlay.dot(x, y, PHOSPHOR.at(0.3 - off * 0.14).shining());
        }
    }
    overlay.write(left, 16, "EXIT", |_| PHOSPHOR.at(0.93).shining());
    overlay.polygon(&arrow, |_, _| PHOSPHOR.at(0.93).shining());
    overlay.outline(LEATHER.at(0.0));
    overlay
}

/// An arrow to the right, drawn with a piece of chalk.
pub(crate) fn chalk_right() -> Canvas {
    chalk(|x| x)
}

/// An arrow to the left.
pub(crate) fn chalk_left() -> Canvas {
    chalk(|x| 63.0 - x)
}

/// A cross: not this way.
pub(crate) fn chalk_cross() -> Canvas {
    chalked([((16.0, 15.0), (47.0, 48.0)), ((48.0, 14.0), (15.0, 47.0))], |x| x)
}

/// Lines of small letters in chalk, and a name below them.
pub(crate) fn chalk_text() -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    for (row, words) in [[5, 3, 6, 3], [3, 6, 4, 4], [6, 3, 4, 4], [4, 5, 0, 0]].into_iter().enumerate() {
        let mut left = 9;
        for letters in words {
            for letter in 0..letters {
                let (x, y) = ((left + letter * 2) as f32, (15 + row * 8) as f32);
                let height = 2.0 + white(259, left + letter, row as i32) * 4.0;
                overlay.line((x, y + 5.0 - height), (x + 1.5, y + 5.0), BONE.at(0.95));
            }
            left += letters * 2 + 3;
        }
    }
    overlay.write(36, 48, "PIM", |_| BONE.at(0.97));
    worn(&mut overlay);
    // Chalk is pale, and so are some walls.
    overlay.outline(LEATHER.at(0.12));
    overlay
}

/// An arrow of chalk, whose columns are `turned`.
fn chalk(turned: impl Fn(f32) -> f32) -> Canvas {
    chalked([((11.0, 33.0), (52.0, 30.0)), ((53.0, 30.0), (38.0, 19.0)), ((53.0, 31.0), (40.0, 44.0))], turned)
}

/// Strokes of chalk, each drawn to and fro, whose columns are `turned`.
fn chalked<const N: usize>(strokes: [(Point, Point); N], turned: impl Fn(f32) -> f32) -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    for (from, to) in strokes {
        for row in -2..=2 {
            let aside = row as f32;
            let tone = 0.97 - aside.abs() * 0.05;
            let [from, to] = [from, to].map(|(x, y): Point| (turned(x + aside * 0.4), y + aside));
            overlay.line(from, to, BONE.at(tone));
        }
    }
    worn(&mut overlay);
    overlay
}

/// Leaves gaps in chalk, because the wall is rough.
fn worn(overlay: &mut Canvas) {
    for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
        if white(258, x, y) > 0.86 {
            overlay.clear(x, y);
        }
    }
}

/// A warning: the three horns of a biological hazard on a scratched amber plate.
pub(crate) fn sign_bio() -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    overlay.plate(13, 6, 38, 46, 2.0, AMBER.at(0.58));
    overlay.light();
    overlay.frame(15, 8, 34, 42, LEATHER.at(0.12));
    horns(&mut overlay, (31.5, 24.0));
    overlay.write(20, 38, "BIO", |_| LEATHER.at(0.1));
    overlay.rect(42, 38, 2, 7, LEATHER.at(0.1));
    overlay.rect(42, 46, 2, 2, LEATHER.at(0.1));
    for (x, y) in [(14, 7), (49, 7), (14, 50), (49, 50)] {
        overlay.rivet(x, y);
    }
    overlay.grain(253, 0.07);
    overlay.drips(254, 12, (8, 40), 0.12);
    overlay.patina(255, RUST, 0.68);
    overlay.outline(LEATHER.at(0.04));
    overlay
}

/// The sign of biological hazard: three open rings around a middle, and a closed one that ties them together.
fn horns(overlay: &mut Canvas, middle: Point) {
    let ink = LEATHER.at(0.1);
    let plate = overlay.ink(20, 12).unwrap_or(AMBER.at(0.58));
    let about =
        |turn: f32, reach: f32| -> Point { (middle.0 + libm::sinf(turn) * reach, middle.1 - libm::cosf(turn) * reach) };
    let turns = [0.0, 2.094, 4.189];
    for turn in turns {
        overlay.ellipse(about(turn, 6.4), (6.6, 6.6), |_, _| ink);
    }
    for turn in turns {
        overlay.ellipse(about(turn, 7.9), (5.1, 5.1), |_, _| plate);
        overlay.ellipse(about(turn, 12.6), (2.2, 2.2), |_, _| plate);
    }
    overlay.ellipse(middle, (1.7, 1.7), |_, _| plate);
    for turn in turns {
        overlay.line(about(turn, 1.4), about(turn, 3.0), plate);
    }
    for part in 0..60 {
        let turn = part as f32 * 0.1047;
        let between = libm::cosf(turn * 3.0);
        if between > -0.35 {
            let (x, y) = about(turn, 6.3);
            overlay.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, ink);
        }
    }
}

/// The steps of the alarm lamp's flashing.
pub(crate) const BEACON_STEPS: i32 = 4;

/// An alarm lamp in its cage on the wall, growing and fading; one image per step.
pub(crate) fn beacon(step: i32) -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    overlay.plate(22, 8, 20, 7, 3.0, GUNMETAL.at(0.5));
    overlay.light();
    overlay.rivet(24, 10);
    overlay.rivet(39, 10);
    let glow = [0.3, 0.62, 0.85, 0.55][step.rem_euclid(BEACON_STEPS) as usize];
    let bulb = |x: f32, y: f32| -> Ink {
        let near = 1.0 - libm::sqrtf(x * x + y * y);
        ALARM.at(glow - 0.1 + near * 0.4 - y * 0.08).shining()
    };
    overlay.ellipse((32.0, 16.0), (7.5, 11.0), |x, y| if y < -0.1 { GUNMETAL.at(0.4 - x * 0.1) } else { bulb(x, y) });
    overlay.block(23, 8, 18, 7, 0.0, GUNMETAL.at(0.46));
    overlay.rect(23, 8, 18, 1, GUNMETAL.at(0.74));
    overlay.rect(23, 14, 18, 1, GUNMETAL.at(0.2));
    for (x, bottom) in [(25, 21), (29, 27), (34, 27), (38, 21)] {
        overlay.rect(x, 14, 1, bottom - 14, GUNMETAL.at(0.34));
    }
    overlay.rect(24, 20, 16, 1, GUNMETAL.at(0.3));
    overlay.rect(24, 19, 16, 1, GUNMETAL.at(0.62));
    overlay.outline(LEATHER.at(0.02));
    overlay
}
