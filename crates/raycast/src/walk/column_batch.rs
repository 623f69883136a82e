//! Column batches: what the columns of a strip show of upright surfaces, before projection onto the frame.
//!
//! A ray records its distance and its hit. Rows, light and texels follow from these for all columns of a strip at once,
//! which lets the compiler vectorise the calculation.

use crate::{
    lanes::convert::{max_nan_safe, to_i32, to_u32},
    lanes::kernel::AnyWork,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    scene::light::{FULL, Light},
    scene::model::RayHit,
    scene::scene::Scene,
    scene::textures::TextureSlot,
    scene::{fog, mipmaps},
    walk::slice::Slices,
    walk::view::{NEAR, View},
};
use bytemuck::Zeroable;

/// One, in the fixed-point units of positions down a surface.
const ONE: f64 = 4_294_967_296.0;

/// The hits of sixteen columns.
#[derive(Clone, Copy, Debug, Zeroable)]
pub(crate) struct ColumnBatch {
    /// The columns that have a hit, one bit each.
    pub(crate) lanes: u32,
    /// The distance of the surface in front of the eye, in tiles.
    pub(crate) depth: [f64; STRIP_WIDTH],
    /// The light on it before any fading: red, green and blue, each 0 to [`FULL`].
    pub(crate) light: [[f64; STRIP_WIDTH]; 3],
    /// The position across its texture, 0 to 1.
    pub(crate) across: [f64; STRIP_WIDTH],
    /// The texture's width, first texel, height, and the shift that turns positions down the texture into its rows.
    width: [f64; STRIP_WIDTH],
    first: [u32; STRIP_WIDTH],
    height: [u32; STRIP_WIDTH],
    shift: [u32; STRIP_WIDTH],
}

/// Projects column batches into slices, for one camera.
#[derive(Clone, Copy)]
pub(crate) struct ColumnBuilder<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) view: &'a View,
}

impl ColumnBatch {
    /// Sets the texture that a column shows.
    #[inline(always)]
    pub(crate) fn show(&mut self, lane: usize, place: &TextureSlot) {
        (self.width[lane], self.first[lane]) = (place.width.into(), place.start);
        (self.height[lane], self.shift[lane]) = (place.height, place.shifts()[1]);
    }

    /// Sets the texture that a set of columns shows.
    #[inline(always)]
    pub(crate) fn show_all(&mut self, lanes: u32, place: &TextureSlot) {
        let shift = place.shifts()[1];
        for lane in 0..STRIP_WIDTH {
            let is_put = lanes >> lane & 1 != 0;
            replace_if(is_put, &mut self.width[lane], place.width.into());
            replace_if(is_put, &mut self.first[lane], place.start);
            replace_if(is_put, &mut self.height[lane], place.height);
            replace_if(is_put, &mut self.shift[lane], shift);
        }
    }

    /// Records that a column leaves the map at this depth.
    pub(crate) fn put_outside(&mut self, lane: usize, depth: f64) {
        self.lanes |= 1 << lane;
        (self.depth[lane], self.across[lane]) = (depth, 0.0);
        for light in &mut self.light {
            light[lane] = 0.0;
        }
        self.show(lane, &TextureSlot::VOID);
    }
}

