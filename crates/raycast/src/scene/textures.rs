//! The textures of a scene, all in one block of memory, so that a column or a row needs only an index into it.

pub(crate) mod cut;
pub(crate) mod mark;

use crate::{
    lanes::lanes::STRIP_WIDTH,
    lanes::shade::SHINING,
    scene::frame::BLACK,
    scene::texture::{Texture, TextureError},
};

/// The maximum number of texels in a collection: 1 GiB of memory.
const MAX_TEXELS: usize = 1 << 28;

/// The number of padding texels after the last one.
const SPARE: usize = 2 * STRIP_WIDTH;

/// The minimum side of a mipmap, in texels.
const MIN_LEVEL: u32 = 4;

/// The index of a texture in its [`Textures`], from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u16);

impl TextureId {
    /// Not a texture: a surface with this id shows the scene's sky.
    pub const SKY: TextureId = TextureId(u16::MAX);
    /// Not a texture: a surface with this id shows a conspicuous error pattern.
    pub const MISSING: TextureId = TextureId(u16::MAX - 1);
}

/// The textures of a scene.
///
/// Texels are stored column by column, as walls and sprites read them: texel (`u`, `v`) of a texture has the index
/// `start + u * height + v`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Textures {
    /// The texels, padded so that two whole registers can be read starting at any texel.
    texels: Vec<u32>,
    places: Vec<TextureSlot>,
    /// The mipmaps of all textures; those of one texture are consecutive, the largest first.
    levels: Vec<TextureSlot>,
}

/// The location of a texture among all texels, and its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextureSlot {
    pub(crate) start: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The first column that has a visible texel, and the one after the last.
    pub(crate) columns: [u32; 2],
    /// The first row that has a visible texel, and the one after the last.
    pub(crate) rows: [u32; 2],
    /// True if some of its texels are full-bright.
    pub(crate) shines: bool,
    /// True if some of its texels are translucent.
    pub(crate) is_thin: bool,
    /// True if it can cover walls, floors and ceilings: both its sides are powers of two.
    can_tile: bool,
    /// The index of its first mipmap among all of them, and the number of its mipmaps.
    first_level: u32,
    levels: u32,
}

impl TextureSlot {
    /// Four black texels, shown outside the map.
    pub(crate) const VOID: TextureSlot = TextureSlot {
        start: 0,
        width: 2,
        height: 2,
        columns: [0, 2],
        rows: [0, 2],
        shines: false,
        is_thin: false,
        can_tile: true,
        first_level: 0,
        levels: 0,
    };
    /// A checkerboard of pink and black.
    pub(crate) const MISSING: TextureSlot = TextureSlot {
        start: 4,
        width: 8,
        height: 8,
        columns: [0, 8],
        rows: [0, 8],
        shines: true,
        is_thin: false,
        can_tile: true,
        first_level: 0,
        levels: 0,
    };

    /// Returns the slot of a texture without holes, whose other properties are not known yet.
    fn of_size(start: u32, width: u32, height: u32) -> TextureSlot {
        let can_tile = width.is_power_of_two() && height.is_power_of_two();
        TextureSlot {
            start,
            width,
            height,
            columns: [0, width],
            rows: [0, height],
            can_tile,
            shines: false,
            ..Self::VOID
        }
    }

    /// Returns the right shifts that turn a 32-bit fraction into a column index and a row index.
    #[inline(always)]
    pub(crate) fn shifts(&self) -> [u32; 2] {
        [32 - self.width.trailing_zeros(), 32 - self.height.trailing_zeros()]
    }

    fn size(&self) -> usize {
        self.width as usize * self.height as usize
    }
}

impl Default for Textures {
    fn default() -> Self {
        let pink = u32::from_le_bytes([255, 0, 255, SHINING as u8]);
        let missing = (0..64).map(|i| if (i % 8 / 2 + i / 8 / 2) % 2 == 0 { pink } else { BLACK });
        let texels = [BLACK; 4].into_iter().chain(missing).chain([BLACK; SPARE]);
        Textures { texels: texels.collect(), places: Vec::new(), levels: Vec::new() }
    }
}

