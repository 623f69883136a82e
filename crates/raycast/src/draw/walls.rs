//! Walls: neighbouring columns together, row by row, written straight into the frame.
#![allow(unsafe_code, reason = "bands write into one frame in parallel, and texels are read without a check")]

use crate::{
    draw::picture::Picture,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work},
    lanes::shade::{Pairs, shade, shade_or_shine},
    scene::textures::Textures,
    walk::slice::Slices,
    walk::strip::Strip,
};
use std::ops::Range;

/// The slices of sixteen, eight or four columns, in registers.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<'a, L> {
    /// All texels, including those of the slices.
    texels: &'a [u32],
    pub(crate) top: L,
    pub(crate) bottom: L,
    start: L,
    step: L,
    texel: L,
    shift: L,
    pub(crate) light: Pairs<L>,
    pub(crate) fog: Pairs<L>,
}

impl<'a, L: Lanes> Loaded<'a, L> {
    /// Loads the slices in the register at this lane.
    ///
    /// # Safety
    /// The slices must show textures of this collection.
    #[inline(always)]
    pub(crate) unsafe fn new(token: Token<L>, textures: &'a Textures, slices: &Slices, lane: usize) -> Self {
        Loaded {
            texels: textures.texels(),
            top: token.of(&slices.top, lane),
            bottom: token.of(&slices.bottom, lane),
            start: token.of(&slices.start, lane),
            step: token.of(&slices.step, lane),
            texel: token.of(&slices.texel, lane),
            shift: token.of(&slices.shift, lane),
            light: Pairs { red_blue: token.of(&slices.red_blue, lane), green: token.of(&slices.green, lane) },
            fog: Pairs { red_blue: token.of(&slices.fog_red_blue, lane), green: token.of(&slices.fog_green, lane) },
        }
    }

    /// Returns the positions down the surfaces at a row.
    #[inline(always)]
    pub(crate) fn places(&self, y: i32) -> L {
        self.start.add(self.step.mul(self.step.token().splat(y as u32)))
    }

    /// Returns the positions one row further down.
    #[inline(always)]
    pub(crate) fn next(&self, places: L) -> L {
        places.add(self.step)
    }

    /// Returns the texels at these positions; any position is valid, because it wraps around within its texture column.
    #[inline(always)]
    pub(crate) fn texels(&self, places: L) -> L {
        // SAFETY: the bits of a 32-bit number that remain after the shift are less than the height of the texture.
        unsafe { L::gather(self.texels.as_ptr(), self.texel.add(places.shift_right_each(self.shift))) }
    }

    /// Returns true if each row is less than a texel further down every surface than the one above.
    #[inline(always)]
    pub(crate) fn is_close(&self) -> bool {
        self.step.shift_right_each(self.shift).touching(self.step.token().splat(u32::MAX)) == 0
    }

    /// Returns the columns that have a pixel in this row.
    #[inline(always)]
    pub(crate) fn in_row(&self, y: i32) -> u32 {
        let y = self.top.token().splat(y as u32);
        !self.top.greater(y) & self.bottom.greater(y)
    }

    /// Reads the texels for as many rows, starting at `y`, as a register has columns. Each row must be less than a
    /// texel further down than the one above. `slices` and `lane` must be those that were loaded.
    ///
    /// A column then needs no more texels than a register holds. They are consecutive, and are read with one load.
    #[inline(always)]
    pub(crate) fn square(&self, slices: &Slices, lane: usize, y: i32, square: &mut [L; STRIP_WIDTH]) {
        let token = self.top.token();
        // The first row that a column has decides where its texels begin: above it, positions are outside the texture.
        let row = token.splat(y as u32);
        let row = L::choose(self.top.greater(row), self.top, row);
        let first = self.start.add(self.step.mul(row)).shift_right_each(self.shift);
        let firsts = self.texel.add(first).to_array();
        let taken = first.mul(token.splat(u32::MAX)).shift_left_each(self.shift);
        let places = self.places(y).add(taken).to_array();
        let iota = token.iota();
        for (column, register) in square.iter_mut().enumerate().take(L::COUNT) {
            let at = iota.mul(token.splat(slices.step[lane + column])).add(token.splat(places[column]));
            let index = at.shift_right(slices.shift[lane + column]);
            // SAFETY: the bits of a 32-bit number that remain after the shift are less than the height of the texture,
            // and the padding after the last texel holds a register.
            *register = unsafe { L::load(token, self.texels.as_ptr().add(firsts[column] as usize)) }.permute(index);
        }
        L::transpose(square);
    }
}