impl ColumnBuilder<'_> {
    /// Records that a column hits a part of a model in a cell.
    pub(crate) fn put(
        self,
        draft: &mut ColumnBatch,
        lane: usize,
        meeting: &RayHit,
        (x, y): (i32, i32),
        place: &TextureSlot,
    ) {
        let light = self.scene.map.cell(x, y).map_or(&Light::FULL, |cell| &cell.light);
        let inside = |part: f64| part.clamp(0.0, 1.0) as f32;
        let part = 1.0 - meeting.along_y * (1.0 - f64::from(self.scene.fog.side));
        let light = light.at(inside(meeting.place.0), inside(meeting.place.1));
        draft.lanes |= 1 << lane;
        (draft.depth[lane], draft.across[lane]) = (meeting.depth, meeting.across);
        for (channel, light) in light.into_iter().enumerate() {
            draft.light[channel][lane] = f64::from(light) * part;
        }
        let pixels = if self.scene.far_levels { self.view.tall / meeting.depth } else { 0.0 };
        draft.show(lane, self.level(place, pixels, pixels));
    }

    /// Returns the mipmap of a texture to show where a tile covers this number of pixels, straight on and slanted.
    #[inline(always)]
    pub(crate) fn level<'b>(&'b self, place: &'b TextureSlot, straight: f64, slanted: f64) -> &'b TextureSlot {
        if !self.scene.far_levels {
            return place;
        }
        self.scene.textures.level(place, mipmaps::sharpest(straight, slanted))
    }

    /// Writes slices for the columns of a batch that have a hit. All sixteen are computed either way, because that
    /// vectorises.
    #[inline(always)]
    pub(crate) fn finish<L: Lanes>(self, token: Token<L>, draft: &ColumnBatch, slices: &mut Slices) {
        let (mut all, mut farthest) = (Slices::zeroed(), 0);
        for lane in 0..STRIP_WIDTH {
            self.place(draft, lane, &mut all);
            let (rows, places) = ([all.top[lane], all.bottom[lane]], [all.start[lane], all.step[lane]]);
            farthest = farthest.max(beyond(rows, places));
        }
        if farthest > 0 {
            for lane in (0..STRIP_WIDTH).filter(|lane| draft.lanes >> lane & 1 != 0) {
                let (rows, places) = ([all.top[lane], all.bottom[lane]], [all.start[lane], all.step[lane]]);
                [all.start[lane], all.step[lane]] = kept_within(rows, places);
            }
        }
        slices.take(token, &all, draft.lanes);
    }

    /// Computes the slice of one column. Its last row may be [`beyond`] the texture.
    #[inline(always)]
    fn place(self, draft: &ColumnBatch, lane: usize, slices: &mut Slices) {
        let ColumnBuilder { view, scene } = self;
        let depth = max_nan_safe(NEAR, draft.depth[lane]);
        let height = view.tall / depth;
        let above = view.horizon() - (1.0 - view.eye) * height; // the row, with its fraction, at its upper edge
        // A row belongs to the surface if its middle does.
        let top = up(above - 0.5);
        // If the eye is halfway up, the rows below the horizon mirror those above exactly.
        let bottom = if view.mirrors() { view.horizon - top } else { up(above + height - 0.5) };
        // Rounding down keeps the last row within the texture.
        let step = to_u32(depth / view.tall * ONE, ONE - 1.0);
        let first = to_u32((f64::from(top) + 0.5 - above) * (depth / view.tall * ONE), ONE - 1.0);
        slices.depth[lane] = depth as f32;
        (slices.top[lane], slices.bottom[lane]) = (top, bottom);
        (slices.start[lane], slices.step[lane]) = (first.wrapping_sub((top as u32).wrapping_mul(step)), step);
        // Channel by channel, because a closure over all three was not inlined.
        let (full, fade) = (f64::from(FULL), fog::fade(&scene.fog, depth));
        let light = |channel: usize| to_u32(draft.light[channel][lane] * fade, full);
        slices.red_blue[lane] = light(0) | light(2) << 16;
        slices.green[lane] = light(1);
        let (fog, [red, green, blue]) = (to_u32(full * (1.0 - fade), full), scene.fog.colour.map(u32::from));
        slices.fog_red_blue[lane] = fog * (red | blue << 16);
        slices.fog_green[lane] = fog * green;
        // A column without a hit may have a width of 0.
        let width = draft.width[lane];
        let column = to_u32(draft.across[lane] * width, max_nan_safe(0.0, width - 1.0));
        slices.texel[lane] = draft.first[lane] + column * draft.height[lane];
        slices.shift[lane] = draft.shift[lane];
    }
}

/// Replaces a value if `is_put`, without a branch.
#[inline(always)]
pub(crate) fn replace_if<T: Copy>(is_put: bool, to: &mut T, by: T) {
    *to = if is_put { by } else { *to };
}

/// Returns how far the last of these rows is beyond the texture; 0 or less if it is within.
///
/// Rounding down prevents this, unless there is nothing to round: if the middle of the first row is exactly the upper
/// edge of the surface, the middle of its mirror row is the lower edge, which belongs to no texel.
#[inline(always)]
fn beyond([top, bottom]: [i32; 2], [start, step]: [u32; 2]) -> i64 {
    let first = start.wrapping_add((top as u32).wrapping_mul(step));
    i64::from(first) + i64::from(step) * (i64::from(bottom.saturating_sub(top)) - 1) - i64::from(u32::MAX)
}

/// Returns the position of row 0 of the frame, and the step, adjusted so that none of these rows is beyond the texture.
#[inline]
fn kept_within([top, bottom]: [i32; 2], [start, step]: [u32; 2]) -> [u32; 2] {
    let beyond = beyond([top, bottom], [start, step]);
    if beyond <= 0 {
        return [start, step];
    }
    // Shorten the step, and move the start down by the excess of that correction: only the last row shows another
    // position.
    let after = i64::from(bottom.saturating_sub(top)) - 1;
    let shorter = (beyond as u64).div_ceil(after as u64) as u32;
    let later = (i64::from(shorter) * after - beyond) as u32;
    [start.wrapping_add(later).wrapping_add((top as u32).wrapping_mul(shorter)), step - shorter]
}

/// The maximum distance from the frame at which a slice may begin or end, in rows. No frame is high enough for a wall
/// right in front of the eye to exceed it.
const MAX_DISTANCE: i32 = 1_000_000_000;

/// Rounds up to a whole number.
#[inline(always)]
fn up(number: f64) -> i32 {
    let whole = to_i32::<{ -MAX_DISTANCE }, MAX_DISTANCE>(number);
    whole + i32::from(f64::from(whole) < number)
}

/// The kernel work that makes slices of a batch: see [`ColumnBuilder::finish`].
pub(crate) struct FinishDraft<'a> {
    pub(crate) drafter: ColumnBuilder<'a>,
    pub(crate) draft: &'a ColumnBatch,
    pub(crate) slices: &'a mut Slices,
}

impl AnyWork for FinishDraft<'_> {
    #[inline(always)]
    fn with<L: Lanes>(self, token: Token<L>) {
        self.drafter.finish(token, self.draft, self.slices);
    }
}
