//! Slices: the rows of a column that an upright thing covers, and what they show.
#![allow(unsafe_code, reason = "loops over lanes, whose instructions the caller vouches for")]

use crate::air;
use crate::lanes::Lanes;
use crate::levels;
use crate::light::{FULL, Light};
use crate::model::Meeting;
use crate::scene::Scene;
use crate::spans::{least, most, within};
use crate::textures::TextureSlot;
use crate::view::{NEAR, View};
use bytemuck::{Pod, Zeroable};

/// How many neighbouring columns are kept together: as many as the longest vector register holds.
pub(crate) const WIDE: usize = 16;

/// One, in the units in which places down a thing are counted.
const ONE: f64 = 4_294_967_296.0;

/// A slice of sixteen columns: of each, the rows that one upright thing covers and what they show.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Slices {
    /// How far the thing is in front of the eye, in tiles.
    pub(crate) depth: [f32; WIDE],
    /// Its first row, which may lie above the frame.
    pub(crate) top: [i32; WIDE],
    /// The row after its last, which may lie below the frame.
    pub(crate) bottom: [i32; WIDE],
    /// How far down the thing row 0 of the frame is, in units of 2^-32 of its height, wrapping around.
    pub(crate) start: [u32; WIDE],
    /// How much further down each row is, in the same units.
    pub(crate) step: [u32; WIDE],
    /// The index, among all texels, of the uppermost texel of the texture's column.
    pub(crate) texel: [u32; WIDE],
    /// What a place down the thing must be shifted by to the right to be the number of a texel.
    pub(crate) shift: [u32; WIDE],
    /// The light on it: red, and blue in the upper half; green.
    pub(crate) red_blue: [u32; WIDE],
    pub(crate) green: [u32; WIDE],
    /// The fog before it, as 256ths of a colour's steps, in the same places.
    pub(crate) fog_red_blue: [u32; WIDE],
    pub(crate) fog_green: [u32; WIDE],
}

/// One column of [`Slices`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) depth: f32,
    pub(crate) top: i32,
    pub(crate) bottom: i32,
    pub(crate) start: u32,
    pub(crate) step: u32,
    pub(crate) texel: u32,
    pub(crate) shift: u32,
    pub(crate) light: [u32; 3],
    pub(crate) fog: [u32; 3],
}

impl Slices {
    pub(crate) const NONE: Slices = Slices {
        depth: [0.0; WIDE],
        top: [0; WIDE],
        bottom: [0; WIDE],
        start: [0; WIDE],
        step: [0; WIDE],
        texel: [0; WIDE],
        shift: [31; WIDE],
        red_blue: [0; WIDE],
        green: [0; WIDE],
        fog_red_blue: [0; WIDE],
        fog_green: [0; WIDE],
    };

    /// Lets a column show nothing: whatever an earlier frame left behind may point to texels that are no more.
    #[inline]
    pub(crate) fn clear(&mut self, lane: usize) {
        (self.top[lane], self.bottom[lane], self.depth[lane]) = (0, 0, 0.0);
        (self.start[lane], self.step[lane], self.texel[lane], self.shift[lane]) = (0, 0, 0, 31);
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, slice: &Slice) {
        self.depth[lane] = slice.depth;
        self.top[lane] = slice.top;
        self.bottom[lane] = slice.bottom;
        self.start[lane] = slice.start;
        self.step[lane] = slice.step;
        self.texel[lane] = slice.texel;
        self.shift[lane] = slice.shift;
        self.red_blue[lane] = slice.light[0] | slice.light[2] << 16;
        self.green[lane] = slice.light[1];
        self.fog_red_blue[lane] = slice.fog[0] | slice.fog[2] << 16;
        self.fog_green[lane] = slice.fog[1];
    }

