//! Sprites: images that stand on the map and face the eye, clipped column by column by nearer walls.
#![allow(unsafe_code, reason = "bands write into one frame in parallel, and texels are read without a check")]

use crate::{
    draw::coverage_mask::{CoverageMask, Deferred, DeferredSurface, Seen},
    draw::panes,
    draw::picture::Picture,
    draw::visible_sprites::{BATCH, Extent, VisibleSprite},
    lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work},
    lanes::shade::{Pairs, blend, cover_at_most, shade, shade_or_shine},
    scene::textures::TextureSlot,
};
use std::ops::Range;

/// Draws all sprites in a run of rows, the nearest first; defers translucent ones and the panes in front of sprites.
///
/// # Safety
/// The rows must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(token: Token<L>, picture: &Picture, rows: &Range<i32>, gaps: &mut CoverageMask) {
    for (first, extents) in picture.figures.flocks_within(rows) {
        gaps.open_all(picture.strips);
        token.apart(SpriteBatch { picture, first, extents, rows, gaps });
    }
}

/// A batch of sprites at about the same distance.
struct SpriteBatch<'a> {
    picture: &'a Picture<'a>,
    /// The index of the first sprite.
    first: usize,
    extents: &'a [Extent],
    /// Rows of the frame that no other thread draws.
    rows: &'a Range<i32>,
    gaps: &'a mut CoverageMask,
}

impl<L: Lanes> Work<L> for SpriteBatch<'_> {
    /// Draws the sprites that are not hidden by nearer ones.
    #[inline(always)]
    fn run(mut self, token: Token<L>) {
        // Whether a register is open cannot be predicted: the open ones are collected without a branch, and drawn
        // later.
        let (mut noted, mut count) = ([(0, 0); 2 * BATCH + 1], 0);
        for (index, extent) in self.extents.iter().enumerate().rev() {
            let rows = extent.clamp_or_zero(self.rows);
            if rows.is_empty() {
                continue;
            }
            let pairs = self.gaps.pairs(&rows);
            let [first, last] = [extent.columns[0], extent.columns[1] - 1].map(|column| column as usize / L::COUNT);
            if last > first + 1 {
                self.columns(token, &noted[..count]);
                count = 0;
                for register in first..=last {
                    self.columns(token, &[(index, register)]);
                }
                continue;
            }
            noted[count] = (index, first);
            count += usize::from(self.gaps.is_open(first, pairs));
            noted[count] = (index, last);
            count += usize::from((last > first) & self.gaps.is_open(last, pairs));
        }
        self.columns(token, &noted[..count]);
    }
}

impl SpriteBatch<'_> {
    /// Draws the columns of sprites in these registers, unless nearer ones have hidden them in the meantime.
    #[inline(always)]
    fn columns<L: Lanes>(&mut self, token: Token<L>, noted: &[(usize, usize)]) {
        let (picture, gaps) = (self.picture, &mut *self.gaps);
        for &(index, register) in noted {
            let rows = self.extents[index].clamp_or_zero(self.rows);
            let pairs = gaps.pairs(&rows);
            if gaps.is_open(register, pairs) {
                let (number, x) = (self.first + index, register * L::COUNT);
                token.apart(Columns { picture, number, x, rows: &rows, pairs, gaps });
            }
        }
    }
}

/// Returns the columns of a register whose walls are behind a depth.
#[inline(always)]
fn nearer<L: Lanes>(token: Token<L>, picture: &Picture, x: usize, depth: f32) -> u32 {
    token.of(&picture.strips[x / STRIP_WIDTH].wall.depth, x % STRIP_WIDTH).deeper(token.splat(depth.to_bits()))
}

/// The columns of a sprite that are in one register.
struct Columns<'a> {
    picture: &'a Picture<'a>,
    number: usize,
    x: usize,
    /// The sprite's rows in this run, which no other thread draws, and the pairs of them.
    rows: &'a Range<i32>,
    pairs: u64,
    gaps: &'a mut CoverageMask,
}

