//! The wrench in the player's hand: a heavy spanner of forged steel with a rubber grip, swung from right to left.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, BLOOD, Ink, LEATHER, RUST, STEEL},
    tools::sculpt::{Sculpture, Spot},
    tools::shapes::Point,
    weapons::held::{blank, glove, sleeve},
};

/// The hold of the wrench in one frame.
#[derive(Clone, Copy)]
struct Swing {
    /// Centre of the fist.
    fist: Point,
    /// Tilt of the wrench to the left, in radians from upright.
    lean: f32,
    /// Scale of the wrench.
    size: f32,
}

/// Distance of the jaws' centre from the fist.
const JAWS: f32 = 58.0;

/// Creates a hold with the fist at `x` and `y`, a tilt and a scale.
const fn swing(x: f32, y: f32, lean: f32, size: f32) -> Swing {
    Swing { fist: (x, y), lean, size }
}

/// Holds: ready, striking, carried through to the lower left, and brought back. Each has the arc in radians that the
/// jaws have just covered, for the motion lines.
const BLOW: [(Swing, f32); 8] = [
    (swing(92.0, 84.0, 0.3, 1.0), 0.0),
    (swing(82.0, 79.0, 0.82, 1.1), 0.95),
    (swing(79.0, 86.0, 1.12, 1.05), 0.8),
    (swing(79.0, 92.0, 1.32, 0.98), 0.5),
    (swing(80.0, 96.0, 1.2, 0.95), 0.0),
    (swing(84.0, 96.0, 0.86, 0.95), 0.0),
    (swing(89.0, 92.0, 0.5, 0.97), 0.0),
    (swing(92.0, 87.0, 0.26, 0.99), 0.0),
];

/// One of its moments.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let (swing, arc) = BLOW[moment.min(BLOW.len() - 1)];
    let mut picture = blank();
    if arc > 0.0 {
        swing.streaks(&mut picture, arc);
    }
    picture.paste(0, 0, &swing.drawn());
    picture
}

impl Swing {
    /// Returns the place that is `along` the wrench from the fist towards the jaws and `across` it to the right.
    fn at(&self, along: f32, across: f32) -> Point {
        let (sin, cos) = (libm::sinf(self.lean), libm::cosf(self.lean));
        let (along, across) = (along * self.size, across * self.size);
        (self.fist.0 - sin * along + cos * across, self.fist.1 - cos * along - sin * across)
    }