impl Textures {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a copy of the texture and returns its id; the first is 0.
    ///
    /// # Errors
    /// If there are already 65534 textures or 2^28 texels.
    pub fn push(&mut self, texture: &Texture) -> Result<TextureId, TextureError> {
        // A side of one texel is doubled, because a 32-bit fraction cannot be shifted by 32.
        let twice = |side: usize| if side == 1 { 2 } else { side };
        let (width, height) = (twice(texture.width()), twice(texture.height()));
        let across = width / texture.width();
        self.add(width as u32, height as u32, |texels| {
            for (u, column) in texels.chunks_exact_mut(height).enumerate() {
                let mut source = texture.texels()[u / across..].iter().step_by(texture.width()).copied();
                if texture.height() == 1 {
                    column.fill(source.next().unwrap_or(BLACK));
                } else {
                    column.iter_mut().zip(source).for_each(|(texel, from)| *texel = from);
                }
            }
        })
    }

    /// Adds a copy of one of its own textures, to paint on.
    ///
    /// # Errors
    /// If there is no texture with this id, or the collection is full.
    pub fn copy(&mut self, id: TextureId) -> Result<TextureId, TextureError> {
        let place = *self.places.get(usize::from(id.0)).ok_or(TextureError::Missing)?;
        let texels: Vec<u32> = self.texels_of(place).to_vec();
        let copy = self.add(place.width, place.height, |copy| copy.copy_from_slice(&texels))?;
        if place.levels > 0 {
            self.generate_mipmaps(copy)?;
        }
        Ok(copy)
    }

    /// Generates the mipmaps of a texture, which distant surfaces show if the scene asks for it
    /// ([`crate::scene::scene::Scene::far_levels`]). They are updated when the texture is painted on. A texture gets no
    /// mipmaps if it cannot tile, has a side shorter than 8, or has holes or translucent texels, because holes cannot
    /// be averaged.
    ///
    /// # Errors
    /// If the collection is full.
    pub fn generate_mipmaps(&mut self, id: TextureId) -> Result<(), TextureError> {
        let Some(&place) = self.places.get(usize::from(id.0)) else { return Ok(()) };
        let is_whole = self.texels_of(place).iter().all(|texel| texel >> 24 >= SHINING);
        if !place.can_tile || !is_whole || place.levels > 0 {
            return Ok(());
        }
        let first_level = self.levels.len() as u32;
        let (mut width, mut height) = (place.width / 2, place.height / 2);
        while width.min(height) >= MIN_LEVEL {
            let start = self.grow(width as usize * height as usize)?;
            self.levels.push(TextureSlot { start, width, height, columns: [0, width], rows: [0, height], ..place });
            (width, height) = (width / 2, height / 2);
        }
        let slot = &mut self.places[usize::from(id.0)];
        (slot.first_level, slot.levels) = (first_level, self.levels.len() as u32 - first_level);
        let place = *slot;
        self.fill_levels(place);
        Ok(())
    }

    /// Fills each mipmap of a texture from the next larger one: a texel is the mean of four. It is full-bright if most
    /// of them are.
    fn fill_levels(&mut self, place: TextureSlot) {
        let mut from = place;
        for number in place.first_level..place.first_level + place.levels {
            let level = &mut self.levels[number as usize];
            level.shines = false;
            // Mipmaps are stored after the texture that they are made from.
            let (before, texels) = self.texels.split_at_mut(level.start as usize);
            let source = &before[from.start as usize..][..from.size()];
            let (pairs, height) = (source.chunks_exact(2 * from.height as usize), from.height as usize);
            for (columns, column) in pairs.zip(texels.chunks_exact_mut(level.height as usize)) {
                let (left, right) = columns.split_at(height);
                let squares = left.chunks_exact(2).zip(right.chunks_exact(2));
                for (texel, (left, right)) in column.iter_mut().zip(squares) {
                    *texel = mean([left[0], left[1], right[0], right[1]]);
                    level.shines |= *texel >> 24 == SHINING;
                }
            }
            from = *level;
        }
    }

    /// Makes room for `size` further texels, and returns the index of the first.
    fn grow(&mut self, size: usize) -> Result<u32, TextureError> {
        if self.texels.len() + size > MAX_TEXELS {
            return Err(TextureError::Full);
        }
        let start = self.texels.len() - SPARE;
        self.texels.resize(start + size + SPARE, BLACK);
        Ok(start as u32)
    }