impl<L: Lanes> Work<L> for Columns<'_> {
    /// Draws the columns that no wall hides, or defers them.
    #[inline(always)]
    fn run(self, token: Token<L>) {
        let Columns { picture, number, x, rows, pairs, gaps } = self;
        let figure = picture.figures.get(number);
        let [nearest, deepest] = picture.depths[x / STRIP_WIDTH];
        if deepest <= figure.depth {
            return;
        }
        let from = (figure.across.first - x as i32).max(0);
        let end = (figure.across.end - x as i32).min(L::COUNT as i32);
        if picture.strips[x / STRIP_WIDTH].most_panes > 0 {
            panes::pass::<L>(picture, x / STRIP_WIDTH, gaps, figure.depth);
        }
        let before = if figure.depth < nearest { L::ALL } else { nearer(token, picture, x, figure.depth) };
        let lanes = before & ((1 << end) - 1) & !((1 << from) - 1);
        let Some(seen) = gaps.seen(token, x, lanes, rows, pairs) else { return };
        let place = picture.scene.textures.slot(figure.texture);
        // Objects behind it are visible through it, not only through its holes.
        if place.is_thin || figure.cover < 256 {
            gaps.wait(Deferred::Sprite(number), x, lanes, seen);
            return;
        }
        let texel = texel_columns(token, figure, place, x as i32, lanes);
        let open = gaps.open(x, &seen.rows);
        if place.shines {
            token.apart(Post::<L, false, true> { picture, figure, x, lanes, texel, seen, open });
        } else {
            token.apart(Post::<L, false, false> { picture, figure, x, lanes, texel, seen, open });
        }
    }
}

/// Draws a deferred sprite in the columns of one register.
///
/// # Safety
/// The surface must be of this sprite and on the frame, and no other thread may draw its rows at the same time.
#[inline(always)]
pub(crate) unsafe fn lay<L: Lanes>(
    token: Token<L>,
    picture: &Picture,
    number: usize,
    waiter: &DeferredSurface,
    open: &mut [u16],
) {
    let (figure, &DeferredSurface { x, lanes, ref seen, .. }) = (picture.figures.get(number), waiter);
    let (place, seen) = (picture.scene.textures.slot(figure.texture), seen.clone());
    let texel = texel_columns(token, figure, place, x as i32, lanes);
    if place.shines {
        token.apart(Post::<L, true, true> { picture, figure, x, lanes, texel, seen, open });
    } else {
        token.apart(Post::<L, true, false> { picture, figure, x, lanes, texel, seen, open });
    }
}

/// Returns, for each lane, the index of the first texel of its texture column; lanes outside the set get column 0.
#[inline(always)]
fn texel_columns<L: Lanes>(token: Token<L>, figure: &VisibleSprite, place: &TextureSlot, x: i32, lanes: u32) -> L {
    let across = figure.across;
    let first = across.texel.wrapping_add(across.step.wrapping_mul((x - across.first) as u32));
    let mut column = token.iota().mul(token.splat(across.step)).add(token.splat(first)).shift_right(16);
    if figure.mirrored {
        column = token.splat(place.width - 1).add(column.mul(token.splat(u32::MAX)));
    }
    token.splat(place.start).add(L::choose(lanes, column, token.splat(0)).mul(token.splat(place.height)))
}

/// The columns of a sprite that one register shows.
struct Post<'a, L, const THIN: bool, const SHINES: bool> {
    picture: &'a Picture<'a>,
    figure: &'a VisibleSprite,
    x: usize,
    /// Columns of the frame that the sprite covers.
    lanes: u32,
    /// The first texel of each column.
    texel: L,
    /// Rows of the frame that the sprite covers and no other thread draws.
    seen: Seen,
    /// The columns of the strip, for each of these rows, in which nothing nearer hides the sprite.
    open: &'a mut [u16],
}

impl<L: Lanes, const THIN: bool, const SHINES: bool> Work<L> for Post<'_, L, THIN, SHINES> {
    /// Draws them row by row.
    #[inline(always)]
    fn run(self, token: Token<L>) {
        let Post { picture, figure, x, lanes, texel: column, mut seen, open } = self;
        let texels = picture.scene.textures.texels();
        let (first, down) = (seen.rows.start, figure.down);
        let row = |y: i32| down.texel + down.step * (y - down.first) as u32;
        let is_close = L::PERMUTES && down.step < 2 << 16;
        let paint = Paint::<L, THIN, SHINES>::new(token, picture, figure, x, lanes);
        // SAFETY: rows and columns are on the frame and covered by the sprite, whose spans stay within its texture.
        unsafe {
            while let Some(mut rows) = seen.next_run() {
                if is_close && 2 * rows.len() >= L::COUNT {
                    let mut square = [column; STRIP_WIDTH];
                    while 2 * rows.len() >= L::COUNT {
                        let some = rows.start..rows.end.min(rows.start + L::COUNT as i32);
                        rows.start = some.end;
                        texel_square(texels, column, lanes, row(some.start), down.step, &mut square);
                        for (y, texel) in some.zip(&square) {
                            paint.row(y, *texel, &mut open[(y - first) as usize]);
                        }
                    }
                }
                for y in rows {
                    let texel = L::gather(texels.as_ptr(), column.add(token.splat(row(y) >> 16)));
                    paint.row(y, texel, &mut open[(y - first) as usize]);
                }
            }
        }
    }
}

