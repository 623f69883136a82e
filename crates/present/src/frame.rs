//! The frame that an app provides for display.

use crate::placement::{Placement, Scaling};
use bevy_math::UVec2;

/// A frame in memory, and how it is scaled. Nothing is copied before the upload.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Pixels row by row from the top. The bytes of a pixel in memory are red, green, blue, alpha; alpha is ignored.
    pub pixels: &'a [u32],
    /// Width and height in pixels, both at least 1. Their product is the length of `pixels`.
    pub size: UVec2,
    /// Scaling of the frame to the window.
    pub scaling: Scaling,
    /// Height of a pixel divided by its width on the screen: 1.0 for square pixels.
    pub pixel_height: f32,
}

impl Frame<'_> {
    /// Returns the position of this frame in a window of this size in physical pixels.
    pub fn placement(&self, window: UVec2) -> Placement {
        Placement::new(window, self.size, self.scaling, self.pixel_height)
    }

    /// Returns an error if the size and the number of pixels do not match.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let UVec2 { x, y } = self.size;
        let wanted = u64::from(x) * u64::from(y);
        if wanted == 0 || wanted != self.pixels.len() as u64 {
            return Err(format!(
                "a frame of {x}x{y} must have {wanted} pixels and at least one, got {}",
                self.pixels.len()
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_with_missing_pixels_is_rejected() {
        let frame = |size, pixels| Frame { pixels, size, scaling: Scaling::Integer, pixel_height: 1.0 };
        assert!(frame(UVec2::new(2, 1), &[0, 0]).validate().is_ok());
        assert!(frame(UVec2::new(2, 2), &[0, 0]).validate().is_err());
        assert!(frame(UVec2::new(0, 2), &[]).validate().is_err());
        assert!(frame(UVec2::splat(u32::MAX), &[0]).validate().is_err());
    }
}