    /// Returns the position of a place along and across the wrench.
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let (sin, cos) = (libm::sinf(self.lean), libm::cosf(self.lean));
        let (right, down) = ((x - self.fist.0) / self.size, (y - self.fist.1) / self.size);
        (-sin * right - cos * down, cos * right - sin * down)
    }

    fn drawn(&self) -> Canvas {
        let mut arm = Sculpture::on(blank());
        let (x, y) = self.fist;
        arm.limb(([x + 14.0, y + 16.0, -8.0], 12.0), ([x + 34.0, y + 50.0, -2.0], 19.0), sleeve);
        arm.limb(([x + 10.0, y + 8.0, -6.0], 9.6), ([x + 16.0, y + 19.0, -7.0], 12.0), |_, _| LEATHER.at(0.22));
        arm.limb(([x + 4.0, y, -4.0], 10.4), ([x + 9.0, y + 7.0, -4.0], 10.6), glove);
        let mut picture = arm.finish();
        self.forge(&mut picture);
        let mut fingers = Sculpture::on(blank());
        self.close(&mut fingers);
        picture.paste(0, 0, &fingers.finish());
        picture
    }

    /// The wrench itself, its edges bevelled and lit.
    fn forge(&self, picture: &mut Canvas) {
        let mut tool = blank();
        let depth = |x: f32, y: f32| {
            let (along, across) = self.place(x, y);
            inside(along, across)
        };
        for y in 0..tool.height() {
            for x in 0..tool.width() {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let here = depth(px, py);
                if here > 0.0 {
                    let (slope_x, slope_y) = (depth(px + 0.5, py) - here, depth(px, py + 0.5) - here);
                    let bevel = (1.0 - here / 3.0).max(0.0);
                    let light = bevel * (slope_x * 0.5 + slope_y * 0.8) * 0.62;
                    let (along, across) = self.place(px, py);
                    tool.dot(x, y, steel(along, across).lit(light));
                }
            }
        }
        tool.outline(LEATHER.at(0.0));
        picture.paste(0, 0, &tool);
    }

    /// The fist closed around the grip: fingertips from the left, the thumb laid over them.
    fn close(&self, body: &mut Sculpture) {
        let spot = |along: f32, across: f32, z: f32| -> Spot {
            let (x, y) = self.at(along, across);
            [x, y, z]
        };
        for finger in 0..3 {
            let along = 0.0 - finger as f32 * 6.2;
            body.limb((spot(along, -7.4, 2.0), 4.2), (spot(along - 0.6, 0.0, 7.0), 3.6), glove);
        }
        body.limb((spot(2.0, 10.0, 3.0), 7.0), (spot(6.0, 4.0, 9.0), 5.0), glove);
        body.limb((spot(6.0, 4.0, 9.0), 4.8), (spot(7.6, -6.0, 9.0), 3.6), |along, across| {
            if (along - 0.45).abs() < 0.08 { LEATHER.at(-0.1) } else { glove(along, across).lit(0.06) }
        });
        body.lump(spot(-2.0, 10.0, 8.0), (5.0, 5.0), |x, y| LEATHER.at(0.26 - (x * x + y * y) * 0.1));
    }

    /// Motion lines behind the jaws, which have covered an arc in radians.
    fn streaks(&self, picture: &mut Canvas, arc: f32) {
        for (index, reach) in [72.0, 68.0, 63.0, 57.0, 51.0].into_iter().enumerate() {
            let arc = arc * [0.7, 1.0, 0.85, 0.95, 0.6][index];
            for step in 0..48 {
                let part = step as f32 / 48.0;
                let behind = Self { lean: self.lean - 0.2 - part * arc, ..*self };
                let (x, y) = behind.at(reach - part * 3.0, 0.0);
                let (x, y) = (libm::floorf(x) as i32, libm::floorf(y) as i32);
                let thick = if part < 0.4 { 2 } else { 1 };
                picture.rect(x, y, thick, thick, STEEL.at(0.95 - part * 0.5));
            }
        }
    }
}

/// Returns how deep a place is inside the wrench's outline; 0 or less is outside.
fn inside(along: f32, across: f32) -> f32 {
    let grip = (5.6 - across.abs()).min(along + 22.0).min(20.0 - along);
    let shaft = (4.4 - across.abs()).min(along - 18.0).min(JAWS - 6.0 - along);
    let (up, aside) = (along - JAWS, across + 1.0);
    let round = 15.0 - libm::sqrtf(up * up + aside * aside * 1.08);
    // The mouth is set at an angle, as on every spanner.
    let (out, off) = (up * 0.966 - across * 0.259, across * 0.966 + up * 0.259);
    let mouth = (5.8 - off.abs()).min(out + 1.5);
    grip.max(shaft).max(round.min(-mouth))
}

/// Returns the material and lightness of the wrench at a place.
fn steel(along: f32, across: f32) -> Ink {
    let worn = cloud(351, along / 5.0 + 30.0, across / 5.0 + 30.0, 64);
    let blood = along > JAWS - 4.0 && cloud(352, along / 6.0 + 30.0, across / 6.0 + 30.0, 64) > 0.53;
    let fuller = across.abs() < 1.7 && (24.0..JAWS - 15.0).contains(&along);
    match along {
        along if along < 20.0 => {
            let rib = libm::fmodf(along + 44.0, 4.0) < 1.2;
            ALARM.at(if rib { 0.2 } else { 0.46 } - across * 0.03)
        }
        _ if blood => BLOOD.at(0.62),
        _ if worn > 0.7 => RUST.at(0.5),
        _ if fuller => STEEL.at(0.34 + (across + 1.7) * 0.04),
        _ => STEEL.at(0.62 + (worn - 0.5) * 0.16),
    }
}
