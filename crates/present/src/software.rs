//! Frames through shared memory, scaled on the CPU.
#![expect(
    unsafe_code,
    reason = "Bevy returns window handles for the main thread only, and the caller guarantees to be on it"
)]

use crate::frame::Frame;
use bevy_math::UVec2;
use bevy_window::{RawHandleWrapper, ThreadLockedRawWindowHandleWrapper};
use softbuffer::{Context, Surface};
use std::{num::NonZeroU32, rc::Rc};

type Window = Rc<ThreadLockedRawWindowHandleWrapper>;

/// A window whose contents are in shared memory.
pub(crate) struct Software {
    surface: Surface<Window, Window>,
    columns: Columns,
}

impl Software {
    /// Opens a window of this size in physical pixels. Must be called on the main thread.
    pub(crate) fn open(window: &RawHandleWrapper, size: UVec2) -> Result<Software, String> {
        // SAFETY: the presenter is not `Send` and lives on the thread of the event loop.
        let window = Rc::new(unsafe { window.get_handle() });
        let context = Context::new(window.clone()).map_err(|error| error.to_string())?;
        let surface = Surface::new(&context, window).map_err(|error| error.to_string())?;
        let mut opened = Software { surface, columns: Columns::default() };
        opened.resize(size)?;
        Ok(opened)
    }

    fn resize(&mut self, size: UVec2) -> Result<(), String> {
        let [width, height] = size.to_array().map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
        self.surface.resize(width, height).map_err(|error| error.to_string())
    }

    /// Shows a frame in a window of this size.
    pub(crate) fn show(&mut self, frame: &Frame, window: UVec2) -> Result<(), String> {
        self.resize(window)?;
        let mut buffer = self.surface.buffer_mut().map_err(|error| error.to_string())?;
        scale(frame, window, &mut self.columns, &mut buffer);
        buffer.present().map_err(|error| error.to_string())
    }
}

/// Lookup table from the columns of the window to those of a frame.
#[derive(Debug, Default)]
struct Columns {
    /// Number of columns of the frame and of the part of the window that shows it.
    of: (u32, u32),
    from: Vec<u32>,
}

impl Columns {
    /// Returns the columns for a frame and a part of a window with these widths.
    fn between(&mut self, frame: u32, window: u32) -> &[u32] {
        if self.of != (frame, window) {
            self.of = (frame, window);
            self.from = (0..window).map(|column| source(column, window, frame)).collect();
        }
        &self.from
    }
}

/// Returns the row or column of a frame that is nearest to the centre of a row or column of the screen.
fn source(at: u32, shown: u32, of: u32) -> u32 {
    ((2 * u64::from(at) + 1) * u64::from(of) / (2 * u64::from(shown))) as u32
}

/// Scales a frame to its place in a window of this size, and fills the rest with black. The pixel format of a window is
/// 0x00RRGGBB.
fn scale(frame: &Frame, window: UVec2, columns: &mut Columns, into: &mut [u32]) {
    let (corner, size) = frame.placement(window).pixels(frame.size);
    // Rounding never makes a frame larger than its window, but an inconsistent size must not cause a panic.
    let size = size.min(window - corner.min(window));
    let (wide, columns) = (window.x as usize, columns.between(frame.size.x, size.x));
    let (left, right) = (corner.x as usize, (corner.x + size.x) as usize);
    let mut last = None;
    for (y, row) in (0..).zip(0..window.y as usize) {
        let shown = y >= corner.y && y < corner.y + size.y;
        if !shown {
            into[row * wide..(row + 1) * wide].fill(0);
            continue;
        }
        let from = source(y - corner.y, size.y, frame.size.y) as usize;
        if last == Some(from) {
            into.copy_within((row - 1) * wide..row * wide, row * wide);
            continue;
        }
        last = Some(from);
        let line = &frame.pixels[from * frame.size.x as usize..(from + 1) * frame.size.x as usize];
        let into = &mut into[row * wide..(row + 1) * wide];
        into[..left].fill(0);
        into[right..].fill(0);
        for (pixel, &column) in into[left..right].iter_mut().zip(columns) {
            let [red, green, blue, _] = line[column as usize].to_ne_bytes();
            *pixel = u32::from_be_bytes([0, red, green, blue]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Scaling;

    fn scaled(pixels: &[u32], size: [u32; 2], window: [u32; 2], scaling: Scaling, pixel_height: f32) -> Vec<Vec<u32>> {
        let frame = Frame { pixels, size: size.into(), scaling, pixel_height };
        let mut into = vec![7; (window[0] * window[1]) as usize];
        scale(&frame, window.into(), &mut Columns::default(), &mut into);
        into.chunks(window[0] as usize).map(<[u32]>::to_vec).collect()
    }

    fn pixel(red: u8, green: u8, blue: u8) -> u32 {
        u32::from_ne_bytes([red, green, blue, 255])
    }

    #[test]
    fn frame_is_enlarged_and_the_rest_is_black() {
        let frame = [pixel(1, 2, 3), pixel(4, 5, 6)];
        let (a, b) = (0x01_02_03, 0x04_05_06);
        let wanted = vec![vec![0; 5], vec![a, a, b, b, 0], vec![a, a, b, b, 0], vec![0; 5]];
        assert_eq!(scaled(&frame, [2, 1], [5, 4], Scaling::Integer, 1.0), wanted);
    }

    #[test]
    fn stretched_frame_leaves_no_border() {
        let frame = [pixel(0, 0, 1), pixel(0, 0, 2)];
        assert_eq!(scaled(&frame, [2, 1], [3, 2], Scaling::Stretched, 1.0), vec![vec![1, 2, 2]; 2]);
        assert_eq!(scaled(&frame, [2, 1], [1, 1], Scaling::Stretched, 1.0), [[2]]);
    }

    #[test]
    fn extreme_sizes_do_not_panic() {
        let pixels = vec![pixel(9, 9, 9); 40 * 30];
        for window in [[1, 1], [1, 90], [39, 29], [41, 31], [97, 3], [640, 480]] {
            for scaling in [Scaling::Integer, Scaling::Stretched] {
                for pixel_height in [1.0, 1.2] {
                    let shown = scaled(&pixels, [40, 30], window, scaling, pixel_height);
                    assert!(shown.iter().flatten().any(|&pixel| pixel == 0x09_09_09), "{window:?}");
                }
            }
        }
    }
}