    /// Returns the id of the next texture, if there is room for one.
    fn free_id(&self) -> Result<TextureId, TextureError> {
        Some(TextureId(self.places.len() as u16)).filter(|id| *id != TextureId::MISSING).ok_or(TextureError::Full)
    }

    fn add(&mut self, width: u32, height: u32, fill: impl FnOnce(&mut [u32])) -> Result<TextureId, TextureError> {
        let (id, size) = (self.free_id()?, width as usize * height as usize);
        let start = self.grow(size)?;
        fill(&mut self.texels[start as usize..][..size]);
        self.places.push(TextureSlot::of_size(start, width, height));
        self.look_at(id);
        Ok(id)
    }

    /// Copies the texels of `from` over those of `onto`. Does nothing unless both exist and have the same size.
    pub fn restore(&mut self, onto: TextureId, from: TextureId) {
        let place = |id: TextureId| self.places.get(usize::from(id.0)).copied();
        if let (Some(old), Some(new)) = (place(onto), place(from))
            && (old.width, old.height) == (new.width, new.height)
        {
            let new = new.start as usize..new.start as usize + new.size();
            self.texels.copy_within(new, old.start as usize);
            self.look_at(onto);
        }
    }

    /// Paints an image over a texture, with its top left corner at (`x`, `y`), cut off at the edges.
    ///
    /// Holes of the image change nothing, translucent texels are blended, all others replace. Opaque texels stay
    /// opaque. An id that does not exist changes nothing.
    pub fn paint(&mut self, id: TextureId, picture: &Texture, x: i32, y: i32) {
        let Some(&place) = self.places.get(usize::from(id.0)) else { return };
        for (row, texels) in (i64::from(y)..).zip(picture.texels().chunks_exact(picture.width())) {
            for (column, &texel) in (i64::from(x)..).zip(texels) {
                if (0..i64::from(place.height)).contains(&row) && (0..i64::from(place.width)).contains(&column) {
                    let index = place.start as usize + column as usize * place.height as usize + row as usize;
                    self.texels[index] = mix(self.texels[index], texel);
                }
            }
        }
        self.look_at(id);
    }

    /// Makes `id` show what `shown` does until the next call; animations switch their frames this way. Ids that do not
    /// exist change nothing.
    pub fn show(&mut self, id: TextureId, shown: TextureId) {
        if let Some(&place) = self.places.get(usize::from(shown.0))
            && let Some(old) = self.places.get_mut(usize::from(id.0))
        {
            *old = place;
        }
    }

    /// Returns the number of textures.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns true if there are no textures.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the size of a texture in texels, if it exists; a side of a single texel counts as two.
    pub fn size(&self, id: TextureId) -> Option<(usize, usize)> {
        self.places.get(usize::from(id.0)).map(|place| (place.width as usize, place.height as usize))
    }

    /// Returns the slot of a texture.
    pub(crate) fn place(&self, id: TextureId) -> TextureSlot {
        *self.slot(id)
    }

    /// Returns the slot of a texture by reference.
    #[inline]
    pub(crate) fn slot(&self, id: TextureId) -> &TextureSlot {
        self.places.get(usize::from(id.0)).unwrap_or(&TextureSlot::MISSING)
    }

    /// Returns the slot of a texture that covers a wall, floor or ceiling. A texture whose sides are not powers of two
    /// cannot do so and is replaced by the error pattern.
    #[inline]
    pub(crate) fn tile(&self, id: TextureId) -> &TextureSlot {
        match self.places.get(usize::from(id.0)) {
            Some(place) if place.can_tile => place,
            _ => &TextureSlot::MISSING,
        }
    }

    /// Returns the largest version of a texture that is at most as sharp as a texture of this side (as a power of two), or
    /// its smallest mipmap.
    #[inline]
    pub(crate) fn level<'a>(&'a self, place: &'a TextureSlot, sharpest: u32) -> &'a TextureSlot {
        if place.levels == 0 {
            return place;
        }
        match place.height.trailing_zeros().saturating_sub(sharpest).min(place.levels) {
            0 => place,
            smaller => &self.levels[(place.first_level + smaller) as usize - 1],
        }
    }

    /// Returns the texels of all textures; a [`TextureSlot`] locates those of one texture.
    pub(crate) fn texels(&self) -> &[u32] {
        &self.texels
    }