    /// Takes over the columns of a set from others.
    #[inline(always)]
    unsafe fn take<L: Lanes>(&mut self, others: &Slices, lanes: u32) {
        let (to, from): (&mut [[u32; WIDE]; 11], &[[u32; WIDE]; 11]) =
            (bytemuck::cast_mut(self), bytemuck::cast_ref(others));
        for (to, from) in to.iter_mut().zip(from) {
            for lane in (0..WIDE).step_by(L::COUNT) {
                // SAFETY: the caller vouches for the instructions; all arrays are as long.
                unsafe { L::load(from[lane..].as_ptr()).merge(to[lane..].as_mut_ptr(), lanes >> lane & L::ALL) };
            }
        }
    }
}

/// Drafts slices for one camera.
#[derive(Clone, Copy)]
pub(crate) struct Draft<'a> {
    scene: &'a Scene,
    view: &'a View,
}

/// A face of a wall, ready to be cut into slices.
pub(crate) struct Stand<'a> {
    draft: Draft<'a>,
    place: TextureSlot,
    /// True for a face that looks along x.
    looks_along_x: bool,
    /// Where the face lies from the eye along the axis that it looks along.
    away: f64,
    /// Where the wall's cell begins from the eye along the other axis.
    begin: f64,
    /// True if the texture is read towards lower numbers.
    mirrored: bool,
    /// The light at its beginning, and how much more there is at its end.
    light: [f64; 3],
    more: [f64; 3],
}

impl<'a> Draft<'a> {
    pub(crate) fn new(scene: &'a Scene, view: &'a View) -> Self {
        Draft { scene, view }
    }

    /// A side (0 north, 1 east, 2 south, 3 west) of a wall's cell.
    pub(crate) fn face(self, (x, y): (i32, i32), side: usize, place: TextureSlot) -> Stand<'a> {
        let front = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)][side];
        let light = self.scene.map.cell(front.0, front.1).map_or(Light::FULL, |cell| cell.light);
        // The ends of the face, seen from the cell in front.
        let [begin, end] =
            [[(0.0, 1.0), (1.0, 1.0)], [(0.0, 0.0), (0.0, 1.0)], [(0.0, 0.0), (1.0, 0.0)], [(1.0, 0.0), (1.0, 1.0)]]
                [side]
                .map(|(u, v)| light.at(u, v).map(f64::from));
        let looks_along_x = side % 2 == 1;
        let (x, y) = (f64::from(x) - self.view.x, f64::from(y) - self.view.y);
        let (across, begin_at) = if looks_along_x { (x, y) } else { (y, x) };
        let part = if looks_along_x { 1.0 } else { f64::from(self.scene.air.side) };
        Stand {
            draft: self,
            place,
            looks_along_x,
            away: if side == 1 || side == 2 { across + 1.0 } else { across },
            begin: begin_at,
            mirrored: side == 0 || side == 1,
            light: begin.map(|light| light * part),
            more: std::array::from_fn(|channel| (end[channel] - begin[channel]) * part),
        }
    }

    /// The slice of a model's part in a cell.
    pub(crate) fn slice(&self, meeting: &Meeting, (x, y): (i32, i32), place: TextureSlot) -> Slice {
        let light = self.scene.map.cell(x, y).map_or(Light::FULL, |cell| cell.light);
        let inside = |part: f64| part.clamp(0.0, 1.0) as f32;
        let part = 1.0 - meeting.along_y * (1.0 - f64::from(self.scene.air.side));
        let light = light.at(inside(meeting.place.0), inside(meeting.place.1)).map(|light| f64::from(light) * part);
        let pixels = self.view.tall / meeting.depth;
        self.at(meeting.depth, light).showing(self.level(&place, pixels, pixels), meeting.across)
    }

    /// The slice at the end of the map.
    pub(crate) fn outside(&self, depth: f64) -> Slice {
        self.at(depth, [0.0; 3]).showing(&TextureSlot::VOID, 0.0)
    }

    /// The version of a texture that is shown where a tile covers so many pixels straight on and at a slant.
    #[inline(always)]
    fn level<'b>(&self, place: &'b TextureSlot, straight: f64, slanted: f64) -> &'b TextureSlot
    where
        'a: 'b,
    {
        if !self.scene.far_levels {
            return place;
        }
        self.scene.textures.level(place, levels::sharpest(straight, slanted))
    }

    /// The slice of something at this depth, in this light (each part 0 to [`FULL`]). It shows no texture yet, and its last row may lie
    /// [`beyond`] it.
    #[inline(always)]
    fn at(&self, depth: f64, light: [f64; 3]) -> Slice {
        let view = self.view;
        let depth = if depth > NEAR { depth } else { NEAR };
        let height = view.tall / depth;
        let above = view.horizon() - (1.0 - view.eye) * height; // the row, with its fraction, at which the wall starts
        // A row belongs to the wall if its middle does.
        let top = up(above - 0.5);
        // Halfway up, the rows below the horizon mirror those above, to the last one.
        let bottom = if view.mirrors() { view.horizon - top } else { up(above + height - 0.5) };
        // Rounding down keeps the last row of the wall within the texture,
        let step = whole(depth / view.tall * ONE, ONE - 1.0);
        let first = whole((f64::from(top) + 0.5 - above) * (depth / view.tall * ONE), ONE - 1.0);
        let fade = air::fade(&self.scene.air, depth);
        let (full, air) = (f64::from(FULL), self.scene.air.fog);
        let fog = whole(full * (1.0 - fade), full);
        Slice {
            depth: depth as f32,
            top,
            bottom,
            start: first.wrapping_sub((top as u32).wrapping_mul(step)),
            step,
            texel: 0,
            shift: 31,
            // Colour by colour: closures for all three were not inlined.
            light: [whole(light[0] * fade, full), whole(light[1] * fade, full), whole(light[2] * fade, full)],
            fog: [fog * u32::from(air[0]), fog * u32::from(air[1]), fog * u32::from(air[2])],
        }
    }
}

