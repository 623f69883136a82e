//! The textures of a scene, all in one piece of memory, so that a column or a row needs only an index into it.

pub(crate) mod cut;
pub(crate) mod mark;

use crate::{
    lanes::lanes::STRIP_WIDTH,
    lanes::shade::SHINING,
    scene::frame::BLACK,
    scene::texture::{Texture, TextureError},
};

/// The most texels that a collection holds: 1 GiB of memory.
const MAX_TEXELS: usize = 1 << 28;

/// How many texels lie behind the last.
const SPARE: usize = 2 * STRIP_WIDTH;

/// The shortest side of a smaller version of a texture.
const MIN_LEVEL: u32 = 4;

/// The number of a texture in its [`Textures`], from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u16);

impl TextureId {
    /// Not a texture: a surface of this number is open to the scene's sky.
    pub const SKY: TextureId = TextureId(u16::MAX);
    /// Not a texture: a surface of this number shows a pattern that nobody overlooks.
    pub const MISSING: TextureId = TextureId(u16::MAX - 1);
}

/// The textures of a scene.
///
/// Texels lie column by column, as walls and sprites read them: a texture's texel (`u`, `v`) has the index
/// `start + u * height + v`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Textures {
    /// The texels, with a few more behind the last, so that two whole registers can be read from any.
    texels: Vec<u32>,
    places: Vec<TextureSlot>,
    /// The smaller versions of textures, those of a texture one after the other, the largest first.
    levels: Vec<TextureSlot>,
}

/// Where a texture lies among all texels, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextureSlot {
    pub(crate) start: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The columns from the first that is not all holes to the last: the first, and the one after the last.
    pub(crate) columns: [u32; 2],
    /// The rows from the first that is not all holes to the last: the first, and the one after the last.
    pub(crate) rows: [u32; 2],
    /// True if some of its texels shine.
    pub(crate) shines: bool,
    /// True if some of its texels can be seen through without being holes.
    pub(crate) is_thin: bool,
    /// True if it can cover walls, floors and ceilings: both its sides are powers of two.
    can_tile: bool,
    /// Where its smaller versions begin among all of them, and how many there are.
    first_level: u32,
    levels: u32,
}

impl TextureSlot {
    /// Four black texels: what lies outside the map.
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
    /// A chequered pattern of pink and black.
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

    /// A texture of this size without holes, of which nothing else is known yet.
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

