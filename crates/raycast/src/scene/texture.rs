//! A texture: an image that a wall, floor, ceiling or sprite shows.

use thiserror::Error;

/// The longest side of a texture, in texels.
pub const MAX_TEXTURE_SIDE: usize = 4096;

/// An image with sides of 1 to [`MAX_TEXTURE_SIDE`] texels, row by row from its top left corner.
///
/// Its texels have the layout of a frame's pixels. An alpha of 255 is opaque, and 254 is opaque and full-bright
/// (neither light nor distance darkens the texel). Values from 1 to 253 are translucent, and 0 is a hole. Walls, floors
/// and ceilings have nothing behind them and ignore alpha values below 254.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    width: usize,
    height: usize,
    texels: Vec<u32>,
}

/// Why a texture was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextureError {
    /// A side is 0 or longer than [`MAX_TEXTURE_SIDE`].
    #[error("a side of a texture must be 1 to {MAX_TEXTURE_SIDE} texels, got {0} by {1}")]
    Size(usize, usize),
    /// There are not four bytes per texel: the number of bytes that is required, and the number that was given.
    #[error("a texture of this size must have {0} bytes, got {1}")]
    Bytes(usize, usize),
    /// The collection has no room for another texture.
    #[error("there are too many textures")]
    Full,
    /// An image is not within its sprite sheet.
    #[error("an image must be within its sheet and its whole size")]
    Cut,
    /// There is no texture with this id.
    #[error("the texture does not exist")]
    Missing,
}

impl Texture {
    /// Creates a texture of this size in texels from the bytes red, green, blue, alpha of each.
    ///
    /// # Errors
    /// If a side is 0 or too long, or the number of bytes does not match.
    pub fn new(width: usize, height: usize, rgba: &[u8]) -> Result<Texture, TextureError> {
        if !(1..=MAX_TEXTURE_SIDE).contains(&width) || !(1..=MAX_TEXTURE_SIDE).contains(&height) {
            return Err(TextureError::Size(width, height));
        }
        let (texels, rest) = rgba.as_chunks::<4>();
        if texels.len() != width * height || !rest.is_empty() {
            return Err(TextureError::Bytes(width * height * 4, rgba.len()));
        }
        Ok(Texture { width, height, texels: texels.iter().map(|&texel| u32::from_le_bytes(texel)).collect() })
    }

    /// Creates a texture from `width * height` texels; the caller guarantees the number.
    pub(crate) fn of_texels(width: usize, height: usize, texels: Vec<u32>) -> Texture {
        Texture { width, height, texels }
    }

    /// Returns true if the texture can cover walls, floors and ceilings: both its sides are powers of two.
    pub fn can_tile(&self) -> bool {
        self.width.is_power_of_two() && self.height.is_power_of_two()
    }

    /// Returns the texture mirrored horizontally.
    #[must_use]
    pub fn mirrored(&self) -> Texture {
        let mut mirrored = self.clone();
        mirrored.texels.chunks_exact_mut(self.width).for_each(<[u32]>::reverse);
        mirrored
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns all texels, row by row.
    pub fn texels(&self) -> &[u32] {
        &self.texels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_rejects_a_size_that_does_not_match_its_bytes() {
        assert_eq!(Texture::new(0, 1, &[]), Err(TextureError::Size(0, 1)));
        assert_eq!(Texture::new(1, 4097, &[]), Err(TextureError::Size(1, 4097)));
        assert_eq!(Texture::new(usize::MAX, usize::MAX, &[0; 4]), Err(TextureError::Size(usize::MAX, usize::MAX)));
        assert_eq!(Texture::new(2, 1, &[0; 7]), Err(TextureError::Bytes(8, 7)));
        assert_eq!(Texture::new(2, 1, &[0; 9]), Err(TextureError::Bytes(8, 9)));
        let texture = Texture::new(2, 1, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        assert_eq!(texture.texels(), [0x0403_0201, 0x0807_0605]);
        assert_eq!(texture.mirrored().texels(), [0x0807_0605, 0x0403_0201]);
    }
}