impl Slice {
    /// It with a texture, so far across that.
    #[inline]
    fn showing(self, place: &TextureSlot, across: f64) -> Slice {
        let [texel, shift] = texel_column(place, across);
        let [start, step] = kept_within([self.top, self.bottom], [self.start, self.step]);
        Slice { start, step, texel, shift, ..self }
    }
}

impl Stand<'_> {
    /// Cuts the slices of a strip that begins at this column of the frame, and puts down those of a set of columns, whose rays must
    /// meet the face.
    ///
    /// All sixteen are reckoned, wanted or not, so that registers can do it.
    #[inline(always)]
    pub(crate) unsafe fn cut<L: Lanes>(&self, first: u32, lanes: u32, slices: &mut Slices) {
        let (mut all, mut depths, mut across) = (Slices::NONE, [0.0; WIDE], [0.0; WIDE]);
        let (mut farthest, light, more) = (0, self.light, self.more);
        for lane in 0..WIDE {
            let ray = self.draft.view.ray(f64::from(first + lane as u32) + 0.5);
            let (ahead, aside) = if self.looks_along_x { ray } else { (ray.1, ray.0) };
            let depth = self.away / ahead;
            let along = (depth * aside - self.begin).clamp(0.0, 1.0);
            let light = [light[0] + more[0] * along, light[1] + more[1] * along, light[2] + more[2] * along];
            let slice = self.draft.at(depth, light);
            all.set(lane, &slice);
            farthest = farthest.max(beyond([slice.top, slice.bottom], [slice.start, slice.step]));
            (depths[lane], across[lane]) = (depth, if self.mirrored { 1.0 - along } else { along });
        }
        for lane in 0..WIDE {
            let place = self.level(depths[lane]);
            [all.texel[lane], all.shift[lane]] = texel_column(place, across[lane]);
        }
        if farthest > 0 {
            for lane in (0..WIDE).filter(|lane| lanes >> lane & 1 != 0) {
                let (rows, places) = ([all.top[lane], all.bottom[lane]], [all.start[lane], all.step[lane]]);
                [all.start[lane], all.step[lane]] = kept_within(rows, places);
            }
        }
        // SAFETY: the caller vouches for the instructions.
        unsafe { slices.take::<L>(&all, lanes) };
    }

    /// The version of its texture that is shown at this depth.
    #[inline(always)]
    fn level(&self, depth: f64) -> &TextureSlot {
        let view = self.draft.view;
        self.draft.level(&self.place, view.tall / depth, view.focal * self.away.abs() / (depth * depth))
    }
}

