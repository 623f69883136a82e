//! Floors and ceilings: whatever the walls leave, in spans along the rows.
//!
//! All of a row is equally deep, so its places on the map lie evenly on a line. The line is cut where it passes from
//! tile to tile; within a tile, texture and light are the same for a whole span, and the place in the tile is a 32-bit
//! fraction that grows by the same step from pixel to pixel. While the eye is halfway up the walls, a row of ceiling
//! mirrors a row of floor, and both are drawn at once from the same places and the same light.
#![allow(unsafe_code, reason = "loops over lanes, whose instructions the caller vouches for")]

use crate::lanes::Lanes;
use crate::light::{self, FULL, PART};
use crate::picture::{Band, Picture};
use crate::shade::{Pairs, shade, shade_or_shine};
use crate::sky;
use crate::strip::WIDE;
use crate::textures::{Place, TextureId};

/// One tile, in the units in which places are counted along a row.
const TILE: f64 = 4_294_967_296.0;

/// What part of its depth a row is reckoned at: rounding must not push a pixel at a wall's foot beneath the wall.
const NEARER: f64 = 1.0 - 1.0 / 1_048_576.0;

/// The farthest that a row is reckoned at, in tiles: its places still fit, and nothing on a map is so far away.
const FARTHEST: f64 = 65_536.0;

/// A row of floor or of ceiling.
#[derive(Clone, Copy)]
struct Row {
    y: i32,
    is_floor: bool,
}

/// Up to two rows that are equally far away.
struct Rows<'a, L> {
    picture: &'a Picture<'a>,
    /// The first row, and the one that mirrors it, if any.
    rows: [Row; 2],
    count: usize,
    /// What is left of the light so far away.
    part: i16,
    /// The place on the map of the first column, and how far it is from one to the next, in 2^-32 tiles.
    start: [i64; 2],
    step: [i64; 2],
    /// How many columns a tile is wide along both axes.
    columns: [f64; 2],
    /// The steps of the lanes of a register.
    ramp: [L; 2],
    /// What is added to the colours of both rows: fog and rounding, and rounding alone.
    more: [Pairs<L>; 2],
    rounding: [Pairs<L>; 2],
}

/// What a row shows of a tile.
#[derive(Clone, Copy)]
struct Surface {
    is_sky: bool,
    place: Place,
}

/// The tile that a span shows.
struct Tile {
    surfaces: [Surface; 2],
    shines: bool,
    /// The terms of its light, as far as it is left.
    terms: [i16; 16],
    is_even: bool,
}

/// Draws the floors and ceilings of a band.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(picture: &Picture, band: &Band) {
    let horizon = picture.view.horizon;
    let mirrored = |y: i32| horizon - 1 - y;
    // SAFETY: the caller vouches for the instructions, and that the rows are on the frame and its own.
    unsafe {
        for y in band.floors.clone().filter(|y| 2 * y + 1 > horizon) {
            let floor = Row { y, is_floor: true };
            let ceiling = Row { y: mirrored(y), is_floor: false };
            if picture.view.mirrors() && band.ceilings.contains(&ceiling.y) {
                rows::<L>(picture, [floor, ceiling], 2);
            } else {
                rows::<L>(picture, [floor; 2], 1);
            }
        }
        for y in band.ceilings.clone() {
            if !(picture.view.mirrors() && band.floors.contains(&mirrored(y))) {
                rows::<L>(picture, [Row { y, is_floor: false }; 2], 1);
            }
        }
    }
}

/// Draws one or two rows.
#[inline(always)]
unsafe fn rows<L: Lanes>(picture: &Picture, rows: [Row; 2], count: usize) {
    let view = picture.view;
    let height = if rows[0].is_floor { view.eye } else { 1.0 - view.eye };
    let down = (f64::from(rows[0].y) + 0.5 - view.horizon()).abs();
    let depth = (NEARER * height * view.tall / down).min(FARTHEST);
    let fade = light::fade(&picture.scene.air, depth);
    let fog = (f64::from(FULL) * (1.0 - fade)) as u32;
    let ray = view.ray(0.5);
    let units = |tiles: f64| (tiles * TILE) as i64;
    let step = [units(depth / view.focal * view.right.0), units(depth / view.focal * view.right.1)];
    let iota: [u32; WIDE] = std::array::from_fn(|lane| lane as u32);
    // SAFETY: the caller vouches for the instructions and the rows.
    unsafe {
        let iota = L::load(iota.as_ptr());
        let rounding = [picture.rounding(rows[0].y), picture.rounding(rows[1].y)];
        let fog = picture.scene.air.fog.map(|colour| fog * u32::from(colour));
        let rows = Rows {
            picture,
            rows,
            count,
            part: (fade * PART) as i16,
            start: [units(view.x + depth * ray.0), units(view.y + depth * ray.1)],
            step,
            columns: step.map(|step| 1.0 / step.unsigned_abs() as f64),
            ramp: step.map(|step| iota.mul(L::all(step as u32))),
            more: rounding.map(|rounding| rounding.add(Pairs::all(fog))),
            rounding,
        };
        rows.draw();
    }
}

