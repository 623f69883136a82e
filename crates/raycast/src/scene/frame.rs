//! The frame: the rendered image, row by row.

/// The longest side of a frame, in pixels.
pub const MAX_SIDE: usize = 16_384;

/// Opaque black.
pub(crate) const BLACK: u32 = u32::from_le_bytes([0, 0, 0, 255]);

/// An image of at least one pixel, row by row from the top left corner.
///
/// A pixel is stored as the bytes red, green, blue, alpha: `u32::from_le_bytes([r, g, b, a])`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: usize,
    height: usize,
    /// Whole cache lines, so that a register of neighbouring pixels is within a single cache line wherever the width
    /// allows it.
    lines: Vec<Line>,
}

/// Sixteen pixels: one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Line([u32; 16]);

impl Frame {
    /// Creates a black frame of this size in pixels; each side is clamped to 1 to [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Self {
        let mut frame = Frame { width: 0, height: 0, lines: Vec::new() };
        frame.resize(width, height);
        frame
    }

    /// Resizes the frame, in pixels; each side is clamped to 1 to [`MAX_SIDE`]. A new size clears the frame to black.
    pub fn resize(&mut self, width: usize, height: usize) {
        let (width, height) = (width.clamp(1, MAX_SIDE), height.clamp(1, MAX_SIDE));
        if (width, height) != (self.width, self.height) {
            (self.width, self.height) = (width, height);
            self.lines.clear();
            self.lines.resize((width * height).div_ceil(16), Line([BLACK; 16]));
        }
    }

    /// Sets every pixel to this value.
    // A loop of `std` is compiled in the crate that calls it. Calling it here keeps it fast in every build profile.
    #[inline(never)]
    pub fn fill(&mut self, pixel: u32) {
        self.pixels_mut().fill(pixel);
    }

    /// Returns the number of columns, 1 to [`MAX_SIDE`].
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows, 1 to [`MAX_SIDE`].
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns all `width * height` pixels, row by row.
    pub fn pixels(&self) -> &[u32] {
        &bytemuck::cast_slice(&self.lines)[..self.width * self.height]
    }

    /// Returns all `width * height` pixels, row by row.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.width * self.height]
    }

    /// Returns the pixel in column `x`, row `y`, or `None` outside the frame.
    pub fn pixel(&self, x: usize, y: usize) -> Option<u32> {
        if x < self.width { self.pixels().get(y * self.width + x).copied() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_frame_is_black_and_has_at_least_one_pixel() {
        let frame = Frame::new(0, 3);
        assert_eq!((frame.width(), frame.height()), (1, 3));
        assert_eq!(frame.pixels(), [BLACK; 3]);
    }

    #[test]
    fn resizing_clears_the_frame() {
        let mut frame = Frame::new(2, 2);
        frame.fill(7);
        frame.resize(2, 2);
        assert_eq!(frame.pixels(), [7; 4], "resizing to the same size must keep the pixels");
        frame.resize(3, 1);
        assert_eq!(frame.pixels(), [BLACK; 3]);
    }

    #[test]
    fn pixels_are_stored_row_by_row() {
        let mut frame = Frame::new(3, 2);
        frame.pixels_mut()[4] = 9;
        assert_eq!(frame.pixel(1, 1), Some(9));
        assert_eq!(frame.pixel(3, 0), None);
        assert_eq!(frame.pixel(0, 2), None);
    }
}