    /// What a shift to the right by so much leaves of a 32-bit fraction: the number of a column, of a row.
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
    /// No textures yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes up a copy of the texture; the first becomes number 0.
    ///
    /// # Errors
    /// If there are 65534 textures, or 2^28 texels, already.
    pub fn push(&mut self, texture: &Texture) -> Result<TextureId, TextureError> {
        // A side of one texel becomes one of two equal ones: a 32-bit fraction cannot be shifted by 32.
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
    /// If there is no texture of this number, or no room.
    pub fn copy(&mut self, id: TextureId) -> Result<TextureId, TextureError> {
        let place = *self.places.get(usize::from(id.0)).ok_or(TextureError::Missing)?;
        let texels: Vec<u32> = self.texels_of(place).to_vec();
        let copy = self.add(place.width, place.height, |copy| copy.copy_from_slice(&texels))?;
        if place.levels > 0 {
            self.generate_mipmaps(copy)?;
        }
        Ok(copy)
    }

    /// Makes smaller versions of a texture, which surfaces show from far away if the scene asks for it
    /// ([`crate::scene::scene::Scene::far_levels`]). They follow whatever is painted on it. A texture that cannot tile, or whose sides are
    /// shorter than 8, has none, and neither has one with holes or half-transparent texels: half a hole is no hole.
    ///
    /// # Errors
    /// If there is no room.
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

    /// Paints each smaller version of a texture after the one before: a texel is the mean of four. It shines if most of them do.
    fn fill_levels(&mut self, place: TextureSlot) {
        let mut from = place;
        for number in place.first_level..place.first_level + place.levels {
            let level = &mut self.levels[number as usize];
            level.shines = false;
            // Smaller versions lie behind what they are made of.
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

    /// Makes room for so many texels more, and says where.
    fn grow(&mut self, size: usize) -> Result<u32, TextureError> {
        if self.texels.len() + size > MAX_TEXELS {
            return Err(TextureError::Full);
        }
        let start = self.texels.len() - SPARE;
        self.texels.resize(start + size + SPARE, BLACK);
        Ok(start as u32)
    }

    /// The number of the next texture, if there may be one more.
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

    /// Makes the texture `onto` look as `from` does. Both must exist and be equally large; else nothing happens.
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

    /// Paints a picture over a texture, its left upper corner at (`x`, `y`); what lies beyond the edges is cut off.
    ///
    /// Holes of the picture change nothing, half-transparent texels mix, all others cover. What was opaque stays so. A
    /// number that does not exist changes nothing.
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

    /// From now on `id` shows what `shown` does, until it is told otherwise: so pictures follow each other in an
    /// animation. Numbers that do not exist change nothing.
    pub fn show(&mut self, id: TextureId, shown: TextureId) {
        if let Some(&place) = self.places.get(usize::from(shown.0))
            && let Some(old) = self.places.get_mut(usize::from(id.0))
        {
            *old = place;
        }
    }

    /// How many textures there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The texture's size in texels, if there is one of this number; one of a single row or column counts two.
    pub fn size(&self, id: TextureId) -> Option<(usize, usize)> {
        self.places.get(usize::from(id.0)).map(|place| (place.width as usize, place.height as usize))
    }

    /// Where the texture lies.
    pub(crate) fn place(&self, id: TextureId) -> TextureSlot {
        *self.slot(id)
    }

    /// The same, without a copy of it.
    #[inline]
    pub(crate) fn slot(&self, id: TextureId) -> &TextureSlot {
        self.places.get(usize::from(id.0)).unwrap_or(&TextureSlot::MISSING)
    }

    /// Where a texture lies that covers a wall, a floor or a ceiling: one whose sides are no powers of two cannot.
    #[inline]
    pub(crate) fn tile(&self, id: TextureId) -> &TextureSlot {
        match self.places.get(usize::from(id.0)) {
            Some(place) if place.can_tile => place,
            _ => &TextureSlot::MISSING,
        }
    }

    /// The version of a texture that is no sharper than a texture of this side, as a power of two, if there is one so small.
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

    /// The texels of all textures; a [`TextureSlot`] says which belong to one.
    pub(crate) fn texels(&self) -> &[u32] {
        &self.texels
    }

    pub(crate) fn texels_of(&self, place: TextureSlot) -> &[u32] {
        &self.texels[place.start as usize..][..place.size()]
    }

    /// Finds out what a texture's texels are like, and lets its smaller versions follow.
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

/// The mean of four texels that hide what is behind them.
fn mean(texels: [u32; 4]) -> u32 {
    // Red and blue, and green, each with room for the sum above it.
    let sum = |shift: u32, mask: u32| texels.iter().map(|texel| texel >> shift & mask).sum::<u32>();
    let red_blue = (sum(0, 0x00ff_00ff) + 0x0002_0002) >> 2 & 0x00ff_00ff;
    let green = (sum(8, 0xff) + 2) >> 2;
    let shining = texels.iter().filter(|texel| **texel >> 24 == SHINING).count();
    red_blue | green << 8 | if shining > 2 { SHINING << 24 } else { 0xff00_0000 }
}

/// A texel with another one laid over it.
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
    fn texels_lie_column_by_column() {
        let mut textures = Textures::new();
        let id = textures.push(&texture(2, 2, &[[1, 0, 0, 255], [2, 0, 0, 255], [3, 0, 0, 255], [4, 0, 0, 255]]));
        let place = textures.place(id.unwrap());
        let reds: Vec<u32> = textures.texels_of(place).iter().map(|texel| texel & 0xff).collect();
        assert_eq!(reds, [1, 3, 2, 4]);
        assert_eq!(place.shifts(), [31, 31]);
    }

    #[test]
    fn a_texture_that_does_not_exist_or_fit_shows_that() {
        let mut textures = Textures::new();
        let odd = textures.push(&texture(3, 1, &[[1, 2, 3, 255]; 3])).unwrap();
        assert_eq!(*textures.tile(odd), TextureSlot::MISSING);
        assert_eq!(textures.place(odd).width, 3, "a sprite may have any size");
        assert_eq!(textures.place(TextureId(9)), TextureSlot::MISSING);
        assert_eq!(textures.texels_of(TextureSlot::MISSING).len(), 64);
    }

    #[test]
    fn there_are_as_many_textures_as_there_are_numbers() {
        let one = texture(1, 1, &[[0; 4]]);
        let mut textures = Textures::new();
        for number in 0..TextureId::MISSING.0 {
            assert_eq!(textures.push(&one), Ok(TextureId(number)));
        }
        assert_eq!(textures.push(&one), Err(TextureError::Full));
    }

    #[test]
    fn what_a_texture_is_like_is_known_and_follows_what_is_painted() {
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
    fn smaller_versions_show_the_mean_of_what_is_painted_and_are_chosen_by_sharpness() {
        let mut textures = Textures::new();
        let (black, white, lamp) = ([0, 0, 0, 255], [255, 255, 255, 255], [200, 100, 0, 254]);
        let chequered: Vec<[u8; 4]> = (0..256).map(|i| if (i + i / 16) % 2 == 0 { black } else { white }).collect();
        let id = textures.push(&texture(16, 16, &chequered)).unwrap();
        assert_eq!(textures.level(textures.tile(id), 0).width, 16, "it has none yet");
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
        assert!(!level(&textures, copy, 2).1, "of four, one shines");
        textures.restore(copy, id);
        assert_eq!(level(&textures, copy, 3), level(&textures, id, 3));
        let bars = textures.push(&texture(16, 16, &[[0, 0, 0, 0]; 256])).unwrap();
        textures.generate_mipmaps(bars).unwrap();
        assert_eq!(level(&textures, bars, 2).0, 16, "holes stay holes");
    }

    #[test]
    fn an_animation_shows_one_texture_in_the_place_of_another() {
        let mut textures = Textures::new();
        let [a, b] = [1, 2].map(|red| textures.push(&texture(1, 1, &[[red, 0, 0, 255]])).unwrap());
        textures.show(a, b);
        assert_eq!(textures.place(a), textures.place(b));
        textures.show(a, TextureId::SKY);
        assert_eq!(textures.place(a), textures.place(b));
    }

    #[test]
    fn colours_mix_as_far_as_they_cover() {
        let (white, black) = (0xffff_ffff, 0xff00_0000);
        assert_eq!(mix(white, 0), white);
        assert_eq!(mix(white, black), black);
        assert_eq!(mix(white, 0x8000_0000) & 0xff, 127);
        assert_eq!(mix(white, 0x8000_0000) >> 24, 255);
        assert_eq!(mix(0, 0x8000_00ff) >> 24, 0x80);
    }
}
