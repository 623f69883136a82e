//! Floors and ceilings: whatever the walls leave, in spans along the rows.
//!
//! All of a row is equally deep, so its places on the map lie evenly on a line: two additions a pixel find the texel.
//! The eye is halfway up the walls, so a row of ceiling mirrors a row of floor, and both are written at once.

use crate::light::{self, dither, shade};
use crate::scene::Scene;
use crate::texture::Place;
use crate::view::View;
use crate::{Frame, walk::Column};

/// One tile, in the units in which places are counted along a row.
const TILE: f64 = 4_294_967_296.0;

/// What part of its depth a row is reckoned at: rounding must not push a pixel at a wall's foot beneath the wall.
const NEARER: f64 = 1.0 - 1.0 / 1_048_576.0;

/// The floor or the ceiling of the tile that a row passes.
#[derive(Clone, Copy)]
struct Surface {
    place: Place,
    light: u32,
}

/// Ceiling and floor outside the map.
const VOID: [Surface; 2] = [Surface { place: Place::VOID, light: 0 }; 2];

/// A point on the map, in units of 2^-32 tiles.
#[derive(Clone, Copy)]
struct Point {
    x: i64,
    y: i64,
}

impl Point {
    fn new(x: f64, y: f64) -> Point {
        Point { x: (x * TILE) as i64, y: (y * TILE) as i64 }
    }

    #[inline]
    fn is_in_another_cell_than(self, other: Point) -> bool {
        ((self.x ^ other.x) | (self.y ^ other.y)) >> 32 != 0
    }

    /// The column and row of its cell.
    #[inline]
    fn cell(self) -> (i32, i32) {
        ((self.x >> 32) as i32, (self.y >> 32) as i32)
    }
}

/// Writes all floors and ceilings; there are as many columns as the frame is wide.
pub(crate) fn draw(scene: &Scene, view: &View, columns: &[Column], frame: &mut Frame) {
    let height = frame.height();
    let first = columns.iter().map(|column| column.bottom as usize).min().unwrap_or(0);
    for lower in first.max(height.div_ceil(2))..height {
        let upper = height - 1 - lower;
        let (ceiling, floor) = frame.two_rows(upper, lower);
        let depth = NEARER * view.focal / 2.0 / (lower as f64 + 0.5 - view.middle.1);
        let ray = view.ray(0.5);
        let start = Point::new(view.x + depth * ray.0, view.y + depth * ray.1);
        let step = Point::new(depth / view.focal * view.right.0, depth / view.focal * view.right.1);
        Rows { scene, columns, fade: light::fade(depth), start, step, upper, lower }.draw(ceiling, floor);
    }
}

/// A row of ceiling and the row of floor below it.
struct Rows<'a> {
    scene: &'a Scene,
    columns: &'a [Column],
    /// What part of its light each shows so far away, 0 to 1.
    fade: f64,
    /// What the first column shows, and how far it is from there to the next.
    start: Point,
    step: Point,
    upper: usize,
    lower: usize,
}

impl Rows<'_> {
    fn draw(&self, ceiling: &mut [u32], floor: &mut [u32]) {
        let texels = self.scene.textures.texels();
        let (above, below) = (dither(self.upper), dither(self.lower));
        let mut at = self.start;
        let mut last = at;
        let mut surfaces = self.surfaces(at.cell());
        for (x, ((column, up), down)) in self.columns.iter().zip(ceiling).zip(floor).enumerate() {
            if self.lower >= column.bottom as usize {
                if at.is_in_another_cell_than(last) {
                    surfaces = self.surfaces(at.cell());
                }
                last = at;
                let [upper, lower] = surfaces;
                // What is left of a tile's place is the place within the tile.
                let (u, v) = (at.x as u32, at.y as u32);
                *up = shade(texels[upper.place.index(u, v)], upper.light, above[x % 4]);
                *down = shade(texels[lower.place.index(u, v)], lower.light, below[x % 4]);
            }
            at.x = at.x.wrapping_add(self.step.x);
            at.y = at.y.wrapping_add(self.step.y);
        }
    }

    /// Ceiling and floor of a cell. Not inlined: the loop over the pixels needs the registers.
    #[inline(never)]
    fn surfaces(&self, (x, y): (i32, i32)) -> [Surface; 2] {
        let Some(cell) = self.scene.map.cell(x, y) else { return VOID };
        let light = light::on(cell.light, self.fade);
        [cell.ceiling, cell.floor].map(|texture| Surface { place: self.scene.textures.place(texture), light })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{QUARTERS, Seen, down_column, look, picture, room, seen};
    use crate::{Scene, TextureId};
    use std::f32::consts::{FRAC_PI_2, PI};

    /// An open map whose tile (5, 5) has a floor of four colours.
    fn yard() -> Scene {
        let mut scene = room(&vec![" ".repeat(11); 11].join("\n"));
        scene.map.cell_mut(5, 5).unwrap().floor = QUARTERS;
        scene
    }

    #[test]
    fn a_floor_lies_along_the_axes_of_the_map() {
        // From the south the map is seen as it is drawn: red is the far left quarter, which is towards (0, 0).
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
    fn a_tile_is_seen_where_perspective_puts_it() {
        let mut scene = yard();
        look(&mut scene, 5.5, 7.5, -FRAC_PI_2);
        scene.camera.fov = FRAC_PI_2;
        let frame = picture(&scene, 90, 60);
        // The focal length is 40 pixels, so the tile from 1.5 to 2.5 away begins 8 rows below the middle, ends at 13.3.
        let rows: Vec<usize> = (0..60).filter(|&y| seen(frame.pixel(44, y).unwrap()) != Seen::Floor).collect();
        assert_eq!(rows.into_iter().filter(|&y| y >= 38).collect::<Vec<_>>(), [38, 39, 40, 41, 42]);
    }

    #[test]
    fn every_tile_has_its_own_ceiling_and_light() {
        let mut scene = yard();
        scene.map.cell_mut(5, 6).unwrap().ceiling = TextureId(5);
        scene.map.cell_mut(5, 6).unwrap().light = 0;
        look(&mut scene, 5.5, 8.5, -FRAC_PI_2);
        let column = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(column[..3], [Seen::Ceiling, Seen::Black, Seen::Ceiling]);
        scene.map.cell_mut(5, 6).unwrap().light = 200;
        let column = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(column[..3], [Seen::Ceiling, Seen::Red, Seen::Ceiling]);
    }

    #[test]
    fn a_row_of_floor_below_the_horizon_belongs_to_every_odd_height_too() {
        let mut scene = room("####\n#  #\n####");
        look(&mut scene, 1.5, 1.5, 0.0);
        for height in 1..40 {
            let column = down_column(&picture(&scene, 1, height), 0);
            assert!(column == [Seen::Wall] || column == [Seen::Ceiling, Seen::Wall, Seen::Floor], "{height}");
        }
    }
}
