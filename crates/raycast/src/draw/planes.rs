//! Floors and ceilings: everything that the walls leave open, in spans along the rows.
//!
//! A whole row has the same depth, so its points on the map are evenly spaced along a line. The line is cut where it
//! passes from tile to tile. Within a tile, texture and light are the same for a whole span, and the position in the
//! tile is a 32-bit fraction that grows by the same step from pixel to pixel. While the eye is halfway up the walls, a
//! row of ceiling mirrors a row of floor. Both are then drawn at once, from the same positions and the same light.
#![allow(unsafe_code, reason = "bands write into one frame in parallel, and texels are read without a check")]

use crate::{
    draw::lamp::Lamp,
    draw::picture::{Band, Picture},
    draw::sky,
    draw::tile_crossings::{Borders, TILE},
    draw::tile_texels::{ONE_BY_ONE, TileTexels},
    lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work},
    lanes::shade::{Pairs, shade, shade_or_shine},
    scene::light::{COLOURED, EVEN, FULL, GREY, Light, PART},
    scene::scene::MapCell,
    scene::textures::{TextureId, TextureSlot},
    scene::{fog, mipmaps},
};

/// A factor for the depth of a row, slightly below 1: rounding must not push a pixel at the foot of a wall beneath the
/// wall.
const NEARER: f64 = 1.0 - 1.0 / 1_048_576.0;

/// The maximum depth of a row, in tiles: positions at this depth still fit their type, and nothing on a map is farther
/// away.
const MAX_DEPTH: f64 = 65_536.0;

/// A row of floor or of ceiling.
#[derive(Clone, Copy)]
struct Row {
    y: i32,
    is_floor: bool,
}

/// One row, or two rows of the same depth, of the band that is drawn.
struct Rows<'a, L> {
    token: Token<L>,
    picture: &'a Picture<'a>,
    /// The first row, and the one that mirrors it, if any.
    rows: [Row; 2],
    /// True if no wall hides any part of the rows.
    is_clear: bool,
    count: usize,
    /// The share of light that remains at this depth.
    part: i16,
    /// The sharpest texture that is worth using at this depth; see [`mipmaps`].
    sharpest: u32,
    /// The position on the map of the first column, and the step from one column to the next, in 2^-32 tiles.
    start: [i64; 2],
    step: [i64; 2],
    /// The offsets of the lanes of a register, and the step from one register to the next.
    ramp: [L; 2],
    stride: [L; 2],
    /// Summands for the colours of both rows: fog plus rounding, and rounding alone.
    more: [Pairs<L>; 2],
    rounding: [Pairs<L>; 2],
}

/// The part of a tile that a row shows.
#[derive(Clone, Copy)]
struct Surface<'a> {
    is_sky: bool,
    place: &'a TextureSlot,
}

/// The tile that a span shows.
struct Tile<'a> {
    surfaces: [Surface<'a>; 2],
    shines: bool,
    light: &'a Light,
}

/// The light outside the map.
const DARK: Light = Light::even([0; 3]);

/// Draws the floors and ceilings of a band.
///
/// # Safety
/// The rows of the band must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(token: Token<L>, picture: &Picture, band: &Band) {
    let horizon = picture.view.horizon;
    let mirrored = |y: i32| horizon - 1 - y;
    // SAFETY: the caller guarantees the rows of the band.
    unsafe {
        for y in band.floors.clone().filter(|y| 2 * y + 1 > horizon) {
            let floor = Row { y, is_floor: true };
            let ceiling = Row { y: mirrored(y), is_floor: false };
            if picture.view.mirrors() && band.ceilings.contains(&ceiling.y) {
                rows(token, picture, [floor, ceiling], 2);
            } else {
                rows(token, picture, [floor; 2], 1);
            }
        }
        for y in band.ceilings.clone() {
            if !(picture.view.mirrors() && band.floors.contains(&mirrored(y))) {
                rows(token, picture, [Row { y, is_floor: false }; 2], 1);
            }
        }
    }
}

