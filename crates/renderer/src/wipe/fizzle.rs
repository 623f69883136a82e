//! The fizzle: the old frame disappears dot by dot, each dot exactly once.

use crate::canvas::canvas::unit_of;
use raycast::Frame;

/// Shows the transition at this share (0 to 1), from the old frame to the new one, which is in `frame` and has the same
/// size.
pub(crate) fn show(old: &Frame, part: f32, frame: &mut Frame) {
    // A dot is as large as a HUD pixel, so that it is visible on large frames, too.
    let (width, side) = (frame.width(), unit_of(frame.height()) as usize);
    let dots = width.div_ceil(side);
    let order = Order::of(dots * frame.height().div_ceil(side));
    let gone = (f64::from(part) * f64::from(order.last() + 1)) as u64;
    let rows = frame.pixels_mut().chunks_exact_mut(width).zip(old.pixels().chunks_exact(width));
    for (y, (new, old)) in rows.enumerate() {
        let first = (y / side * dots) as u32;
        for ((new, old), dot) in new.chunks_mut(side).zip(old.chunks(side)).zip(first..) {
            if u64::from(order.place(dot)) >= gone {
                new.copy_from_slice(old);
            }
        }
    }
}

/// A pseudorandom order of dots in which each dot has its own place and neighbours are far apart.
///
/// It scrambles the bits of a dot's number in reversible steps, so no two dots share a place and no dot has to be
/// stored. Some places stay unused, because the number of dots is usually not a power of two.
#[derive(Clone, Copy)]
struct Order {
    bits: u32,
}

impl Order {
    /// Creates an order for this number of dots.
    fn of(dots: usize) -> Order {
        Order { bits: usize::BITS - dots.saturating_sub(1).leading_zeros() }
    }

    /// Returns the last place.
    fn last(self) -> u32 {
        ((1_u64 << self.bits) - 1) as u32
    }

    /// Returns the place of a dot.
    #[inline]
    fn place(self, dot: u32) -> u32 {
        let (last, half) = (self.last(), self.bits / 2 + 1);
        let mut place = dot;
        // The odd factor carries low bits up, and the shift brings high bits down.
        for factor in [0x9e37_79b1_u32, 0x85eb_ca77, 0xc2b2_ae3d] {
            place = place.wrapping_mul(factor).wrapping_add(factor >> 7) & last;
            place ^= place >> half;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_has_its_own_place() {
        for dots in [1, 2, 3, 4, 5, 7, 64, 1000, 57_600, 65_536, 65_537] {
            let order = Order::of(dots);
            let mut places: Vec<u32> = (0..dots as u32).map(|dot| order.place(dot)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), dots);
            assert!(places[dots - 1] <= order.last() && (order.last() as usize) < 2 * dots);
        }
        assert_eq!(Order::of(1 << 28).last(), (1 << 28) - 1, "as many places as the largest frame has pixels");
    }

    #[test]
    fn dots_are_hud_pixels_at_every_frame_size() {
        let (old, new) = (1, 2);
        for (width, height, side) in [(320, 180, 1), (640, 360, 2), (960, 540, 3), (643, 361, 2)] {
            let mut frame = Frame::new(width, height);
            frame.pixels_mut().fill(old);
            let before = frame.clone();
            frame.pixels_mut().fill(new);
            show(&before, 0.5, &mut frame);
            let dot = |x: usize, y: usize| frame.pixel(x / side * side, y / side * side);
            let whole = |x: usize, y: usize| frame.pixel(x, y) == dot(x, y);
            assert!((0..height).all(|y| (0..width).all(|x| whole(x, y))), "{width} by {height}");
            // If dots were larger, neighbours would always disappear together.
            let alone = (side..width - side).filter(|&x| frame.pixel(x, 0) != frame.pixel(x + side, 0)).count();
            assert!(alone > width * 3 / 8, "{width} by {height}: {alone}");
        }
    }

    #[test]
    fn dots_disappear_evenly_all_over_the_frame() {
        let order = Order::of(320 * 180);
        let gone = |part: f64, row: u32| {
            let places = (row * 320..(row + 1) * 320).map(|dot| order.place(dot));
            places.filter(|&place| f64::from(place) < part * f64::from(order.last())).count()
        };
        for row in 0..180 {
            assert!((90..230).contains(&gone(0.5, row)), "row {row}: {}", gone(0.5, row));
        }
    }
}