/// Reads the texels for as many rows as a register has columns, in the columns of a set, from position `place` (in
/// 2^-16 texels) on. Each row is less than two texels further down, so two loads serve a whole column.
///
/// # Safety
/// Each column of the set must be one of a texture among these texels, and the position must be within the texture.
#[inline(always)]
unsafe fn texel_square<L: Lanes>(
    texels: &[u32],
    columns: L,
    lanes: u32,
    place: u32,
    step: u32,
    square: &mut [L; STRIP_WIDTH],
) {
    let token = columns.token();
    let firsts = columns.add(token.splat(place >> 16)).to_array();
    let index = token.iota().mul(token.splat(step)).add(token.splat(place & 0xffff)).shift_right(16);
    let some = lanes.trailing_zeros() as usize..(32 - lanes.leading_zeros()) as usize;
    // SAFETY: the caller guarantees that each column begins with a texel; the padding at the end holds two registers.
    unsafe {
        if step <= 1 << 16 {
            for column in some {
                square[column] = L::load(token, texels.as_ptr().add(firsts[column] as usize)).permute(index);
            }
        } else {
            for column in some {
                let from = texels.as_ptr().add(firsts[column] as usize);
                square[column] = L::load(token, from).permute_both(L::load(token, from.add(L::COUNT)), index);
            }
        }
    }
    L::transpose(square);
}

/// The values that rows of a sprite share in the columns of one register, computed once: for all that the compiler
/// knows, writing a pixel might change them.
struct Paint<'a, L, const THIN: bool, const SHINES: bool> {
    picture: &'a Picture<'a>,
    /// The register's first column, and its pixel in the frame's first row.
    x: usize,
    top: *mut u32,
    width: usize,
    /// True if the whole register is on the frame.
    is_whole: bool,
    lanes: u32,
    light: Pairs<L>,
    fog: Pairs<L>,
    cover: u32,
}

impl<'a, L: Lanes, const THIN: bool, const SHINES: bool> Paint<'a, L, THIN, SHINES> {
    #[inline(always)]
    fn new(token: Token<L>, picture: &'a Picture, figure: &VisibleSprite, x: usize, lanes: u32) -> Self {
        let [red, green, blue, _] = figure.light;
        let fog = picture.scene.fog.colour.map(|colour| figure.fog * u32::from(colour));
        let (width, is_whole) = (picture.width, x + L::COUNT <= picture.width);
        let (light, fog) = (Pairs::splat(token, [red, green, blue]), Pairs::splat(token, fog));
        Paint { picture, x, top: picture.pixel(x, 0), width, is_whole, lanes, light, fog, cover: figure.cover }
    }

    /// Draws the texels of a row in the open columns, except for holes, and closes the columns that opaque texels
    /// cover.
    ///
    /// # Safety
    /// The row and the lanes must be on the frame, and no other thread may draw the row at the same time.
    #[inline(always)]
    unsafe fn row(&self, y: i32, texel: L, open: &mut u16) {
        let token = texel.token();
        // The processor cannot predict whether any texel is visible: a branch would cost more than it saves.
        let lanes = self.lanes & u32::from(*open) >> (self.x % STRIP_WIDTH) & texel.touching(token.splat(0xff00_0000));
        if !THIN {
            *open &= !(lanes << (self.x % STRIP_WIDTH)) as u16;
        }
        let rounding = self.picture.rounding(token, y);
        let more = self.fog.add(rounding);
        let mut colour =
            if SHINES { shade_or_shine(texel, self.light, more, rounding) } else { shade(texel, self.light, more) };
        let to = self.top.wrapping_add(y as usize * self.width);
        // SAFETY: the caller guarantees the row and the lanes; if `is_whole`, the whole register is on the frame.
        unsafe {
            if THIN {
                let below = if self.is_whole { L::load(token, to) } else { L::load_some(token, to, lanes) };
                colour = blend(colour, below, cover_at_most(texel, self.cover));
            }
            if self.is_whole { colour.merge(to, lanes) } else { colour.store_some(to, lanes) }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::light::Light,
        scene::scene::{Scene, Sprite},
        scene::textures::TextureId,
        testing::{BLUE_LEFT, Batch, RED, Seen, along_row, down_column, look, open, picture, room, seen, sprite},
    };

    const HALL: &str = "#########\n#       #\n#       #\n#       #\n#########";

    #[test]
    fn sprite_is_on_the_floor_at_its_position() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites.push(sprite(3.5, 2.5, RED));
        let frame = picture(&scene, 80, 60);
        let middle = down_column(&frame, 40);
        assert_eq!(middle, [Seen::Ceiling, Seen::Red, Seen::Floor], "as high as a wall");
        scene.sprites[0] = Sprite { height: 0.25, ..sprite(3.5, 2.5, RED) };
        assert_eq!(
            down_column(&picture(&scene, 80, 60), 40),
            [Seen::Ceiling, Seen::Wall, Seen::Floor, Seen::Red, Seen::Floor]
        );
        scene.sprites[0].bottom = 0.75;
        let hangs = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(
            hangs,
            [Seen::Ceiling, Seen::Red, Seen::Ceiling, Seen::Wall, Seen::Floor],
            "it must reach up to where walls would"
        );
    }

