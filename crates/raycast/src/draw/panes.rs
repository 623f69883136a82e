//! Panes: glass, bars and other transparent parts of models, blended over what is behind them, the farthest first.
#![allow(unsafe_code, reason = "bands write into one frame in parallel, and texels are read without a check")]

use crate::{
    draw::coverage_mask::{CoverageMask, DeferredSurface},
    draw::picture::Picture,
    draw::walls::Loaded,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work},
    lanes::shade::{blend, cover, shade, shade_or_shine},
};
use std::ops::Range;

/// Defers the panes of a strip that are nearer than a sprite at this depth.
#[inline(always)]
pub(crate) fn pass<L: Lanes>(picture: &Picture, number: usize, gaps: &mut CoverageMask, depth: f32) {
    let strip = &picture.strips[number];
    for layer in 0..usize::from(strip.most_panes) {
        let slices = &picture.panes[number][layer];
        let mut due = 0;
        for (lane, passed) in gaps.passed[number].iter_mut().enumerate() {
            let is_next = usize::from(*passed) == layer && layer < usize::from(strip.panes[lane]);
            if is_next && slices.depth[lane] <= depth {
                *passed += 1;
                due |= 1 << lane;
            }
        }
        for lane in (0..STRIP_WIDTH).step_by(L::COUNT) {
            let lanes = due >> lane & L::ALL;
            if lanes != 0 {
                gaps.let_panes_wait(layer, number * STRIP_WIDTH + lane, lanes);
            }
        }
    }
}

/// Draws the panes in a run of rows that are behind all sprites, the farthest first.
///
/// # Safety
/// The rows must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(token: Token<L>, picture: &Picture, rows: &Range<i32>, gaps: &mut CoverageMask) {
    for (number, strip) in picture.strips.iter().enumerate() {
        if strip.most_panes > 0 {
            gaps.open_all(picture.strips);
        }
        for layer in (0..strip.most_panes).rev() {
            let [top, bottom] = strip.pane_rows[usize::from(layer)];
            let rows = rows.start.max(top)..rows.end.min(bottom);
            if rows.is_empty() {
                continue;
            }
            let is_left = |lane: usize| gaps.passed[number][lane] <= layer && layer < strip.panes[lane];
            let left = (0..STRIP_WIDTH).fold(0, |left, lane| left | u32::from(is_left(lane)) << lane);
            for lane in (0..STRIP_WIDTH).step_by(L::COUNT) {
                let (x, lanes) = (number * STRIP_WIDTH + lane, left >> lane & L::ALL);
                if lanes != 0 {
                    // SAFETY: the caller guarantees the rows; only columns of the frame have panes.
                    unsafe { columns(token, picture, layer.into(), x, lanes, &rows, gaps.open(x, &rows)) };
                }
            }
        }
    }
}

/// Draws the deferred panes of a layer in the columns of one register.
///
/// # Safety
/// The rows and lanes of the deferred surface must be on the frame, and no other thread may draw the rows at the same
/// time.
#[inline(always)]
pub(crate) unsafe fn lay<L: Lanes>(
    token: Token<L>,
    picture: &Picture,
    layer: usize,
    waiter: &DeferredSurface,
    open: &[u16],
) {
    // SAFETY: the caller guarantees the rows and the lanes.
    unsafe { columns(token, picture, layer, waiter.x, waiter.lanes, &waiter.seen.rows, open) };
}

/// Draws the panes of a layer in the columns of one register.
///
/// # Safety
/// The rows and the lanes must be on the frame, and no other thread may draw the rows at the same time.
#[inline(always)]
unsafe fn columns<L: Lanes>(
    token: Token<L>,
    picture: &Picture,
    layer: usize,
    x: usize,
    lanes: u32,
    rows: &Range<i32>,
    open: &[u16],
) {
    if picture.strips[x / STRIP_WIDTH].panes_shine {
        token.apart(Columns::<true> { picture, layer, x, lanes, rows, open });
    } else {
        token.apart(Columns::<false> { picture, layer, x, lanes, rows, open });
    }
}

/// The panes of a layer in the columns of one register.
struct Columns<'a, const SHINES: bool> {
    picture: &'a Picture<'a>,
    layer: usize,
    /// The register's first column.
    x: usize,
    /// Columns of the frame.
    lanes: u32,
    /// Rows of the frame that no other thread draws.
    rows: &'a Range<i32>,
    /// The columns of the strip, for each of these rows, in which no nearer sprite hides the pane.
    open: &'a [u16],
}

