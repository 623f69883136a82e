//! Returns to the textures that existed before a level, or anything else that is shown for a while, added its own.

use crate::{
    scene::frame::BLACK,
    scene::textures::{SPARE, TextureSlot, Textures},
};

/// A saved state of [`Textures`], for a user that adds some temporarily.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TexturesMark {
    texels: usize,
    places: Vec<TextureSlot>,
    levels: usize,
}

impl Textures {
    /// Returns the state that [`return_to`](Self::return_to) restores.
    pub fn mark(&self) -> TexturesMark {
        TexturesMark { texels: self.texels.len(), places: self.places.clone(), levels: self.levels.len() }
    }

    /// Removes all textures that were added since the mark, and undoes what [`show`](Self::show) did to the others.
    /// Pixels that were painted on these remain.
    pub fn return_to(&mut self, mark: &TexturesMark) {
        self.texels.truncate(mark.texels);
        let behind = self.texels.len().saturating_sub(SPARE);
        self.texels[behind..].fill(BLACK);
        self.levels.truncate(mark.levels);
        self.places.clone_from(&mark.places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::texture::Texture;

    fn texture(width: usize, height: usize, texels: &[[u8; 4]]) -> Texture {
        Texture::new(width, height, texels.as_flattened()).unwrap()
    }

    #[test]
    fn textures_return_to_their_mark() {
        let mut textures = Textures::new();
        let ids = [1, 2].map(|grey| textures.push(&texture(8, 8, &[[grey, grey, grey, 255]; 64])).unwrap());
        textures.generate_mipmaps(ids[0]).unwrap();
        let (mark, before) = (textures.mark(), textures.clone());
        let copy = textures.copy(ids[0]).unwrap();
        textures.paint(copy, &texture(1, 1, &[[9, 9, 9, 254]]), 0, 3);
        textures.show(ids[1], copy);
        assert_ne!(textures, before);
        textures.return_to(&mark);
        assert_eq!(textures, before);
    }
}
