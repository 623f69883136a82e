//! Outlines: a border in one colour around the shape that a texture shows, as a separate texture.

use crate::{
    scene::texture::{Texture, TextureError},
    scene::textures::{TextureId, Textures},
};

impl Textures {
    /// Adds a texture with the outline of another one. Transparent texels within `thick` texels of a visible one shine
    /// in this colour (red, green, blue); all others are transparent. The new texture is larger by `thick` texels on
    /// each side.
    ///
    /// # Errors
    /// If there is no texture with this id, the collection is full, or the outline would be too large for a texture.
    pub fn outline(&mut self, of: TextureId, thick: usize, colour: [u8; 3]) -> Result<TextureId, TextureError> {
        let (width, height) = self.size(of).ok_or(TextureError::Missing)?;
        let place = self.place(of);
        let texels = &self.texels()[place.start as usize..][..width * height];
        let (wide, high) = (width + 2 * thick, height + 2 * thick);
        // Texels are stored column by column, images row by row.
        let mut shape = vec![false; wide * high];
        for (u, column) in texels.chunks_exact(height).enumerate() {
            for (v, texel) in column.iter().enumerate() {
                shape[(v + thick) * wide + u + thick] = texel >> 24 > 0;
            }
        }
        let mut grown = shape.clone();
        for _ in 0..thick {
            grown = grow(&grown, wide);
        }
        let [r, g, b] = colour;
        let bytes: Vec<u8> = shape
            .iter()
            .zip(&grown)
            .flat_map(|(shown, near)| if *near && !shown { [r, g, b, 254] } else { [0; 4] })
            .collect();
        self.push(&Texture::new(wide, high, &bytes)?)
    }
}

/// Returns the shape, grown by one texel in each of the four directions.
fn grow(shape: &[bool], wide: usize) -> Vec<bool> {
    let is_set = |index: Option<usize>| index.and_then(|index| shape.get(index)).is_some_and(|set| *set);
    let grown = |index: usize| {
        let column = index % wide;
        shape[index]
            || column > 0 && is_set(index.checked_sub(1))
            || column + 1 < wide && is_set(Some(index + 1))
            || is_set(index.checked_sub(wide))
            || is_set(Some(index + wide))
    };
    (0..shape.len()).map(grown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of a texture: `.` for a transparent texel, `#` for a texel of the outline, `o` for any other.
    fn drawn(textures: &Textures, id: TextureId) -> Vec<String> {
        let (place, (width, height)) = (textures.place(id), textures.size(id).unwrap());
        let sign = |u: usize, v: usize| match textures.texels()[place.start as usize + u * height + v].to_le_bytes() {
            [.., 0] => '.',
            [1, 2, 3, 254] => '#',
            _ => 'o',
        };
        (0..height).map(|v| (0..width).map(|u| sign(u, v)).collect()).collect()
    }

    #[test]
    fn outline_surrounds_the_shape_and_leaves_it_out() {
        let mut textures = Textures::new();
        let opaque = |x: usize, y: usize| [9, 9, 9, if (x, y) == (1, 1) || y == 3 { 255 } else { 0 }];
        let bytes: Vec<u8> = (0..16).flat_map(|i| opaque(i % 4, i / 4)).collect();
        let of = textures.push(&Texture::new(4, 4, &bytes).unwrap()).unwrap();
        let outline = textures.outline(of, 1, [1, 2, 3]).unwrap();
        assert_eq!(drawn(&textures, outline), ["......", "..#...", ".#.#..", ".####.", "#....#", ".####."]);
        assert_eq!(drawn(&textures, of), ["....", ".o..", "....", "oooo"], "the original texture must be unchanged");
        let thick = textures.outline(of, 2, [1, 2, 3]).unwrap();
        assert_eq!(textures.size(thick), Some((8, 8)));
    }

    #[test]
    fn missing_and_oversized_textures_have_no_outline() {
        let mut textures = Textures::new();
        assert_eq!(textures.outline(TextureId(0), 1, [0; 3]), Err(TextureError::Missing));
        let long = textures.push(&Texture::new(4096, 1, &[0; 4 * 4096]).unwrap()).unwrap();
        assert!(matches!(textures.outline(long, 1, [0; 3]), Err(TextureError::Size(..))));
    }
}