impl<L: Lanes, const SHINES: bool> Work<L> for Columns<'_, SHINES> {
    /// Draws the panes.
    #[inline(always)]
    fn run(self, token: Token<L>) {
        let Columns { picture, layer, x, lanes, rows: all_rows, open } = self;
        let (slices, lane) = (&picture.panes[x / STRIP_WIDTH][layer], x % STRIP_WIDTH);
        let open = |y: i32| u32::from(open[(y - all_rows.start) as usize]) >> lane;
        let due = |lane: &usize| lanes >> (lane % L::COUNT) & 1 != 0;
        let columns = || (lane..lane + L::COUNT).filter(due);
        let top = columns().map(|lane| slices.top[lane]).min().unwrap_or(0);
        let bottom = columns().map(|lane| slices.bottom[lane]).max().unwrap_or(0);
        // SAFETY: panes show textures of the scene. The rows belong to the band, and the lanes are on the frame.
        unsafe {
            let pane = Loaded::new(token, &picture.scene.textures, slices, lane);
            let mut rows = all_rows.start.max(top)..all_rows.end.min(bottom);
            let mut square = [pane.top; STRIP_WIDTH];
            while L::PERMUTES && 2 * rows.len() >= L::COUNT && pane.is_close() {
                let some = rows.start..rows.end.min(rows.start + L::COUNT as i32);
                rows.start = some.end;
                pane.square(slices, lane, some.start, &mut square);
                for (y, texel) in some.zip(&square) {
                    blend_row::<L, SHINES>(picture, &pane, x, y, lanes & open(y), *texel);
                }
            }
            let mut places = pane.places(rows.start);
            for y in rows {
                blend_row::<L, SHINES>(picture, &pane, x, y, lanes & open(y), pane.texels(places));
                places = pane.next(places);
            }
        }
    }
}

/// Blends a row of texels over the pixels, except for their holes.
///
/// # Safety
/// The row and the lanes must be on the frame, and no other thread may draw the row at the same time.
#[inline(always)]
unsafe fn blend_row<L: Lanes, const SHINES: bool>(
    picture: &Picture,
    pane: &Loaded<L>,
    x: usize,
    y: i32,
    lanes: u32,
    texel: L,
) {
    let token = texel.token();
    let lanes = lanes & pane.in_row(y) & texel.touching(token.splat(0xff00_0000));
    if lanes == 0 {
        return;
    }
    let rounding = picture.rounding(token, y);
    let more = pane.fog.add(rounding);
    let colour =
        if SHINES { shade_or_shine(texel, pane.light, more, rounding) } else { shade(texel, pane.light, more) };
    let to = picture.pixel(x, y);
    // SAFETY: the caller guarantees the row and the lanes.
    unsafe {
        if lanes == L::ALL {
            blend(colour, L::load(token, to), cover(texel)).store(to);
        } else {
            picture.put(to, x, blend(colour, L::load_some(token, to, lanes), cover(texel)), lanes);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::scene::{Scene, Sprite},
        scene::textures::TextureId,
        testing::{RED, Seen, look, picture, room, seen, sprite},
    };

    /// Returns the colour in the middle of a frame, a little to the left, where a pane has glass.
    fn middle(scene: &Scene) -> [u8; 4] {
        picture(scene, 81, 61).pixel(38, 30).unwrap().to_le_bytes()
    }

    #[test]
    fn each_pane_tints_what_is_behind_it() {
        let views =
            ["#########\n#       #\n#########", "#########\n#  :    #\n#########", "#########\n#  :  : #\n#########"];
        let [none, one, two] = views.map(|map| {
            let mut scene = room(map);
            look(&mut scene, 1.2, 1.5, 0.0);
            middle(&scene)
        });
        assert!(none[1] > one[1] && one[1] > two[1], "less green: {none:?} {one:?} {two:?}");
        assert!(none[0] < one[0], "more red");
        let hole = |map: &str| {
            let mut scene = room(map);
            look(&mut scene, 1.2, 1.5, 0.0);
            picture(&scene, 81, 61).pixel(42, 30)
        };
        assert_eq!(hole(views[0]), hole(views[2]), "the wall must be unchanged through the hole");
    }

    #[test]
    fn sprite_is_tinted_by_the_pane_in_front_and_hides_those_behind() {
        let mut scene = room("#########\n#  :    #\n#########");
        look(&mut scene, 1.2, 1.5, 0.0);
        let glass = middle(&scene);
        let green = TextureId(1);
        scene.sprites = vec![Sprite { bright: true, ..sprite(2.6, 1.5, green) }];
        assert_eq!(middle(&scene), [240, 120, 0, 255], "in front of the glass");
        scene.sprites[0].x = 5.0;
        let behind = middle(&scene);
        assert!(behind != glass && behind != [240, 120, 0, 255], "behind the glass: {behind:?}");
        assert!(behind[1] < 120 && behind[0] > 120);
    }

    #[test]
    fn excess_panes_are_left_out_farthest_first() {
        let mut scene = room(&["#".repeat(24), format!("# {} #", ":".repeat(20)), "#".repeat(24)].join("\n"));
        look(&mut scene, 1.2, 1.5, 0.0);
        scene.sprites = vec![sprite(12.0, 1.5, RED)];
        let pixel = picture(&scene, 81, 61).pixel(38, 30).unwrap();
        assert_eq!(seen(pixel | 0xff00_0000), Seen::Red, "eight panes must be nearly opaque");
    }
}