/// Draws the walls of a run of rows.
///
/// # Safety
/// The rows must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(token: Token<L>, picture: &Picture, rows: &Range<i32>) {
    let is_foggy = picture.scene.fog.colour != [0; 3];
    for (number, strip) in picture.strips.iter().enumerate() {
        let rows = rows.start.max(strip.tops[0])..rows.end.min(strip.bottoms[1]);
        if rows.is_empty() {
            continue;
        }
        for lane in (0..STRIP_WIDTH).step_by(L::COUNT) {
            let (x, rows) = (number * STRIP_WIDTH, &rows);
            if strip.shines {
                token.apart(Columns::<true, true> { picture, strip, x, lane, rows });
            } else if is_foggy {
                token.apart(Columns::<true, false> { picture, strip, x, lane, rows });
            } else {
                token.apart(Columns::<false, false> { picture, strip, x, lane, rows });
            }
        }
    }
}

/// The walls in the columns of one register.
struct Columns<'a, const FOGGY: bool, const SHINES: bool> {
    picture: &'a Picture<'a>,
    strip: &'a Strip,
    /// The strip's first column, and the register's first column within the strip.
    x: usize,
    lane: usize,
    /// Rows of the frame that no other thread draws.
    rows: &'a Range<i32>,
}

impl<L: Lanes, const FOGGY: bool, const SHINES: bool> Work<L> for Columns<'_, FOGGY, SHINES> {
    /// Draws the walls.
    #[inline(always)]
    fn run(self, token: Token<L>) {
        let Columns { picture, strip, x, lane, rows } = self;
        let lanes = picture.lanes::<L>(x + lane);
        // The rows in which every column has a pixel.
        let start = strip.tops[1].clamp(rows.start, rows.end);
        let end = if lanes == L::ALL { strip.bottoms[0].clamp(start, rows.end) } else { start };
        // SAFETY: strips show textures of the scene. All rows belong to the band, and `lanes` are on the frame; between
        // `start` and `end` they are the whole register.
        unsafe {
            let wall = Loaded::new(token, &picture.scene.textures, &strip.wall, lane);
            let mut rows = rows.clone();
            let mut texels = [wall.top; STRIP_WIDTH];
            // A square pays off if at least half of it is visible.
            while L::PERMUTES && strip.is_close && 2 * rows.len() >= L::COUNT {
                let square = rows.start..rows.end.min(rows.start + L::COUNT as i32);
                rows.start = square.end;
                wall.square(&strip.wall, lane, square.start, &mut texels);
                for (y, texel) in square.zip(&texels) {
                    let pixel = shaded::<L, FOGGY, SHINES>(picture, &wall, y, *texel);
                    let to = picture.pixel(x + lane, y);
                    if y >= start && y < end {
                        pixel.store(to);
                    } else {
                        picture.put(to, x + lane, pixel, lanes & wall.in_row(y));
                    }
                }
            }
            let (start, end) = (start.max(rows.start), end.max(rows.start));
            let mut places = wall.places(rows.start);
            for y in rows.start..start {
                let to = picture.pixel(x + lane, y);
                let pixel = row::<L, FOGGY, SHINES>(picture, &wall, y, &mut places);
                picture.put(to, x + lane, pixel, lanes & wall.in_row(y));
            }
            for y in start..end {
                row::<L, FOGGY, SHINES>(picture, &wall, y, &mut places).store(picture.pixel(x + lane, y));
            }
            for y in end..rows.end {
                let to = picture.pixel(x + lane, y);
                let pixel = row::<L, FOGGY, SHINES>(picture, &wall, y, &mut places);
                picture.put(to, x + lane, pixel, lanes & wall.in_row(y));
            }
        }
    }
}

/// Returns the pixels of one row of walls, and advances the positions to the next row.
#[inline(always)]
fn row<L: Lanes, const FOGGY: bool, const SHINES: bool>(
    picture: &Picture,
    wall: &Loaded<L>,
    y: i32,
    places: &mut L,
) -> L {
    let texel = wall.texels(*places);
    *places = wall.next(*places);
    shaded::<L, FOGGY, SHINES>(picture, wall, y, texel)
}