/// Draws one or two rows.
///
/// # Safety
/// The rows must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
unsafe fn rows<L: Lanes>(token: Token<L>, picture: &Picture, rows: [Row; 2], count: usize) {
    let view = picture.view;
    let height = if rows[0].is_floor { view.eye } else { 1.0 - view.eye };
    let down = (f64::from(rows[0].y) + 0.5 - view.horizon()).abs();
    let depth = (NEARER * height * view.tall / down).min(MAX_DEPTH);
    let fade = fog::fade(&picture.scene.fog, depth);
    let fog = (f64::from(FULL) * (1.0 - fade)) as u32;
    let ray = view.ray(0.5);
    let sharpest = if picture.scene.far_levels {
        // The number of columns and of rows that a tile covers: depth falls with the distance of a row from the
        // horizon.
        mipmaps::sharpest(view.focal / depth, down / depth)
    } else {
        mipmaps::ALL
    };
    let units = |tiles: f64| (tiles * TILE) as i64;
    let step = [units(depth / view.focal * view.right.0), units(depth / view.focal * view.right.1)];
    let iota = token.iota();
    let rounding = [picture.rounding(token, rows[0].y), picture.rounding(token, rows[1].y)];
    let fog = Pairs::splat(token, picture.scene.fog.colour.map(|colour| fog * u32::from(colour)));
    let rows = Rows {
        token,
        picture,
        rows,
        is_clear: if rows[0].is_floor { rows[0].y >= picture.walls.end } else { rows[0].y < picture.walls.start },
        count,
        part: (fade * PART) as i16,
        sharpest,
        start: [units(view.x + depth * ray.0), units(view.y + depth * ray.1)],
        step,
        // No closures here or below, because they would not be compiled for the kernel's instruction set.
        ramp: [iota.mul(token.splat(step[0] as u32)), iota.mul(token.splat(step[1] as u32))],
        stride: [
            token.splat((step[0] as u32).wrapping_mul(L::COUNT as u32)),
            token.splat((step[1] as u32).wrapping_mul(L::COUNT as u32)),
        ],
        more: [rounding[0].add(fog), rounding[1].add(fog)],
        rounding,
    };
    rows.draw();
}

impl<'a, L: Lanes> Rows<'a, L> {
    /// Draws, tile by tile, everything that the walls leave open in the rows.
    #[inline(always)]
    fn draw(&self) {
        let mut borders = [Borders::new(self.start[0], self.step[0]), Borders::new(self.start[1], self.step[1])];
        let mut x = 0;
        while x < self.picture.width {
            if !self.is_clear && self.is_hidden(x / STRIP_WIDTH) {
                x = (x / STRIP_WIDTH + 1) * STRIP_WIDTH;
                continue;
            }
            borders[0].pass(x);
            borders[1].pass(x);
            let at = self.at(x);
            let end = borders[0].next().min(borders[1].next()).min(self.picture.width as u64) as usize;
            let tile = self.tile((at[0] >> 32) as i32, (at[1] >> 32) as i32);
            let token = self.token;
            // Each variant in a function of its own, so that its loop has all registers to itself.
            match (self.count, tile.light.kind, tile.shines) {
                (2, EVEN, false) => token.apart(Span::<L, 2, EVEN, false> { rows: self, tile: &tile, x, end }),
                (2, GREY, false) => token.apart(Span::<L, 2, GREY, false> { rows: self, tile: &tile, x, end }),
                (2, _, false) => token.apart(Span::<L, 2, COLOURED, false> { rows: self, tile: &tile, x, end }),
                (2, ..) => token.apart(Span::<L, 2, COLOURED, true> { rows: self, tile: &tile, x, end }),
                (_, _, false) => token.apart(Span::<L, 1, COLOURED, false> { rows: self, tile: &tile, x, end }),
                _ => token.apart(Span::<L, 1, COLOURED, true> { rows: self, tile: &tile, x, end }),
            }
            x = end;
        }
    }

    /// Returns true if walls hide both rows in all columns of a strip.
    #[inline(always)]
    fn is_hidden(&self, strip: usize) -> bool {
        let strip = &self.picture.strips[strip];
        let row = self.rows[0];
        if row.is_floor { row.y < strip.bottoms[0] } else { row.y >= strip.tops[1] }
    }

    /// Returns the position on the map that a column shows.
    #[inline(always)]
    fn at(&self, x: usize) -> [i64; 2] {
        [0, 1].map(|axis| self.start[axis].wrapping_add(self.step[axis].wrapping_mul(x as i64)))
    }

    /// Returns the minimum position, along each axis, that a register starting at `column` shows, relative to the tile
    /// that column `x` shows. Columns that show other tiles may have smaller positions.
    #[inline(always)]
    fn max_nan_safe(&self, column: usize, x: usize) -> [i64; 2] {
        let (first, last, tile) = (self.at(column), self.at(column + L::COUNT - 1), self.at(x));
        // Positions along a row are monotonic on each axis. Written out, because closures were not inlined.
        [first[0].min(last[0]) - (tile[0] >> 32 << 32), first[1].min(last[1]) - (tile[1] >> 32 << 32)]
    }

