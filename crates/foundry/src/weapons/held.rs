//! Shared parts of all weapons in hand: holds, gloved hands, muzzle flash and smoke.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, mix},
    tools::palette::{AMBER, CLOTH, FIRE, GUNMETAL, Ink, LEATHER, Ramp, SMOKE},
    tools::sculpt::{Sculpture, Spot},
    tools::shapes::Point,
};
use music::chance::white;

/// Width and height of an image of a weapon in hand.
pub(crate) const SIZE: (i32, i32) = (128, 96);
/// Centre of the image, which barrels point along.
pub(crate) const MIDDLE: f32 = 64.0;

/// Number of moments of a weapon: at rest, and those of a shot.
pub(crate) const MOMENTS: [&str; 8] = ["idle", "fire1", "fire2", "fire3", "fire4", "fire5", "fire6", "fire7"];

/// The hold of a weapon in one frame.
#[derive(Clone, Copy)]
pub(crate) struct Hold {
    /// Distance by which hand and weapon have dropped, in pixels.
    pub(crate) drop: f32,
    /// Upward kick of the muzzle.
    pub(crate) climb: f32,
    /// Distance by which its moving part (a slide, a pump) has moved back.
    pub(crate) slide: f32,
    /// Strength of the flash's light on the metal.
    pub(crate) flash: f32,
}

/// Held still.
pub(crate) const AT_REST: Hold = Hold { drop: 0.0, climb: 0.0, slide: 0.0, flash: 0.0 };

/// Creates a hold from the drop, the muzzle climb, the position of the moving part, and the light of the flash.
pub(crate) const fn hold(drop: f32, climb: f32, slide: f32, flash: f32) -> Hold {
    Hold { drop, climb, slide, flash }
}

impl Hold {
    /// Returns the row of a place of a long weapon whose row is `y` when it is held still. Recoil moves the muzzle, at
    /// the top of the image, but not the hand.
    pub(crate) fn at(&self, y: f32) -> f32 {
        y + self.drop - self.climb * ((96.0 - y) / 72.0).clamp(0.0, 1.2)
    }

    /// Returns how strongly the flash lights the row `y` of a weapon with its muzzle at `muzzle`, when held still.
    pub(crate) fn lit(&self, y: f32, muzzle: f32) -> f32 {
        self.flash * (1.0 - (y - muzzle) / 50.0).clamp(0.0, 1.0)
    }
}

/// Returns an empty image of a weapon in hand.
pub(crate) fn blank() -> Canvas {
    Canvas::new(SIZE.0, SIZE.1)
}

/// A flat piece that extends away from the player along the middle of the image.
pub(crate) struct Barrel {
    /// Row of its far end.
    pub(crate) front: f32,
    /// Row of its near end.
    pub(crate) back: f32,
}

impl Barrel {
    /// Returns the quadrilateral of the piece between two positions along its length, from the muzzle at 0 to the rear
    /// at 1; `half` is its half width in pixels at the muzzle and the rear.
    pub(crate) fn strip(&self, from: f32, to: f32, half: (f32, f32)) -> [Point; 4] {
        let across = |part: f32| mix(half.0, half.1, part);
        let y = |part: f32| mix(self.front, self.back, part);
        [
            (MIDDLE - across(from), y(from)),
            (MIDDLE + across(from), y(from)),
            (MIDDLE + across(to), y(to)),
            (MIDDLE - across(to), y(to)),
        ]
    }
}

/// A round piece that extends away from the player, cut off straight at both ends, which are seen slightly from above.
pub(crate) struct Tube {
    /// Column of its axis.
    pub(crate) middle: f32,
    /// Rows of its far and its near end.
    pub(crate) rows: (f32, f32),
    /// Half width at the far and the near end.
    pub(crate) half: (f32, f32),
}

