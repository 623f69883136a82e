//! The melt: the old frame slides down in columns, some earlier than others, and uncovers the new one.

use crate::{canvas::canvas::unit_of, canvas::hash::hash};
use bevy::math::ops;
use raycast::Frame;

/// The maximum delay of a column, in moments; a column's delay differs by at most 1 from its neighbour's.
const LATEST: i32 = 15;
/// The time in which a column accelerates, and the whole time of its fall, in moments.
const GATHER: f32 = 4.0;
const FALL: f32 = 27.0;
/// How far it has fallen when it stops accelerating, in 200ths of the frame's height.
const GATHERED: f32 = 16.0;

/// Shows the transition at this share (0 to 1), from the old frame to the new one, which is in `frame` and has the same
/// size.
pub(crate) fn show(old: &Frame, part: f32, frame: &mut Frame, fallen: &mut Vec<usize>) {
    let (width, height) = (frame.width(), frame.height());
    let column = 2 * unit_of(height) as usize;
    let now = part * (LATEST as f32 + FALL);
    fallen.clear();
    let mut wait = (hash(0) % LATEST as u32) as i32;
    fallen.extend((0..width.div_ceil(column)).map(|number| {
        // It begins at about the same time as its neighbour.
        wait = (wait + (hash(number as u32 + 1) % 3) as i32 - 1).clamp(0, LATEST);
        (way(now - wait as f32) * height as f32).ceil() as usize
    }));
    for (y, row) in frame.pixels_mut().chunks_exact_mut(width).enumerate() {
        for (number, (new, &fallen)) in row.chunks_mut(column).zip(&*fallen).enumerate() {
            if let Some(above) = y.checked_sub(fallen) {
                new.copy_from_slice(&old.pixels()[above * width + number * column..][..new.len()]);
            }
        }
    }
}

/// Returns how far a column has fallen this number of moments after it began: 0 to 1, as a share of the frame's height.
fn way(moments: f32) -> f32 {
    let (gathering, falling) = (moments.clamp(0.0, GATHER), (moments - GATHER).max(0.0));
    let gathered = ops::exp2(gathering) - 1.0;
    let speed = (200.0 - GATHERED + 1.0) / (FALL - GATHER);
    ((gathered + falling * speed) / 200.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_accelerates_and_finishes_in_time() {
        assert_eq!((way(-3.0), way(0.0)), (0.0, 0.0));
        assert!(way(2.0) - way(1.0) < way(4.0) - way(3.0));
        assert!(way(FALL - 0.1) < 1.0 && way(FALL) > 0.9999);
    }
}