/// How far the last of these rows lies beyond the texture; 0 or less if it does not.
///
/// Rounding down sees to that, unless there is nothing to round: where the middle of the first row is the wall's upper edge, that of
/// the row that mirrors it is the lower edge, which belongs to no texel.
#[inline(always)]
fn beyond([top, bottom]: [i32; 2], [start, step]: [u32; 2]) -> i64 {
    let first = start.wrapping_add((top as u32).wrapping_mul(step));
    i64::from(first) + i64::from(step) * (i64::from(bottom.saturating_sub(top)) - 1) - i64::from(u32::MAX)
}

/// Where row 0 of the frame is, and the step, so that none of these rows lies beyond the texture.
#[inline]
fn kept_within([top, bottom]: [i32; 2], [start, step]: [u32; 2]) -> [u32; 2] {
    let beyond = beyond([top, bottom], [start, step]);
    if beyond <= 0 {
        return [start, step];
    }
    // Shorter steps, and a start that is later by what they then leave over: no row but the last shows another place.
    let after = i64::from(bottom.saturating_sub(top)) - 1;
    let shorter = (beyond as u64).div_ceil(after as u64) as u32;
    let later = (i64::from(shorter) * after - beyond) as u32;
    [start.wrapping_add(later).wrapping_add((top as u32).wrapping_mul(shorter)), step - shorter]
}

/// The uppermost texel of what a texture shows so far across it (0 to 1), and the shift that makes its rows of places.
#[inline(always)]
fn texel_column(place: &TextureSlot, across: f64) -> [u32; 2] {
    let left = whole(across * f64::from(place.width), f64::from(place.width - 1));
    [place.start + left * place.height, place.shifts()[1]]
}

/// The least whole number that is not below.
#[inline(always)]
fn up(number: f64) -> i32 {
    // SAFETY: it is brought into a range.
    let whole: i32 = unsafe { most(FARTHEST, least(-FARTHEST, number)).to_int_unchecked() };
    whole + i32::from(f64::from(whole) < number)
}

/// The farthest from the frame that a slice may begin or end, in rows: no frame is so high that a wall just before the eye reaches it.
const FARTHEST: f64 = 1e9;

/// The whole part of a number that is brought into the range from 0 to an end, below 2^32; 0 if it is none (NaN).
#[inline(always)]
fn whole(number: f64, end: f64) -> u32 {
    // SAFETY: it is.
    unsafe { within(number, end).to_int_unchecked() }
}

#[cfg(test)]
mod tests {
    use crate::Scene;
    use crate::testing::{along_row, look, picture, room};
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn a_straight_wall_is_equally_high_in_every_column() {
        let mut scene = room("#########\n#       #\n#       #\n#########");
        look(&mut scene, 4.5, 2.6, -FRAC_PI_2);
        let frame = picture(&scene, 40, 60);
        for y in 0..frame.height() {
            assert_eq!(along_row(&frame, y).len(), 1, "row {y}");
        }
    }

    #[test]
    fn faces_are_lit_by_the_cell_in_front_and_those_along_x_are_darker() {
        let mut scene = room("####\n#  #\n#  #\n####");
        let bright = |scene: &Scene| picture(scene, 3, 3).pixel(1, 1).unwrap().to_le_bytes()[1];
        look(&mut scene, 1.5, 1.5, PI);
        let west = bright(&scene);
        look(&mut scene, 1.5, 1.5, -FRAC_PI_2);
        let north = bright(&scene);
        assert!(north < west && north > west / 2);
        scene.map.cell_mut(1, 1).unwrap().light = crate::Light::even([60; 3]);
        assert!(bright(&scene) < north / 2);
    }
}