    pub(crate) fn texels_of(&self, place: TextureSlot) -> &[u32] {
        &self.texels[place.start as usize..][..place.size()]
    }

    /// Updates the properties of a texture from its texels, and its mipmaps.
    fn look_at(&mut self, id: TextureId) {
        let place = self.places[usize::from(id.0)];
        let (mut columns, mut rows, mut shines, mut is_thin) = ([place.width, 0], [place.height, 0], false, false);
        for (column, texels) in (0..).zip(self.texels_of(place).chunks_exact(place.height as usize)) {
            for (row, texel) in (0..).zip(texels) {
                let alpha = texel >> 24;
                if alpha > 0 {
                    columns = [columns[0].min(column), columns[1].max(column + 1)];
                    rows = [rows[0].min(row), rows[1].max(row + 1)];
                }
                shines |= alpha == SHINING;
                is_thin |= (1..SHINING).contains(&alpha);
            }
        }
        self.places[usize::from(id.0)] = TextureSlot { columns, rows, shines, is_thin, ..place };
        if columns[0] >= columns[1] {
            (self.places[usize::from(id.0)].columns, self.places[usize::from(id.0)].rows) = ([0; 2], [0; 2]);
        }
        self.fill_levels(place);
    }
}

/// Returns the mean of four opaque texels.
fn mean(texels: [u32; 4]) -> u32 {
    // Red and blue are summed together, green on its own; each channel has spare bits above it for the sum.
    let sum = |shift: u32, mask: u32| texels.iter().map(|texel| texel >> shift & mask).sum::<u32>();
    let red_blue = (sum(0, 0x00ff_00ff) + 0x0002_0002) >> 2 & 0x00ff_00ff;
    let green = (sum(8, 0xff) + 2) >> 2;
    let shining = texels.iter().filter(|texel| **texel >> 24 == SHINING).count();
    red_blue | green << 8 | if shining > 2 { SHINING << 24 } else { 0xff00_0000 }
}

