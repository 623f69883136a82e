//! Anti-aliased shapes: polygons, circles and rings. Their corners may be anywhere between pixels.

use crate::canvas::canvas::{Canvas, Colour};
use bevy::math::{Vec2, ops};
use std::{cell::RefCell, f32::consts::TAU, ops::Range};

/// The number of scan lines per row of pixels; along each line, coverage is exact.
const LINES: usize = 4;

thread_local! {
    /// The coverages of a row and the crossings of a line, kept so that shapes in each frame do not allocate.
    static SCRATCH: RefCell<(Vec<f32>, Vec<f32>)> = RefCell::default();
}

impl Canvas<'_> {
    /// Fills the area inside an odd number of these closed outlines (even-odd rule). Draws nothing if a corner is not
    /// finite.
    pub fn shape(&mut self, outlines: &[&[Vec2]], colour: Colour) {
        let corners = || outlines.iter().copied().flatten();
        if corners().next().is_none() || !corners().all(|corner| corner.is_finite()) {
            return;
        }
        let low = corners().fold(Vec2::INFINITY, |low, corner| low.min(*corner));
        let high = corners().fold(Vec2::NEG_INFINITY, |high, corner| high.max(*corner));
        let on_frame = |low: f32, high: f32, limit: i32| {
            let end = high.ceil().clamp(0.0, limit as f32) as i32;
            (low.floor().clamp(0.0, limit as f32) as i32).min(end)..end
        };
        let columns = on_frame(low.x, high.x, self.width());
        SCRATCH.with_borrow_mut(|(covers, crossings)| {
            covers.resize(columns.len(), 0.0);
            for y in on_frame(low.y, high.y, self.height()) {
                covers.fill(0.0);
                for line in 0..LINES {
                    let height = y as f32 + (line as f32 + 0.5) / LINES as f32;
                    cross(outlines, height, crossings);
                    for ends in crossings.as_chunks::<2>().0 {
                        cover(covers, columns.start, *ends);
                    }
                }
                self.row(y, columns.clone(), covers, colour);
            }
        });
    }

    /// Draws the pixels of a row with these coverages (0 to 1).
    fn row(&mut self, y: i32, columns: Range<i32>, covers: &[f32], colour: Colour) {
        let whole = colour.layer();
        let width = self.width() as usize;
        let start = y as usize * width + columns.start as usize;
        let pixels = &mut self.frame.pixels_mut()[start..start + covers.len()];
        for (pixel, part) in pixels.iter_mut().zip(covers) {
            match (part * 255.0 + 0.5) as u8 {
                0 => {}
                255 => *pixel = whole.over(*pixel),
                cover => *pixel = colour.thinned(cover).layer().over(*pixel),
            }
        }
    }

    /// Draws an anti-aliased disc around a point.
    pub fn round(&mut self, middle: Vec2, radius: f32, colour: Colour) {
        self.shape(&[&circle(middle, radius)], colour);
    }

    /// Draws an anti-aliased ring around a point, with this thickness inwards from the radius.
    pub fn ring(&mut self, middle: Vec2, radius: f32, thick: f32, colour: Colour) {
        self.shape(&[&circle(middle, radius), &circle(middle, (radius - thick).max(0.0))], colour);
    }

    /// Draws a straight, anti-aliased stroke with flat ends from one point to another.
    pub fn stroke(&mut self, from: Vec2, to: Vec2, thick: f32, colour: Colour) {
        let aside = (to - from).normalize_or_zero().perp() * thick / 2.0;
        self.shape(&[&[from + aside, to + aside, to - aside, from - aside]], colour);
    }
}

/// Finds where a horizontal line crosses the outlines, from left to right.
fn cross(outlines: &[&[Vec2]], height: f32, crossings: &mut Vec<f32>) {
    crossings.clear();
    for outline in outlines {
        let Some(mut from) = outline.last() else { continue };
        for to in *outline {
            if (from.y <= height) != (to.y <= height) {
                crossings.push(from.x + (height - from.y) / (to.y - from.y) * (to.x - from.x));
            }
            from = to;
        }
    }
    crossings.sort_unstable_by(f32::total_cmp);
}

