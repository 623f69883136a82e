//! Textures: the pictures that walls, floors, ceilings and sprites show.

use std::fmt;

/// The longest side of a texture, in texels.
pub const MAX_TEXTURE_SIDE: usize = 4096;

/// The most texels that a collection holds: 1 GiB of memory.
const MAX_TEXELS: usize = 1 << 28;

/// What a surface shows whose texture does not exist: a pink that nobody overlooks.
const MISSING: u32 = u32::from_le_bytes([255, 0, 255, 255]);

/// A picture of 1 to [`MAX_TEXTURE_SIDE`] texels a side, row by row from its top left corner.
///
/// Its texels have the layout of a frame's pixels. A sprite's texel of an alpha below 128 is not drawn, all others are
/// opaque; walls, floors and ceilings pay no heed to alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    width: usize,
    height: usize,
    texels: Vec<u32>,
}

/// Why a texture was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureError {
    /// A side is 0 or longer than [`MAX_TEXTURE_SIDE`].
    Size(usize, usize),
    /// There are not four bytes for each texel: so many are wanted, so many are there.
    Bytes(usize, usize),
    /// The collection has no room for another texture.
    Full,
}

impl fmt::Display for TextureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TextureError::Size(width, height) => {
                write!(f, "a texture has 1 to {MAX_TEXTURE_SIDE} texels a side, not {width} by {height}")
            }
            TextureError::Bytes(wanted, found) => write!(f, "a texture of this size takes {wanted} bytes, not {found}"),
            TextureError::Full => f.write_str("there are too many textures"),
        }
    }
}

impl std::error::Error for TextureError {}

impl Texture {
    /// A texture of this size in texels from the bytes red, green, blue, alpha of each.
    ///
    /// # Errors
    /// If a side is 0 or too long, or the number of bytes does not fit.
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

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All texels, row by row.
    pub fn texels(&self) -> &[u32] {
        &self.texels
    }
}

/// The number of a texture in its [`Textures`], from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u16);

/// The textures of a scene, all in one piece of memory, so that a wall's column needs only an index into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Textures {
    texels: Vec<u32>,
    places: Vec<Place>,
}

/// Where a texture lies among all texels, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Place {
    /// One black texel: what lies outside the map.
    pub(crate) const VOID: Place = Place { start: 0, width: 1, height: 1 };
    const MISSING: Place = Place { start: 1, width: 1, height: 1 };

    /// The index of the texel at (`u`, `v`), both in units of 2^-32 of the texture's size.
    #[inline]
    pub(crate) fn index(self, u: u32, v: u32) -> usize {
        let part = |fraction: u32, of: u32| (u64::from(fraction) * u64::from(of)) >> 32;
        self.start as usize + (part(v, self.height) * u64::from(self.width) + part(u, self.width)) as usize
    }
}

impl Default for Textures {
    fn default() -> Self {
        Textures { texels: vec![crate::frame::BLACK, MISSING], places: Vec::new() }
    }
}

impl Textures {
    /// No textures yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes up a copy of the texture; the first becomes number 0.
    ///
    /// # Errors
    /// If there are 65536 textures, or 2^28 texels, already.
    pub fn push(&mut self, texture: &Texture) -> Result<TextureId, TextureError> {
        let id = u16::try_from(self.places.len()).map_err(|_| TextureError::Full)?;
        if self.texels.len() + texture.texels.len() > MAX_TEXELS {
            return Err(TextureError::Full);
        }
        let (start, width, height) = (self.texels.len() as u32, texture.width as u32, texture.height as u32);
        self.places.push(Place { start, width, height });
        self.texels.extend_from_slice(&texture.texels);
        Ok(TextureId(id))
    }

    /// How many textures there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where the texture lies; for a number that does not exist, a texel that nobody overlooks.
    pub(crate) fn place(&self, id: TextureId) -> Place {
        self.places.get(usize::from(id.0)).copied().unwrap_or(Place::MISSING)
    }

    /// The texels of all textures; a [`Place`] says which belong to one.
    pub(crate) fn texels(&self) -> &[u32] {
        &self.texels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_size_that_fits_its_bytes_becomes_a_texture() {
        assert_eq!(Texture::new(0, 1, &[]), Err(TextureError::Size(0, 1)));
        assert_eq!(Texture::new(1, 4097, &[]), Err(TextureError::Size(1, 4097)));
        assert_eq!(Texture::new(usize::MAX, usize::MAX, &[0; 4]), Err(TextureError::Size(usize::MAX, usize::MAX)));
        assert_eq!(Texture::new(2, 1, &[0; 7]), Err(TextureError::Bytes(8, 7)));
        assert_eq!(Texture::new(2, 1, &[0; 9]), Err(TextureError::Bytes(8, 9)));
        let texture = Texture::new(2, 1, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        assert_eq!(texture.texels(), [0x0403_0201, 0x0807_0605]);
    }

    #[test]
    fn a_place_finds_each_texel_from_corner_to_corner() {
        let place = Place { start: 10, width: 3, height: 5 };
        assert_eq!(place.index(0, 0), 10);
        assert_eq!(place.index(u32::MAX, 0), 12);
        assert_eq!(place.index(0, u32::MAX), 10 + 12);
        assert_eq!(place.index(u32::MAX, u32::MAX), 10 + 14);
        assert_eq!(place.index(1 << 31, 1 << 31), 10 + 2 * 3 + 1);
    }

    #[test]
    fn a_texture_that_does_not_exist_shows_pink() {
        let mut textures = Textures::new();
        let id = textures.push(&Texture::new(1, 1, &[1, 2, 3, 255]).unwrap()).unwrap();
        assert_eq!(textures.texels()[textures.place(id).index(5, 5)], 0xff03_0201);
        assert_eq!(textures.texels()[textures.place(TextureId(9)).index(5, 5)], MISSING);
    }

    #[test]
    fn there_are_as_many_textures_as_there_are_numbers() {
        let texture = Texture::new(1, 1, &[0; 4]).unwrap();
        let mut textures = Textures::new();
        for number in 0..=u16::MAX {
            assert_eq!(textures.push(&texture), Ok(TextureId(number)));
        }
        assert_eq!(textures.push(&texture), Err(TextureError::Full));
    }
}
