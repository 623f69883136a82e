//! Dripping blood: it runs down over the old frame, and then off the new one.

use crate::{
    canvas::canvas::unit_of,
    canvas::hash::{chance, wave},
};
use raycast::Frame;

/// The distance between drips, in pixels of the HUD.
const APART: f32 = 13.0;
/// How far the longest drip hangs below the others, as a share of the frame's height.
const LONGEST: f32 = 0.55;
/// The share of the time after which the old frame is completely covered, and that from which the new one is uncovered.
const COVERED: f32 = 0.68;
const UNCOVERS: f32 = 0.34;

/// The colours of blood: at its edge, in the thick part above the edge, and in the thin film where it has run.
const EDGE: [f32; 3] = [46.0, 0.0, 4.0];
const THICK: [f32; 3] = [172.0, 12.0, 16.0];
const THIN: [f32; 3] = [104.0, 5.0, 10.0];

/// The blood in a column of the frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// The range of rows that it covers.
    from: usize,
    to: usize,
    /// Its colours as pixels.
    edge: u32,
    thick: u32,
    thin: u32,
}

/// Shows the transition at this share (0 to 1), from the old frame to the new one, which is in `frame` and has the same
/// size.
pub(crate) fn show(old: &Frame, part: f32, frame: &mut Frame, columns: &mut Vec<Column>) {
    let (width, height) = (frame.width(), frame.height());
    let unit = unit_of(height) as f32;
    columns.clear();
    columns.extend((0..width).map(|x| {
        let x = x as f32 / unit;
        let row = |down: f32| (down * height as f32).ceil() as usize;
        let to = row(front(1, x, part / COVERED, height as f32 / unit));
        // When the blood has left the frame, its edge must leave, too.
        let to = if to < height { to } else { height + 4 * unit as usize };
        let from = row(front(2, x, (part - UNCOVERS) / (1.0 - UNCOVERS), height as f32 / unit));
        // Streaks that are a few HUD pixels wide.
        let shade = 1.0 + 0.22 * wave(3, x / 2.5) + 0.1 * wave(4, x);
        Column {
            from: from.min(to),
            to,
            edge: pixel(EDGE, shade),
            thick: pixel(THICK, shade),
            thin: pixel(THIN, shade),
        }
    }));
    let unit = unit as usize;
    let rows = frame.pixels_mut().chunks_exact_mut(width).zip(old.pixels().chunks_exact(width));
    for (y, (new, old)) in rows.enumerate() {
        for ((new, &old), column) in new.iter_mut().zip(old).zip(&*columns) {
            if y >= column.to {
                *new = old;
            } else if y >= column.from {
                let (above, below) = (y - column.from, column.to - 1 - y);
                *new = match below / unit {
                    0 => column.edge,
                    1..4 => column.thick,
                    _ if above / unit == 0 => column.edge,
                    _ => column.thin,
                };
            }
        }
    }
}

/// Returns how far down the blood is at `x` (in pixels of the HUD), as a share of the frame's height, which is `tall`
/// pixels of the HUD: 0 at `part` 0 and 1 at `part` 1. `flow` identifies the flow.
fn front(flow: u32, x: f32, part: f32, tall: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    // The sheet follows all drips and covers the rest. It begins so far above the frame that no drip is visible.
    let uneven = 0.03 * wave(flow + 10, x / 9.0) * part * (1.0 - part);
    let sheet = 1.0 - (1.0 - part * (0.35 + 0.65 * part)) * (1.0 + LONGEST) + uneven;
    let nearest = (x / APART).floor() as i32;
    let drips = (nearest - 1..=nearest + 1).map(|number| drip(flow, number, x, tall));
    (sheet + drips.fold(0.0, f32::max)).clamp(0.0, 1.0)
}

/// Returns how far one drip hangs down at `x`, as a share of the frame's height.
fn drip(flow: u32, number: i32, x: f32, tall: f32) -> f32 {
    let seed = (number as u32).wrapping_mul(8).wrapping_add(flow << 24);
    let middle = (number as f32 + 0.25 + 0.5 * chance(seed)) * APART;
    let half = 2.5 + 3.5 * chance(seed + 1);
    let long = (0.08 + 0.9 * chance(seed + 2)) * LONGEST;
    let aside = (x - middle).abs();
    if aside < half {
        // Its end is round, and longer than wide.
        let end = 1.8 * (half - (half * half - aside * aside).sqrt()) / tall;
        return (long - end).max(0.0);
    }
    // It joins the sheet in a curve.
    let out = ((aside - half) / 3.5).min(1.0);
    (1.0 - out) * (1.0 - out) * (7.0 / tall).min(long)
}

/// Returns a colour, scaled by a brightness, as a pixel.
fn pixel(colour: [f32; 3], shade: f32) -> u32 {
    let [r, g, b] = colour.map(|part| (part * shade) as u8);
    u32::from_le_bytes([r, g, b, 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blood_never_runs_upwards() {
        for x in 0..400 {
            let down = |step: i32| front(1, x as f32, step as f32 / 100.0, 180.0);
            assert_eq!((down(0), down(100)), (0.0, 1.0));
            assert!((0..100).all(|step| down(step) <= down(step + 1)), "at {x}");
        }
    }

    #[test]
    fn drips_have_various_lengths() {
        let lengths: Vec<f32> = (0..320).map(|x| front(1, x as f32, 0.6, 180.0)).collect();
        let longest = lengths.iter().copied().fold(0.0, f32::max);
        let shortest = lengths.iter().copied().fold(1.0, f32::min);
        assert!(longest - shortest > 0.25, "{shortest} to {longest}");
    }
}