impl<L: Lanes> Rows<'_, L> {
    /// Draws all that the walls leave of the rows, tile by tile.
    #[inline(always)]
    unsafe fn draw(&self) {
        let mut x = 0;
        while x < self.picture.width {
            if self.is_hidden(x / WIDE) {
                x = (x / WIDE + 1) * WIDE;
                continue;
            }
            let at = self.at(x);
            let end = (x + self.length(at)).min(self.picture.width);
            let tile = self.tile((at[0] >> 32) as i32, (at[1] >> 32) as i32);
            // SAFETY: the caller vouches for the instructions, the span is on the frame.
            unsafe {
                match (self.count, tile.is_even && !tile.shines) {
                    (2, true) => self.span::<2, true, false>(&tile, x, end),
                    (2, false) if !tile.shines => self.span::<2, false, false>(&tile, x, end),
                    (2, false) => self.span::<2, false, true>(&tile, x, end),
                    _ => self.span::<1, false, true>(&tile, x, end),
                }
            }
            x = end;
        }
    }

    /// True if walls hide both rows in all columns of a strip.
    #[inline(always)]
    fn is_hidden(&self, strip: usize) -> bool {
        let strip = &self.picture.strips[strip];
        let row = self.rows[0];
        if row.is_floor { row.y < strip.bottoms[0] } else { row.y >= strip.tops[1] }
    }

    /// The place on the map that a column shows.
    #[inline(always)]
    fn at(&self, x: usize) -> [i64; 2] {
        [0, 1].map(|axis| self.start[axis].wrapping_add(self.step[axis].wrapping_mul(x as i64)))
    }

    /// How many columns from this place on show the same tile, at least one.
    #[inline(always)]
    fn length(&self, at: [i64; 2]) -> usize {
        let columns = |axis: usize| {
            let (at, step) = (at[axis], self.step[axis]);
            let within = at & 0xffff_ffff;
            let left = if step < 0 { within + 1 } else { (1 << 32) - within };
            // Not more than a frame is wide, wherever the division leads.
            let guess = (left as f64 * self.columns[axis]).min(65_536.0) as i64;
            let tile = at >> 32;
            // The guess is off by at most one either way.
            let mut columns = (guess - 1).max(1);
            while columns <= guess + 1 && at.wrapping_add(step.wrapping_mul(columns)) >> 32 == tile {
                columns += 1;
            }
            columns
        };
        i64::min(columns(0), columns(1)) as usize
    }

    /// The tile in a cell; outside the map all is black.
    #[inline(always)]
    fn tile(&self, x: i32, y: i32) -> Tile {
        let scene = self.picture.scene;
        let Some(cell) = scene.map.cell(x, y) else {
            let void = Surface { is_sky: false, place: Place::VOID };
            return Tile { surfaces: [void; 2], shines: false, terms: [0; 16], is_even: true };
        };
        let surfaces = self.rows.map(|row| {
            let texture = if row.is_floor { cell.floor } else { cell.ceiling };
            let is_sky = texture == TextureId::SKY;
            Surface { is_sky, place: if is_sky { Place::VOID } else { scene.textures.tile(texture) } }
        });
        Tile {
            surfaces,
            shines: surfaces.iter().any(|surface| surface.is_sky || surface.place.shines),
            terms: cell.light.faded(self.part),
            is_even: cell.light.is_even(),
        }
    }

    /// Draws what the walls leave of a span within one tile.
    #[inline(always)]
    unsafe fn span<const COUNT: usize, const EVEN: bool, const SHINES: bool>(&self, tile: &Tile, x: usize, end: usize) {
        let texels = self.picture.scene.textures.texels();
        // SAFETY: the caller vouches for the instructions and that the span is on the frame; what is left of 32 bits
        // after the shifts is less than the texture's sides.
        unsafe {
            let lamp = Lamp::<L>::new(&tile.terms);
            let surfaces = tile.surfaces.map(|surface| Indices::<L>::new(&surface.place));
            let first = x / L::COUNT * L::COUNT;
            let mut at = self.at(first);
            let step = self.step.map(|step| step.wrapping_mul(L::COUNT as i64));
            for block in (first..end).step_by(L::COUNT) {
                let [u, v] = [0, 1].map(|axis| L::all(at[axis] as u32).add(self.ramp[axis]));
                at = [at[0].wrapping_add(step[0]), at[1].wrapping_add(step[1])];
                let mut lanes = self.seen(block);
                if block < x {
                    lanes &= L::ALL << (x - block);
                }
                if block + L::COUNT > end {
                    lanes &= (1 << (end - block)) - 1;
                }
                if lanes == 0 {
                    continue;
                }
                let light = if EVEN { lamp.even } else { lamp.light(u, v) };
                for row in 0..COUNT {
                    let y = self.rows[row].y;
                    let to = self.picture.pixel(block, y);
                    let texel = L::gather(texels.as_ptr(), surfaces[row].of(u, v));
                    let pixel = if SHINES {
                        let pixel = shade_or_shine(texel, light, self.more[row], self.rounding[row]);
                        if tile.surfaces[row].is_sky { sky::lanes::<L>(self.picture, block, y) } else { pixel }
                    } else {
                        shade(texel, light, self.more[row])
                    };
                    if lanes == L::ALL {
                        pixel.store(to);
                    } else {
                        pixel.store_some(to, lanes);
                    }
                }
            }
        }
    }

    /// The lanes of a register in which no wall hides the rows.
    #[inline(always)]
    unsafe fn seen(&self, x: usize) -> u32 {
        let strip = &self.picture.strips[x / WIDE];
        let row = self.rows[0];
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            let y = L::all(row.y as u32);
            if row.is_floor {
                if row.y >= strip.bottoms[1] {
                    L::ALL
                } else {
                    !L::load(strip.wall.bottom[x % WIDE..].as_ptr().cast()).greater(y) & L::ALL
                }
            } else if row.y < strip.tops[0] {
                L::ALL
            } else {
                L::load(strip.wall.top[x % WIDE..].as_ptr().cast()).greater(y)
            }
        }
    }
}