    /// Returns the tile in a cell; outside the map everything is black.
    #[inline(always)]
    fn tile(&self, x: i32, y: i32) -> Tile<'a> {
        let scene = self.picture.scene;
        let Some(cell) = scene.map.cell(x, y) else {
            let void = Surface { is_sky: false, place: &TextureSlot::VOID };
            return Tile { surfaces: [void; 2], shines: false, light: &DARK };
        };
        // Written out, because a closure for both was not inlined.
        let surfaces = [self.surface(cell, self.rows[0]), self.surface(cell, self.rows[1])];
        Tile {
            surfaces,
            shines: surfaces.iter().any(|surface| surface.is_sky || surface.place.shines),
            light: &cell.light,
        }
    }

    /// Returns what a row shows of a cell.
    #[inline(always)]
    fn surface(&self, cell: &MapCell, row: Row) -> Surface<'a> {
        let texture = if row.is_floor { cell.floor } else { cell.ceiling };
        let textures = &self.picture.scene.textures;
        match texture {
            TextureId::SKY => Surface { is_sky: true, place: &TextureSlot::VOID },
            _ => Surface { is_sky: false, place: textures.level(textures.tile(texture), self.sharpest) },
        }
    }

    /// Returns the lanes of a register in which no wall hides the rows.
    #[inline(always)]
    fn seen(&self, x: usize) -> u32 {
        let (token, strip, row) = (self.token, &self.picture.strips[x / STRIP_WIDTH], self.rows[0]);
        let y = token.splat(row.y as u32);
        if row.is_floor {
            if row.y >= strip.bottoms[1] {
                L::ALL
            } else {
                !token.of(&strip.wall.bottom, x % STRIP_WIDTH).greater(y) & L::ALL
            }
        } else if row.y < strip.tops[0] {
            L::ALL
        } else {
            token.of(&strip.wall.top, x % STRIP_WIDTH).greater(y)
        }
    }
}

/// A run of columns of the frame that show one tile.
struct Span<'a, L, const COUNT: usize, const LIGHT: u8, const SHINES: bool> {
    rows: &'a Rows<'a, L>,
    tile: &'a Tile<'a>,
    x: usize,
    /// The column after the last one.
    end: usize,
}

impl<L: Lanes, const COUNT: usize, const LIGHT: u8, const SHINES: bool> Work<L> for Span<'_, L, COUNT, LIGHT, SHINES> {
    /// Draws the part that the walls leave open.
    #[inline(always)]
    fn run(self, token: Token<L>) {
        let Span { rows: all, tile, .. } = self;
        let places = tile.surfaces.map(|surface| surface.place);
        let lamp = Lamp::new::<LIGHT>(token, &tile.light.terms, all.part);
        // SAFETY: the surfaces of a tile show textures of the scene.
        let texels = unsafe { TileTexels::new(token, &all.picture.scene.textures, places, all.step) };
        match texels.shape() {
            Some(0) => self.draw::<0>(&lamp, &texels),
            Some(1) => self.draw::<1>(&lamp, &texels),
            Some(_) => self.draw::<2>(&lamp, &texels),
            None => self.draw::<ONE_BY_ONE>(&lamp, &texels),
        }
    }
}