/// Shades texels of walls.
#[inline(always)]
fn shaded<L: Lanes, const FOGGY: bool, const SHINES: bool>(picture: &Picture, wall: &Loaded<L>, y: i32, texel: L) -> L {
    let rounding = picture.rounding(texel.token(), y);
    let more = if FOGGY { wall.fog.add(rounding) } else { rounding };
    if SHINES { shade_or_shine(texel, wall.light, more, rounding) } else { shade(texel, wall.light, more) }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::scene::CellKind,
        scene::texture::Texture,
        testing::{QUARTERS, Seen, down_column, look, picture, room},
    };
    use std::sync::Arc;

    #[test]
    fn wall_shows_its_whole_texture_from_ceiling_to_floor() {
        let mut scene = room("####\n#  #\n####");
        for y in 0..3 {
            scene.map.cell_mut(3, y).unwrap().kind = CellKind::Wall([QUARTERS; 4]);
        }
        look(&mut scene, 1.0, 1.5, 0.0);
        let frame = picture(&scene, 41, 61);
        assert_eq!(down_column(&frame, 15), [Seen::Ceiling, Seen::Red, Seen::Blue, Seen::Floor]);
        assert_eq!(down_column(&frame, 25), [Seen::Ceiling, Seen::Green, Seen::White, Seen::Floor]);
    }

    #[test]
    fn last_row_of_a_wall_shows_the_foot_of_its_texture() {
        // From the middle of a corridor that is half as wide as the odd number of rows, walls end in the middle of
        // pixels.
        let mut scene = room(&["#".repeat(30), format!("#{}#", " ".repeat(28)), "#".repeat(30)].join("\n"));
        for x in 0..30 {
            for y in [0, 2] {
                scene.map.cell_mut(x, y).unwrap().kind = CellKind::Wall([QUARTERS; 4]);
            }
        }
        look(&mut scene, 1.5, 1.5, 0.0);
        let frame = picture(&scene, 333, 201);
        for column in 0..333 {
            let rows = down_column(&frame, column);
            let upper = rows.iter().rposition(|seen| [Seen::Red, Seen::Green].contains(seen));
            let lower = rows.iter().position(|seen| [Seen::Blue, Seen::White].contains(seen));
            assert!(upper.zip(lower).is_none_or(|(upper, lower)| upper < lower), "column {column}: {rows:?}");
        }
    }

    #[test]
    fn distant_surfaces_show_mipmaps_and_near_ones_do_not() {
        let mut scene = room(&["#".repeat(42), format!("#{}#", " ".repeat(40)), "#".repeat(42)].join("\n"));
        let textures = Arc::make_mut(&mut scene.textures);
        // Alternating black and white texels: their mean is grey.
        let texels: Vec<[u8; 4]> =
            (0..4096).map(|i| [[0, 255][(i + i / 64) % 2]; 3]).map(|[r, g, b]| [r, g, b, 255]).collect();
        let chequered = textures.push(&Texture::new(64, 64, texels.as_flattened()).unwrap()).unwrap();
        textures.generate_mipmaps(chequered).unwrap();
        for (x, y) in (0..42).flat_map(|x| (0..3).map(move |y| (x, y))) {
            let cell = scene.map.cell_mut(x, y).unwrap();
            (cell.floor, cell.ceiling) = (chequered, chequered);
            if y != 1 || x == 0 || x == 41 {
                cell.kind = CellKind::Wall([chequered; 4]);
            }
        }
        scene.fog.clear = f32::INFINITY;
        look(&mut scene, 1.5, 1.5, 0.0);
        let whole = picture(&scene, 320, 180);
        scene.far_levels = true;
        let smaller = picture(&scene, 320, 180);
        let is_grey =
            |x, y| smaller.pixel(x, y).unwrap().to_le_bytes()[..3].iter().all(|part| (60..=160).contains(part));
        for (x, y) in [(160, 90), (160, 97), (160, 83), (150, 90), (170, 90)] {
            assert!(is_grey(x, y), "distant pixels must be grey: {x} {y}");
        }
        for (x, y) in [(160, 179), (160, 0), (2, 90), (317, 100), (30, 170)] {
            assert_eq!(smaller.pixel(x, y), whole.pixel(x, y), "near pixels must not change: {x} {y}");
        }
    }

    #[test]
    fn wall_right_in_front_of_the_eye_shows_its_texture_middle() {
        let mut scene = room("####\n#  #\n####");
        for x in [2.9, 2.99, 2.999, 2.999_999] {
            look(&mut scene, x, 1.6, 0.0);
            let frame = picture(&scene, 41, 60);
            assert_eq!(down_column(&frame, 20), [Seen::Wall], "{x}");
        }
    }
}
