//! A reference renderer for scene files, as other raycasters draw them: plain loops by the file's conventions, column
//! by column, which share no code with the raycaster. The output of `--bare` is compared with it.

use crate::{bench::file_tour, bench::scene_file::SceneFile};
use raycast::{Frame, Raycaster};
use std::path::Path;

/// A frame of red, green and blue, row by row.
struct Plain {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
    /// The distance of the wall in each column.
    walls: Vec<f64>,
}

/// The camera of a frame: position, direction, and the vector to the right half of the image plane.
struct Eye {
    at: (f64, f64),
    dir: (f64, f64),
    plane: (f64, f64),
}

/// A wall that a ray hits.
struct Hit {
    depth: f64,
    /// True for a face perpendicular to y.
    is_side_y: bool,
    texture: usize,
}

impl Plain {
    /// Draws one frame of the file's path.
    fn draw(file: &SceneFile, frame: usize, (width, height): (usize, usize)) -> Plain {
        let (x, y, dir_x, dir_y) = file.frames[frame];
        let length = file.plane_length;
        let eye = Eye { at: (x, y), dir: (dir_x, dir_y), plane: (dir_y * length, -dir_x * length) };
        let mut plain = Plain { width, height, pixels: vec![[0; 3]; width * height], walls: vec![0.0; width] };
        for x in 0..width {
            plain.column(file, &eye, x);
        }
        let distance = |&(x, y, _): &(f64, f64, u16)| {
            let (to_x, to_y) = (x - eye.at.0, y - eye.at.1);
            (to_x * to_x + to_y * to_y).sqrt()
        };
        let mut sprites = file.sprites.to_vec();
        sprites.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        for sprite in sprites {
            plain.sprite(file, &eye, sprite);
        }
        plain
    }

    /// Returns the horizontal position of a column on the image plane, from -1 to 1.
    fn aside(&self, column: usize) -> f64 {
        2.0 * column as f64 / self.width as f64 - 1.0
    }

    /// Returns the distance of a row below the middle, as a share of the frame's height.
    fn below(&self, row: usize) -> f64 {
        (row as f64 + 0.5) / self.height as f64 - 0.5
    }

    /// Draws the wall of a column, with the floor below and the ceiling above it.
    fn column(&mut self, file: &SceneFile, eye: &Eye, x: usize) {
        let aside = self.aside(x);
        let ray = (eye.dir.0 + eye.plane.0 * aside, eye.dir.1 + eye.plane.1 * aside);
        let hit = follow(file, eye.at, ray);
        self.walls[x] = hit.depth;
        let along = if hit.is_side_y { eye.at.0 + hit.depth * ray.0 } else { eye.at.1 + hit.depth * ray.1 };
        let is_mirrored = if hit.is_side_y { ray.1 < 0.0 } else { ray.0 > 0.0 };
        let across = if is_mirrored { 1.0 - along.rem_euclid(1.0) } else { along.rem_euclid(1.0) };
        for y in 0..self.height {
            let below = self.below(y);
            let down = 0.5 + below * hit.depth;
            self.pixels[y * self.width + x] = if (0.0..1.0).contains(&down) {
                let texel = texel(file, hit.texture, across, down);
                if hit.is_side_y { texel.map(|part| part / 2) } else { texel }
            } else {
                let depth = 0.5 / below.abs();
                let place = (eye.at.0 + depth * ray.0, eye.at.1 + depth * ray.1);
                let is_even = (place.0.floor() + place.1.floor()) % 2.0 == 0.0;
                let floor = if is_even { 3 } else { 4 };
                let texture = if below < 0.0 { 6 } else { floor };
                texel(file, texture, place.0.rem_euclid(1.0), place.1.rem_euclid(1.0)).map(|part| part / 2)
            };
        }
    }

    /// Draws a sprite where no wall is nearer.
    fn sprite(&mut self, file: &SceneFile, eye: &Eye, (x, y, texture): (f64, f64, u16)) {
        let (x, y) = (x - eye.at.0, y - eye.at.1);
        let depth = x * eye.dir.0 + y * eye.dir.1;
        let middle = (x * eye.plane.0 + y * eye.plane.1) / file.plane_length;
        for column in 0..self.width {
            let across = self.aside(column) * file.plane_length * depth - middle + 0.5;
            if depth <= 0.0 || depth >= self.walls[column] || !(0.0..1.0).contains(&across) {
                continue;
            }
            for row in 0..self.height {
                let down = 0.5 + self.below(row) * depth;
                if (0.0..1.0).contains(&down) {
                    let texel = texel(file, usize::from(texture), across, down);
                    if texel != [0; 3] {
                        self.pixels[row * self.width + column] = texel;
                    }
                }
            }
        }
    }

    /// Returns the share of pixels that differ from those of a frame by more than rounding.
    fn unlike(&self, frame: &Frame) -> f64 {
        let differs = |(plain, pixel): (&[u8; 3], &u32)| {
            plain.iter().zip(pixel.to_le_bytes()).any(|(plain, part)| plain.abs_diff(part) > 1)
        };
        let count = self.pixels.iter().zip(frame.pixels()).filter(|&pair| differs(pair)).count();
        count as f64 / self.pixels.len() as f64
    }
}

/// Follows a ray from cell to cell to the first wall.
fn follow(file: &SceneFile, at: (f64, f64), ray: (f64, f64)) -> Hit {
    let (mut cell_x, mut cell_y) = (at.0.floor(), at.1.floor());
    let border = |ray: f64, at: f64, cell: f64| match ray {
        0.0 => f64::INFINITY,
        _ => (cell + if ray > 0.0 { 1.0 } else { 0.0 } - at) / ray,
    };
    loop {
        let (to_x, to_y) = (border(ray.0, at.0, cell_x), border(ray.1, at.1, cell_y));
        let is_side_y = to_y < to_x;
        if is_side_y {
            cell_y += ray.1.signum();
        } else {
            cell_x += ray.0.signum();
        }
        let wall = usize::from(file.cells[cell_x as usize][cell_y as usize]);
        if wall > 0 {
            return Hit { depth: to_x.min(to_y), is_side_y, texture: wall - 1 };
        }
    }
}

/// Returns the texel at a position of a texture, with coordinates from 0 to 1.
fn texel(file: &SceneFile, texture: usize, u: f64, v: f64) -> [u8; 3] {
    let picture = &file.pictures[texture];
    let at = |part: f64, side: usize| ((part * side as f64) as usize).min(side - 1);
    let index = at(v, picture.height()) * picture.width() + at(u, picture.width());
    let [r, g, b, _] = picture.texels()[index].to_le_bytes();
    [r, g, b]
}

#[test]
fn bare_frames_match_the_reference_renderer() {
    let file =
        SceneFile::read(Path::new("tests/scene/scene.json")).unwrap_or_else(|failure| panic!("{}", failure.message));
    for size in [(320, 180), (323, 241)] {
        let mut tour = file_tour::tour(&file, size, true).unwrap();
        let mut frame = Frame::new(size.0, size.1);
        for number in 0..tour.poses.len() {
            tour.stand(tour.poses[number]);
            Raycaster::new().draw(&tour.scene, &mut frame);
            let unlike = Plain::draw(&file, number, size).unlike(&frame);
            assert!(unlike < 0.02, "{size:?}, frame {number}: {:.2} % of the pixels differ", unlike * 100.0);
            let next = (number + 1) % tour.poses.len();
            assert!(Plain::draw(&file, next, size).unlike(&frame) > 0.3, "the frames of the path differ");
        }
    }
}