impl<L: Lanes, const COUNT: usize, const LIGHT: u8, const SHINES: bool> Span<'_, L, COUNT, LIGHT, SHINES> {
    /// Draws the span in this light, with texels read by patches of one shape. Each shape has its own loop, with all
    /// registers to itself.
    #[inline(always)]
    fn draw<const SHAPE: usize>(&self, lamp: &Lamp<L>, texels: &TileTexels<L>) {
        let &Span { rows: all, tile, x, end } = self;
        // Computed once: as far as the compiler knows, writing a pixel might change these addresses.
        let starts = [all.picture.pixel(0, all.rows[0].y), all.picture.pixel(0, all.rows[1].y)];
        let (is_clear, stride) = (all.is_clear, all.stride);
        let first = x / L::COUNT * L::COUNT;
        let at = all.at(first);
        let mut next = [all.token.splat(at[0] as u32).add(all.ramp[0]), all.token.splat(at[1] as u32).add(all.ramp[1])];
        let [across, down] = all.step.map(|step| step * L::COUNT as i64);
        let mut next_least = all.max_nan_safe(first, x);
        let mut follows = first;
        let mut wanted = L::ALL << (x - first) & L::ALL;
        while follows < end {
            let block = follows;
            follows += L::COUNT;
            let [u, v] = next;
            next = [u.add(stride[0]), v.add(stride[1])];
            let max_nan_safe = next_least;
            next_least = [max_nan_safe[0] + across, max_nan_safe[1] + down];
            if follows > end {
                wanted &= (1 << (end - block)) - 1;
            }
            let lanes = if is_clear { wanted } else { wanted & all.seen(block) };
            wanted = L::ALL;
            if lanes == 0 {
                continue;
            }
            let light = lamp.at::<LIGHT>(u, v);
            let texels = texels.at::<COUNT, SHAPE>([u, v], max_nan_safe);
            for (row, texel) in texels.into_iter().enumerate().take(COUNT) {
                let to = starts[row].wrapping_add(block);
                let pixel = if SHINES {
                    let pixel = shade_or_shine(texel, light, all.more[row], all.rounding[row]);
                    if tile.surfaces[row].is_sky {
                        sky::lanes(all.token, all.picture, block, all.rows[row].y)
                    } else {
                        pixel
                    }
                } else {
                    shade(texel, light, all.more[row])
                };
                // SAFETY: the rows belong to the band, and `lanes` are columns of the span.
                unsafe {
                    if lanes == L::ALL {
                        pixel.store(to);
                    } else {
                        all.picture.put(to, block, pixel, lanes);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::fog::Fog,
        scene::light::Light,
        scene::scene::Scene,
        scene::textures::TextureId,
        testing::{PAPER, QUARTERS, Seen, down_column, look, picture, room, seen},
    };
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Builds an open map whose tile (5, 5) has a floor of four colours.
    fn yard() -> Scene {
        let mut scene = room(&vec![" ".repeat(11); 11].join("\n"));
        scene.map.cell_mut(5, 5).unwrap().floor = QUARTERS;
        scene
    }

    #[test]
    fn floor_textures_are_aligned_with_the_map_axes() {
        // From the south the map appears as it is drawn: red is the far left quarter, towards (0, 0).
        let views = [
            (5.5, 7.5, -FRAC_PI_2, [Seen::Red, Seen::Green, Seen::Blue, Seen::White]),
            (5.5, 3.5, FRAC_PI_2, [Seen::White, Seen::Blue, Seen::Green, Seen::Red]),
            (3.5, 5.5, 0.0, [Seen::Green, Seen::White, Seen::Red, Seen::Blue]),
            (7.5, 5.5, PI, [Seen::Blue, Seen::Red, Seen::White, Seen::Green]),
        ];
        for (x, y, angle, [far_left, far_right, near_left, near_right]) in views {
            let mut scene = yard();
            look(&mut scene, x, y, angle);
            let frame = picture(&scene, 80, 60);
            assert_eq!(down_column(&frame, 38)[3..5], [far_left, near_left], "from {x} {y}");
            assert_eq!(down_column(&frame, 41)[3..5], [far_right, near_right], "from {x} {y}");
        }
    }

    #[test]
    fn tile_is_drawn_in_correct_perspective() {
        let mut scene = yard();
        look(&mut scene, 5.5, 7.5, -FRAC_PI_2);
        scene.camera.fov = FRAC_PI_2;
        let frame = picture(&scene, 90, 60);
        // The focal length is 40 pixels, so the tile from 1.5 to 2.5 tiles away begins 8 rows below the middle and ends
        // at 13.3.
        let rows: Vec<usize> = (0..60).filter(|&y| seen(frame.pixel(44, y).unwrap()) != Seen::Floor).collect();
        assert_eq!(rows.into_iter().filter(|&y| y >= 38).collect::<Vec<_>>(), [38, 39, 40, 41, 42]);
    }

    #[test]
    fn every_tile_has_its_own_ceiling_and_light() {
        let mut scene = yard();
        scene.map.cell_mut(5, 6).unwrap().ceiling = TextureId(5);
        scene.map.cell_mut(5, 6).unwrap().light = Light::even([0; 3]);
        look(&mut scene, 5.5, 8.5, -FRAC_PI_2);
        let column = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(column[..3], [Seen::Ceiling, Seen::Black, Seen::Ceiling]);
        scene.map.cell_mut(5, 6).unwrap().light = Light::even([200; 3]);
        let column = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(column[..3], [Seen::Ceiling, Seen::Red, Seen::Ceiling]);
    }

    #[test]
    fn odd_heights_have_floor_and_ceiling_around_the_horizon() {
        let mut scene = room("####\n#  #\n####");
        look(&mut scene, 1.5, 1.5, 0.0);
        for height in 1..40 {
            let column = down_column(&picture(&scene, 1, height), 0);
            assert!(column == [Seen::Wall] || column == [Seen::Ceiling, Seen::Wall, Seen::Floor], "{height}");
        }
    }

    #[test]
    fn lower_eye_sees_less_floor_and_pitch_moves_the_horizon() {
        let mut scene = room("#########\n#       #\n#########");
        look(&mut scene, 1.5, 1.5, 0.0);
        let rows = |scene: &Scene, what| {
            let frame = picture(scene, 40, 120);
            (0..120).filter(|&y| seen(frame.pixel(20, y).unwrap()) == what).count()
        };
        let level = [rows(&scene, Seen::Floor), rows(&scene, Seen::Ceiling)];
        assert_eq!(level[0], level[1]);
        scene.camera.eye = 0.1;
        let low = [rows(&scene, Seen::Floor), rows(&scene, Seen::Ceiling)];
        assert!(low[0] > level[0] && low[1] < level[1], "a lower eye must lower the edge: {low:?}");
        scene.camera.eye = 0.5;
        scene.camera.pitch = 0.25;
        assert_eq!(rows(&scene, Seen::Ceiling), level[1] + 30);
        assert_eq!(rows(&scene, Seen::Floor), level[0] - 30);
    }

    #[test]
    fn floor_light_is_interpolated_smoothly_in_every_colour() {
        let mut scene = yard();
        scene.sky = TextureId::MISSING;
        for cell in 0..121 {
            scene.map.cell_mut(cell % 11, cell / 11).unwrap().light = Light::even([0; 3]);
        }
        let cell = scene.map.cell_mut(5, 5).unwrap();
        // Dark at its far edge, red on the left and blue on the right of its near edge.
        (cell.floor, cell.light) = (PAPER, Light::corners([[0; 3], [0; 3], [255, 0, 0], [0, 0, 255]]));
        look(&mut scene, 5.5, 7.5, -FRAC_PI_2);
        let frame = picture(&scene, 320, 240);
        let row = |y: usize| (0..320).map(|x| frame.pixel(x, y).unwrap().to_le_bytes()).collect::<Vec<_>>();
        let lit = |y: &usize| row(*y).iter().any(|pixel| pixel[0] > 8 || pixel[2] > 8);
        let rows: Vec<usize> = (121..240).filter(lit).collect();
        let nearest: Vec<[u8; 4]> =
            row(rows[rows.len() - 2]).into_iter().filter(|pixel| pixel[..3] != [0; 3]).collect();
        let (first, last) = (nearest[0], nearest[nearest.len() - 1]);
        assert!(first[0] > 150 && first[2] < 20 && last[2] > 150 && last[0] < 20, "{first:?} {last:?}");
        let steady = |pair: &[[u8; 4]]| pair[1][0] <= pair[0][0] + 3 && pair[1][2] + 3 >= pair[0][2];
        assert!(nearest.windows(2).all(steady), "it must not jump: {nearest:?}");
        let brightest = |y: usize| row(y).iter().map(|pixel| pixel[0]).max().unwrap();
        let reds: Vec<u8> = rows.iter().map(|&y| brightest(y)).collect();
        assert!(reds.is_sorted_by(|far, near| *far <= near + 6), "it must grow towards the eye: {reds:?}");
    }

    #[test]
    fn fog_replaces_distant_colours() {
        let mut scene = room(&vec![" ".repeat(60); 11].join("\n"));
        look(&mut scene, 1.5, 5.5, 0.0);
        scene.fog = Fog { colour: [40, 200, 90], clear: 2.0, ..scene.fog };
        let frame = picture(&scene, 80, 600);
        let far = frame.pixel(40, 306).unwrap().to_le_bytes();
        assert!(far[1] > 170 && far[0] < 70, "{far:?}");
        let near = frame.pixel(40, 599).unwrap().to_le_bytes();
        assert!(near[0] > 170, "{near:?}");
    }
}