    #[test]
    fn holes_of_a_sprite_show_what_is_behind() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites.push(sprite(3.5, 2.5, BLUE_LEFT));
        let row = along_row(&picture(&scene, 80, 60), 30);
        assert_eq!(row, [Seen::Wall, Seen::Blue, Seen::Wall]);
        let frame = picture(&scene, 80, 60);
        assert_eq!(seen(frame.pixel(39, 30).unwrap()), Seen::Blue);
        assert_eq!(seen(frame.pixel(40, 30).unwrap()), Seen::Wall);
    }

    #[test]
    fn nearer_sprite_covers_the_farther_in_any_scene_order() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites = vec![sprite(3.0, 2.5, BLUE_LEFT), sprite(4.5, 2.5, RED)];
        let row = along_row(&picture(&scene, 80, 60), 30);
        assert_eq!(row, [Seen::Wall, Seen::Blue, Seen::Red, Seen::Wall]);
        scene.sprites.reverse();
        assert_eq!(along_row(&picture(&scene, 80, 60), 30), row);
    }

    #[test]
    fn walls_and_doors_hide_sprites_except_in_openings() {
        let mut scene = room("#######\n#  |  #\n#######");
        look(&mut scene, 1.2, 1.5, 0.0);
        scene.sprites.push(sprite(5.0, 1.5, RED));
        let reds = |scene: &Scene| {
            let frame = picture(scene, 160, 90);
            (0..160).filter(|&x| seen(frame.pixel(x, 45).unwrap()) == Seen::Red).count()
        };
        assert_eq!(reds(&scene), 0);
        open(&mut scene, 3, 1, 0.5);
        let half = reds(&scene);
        open(&mut scene, 3, 1, 1.0);
        assert!(half > 5 && half.abs_diff(reds(&scene) / 2) <= 2);
        scene.sprites[0].x = 6.5;
        assert_eq!(reds(&scene), 0, "inside the wall");
    }

    #[test]
    fn bright_sprite_ignores_darkness() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        for y in 1..4 {
            for x in 1..8 {
                scene.map.cell_mut(x, y).unwrap().light = Light::even([0; 3]);
            }
        }
        scene.sprites.push(sprite(5.5, 2.5, RED));
        assert_eq!(seen(picture(&scene, 80, 60).pixel(40, 30).unwrap()), Seen::Black);
        scene.sprites[0].bright = true;
        assert_eq!(picture(&scene, 80, 60).pixel(40, 30), Some(0xff00_00f0));
    }

    #[test]
    fn invalid_sprites_and_those_behind_the_eye_are_not_drawn() {
        let mut scene = room(HALL);
        look(&mut scene, 3.5, 2.5, 0.0);
        let without = picture(&scene, 80, 60);
        for odd in [
            sprite(1.5, 2.5, RED),
            sprite(3.5, 2.5, RED),
            sprite(f32::NAN, 2.5, RED),
            sprite(f32::INFINITY, 2.5, RED),
            Sprite { width: f32::INFINITY, ..sprite(5.5, 2.5, RED) },
            Sprite { height: -1.0, ..sprite(5.5, 2.5, RED) },
            Sprite { width: 0.0, ..sprite(5.5, 2.5, RED) },
            Sprite { bottom: f32::NAN, ..sprite(5.5, 2.5, RED) },
            sprite(-5.5, f32::MAX, TextureId(77)),
        ] {
            scene.sprites = vec![odd];
            assert_eq!(picture(&scene, 80, 60), without, "{odd:?}");
        }
    }

    #[test]
    fn translucent_sprites_show_only_the_nearest_opaque_one_behind() {
        let mut scene = room("#########\n#       #\n#  :    #\n#       #\n#########");
        look(&mut scene, 1.2, 2.5, 0.0);
        let bright = |x, texture| Sprite { bright: true, ..sprite(x, 2.5, texture) };
        let thin = |x, texture| Sprite { cover: 128, ..bright(x, texture) };
        let mut middle = |sprites: Vec<Sprite>| {
            scene.sprites = sprites;
            picture(&scene, 80, 60).pixel(38, 30).unwrap()
        };
        let (green, red) = (TextureId(1), RED);
        let behind_glass = middle(vec![bright(5.0, red)]);
        let green_behind = middle(vec![thin(5.5, green), bright(5.0, red)]);
        assert_eq!(green_behind, behind_glass, "the red sprite must hide the translucent green one");
        let through_both = middle(vec![bright(5.5, red), thin(5.0, green)]);
        assert!(through_both != behind_glass, "the translucent green sprite must be visible in front of the red one");
        assert_eq!(middle(vec![thin(6.0, red), bright(5.5, red), thin(5.0, green)]), through_both);
        assert_eq!(middle(vec![thin(5.0, green), bright(2.2, red)]), 0xff00_00f0, "in front of the glass");
        let [near, far] = [[3.0, 2.0], [2.0, 3.0]].map(|[a, b]| middle(vec![thin(a, red), thin(b, green)]));
        assert!(near != far, "the nearer sprite must be blended over the other");
    }

    #[test]
    fn crowd_looks_as_if_drawn_from_far_to_near() {
        let mut scene = room(HALL);
        look(&mut scene, 1.2, 2.5, 0.0);
        (scene.fog.clear, scene.fog.colour) = (3.0, [40, 60, 90]);
        let mut numbers = Batch(9);
        let mut number = |from: f32, to: f32| from + (to - from) * numbers.below(1000) as f32 / 1000.0;
        let mut crowd: Vec<Sprite> = (0..90)
            .map(|i| Sprite {
                width: [0.1, 1.4][i % 2] * number(0.3, 1.0),
                height: number(0.1, 0.6),
                bottom: number(0.0, 0.5),
                ..sprite(number(1.8, 7.9), number(1.1, 3.9), [RED, BLUE_LEFT, TextureId(1)][i % 3])
            })
            .collect();
        let mut painted = picture(&scene, 200, 150);
        let empty = painted.clone();
        // All have the same depth as the view towards the east.
        crowd.sort_by(|one, other| other.x.total_cmp(&one.x));
        for sprite in &crowd {
            scene.sprites = vec![*sprite];
            let alone = picture(&scene, 200, 150);
            for (pixel, (shown, before)) in
                painted.pixels_mut().iter_mut().zip(alone.pixels().iter().zip(empty.pixels()))
            {
                if shown != before {
                    *pixel = *shown;
                }
            }
        }
        crowd.reverse();
        crowd.rotate_left(40);
        scene.sprites = crowd;
        assert!(picture(&scene, 200, 150) == painted);
    }

    #[test]
    fn mirrored_sprite_swaps_left_and_right() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites.push(Sprite { mirrored: true, ..sprite(3.5, 2.5, BLUE_LEFT) });
        let frame = picture(&scene, 80, 60);
        assert_eq!(seen(frame.pixel(39, 30).unwrap()), Seen::Wall);
        assert_eq!(seen(frame.pixel(41, 30).unwrap()), Seen::Blue);
    }

    #[test]
    fn translucent_sprite_blends_by_its_cover() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        let without = picture(&scene, 80, 60).pixel(40, 30).unwrap().to_le_bytes();
        let mut reds = [0, 64, 128, 255].map(|cover| {
            scene.sprites = vec![Sprite { cover, bright: true, ..sprite(3.5, 2.5, RED) }];
            picture(&scene, 80, 60).pixel(40, 30).unwrap().to_le_bytes()
        });
        assert_eq!(reds[0], without);
        assert_eq!(reds[3], [240, 0, 0, 255]);
        assert!(reds[2][1].abs_diff(without[1] / 2) <= 1);
        reds.reverse();
        assert!(reds.windows(2).all(|pair| pair[0][0] > pair[1][0] && pair[0][1] < pair[1][1]), "{reds:?}");
    }
}
