//! The fizzle: the old picture goes dot by dot, until every dot has gone once.

use crate::canvas::canvas::unit_of;
use raycast::Frame;

/// Shows a part (0 to 1) of the way from the old picture to the new one, which is on the frame and as large.
pub(crate) fn show(old: &Frame, part: f32, frame: &mut Frame) {
    // A dot is as large as a pixel of the HUD, so that it is seen on large frames too.
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

/// An order of dots in which each has a place of its own and neighbours are far apart.
///
/// It mixes numbers of so many bits, each step of which can be undone: so no two numbers share a place, and no dot has to
/// be remembered. Some places stay free where the dots are fewer than the numbers.
#[derive(Clone, Copy)]
struct Order {
    bits: u32,
}

impl Order {
    /// An order for so many dots.
    fn of(dots: usize) -> Order {
        Order { bits: usize::BITS - dots.saturating_sub(1).leading_zeros() }
    }

    /// The last place.
    fn last(self) -> u32 {
        ((1_u64 << self.bits) - 1) as u32
    }

    /// The place of a dot.
    #[inline]
    fn place(self, dot: u32) -> u32 {
        let (last, half) = (self.last(), self.bits / 2 + 1);
        let mut place = dot;
        // An odd factor carries low bits up, the shift brings high bits down.
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
    fn every_dot_has_a_place_of_its_own_however_many_there_are() {
        for dots in [1, 2, 3, 4, 5, 7, 64, 1000, 57_600, 65_536, 65_537] {
            let order = Order::of(dots);
            let mut places: Vec<u32> = (0..dots as u32).map(|dot| order.place(dot)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), dots);
            assert!(places[dots - 1] <= order.last() && (order.last() as usize) < 2 * dots);
        }
        assert_eq!(Order::of(1 << 28).last(), (1 << 28) - 1, "as many as the largest frame has pixels");
    }

    #[test]
    fn what_goes_is_a_pixel_of_the_hud_on_every_size_of_picture() {
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
            // Were they larger, neighbours would always go together.
            let alone = (side..width - side).filter(|&x| frame.pixel(x, 0) != frame.pixel(x + side, 0)).count();
            assert!(alone > width * 3 / 8, "{width} by {height}: {alone}");
        }
    }

    #[test]
    fn dots_go_evenly_all_over_the_picture() {
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