/// How a place in a tile becomes the index of a texel.
#[derive(Clone, Copy)]
struct Indices<L> {
    start: L,
    columns: L,
    across: u32,
    down: u32,
}

impl<L: Lanes> Indices<L> {
    #[inline(always)]
    unsafe fn new(place: &Place) -> Self {
        let [across, down] = place.shifts();
        let down_bits = 32 - down;
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            Indices {
                start: L::all(place.start),
                columns: L::all((place.width - 1) << down_bits),
                across: across - down_bits,
                down,
            }
        }
    }

    /// The column's number times the height, and the row's number in the bits below.
    #[inline(always)]
    unsafe fn of(&self, u: L, v: L) -> L {
        // SAFETY: as above.
        unsafe { self.start.add(L::pick(self.columns, u.shift_right(self.across), v.shift_right(self.down))) }
    }
}

/// The light of a tile.
#[derive(Clone, Copy)]
struct Lamp<L> {
    /// Its light, if it is the same everywhere.
    even: Pairs<L>,
    /// For red, green and blue: `b` and `c`, then `d` and `a`.
    terms: [[L; 2]; 3],
}

impl<L: Lanes> Lamp<L> {
    #[inline(always)]
    unsafe fn new(terms: &[i16; 16]) -> Self {
        let pair = |lower: i16, upper: i16| u32::from(lower as u16) | u32::from(upper as u16) << 16;
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            let terms_of = |channel: usize| {
                let [a, b, c, d] = [0, 4, 8, 12].map(|term| terms[term + channel]);
                [L::all(pair(b, c)), L::all(pair(d, a))]
            };
            Lamp {
                even: Pairs::all([0, 1, 2].map(|channel| u32::from(terms[channel] as u16) >> 5)),
                terms: [terms_of(0), terms_of(1), terms_of(2)],
            }
        }
    }

    /// The light at places in the tile: `a + b u + c v + d u v`, 0 to 256.
    #[inline(always)]
    unsafe fn light(&self, u: L, v: L) -> Pairs<L> {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            // Places and their product as numbers of 15 bits, two in a lane.
            let places = L::pick(L::all(0xffff_0000), v.shift_right(1), u.shift_right(17));
            let products = u.shift_right(16).mul_halves_high(v.shift_right(17)).or(L::all(32767 << 16));
            let channel = |[bc, da]: [L; 2]| places.mul_halves_and_add(bc).add(products.mul_halves_and_add(da));
            let [red, green, blue] = [channel(self.terms[0]), channel(self.terms[1]), channel(self.terms[2])];
            // 13 bits of light and 15 of the place, less the 8 that are wanted.
            Pairs {
                red_blue: L::pick(L::all(0xffff_0000), blue.shift_right(4), red.shift_right(20)),
                green: green.shift_right(20),
            }
        }
    }
}
