//! Drawing on a canvas: rectangles, lines, ellipses, polygons and the raised pieces made of them.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::mix,
    tools::palette::{Ink, Ramp},
};

/// A point in pixels, with y downwards.
pub(crate) type Point = (f32, f32);

impl Canvas {
    /// Draws a filled rectangle without changing heights.
    pub(crate) fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, ink: Ink) {
        for row in y..y + height {
            for column in x..x + width {
                self.dot(column, row, ink);
            }
        }
    }

    /// Draws a filled rectangle raised by `rise` above the ground, or sunk into it.
    pub(crate) fn block(&mut self, x: i32, y: i32, width: i32, height: i32, rise: f32, ink: Ink) {
        for row in y..y + height {
            for column in x..x + width {
                self.raise(column, row, rise, ink);
            }
        }
    }

    /// Draws a rectangle with a tone gradient from top to bottom.
    pub(crate) fn fade(&mut self, x: i32, y: i32, width: i32, height: i32, ramp: Ramp, tones: (f32, f32)) {
        let last = (height - 1).max(1) as f32;
        for row in 0..height {
            self.rect(x, y + row, width, 1, ramp.at(mix(tones.0, tones.1, row as f32 / last)));
        }
    }

    /// Draws a rectangle whose rows have the colours of a ramp, from the top.
    pub(crate) fn rows(&mut self, x: i32, y: i32, width: i32, ramp: Ramp, steps: &[usize]) {
        for (row, step) in steps.iter().enumerate() {
            self.rect(x, y + row as i32, width, 1, ramp.flat(*step));
        }
    }

    /// Draws the outline of a rectangle, one pixel wide.
    pub(crate) fn frame(&mut self, x: i32, y: i32, width: i32, height: i32, ink: Ink) {
        self.rect(x, y, width, 1, ink);
        self.rect(x, y + height - 1, width, 1, ink);
        self.rect(x, y, 1, height, ink);
        self.rect(x + width - 1, y, 1, height, ink);
    }

    /// Makes a rectangle of painted pixels lighter by `delta`.
    pub(crate) fn tint(&mut self, x: i32, y: i32, width: i32, height: i32, delta: f32) {
        for row in y..y + height {
            for column in x..x + width {
                self.lighten(column, row, delta);
            }
        }
    }

    /// Draws a raised plate with its corners cut off by one pixel.
    pub(crate) fn plate(&mut self, x: i32, y: i32, width: i32, height: i32, rise: f32, ink: Ink) {
        self.block(x + 1, y, width - 2, height, rise, ink);
        self.block(x, y + 1, width, height - 2, rise, ink);
    }

    /// Draws a round-headed bolt of 3x3 pixels centred at `x`, `y`.
    pub(crate) fn bolt(&mut self, x: i32, y: i32, ink: Ink) {
        self.rect(x, y - 1, 1, 3, ink);
        self.rect(x - 1, y, 3, 1, ink);
        self.dot(x, y - 1, ink.lit(0.18));
        self.dot(x - 1, y, ink.lit(0.08));
        self.dot(x, y + 1, ink.lit(-0.2));
        self.rect(x - 1, y + 2, 3, 1, ink.lit(-0.3));
    }

    /// Draws a rivet of one bright pixel above a dark one.
    pub(crate) fn rivet(&mut self, x: i32, y: i32) {
        self.lighten(x, y, 0.22);
        self.lighten(x, y + 1, -0.25);
    }

    /// Draws a line one pixel wide.
    pub(crate) fn line(&mut self, from: Point, to: Point, ink: Ink) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let steps = libm::ceilf(across.abs().max(down.abs())).max(1.0) as i32;
        for step in 0..=steps {
            let part = step as f32 / steps as f32;
            let (x, y) = (from.0 + across * part, from.1 + down * part);
            self.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, ink);
        }
    }

    /// Draws lines one pixel wide through a sequence of points.
    pub(crate) fn lines(&mut self, points: &[Point], ink: Ink) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], ink);
        }
    }

    /// Draws a filled ellipse around a centre; `paint` receives the position from -1 to 1 across and down.
    pub(crate) fn ellipse(&mut self, centre: Point, radii: Point, paint: impl Fn(f32, f32) -> Ink) {
        let (left, right) = (libm::floorf(centre.0 - radii.0) as i32, libm::ceilf(centre.0 + radii.0) as i32);
        let (top, bottom) = (libm::floorf(centre.1 - radii.1) as i32, libm::ceilf(centre.1 + radii.1) as i32);
        for y in top..=bottom {
            for x in left..=right {
                let across = (x as f32 + 0.5 - centre.0) / radii.0;
                let down = (y as f32 + 0.5 - centre.1) / radii.1;
                if across * across + down * down <= 1.0 {
                    self.dot(x, y, paint(across, down));
                }
            }
        }
    }

    /// Draws a filled polygon; `paint` receives each pixel.
    pub(crate) fn polygon(&mut self, corners: &[Point], paint: impl Fn(i32, i32) -> Ink) {
        let top = corners.iter().fold(f32::MAX, |least, corner| least.min(corner.1));
        let bottom = corners.iter().fold(f32::MIN, |most, corner| most.max(corner.1));
        for y in libm::floorf(top) as i32..=libm::ceilf(bottom) as i32 {
            let mut crossings = crossings(corners, y as f32 + 0.5);
            crossings.sort_by(f32::total_cmp);
            for span in crossings.chunks_exact(2) {
                // A pixel belongs to the polygon if its centre does.
                for x in libm::ceilf(span[0] - 0.5) as i32..libm::ceilf(span[1] - 0.5) as i32 {
                    self.dot(x, y, paint(x, y));
                }
            }
        }
    }
}

/// Parses a drawing made of text; returns the column, row and letter of every mark except dots.
pub(crate) fn marks(rows: &[&'static str]) -> impl Iterator<Item = (i32, i32, u8)> {
    let rows = rows.iter().enumerate();
    rows.flat_map(|(y, row)| row.bytes().enumerate().map(move |(x, letter)| (x as i32, y as i32, letter)))
        .filter(|(_, _, letter)| *letter != b'.')
}

/// Returns the crossings of the polygon's edges with the horizontal at `y`.
fn crossings(corners: &[Point], y: f32) -> Vec<f32> {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 <= y) != (b.1 <= y))
        .map(|(a, b)| a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1))
        .collect()
}