impl Tube {
    /// Draws the tube with a dark outline. `skin` receives the position from the far end to the near one and the
    /// position around from -1 at the left edge to 1 at the right, and returns the material and its lightness.
    pub(crate) fn draw(&self, picture: &mut Canvas, skin: impl Fn(f32, f32) -> Ink) {
        let mut tube = Canvas::new(picture.width(), picture.height());
        let (front, back) = self.rows;
        for y in libm::floorf(front - self.half.0) as i32..=libm::ceilf(back) as i32 {
            for x in 0..tube.width() {
                let across = x as f32 + 0.5 - self.middle;
                let level = mix(self.half.0, self.half.1, (y as f32 + 0.5 - front) / (back - front));
                let around = across / level;
                // The ends are circles seen almost from the side: arcs that rise in the middle.
                let arc = libm::sqrtf((1.0 - around * around).max(0.0)) * level * 0.26;
                let along = (y as f32 + 0.5 + arc - front) / (back - front);
                if around.abs() < 1.0 && (0.0..1.0).contains(&along) {
                    let light = 0.44 - (around + 0.38) * (around + 0.38) * 0.42;
                    tube.dot(x, y, skin(along, around).lit(light));
                }
            }
        }
        tube.outline(LEATHER.at(0.0));
        picture.paste(0, 0, &tube);
    }
}

/// Black glove leather, creased.
pub(crate) fn glove(along: f32, across: f32) -> Ink {
    LEATHER.at((cloud(301, along * 9.0, across * 3.0 + 9.0, 64) - 0.5) * 0.3 + 0.14)
}

/// The jumpsuit's sleeve with a stripe near the cuff.
pub(crate) fn sleeve(along: f32, across: f32) -> Ink {
    let fold = cloud(302, along * 12.0, across * 3.0 + 9.0, 64) - 0.5;
    let stripe = (0.06..0.16).contains(&along);
    if stripe { AMBER.at(-0.02 + fold * 0.1) } else { CLOTH.at(0.06 + fold * 0.35) }
}

/// The left arm from below, with its hand under a weapon at `x`, where the weapon does not hide them.
pub(crate) fn left_arm(body: &mut Sculpture, x: f32, y: f32) {
    body.limb(([x - 22.0, y + 14.0, -8.0], 10.0), ([x - 48.0, y + 44.0, -2.0], 17.0), sleeve);
    body.limb(([x - 18.0, y + 6.0, -6.0], 8.6), ([x - 24.0, y + 17.0, -7.0], 10.4), |_, _| LEATHER.at(0.22));
    body.limb(([x - 7.0, y, -4.0], 9.4), ([x - 14.0, y + 6.0, -4.0], 9.8), glove);
}

/// The left hand's thumb along a weapon's left side and its fingertips over the right one, `half` pixels from `x`.
pub(crate) fn left_fingers(body: &mut Sculpture, x: f32, y: f32, half: f32) {
    let thumb = x - half;
    body.limb(([thumb - 2.0, y + 4.0, 4.0], 5.4), ([thumb - 1.0, y - 4.0, 6.0], 4.4), glove);
    body.limb(([thumb - 1.0, y - 4.0, 6.0], 4.4), ([thumb + 1.6, y - 12.0, 7.0], 3.4), |along, across| {
        if (along - 0.45).abs() < 0.09 { LEATHER.at(-0.1) } else { glove(along, across).lit(0.05) }
    });
    for finger in 0..4 {
        let y = y - 9.0 + finger as f32 * 5.4;
        body.limb(([x + half + 2.4, y + 1.0, 3.0], 3.6), ([x + half - 2.6, y - 0.4, 6.0], 3.0), |along, across| {
            glove(along, across).lit(0.04)
        });
    }
}

