//! Builds pieces of furniture from boxes, rods and lumps in plain materials.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{FIRE, Ink, Ramp},
    tools::sculpt::{Face, Sculpture, Spot},
};
use music::chance::white;

/// How much lighter than its material a face is that faces the viewer.
const FRONT_LIGHT: f32 = 0.62;

/// Returns ink that appears in about this tone on a face towards the viewer.
pub(super) fn seen(ramp: Ramp, tone: f32) -> Ink {
    ramp.at(tone - FRONT_LIGHT)
}

/// A piece in progress, in an image of 64x64 pixels whose floor is row 63.
pub(super) struct Bench(Sculpture);

impl Bench {
    pub(super) fn new() -> Self {
        Bench(Sculpture::on(Canvas::new(64, 64)))
    }

    /// A box of one material: the upper left corner of its front, its width, height and depth.
    pub(super) fn slab(&mut self, at: Spot, size: Spot, ramp: Ramp, tone: f32) {
        self.slab_of(at, size, |_, _, _| seen(ramp, tone));
    }

    /// A box with a skin; see [`Sculpture::slab`].
    pub(super) fn slab_of(&mut self, at: Spot, size: Spot, skin: impl Fn(Face, f32, f32) -> Ink) {
        self.0.slab(at, size, |face, across, down| {
            let wear = white(77, (across * size[0]) as i32, (down * size[1]) as i32) - 0.5;
            // Light decreases towards the floor, and is brightest along the upper edge of the front.
            let edge = if face == Face::Front && down * size[1] < 1.0 { 0.12 } else { 0.0 };
            let low = if face == Face::Front { down * 0.1 } else { 0.0 };
            skin(face, across, down).lit(edge - low + wear * 0.05)
        });
    }

    /// A round rod of a given thickness.
    pub(super) fn rod(&mut self, from: Spot, to: Spot, thick: f32, ramp: Ramp, tone: f32) {
        self.limb((from, thick), (to, thick), |_, _| seen(ramp, tone));
    }

    /// A round limb with a skin; see [`Sculpture::limb`].
    pub(super) fn limb(&mut self, from: (Spot, f32), to: (Spot, f32), skin: impl Fn(f32, f32) -> Ink) {
        self.0.limb(from, to, skin);
    }

    /// A lump with a given width and height around its centre.
    pub(super) fn lump(&mut self, middle: Spot, radii: (f32, f32), ramp: Ramp, tone: f32) {
        self.0.lump(middle, radii, |_, _| seen(ramp, tone));
    }

    /// A lump with a skin; see [`Sculpture::lump`].
    pub(super) fn lump_of(&mut self, middle: Spot, radii: (f32, f32), skin: impl Fn(f32, f32) -> Ink) {
        self.0.lump(middle, radii, skin);
    }

    /// An upright cylinder from one row to another, whose top is visible slightly from above.
    pub(super) fn drum(&mut self, (x, top, z): (f32, f32, f32), (thick, bottom): (f32, f32), ramp: Ramp, tone: f32) {
        self.drum_of((x, top, z), (thick, bottom), |_, _| seen(ramp, tone));
    }

    /// An upright cylinder with a skin, which depends on the positions along and around it.
    pub(super) fn drum_of(
        &mut self,
        (x, top, z): (f32, f32, f32),
        (thick, bottom): (f32, f32),
        skin: impl Fn(f32, f32) -> Ink,
    ) {
        // Rings, one row each, so that its ends are flat.
        for row in 0..(bottom - top) as i32 {
            let y = top + row as f32 + 0.5;
            let part = row as f32 / (bottom - top).max(1.0);
            let high = 0.5 + thick * 0.12;
            self.0.lump([x, y, z], (thick, high), |around, down| {
                let cap = if row == 0 && down < 0.2 { 0.12 } else { 0.0 };
                skin(part, around).lit(cap - part * 0.06)
            });
        }
    }

    /// Returns the finished piece standing on the floor, for further painting.
    pub(super) fn done(self) -> Canvas {
        self.hung().set_down()
    }

    /// Returns the finished piece at its place, for pieces that hang from the ceiling.
    pub(super) fn hung(self) -> Canvas {
        self.0.finish()
    }
}

/// A flame of a candle.
pub(super) fn flame(picture: &mut Canvas, x: i32, y: i32) {
    for (row, tone) in [(-4, 0.5), (-3, 0.7), (-2, 0.9), (-1, 0.8)] {
        picture.dot(x, y + row, FIRE.at(tone).shining());
    }
    picture.dot(x - 1, y - 2, FIRE.at(0.56).shining());
    picture.dot(x + 1, y - 2, FIRE.at(0.5).shining());
}