/// Blends a texel over another one.
fn mix(below: u32, above: u32) -> u32 {
    match above >> 24 {
        0 => below,
        SHINING.. => above,
        alpha => {
            let channel = |shift: u32| {
                let (below, above) = (below >> shift & 0xff, above >> shift & 0xff);
                ((above * alpha + below * (255 - alpha) + 127) / 255) << shift
            };
            let covered = alpha + (255 - alpha) * (below >> 24) / 255;
            let opaque = if below >> 24 >= SHINING { 255 } else { covered.min(SHINING - 1) };
            channel(0) | channel(8) | channel(16) | opaque << 24
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(width: usize, height: usize, texels: &[[u8; 4]]) -> Texture {
        Texture::new(width, height, texels.as_flattened()).unwrap()
    }

    #[test]
    fn texels_are_stored_column_by_column() {
        let mut textures = Textures::new();
        let id = textures.push(&texture(2, 2, &[[1, 0, 0, 255], [2, 0, 0, 255], [3, 0, 0, 255], [4, 0, 0, 255]]));
        let place = textures.place(id.unwrap());
        let reds: Vec<u32> = textures.texels_of(place).iter().map(|texel| texel & 0xff).collect();
        assert_eq!(reds, [1, 3, 2, 4]);
        assert_eq!(place.shifts(), [31, 31]);
    }

    #[test]
    fn missing_and_untileable_textures_show_the_error_pattern() {
        let mut textures = Textures::new();
        let odd = textures.push(&texture(3, 1, &[[1, 2, 3, 255]; 3])).unwrap();
        assert_eq!(*textures.tile(odd), TextureSlot::MISSING);
        assert_eq!(textures.place(odd).width, 3, "a sprite may have any size");
        assert_eq!(textures.place(TextureId(9)), TextureSlot::MISSING);
        assert_eq!(textures.texels_of(TextureSlot::MISSING).len(), 64);
    }

    #[test]
    fn push_fails_when_all_texture_ids_are_used() {
        let one = texture(1, 1, &[[0; 4]]);
        let mut textures = Textures::new();
        for number in 0..TextureId::MISSING.0 {
            assert_eq!(textures.push(&one), Ok(TextureId(number)));
        }
        assert_eq!(textures.push(&one), Err(TextureError::Full));
    }

    #[test]
    fn painting_updates_the_properties_of_a_texture() {
        let mut textures = Textures::new();
        let hole = [0; 4];
        let id = textures.push(&texture(1, 4, &[hole, hole, [9, 9, 9, 255], hole])).unwrap();
        assert_eq!((textures.place(id).columns, textures.place(id).rows), ([0, 2], [2, 3]));
        let copy = textures.copy(id).unwrap();
        textures.paint(copy, &texture(1, 1, &[[9, 9, 9, 254]]), 0, 3);
        assert!(textures.place(copy).shines && !textures.place(id).shines);
        assert_eq!(textures.place(copy).rows, [2, 4]);
        textures.restore(copy, id);
        assert_eq!(textures.texels_of(textures.place(copy)), textures.texels_of(textures.place(id)));
        for far in [i32::MIN, -1, 4, i32::MAX] {
            textures.paint(copy, &texture(1, 1, &[[1, 1, 1, 255]]), far, far);
        }
        assert_eq!(textures.texels_of(textures.place(copy)), textures.texels_of(textures.place(id)));
        assert_eq!(textures.copy(TextureId(77)), Err(TextureError::Missing));
    }

    #[test]
    fn mipmaps_average_painted_texels_and_are_chosen_by_sharpness() {
        let mut textures = Textures::new();
        let (black, white, lamp) = ([0, 0, 0, 255], [255, 255, 255, 255], [200, 100, 0, 254]);
        let chequered: Vec<[u8; 4]> = (0..256).map(|i| if (i + i / 16) % 2 == 0 { black } else { white }).collect();
        let id = textures.push(&texture(16, 16, &chequered)).unwrap();
        assert_eq!(textures.level(textures.tile(id), 0).width, 16, "the texture must have no mipmaps yet");
        textures.generate_mipmaps(id).unwrap();
        let copy = textures.copy(id).unwrap();
        textures.paint(copy, &texture(2, 2, &[lamp, lamp, lamp, white]), 4, 2);
        let level = |textures: &Textures, id, sharpest| {
            let place = *textures.level(textures.tile(id), sharpest);
            (place.width, place.shines, textures.texels_of(place).to_vec())
        };
        for (sharpest, width) in [(31, 16), (4, 16), (3, 8), (2, 4), (0, 4)] {
            let (found, shines, texels) = level(&textures, id, sharpest);
            assert_eq!((found, shines), (width, false));
            assert!(width == 16 || texels.iter().all(|&texel| texel == 0xff80_8080), "{sharpest}: {texels:x?}");
        }
        let (_, shines, texels) = level(&textures, copy, 3);
        let painted = u32::from_le_bytes([214, 139, 64, 254]);
        assert!(shines && texels[2 * 8 + 1] == painted, "{texels:x?}");
        assert_eq!(texels.iter().filter(|&&texel| texel != 0xff80_8080).count(), 1);
        assert!(!level(&textures, copy, 2).1, "one full-bright texel of four is not enough");
        textures.restore(copy, id);
        assert_eq!(level(&textures, copy, 3), level(&textures, id, 3));
        let bars = textures.push(&texture(16, 16, &[[0, 0, 0, 0]; 256])).unwrap();
        textures.generate_mipmaps(bars).unwrap();
        assert_eq!(level(&textures, bars, 2).0, 16, "a texture with holes must have no mipmaps");
    }

    #[test]
    fn show_replaces_one_texture_with_another() {
        let mut textures = Textures::new();
        let [a, b] = [1, 2].map(|red| textures.push(&texture(1, 1, &[[red, 0, 0, 255]])).unwrap());
        textures.show(a, b);
        assert_eq!(textures.place(a), textures.place(b));
        textures.show(a, TextureId::SKY);
        assert_eq!(textures.place(a), textures.place(b));
    }

    #[test]
    fn colours_are_blended_by_alpha() {
        let (white, black) = (0xffff_ffff, 0xff00_0000);
        assert_eq!(mix(white, 0), white);
        assert_eq!(mix(white, black), black);
        assert_eq!(mix(white, 0x8000_0000) & 0xff, 127);
        assert_eq!(mix(white, 0x8000_0000) >> 24, 255);
        assert_eq!(mix(0, 0x8000_00ff) >> 24, 0x80);
    }
}