/// The right hand around a grip: the back of the hand at `at`, the thumb over the left side, the sleeve below.
pub(crate) fn right_hand(body: &mut Sculpture, [x, y, z]: Spot) {
    body.limb(([x + 9.0, y + 12.0, z - 4.0], 14.0), ([x + 24.0, y + 44.0, z + 2.0], 20.0), sleeve);
    body.limb(([x, y, z], 10.5), ([x + 6.0, y + 9.0, z], 12.5), glove);
    body.limb(([x - 1.0, y - 1.0, z + 7.0], 5.8), ([x - 11.0, y - 5.0, z + 9.0], 4.4), glove);
    body.limb(([x - 11.0, y - 5.0, z + 9.0], 4.4), ([x - 18.0, y - 2.0, z + 9.0], 3.4), |along, across| {
        if (along - 0.3).abs() < 0.1 { LEATHER.at(-0.1) } else { glove(along, across).lit(0.05) }
    });
    for knuckle in 0..3 {
        let y = y - 4.0 + knuckle as f32 * 6.0;
        body.limb(([x + 9.0, y, z + 4.0], 4.2), ([x + 13.0, y + 1.6, z + 2.0], 3.8), |along, _| {
            GUNMETAL.at(0.14 - along * 0.16)
        });
    }
    body.lump([x + 1.5, y + 1.0, z + 11.0], (5.4, 4.0), |x, y| GUNMETAL.at(0.12 - (x * x + y * y) * 0.08));
}

/// A star of burning gas with a number of rays.
pub(crate) fn flash(picture: &mut Canvas, middle: Point, reach: f32, rays: i32) {
    let uneven: Vec<f32> = (0..rays).map(|ray| white(303, ray * 2, rays) * 0.35 + 0.65).collect();
    star(picture, middle, reach, (&uneven, 0.42), FIRE);
}

/// A star of burning gas. The lengths of its rays, clockwise from straight up, and of the gaps between them are
/// fractions of `reach`. The last argument is the material.
pub(crate) fn star(picture: &mut Canvas, middle: Point, reach: f32, (rays, gaps): (&[f32], f32), gas: Ramp) {
    let corners = rays.len() * 2;
    let spikes: Vec<Point> = (0..corners)
        .map(|corner| {
            let turn = corner as f32 * core::f32::consts::TAU / corners as f32 - 1.57;
            let far = reach * if corner % 2 == 0 { rays[corner / 2] } else { gaps };
            (middle.0 + libm::cosf(turn) * far * 1.1, middle.1 + libm::sinf(turn) * far)
        })
        .collect();
    picture.polygon(&spikes, |x, y| {
        let (across, down) = (x as f32 + 0.5 - middle.0, y as f32 + 0.5 - middle.1);
        gas.at(1.08 - libm::sqrtf(across * across + down * down) / reach * 0.85).shining()
    });
}

/// Glowing grains that fly out of a muzzle, with their number and distance; `seed` selects the pattern.
pub(crate) fn sparks(picture: &mut Canvas, middle: Point, reach: f32, count: i32, seed: i32) {
    for grain in 0..count {
        let turn = (white(305, grain, seed) - 0.5) * 3.6 - 1.57;
        let far = reach * (0.35 + white(306, grain, seed) * 0.65);
        let (x, y) = (middle.0 + libm::cosf(turn) * far, middle.1 + libm::sinf(turn) * far);
        let ink = FIRE.at(1.0 - white(307, grain, seed) * 0.5).shining();
        picture.rect(libm::floorf(x) as i32, libm::floorf(y) as i32, 1 + grain % 2, 1, ink);
    }
}

/// A curl of smoke, with holes in it where it thins out.
pub(crate) fn smoke(picture: &mut Canvas, middle: Point, reach: f32) {
    let bounds = reach as i32 + 1;
    for y in -bounds..=bounds {
        for x in -bounds..=bounds {
            let (px, py) = (middle.0 as i32 + x, middle.1 as i32 + y);
            let distance = libm::sqrtf((x * x + y * y) as f32) / reach;
            let thick = cloud(304, px as f32 / 5.0, py as f32 / 5.0, 64) - distance * 0.62;
            if thick > 0.12 && (thick > 0.2 || (px + py) % 2 == 0) {
                picture.dot(px, py, SMOKE.at(0.3 + thick * 0.7));
            }
        }
    }
}