/// Adds the coverage of a line from one crossing to the next.
fn cover(covers: &mut [f32], first: i32, [from, to]: [f32; 2]) {
    let on_row = |x: f32| (x - first as f32).clamp(0.0, covers.len() as f32);
    let (from, to) = (on_row(from), on_row(to));
    let (left, right) = (from as usize, to as usize);
    for (x, part) in covers.iter_mut().enumerate().take(right + 1).skip(left) {
        *part += (to.min(x as f32 + 1.0) - from.max(x as f32)).max(0.0) / LINES as f32;
    }
}

/// Returns the corners of a circle, enough of them to look round.
pub(crate) fn circle(middle: Vec2, radius: f32) -> Vec<Vec2> {
    let count = (radius * 1.5).clamp(16.0, 160.0) as usize;
    let corner = |number: usize| {
        let (sin, cos) = ops::sin_cos(TAU * number as f32 / count as f32);
        middle + radius * Vec2::new(cos, sin)
    };
    (0..count).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use raycast::Frame;

    const WHITE: Colour = Colour::rgb(255, 255, 255);

    /// Returns the brightness of each pixel of a black frame of 6 by 4 after drawing, in sixteenths; `.` is black, `#`
    /// is white.
    fn drawn(draw: impl FnOnce(&mut Canvas)) -> Vec<String> {
        let mut frame = Frame::new(6, 4);
        draw(&mut Canvas::new(&mut frame));
        let sign = |pixel: &u32| match (pixel & 0xff) * 16 / 255 {
            0 => '.',
            16 => '#',
            part => char::from_digit(part, 16).unwrap(),
        };
        frame.pixels().chunks(6).map(|row| row.iter().map(sign).collect()).collect()
    }

    fn square(left: f32, top: f32, side: f32) -> [Vec2; 4] {
        [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| Vec2::new(left + x, top + y))
    }

    #[test]
    fn pixels_are_covered_by_the_overlapping_area() {
        assert_eq!(drawn(|c| c.shape(&[&square(1.0, 1.0, 2.0)], WHITE)), ["......", ".##...", ".##...", "......"]);
        assert_eq!(drawn(|c| c.shape(&[&square(1.5, 0.5, 2.0)], WHITE)), [".484..", ".8#8..", ".484..", "......"]);
        let triangle = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0), Vec2::new(0.0, 4.0)];
        assert_eq!(drawn(|c| c.shape(&[&triangle], WHITE)), ["###8..", "##8...", "#8....", "8....."]);
        assert_eq!(drawn(|c| c.stroke(Vec2::new(0.0, 2.0), Vec2::new(9.0, 2.0), 2.0, WHITE))[1..3], ["######"; 2]);
    }

    #[test]
    fn area_inside_two_outlines_is_a_hole() {
        let [outer, inner] = [square(0.0, 0.0, 4.0), square(1.0, 1.0, 2.0)];
        assert_eq!(drawn(|c| c.shape(&[&outer, &inner], WHITE)), ["####..", "#..#..", "#..#..", "####.."]);
    }

    #[test]
    fn circle_has_the_right_area() {
        let mut frame = Frame::new(64, 64);
        Canvas::new(&mut frame).round(Vec2::splat(32.0), 20.0, WHITE);
        let sum: u32 = frame.pixels().iter().map(|pixel| pixel & 0xff).sum();
        let area = sum as f32 / 255.0;
        assert!((area - 1256.6).abs() < 12.0, "{area}");
        Canvas::new(&mut frame).ring(Vec2::splat(32.0), 21.0, 9.0, Colour::rgb(0, 0, 0));
        let left: u32 = frame.pixels().iter().map(|pixel| pixel & 0xff).sum();
        assert!((left as f32 / 255.0 - 452.4).abs() < 12.0, "the inside of the ring must be unchanged");
    }

    #[test]
    fn shapes_are_clipped_and_invalid_corners_do_not_panic() {
        let mut frame = Frame::new(6, 4);
        let mut canvas = Canvas::new(&mut frame);
        for x in [f32::MIN, -9.0, 0.0, 2.5, 6.0, 1e9, f32::MAX, f32::NAN, f32::INFINITY] {
            for y in [f32::MIN, -1.0, 3.5, 1e9, f32::NAN] {
                canvas.shape(&[&square(x, y, 3.0), &[], &[Vec2::new(x, y)]], WHITE);
                canvas.round(Vec2::new(x, y), y, WHITE);
                canvas.stroke(Vec2::new(x, y), Vec2::new(y, x), x, WHITE);
            }
        }
        canvas.shape(&[], WHITE);
        assert_eq!((canvas.width(), canvas.height()), (6, 4));
    }
}
