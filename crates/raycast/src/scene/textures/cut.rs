//! Cuts textures out of sprite sheets: boxes of palette indices or texels, without an intermediate copy of the whole
//! image.

use crate::{
    lanes::shade::SHINING,
    lanes::worker_pool::WorkerPool,
    scene::frame::BLACK,
    scene::texture::{MAX_TEXTURE_SIDE, Texture, TextureError},
    scene::textures::{MAX_TEXELS, SPARE, TextureId, TextureSlot, Textures},
};
use std::sync::{Mutex, PoisonError};

/// The properties that a texel's colour gives to its texture: not a hole, full-bright, translucent.
const SOLID: u8 = 1;
const SHINES: u8 = 2;
const THIN: u8 = 4;

/// An image on a sprite sheet: a box of texels on the sheet, and the larger image in which the box is placed. Around
/// the box the image is transparent.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'a> {
    /// The size of the whole image: columns and rows, 1 to [`MAX_TEXTURE_SIDE`].
    pub whole: [usize; 2],
    /// The size of the box: columns and rows, 1 or more.
    pub size: [usize; 2],
    /// The column and the row of the whole image at which the box begins.
    pub offset: [usize; 2],
    /// The texels of the sheet, row by row, starting at the first texel of the box.
    pub texels: CutTexels<'a>,
    /// The number of texels from one row of the sheet to the next.
    pub stride: usize,
}

/// The texels of a sheet.
#[derive(Clone, Copy, Debug)]
pub enum CutTexels<'a> {
    /// Palette indices, one byte each.
    Indexed {
        /// The indices.
        indices: &'a [u8],
        /// The colours, in the layout of [`Texture::texels`].
        palette: &'a [u32; 256],
    },
    /// Colours, in the layout of [`Texture::texels`].
    Colours(&'a [u32]),
}

impl Cut<'_> {
    /// Returns the whole image as a texture.
    ///
    /// # Errors
    /// If a side is 0 or too long, the box is not within the image, or the sheet is too short.
    pub fn texture(&self) -> Result<Texture, TextureError> {
        self.check()?;
        let ([width, height], [columns, rows], [x, y]) = (self.whole, self.size, self.offset);
        let mut texels = vec![0; width * height];
        for (row, line) in texels[y * width..].chunks_mut(width).take(rows).enumerate() {
            let (line, from) = (&mut line[x..x + columns], row * self.stride);
            match self.texels {
                CutTexels::Indexed { indices, palette } => {
                    let colours = indices[from..from + columns].iter().map(|&index| palette[usize::from(index)]);
                    line.iter_mut().zip(colours).for_each(|(texel, colour)| *texel = colour);
                }
                CutTexels::Colours(colours) => line.copy_from_slice(&colours[from..from + columns]),
            }
        }
        Ok(Texture::of_texels(width, height, texels))
    }

    fn check(&self) -> Result<(), TextureError> {
        let [[width, height], [columns, rows]] = [self.whole, self.size];
        if [width, height, columns, rows].iter().any(|side| !(1..=MAX_TEXTURE_SIDE).contains(side)) {
            return Err(TextureError::Size(width, height));
        }
        let fits = |axis: usize| {
            self.offset[axis] <= self.whole[axis] && self.size[axis] <= self.whole[axis] - self.offset[axis]
        };
        let wanted = (rows - 1).checked_mul(self.stride).and_then(|all| all.checked_add(columns));
        let found = match self.texels {
            CutTexels::Indexed { indices, .. } => indices.len(),
            CutTexels::Colours(colours) => colours.len(),
        };
        if fits(0) && fits(1) && self.stride >= columns && wanted.is_some_and(|wanted| wanted <= found) {
            Ok(())
        } else {
            Err(TextureError::Cut)
        }
    }

    /// Writes the box into the texels of the whole image. The texels begin at index `start` of the collection and are
    /// holes around the box.
    fn written(&self, to: &mut [u32], start: u32) -> TextureSlot {
        let (columns, rows, seen) = match self.texels {
            CutTexels::Indexed { indices, palette } => {
                let classes = palette.map(class);
                let texel = |place: usize| {
                    let index = usize::from(indices[place]);
                    (palette[index], classes[index])
                };
                let (columns, seen) = fill(self, to, texel);
                (columns, self.rows(|place| classes[usize::from(indices[place])] & SOLID > 0), seen)
            }
            CutTexels::Colours(colours) => {
                let (columns, seen) = fill(self, to, |place| (colours[place], class(colours[place])));
                (columns, self.rows(|place| class(colours[place]) & SOLID > 0), seen)
            }
        };
        let span = |[first, end]: [usize; 2], axis: usize| match seen & SOLID {
            0 => [0; 2],
            _ => [(first + self.offset[axis]) as u32, (end + self.offset[axis]) as u32],
        };
        TextureSlot {
            columns: span(columns, 0),
            rows: span(rows, 1),
            shines: seen & SHINES > 0,
            is_thin: seen & THIN > 0,
            ..TextureSlot::of_size(start, self.whole[0] as u32, self.whole[1] as u32)
        }
    }

    /// Returns the first row of the box that has a visible texel, and the one after the last.
    fn rows(&self, solid: impl Fn(usize) -> bool) -> [usize; 2] {
        let [columns, rows] = self.size;
        let is_seen = |row: &usize| (row * self.stride..row * self.stride + columns).any(&solid);
        let first = (0..rows).find(is_seen).unwrap_or(rows);
        [first, (first..rows).rev().find(is_seen).map_or(first, |last| last + 1)]
    }
}

impl Textures {
    /// Reserves memory for this number of further texels, so that adding them does not reallocate.
    pub fn reserve(&mut self, texels: usize) {
        self.texels.reserve(texels.min(MAX_TEXELS.saturating_sub(self.texels.len())));
    }

    /// Adds a copy of an image on a sheet. The result is the same as that of [`push`](Self::push) with the whole image.
    ///
    /// # Errors
    /// If the image is not within its sheet, or there are already 65534 textures or 2^28 texels.
    pub fn push_cut(&mut self, cut: &Cut) -> Result<TextureId, TextureError> {
        cut.check()?;
        let [width, height] = cut.whole;
        if width == 1 || height == 1 {
            return self.push(&cut.texture()?);
        }
        let id = self.free_id()?;
        let start = self.grow(width * height)?;
        let to = &mut self.texels[start as usize..][..width * height];
        if cut.size != cut.whole {
            to.fill(0);
        }
        self.places.push(cut.written(to, start));
        Ok(id)
    }

    /// Creates a collection of the images on sheets, in their order, with this number of threads. Threads help because
    /// most of the time goes into memory that the system has to provide. `room` is the number of further texels that
    /// will be added soon.
    ///
    /// # Errors
    /// If an image is not within its sheet, or there are too many images or texels.
    pub fn of_cuts(cuts: &[Cut], room: usize, threads: usize) -> Result<Textures, TextureError> {
        let mut textures = Textures::new();
        let first = textures.texels.len() - SPARE;
        let mut end = first;
        for cut in cuts {
            cut.check()?;
            end += cut.whole.iter().product::<usize>();
            if end > MAX_TEXELS - SPARE {
                return Err(TextureError::Full);
            }
        }
        if cuts.len() >= usize::from(TextureId::MISSING.0) {
            return Err(TextureError::Full);
        }
        if threads < 2 || cuts.iter().any(|cut| cut.whole.contains(&1)) {
            textures.reserve(end - first + room);
            cuts.iter().try_for_each(|cut| textures.push_cut(cut).map(drop))?;
            return Ok(textures);
        }
        // The system provides zeroed memory on first access, in the thread that accesses it.
        let mut texels = vec![0; end + SPARE + room.min(MAX_TEXELS)];
        texels.truncate(end + SPARE);
        texels[..first].copy_from_slice(&textures.texels[..first]);
        texels[end..].fill(BLACK);
        let share = (end - first).div_ceil(threads).max(1);
        let (mut cuts, mut left, mut start) = (cuts, &mut texels[first..end], first);
        let mut parts = Vec::new();
        while !cuts.is_empty() {
            let mut size = 0;
            let count = cuts.iter().take_while(|cut| {
                let goes_on = size < share;
                size += if goes_on { cut.whole.iter().product::<usize>() } else { 0 };
                goes_on
            });
            let (mine, others) = cuts.split_at(count.count());
            let (to, behind) = left.split_at_mut(size);
            parts.push(Mutex::new((mine, to, start, Vec::new())));
            (cuts, left, start) = (others, behind, start + size);
        }
        WorkerPool::new(threads).share(parts.len(), &|_, part| {
            let mut part = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
            let (cuts, to, start, slots) = &mut *part;
            *slots = written(cuts, to, *start);
        });
        for part in parts {
            textures.places.extend(part.into_inner().unwrap_or_else(PoisonError::into_inner).3);
        }
        textures.texels = texels;
        Ok(textures)
    }
}

/// Writes cuts one after the other into texels that are all holes and begin at index `start` of the collection.
fn written(cuts: &[Cut], mut to: &mut [u32], mut start: usize) -> Vec<TextureSlot> {
    let mut slots = Vec::with_capacity(cuts.len());
    for cut in cuts {
        let size = cut.whole.iter().product::<usize>();
        let (own, behind) = to.split_at_mut(size);
        slots.push(cut.written(own, start as u32));
        (to, start) = (behind, start + size);
    }
    slots
}

/// Returns the properties that a colour gives to its texture.
fn class(texel: u32) -> u8 {
    match texel >> 24 {
        0 => 0,
        SHINING => SOLID | SHINES,
        255 => SOLID,
        _ => SOLID | THIN,
    }
}

/// Writes the box of a cut into the columns of its whole image. `texel` returns a colour of the sheet and its class.
/// Returns the columns of the box that have visible texels, and the union of all classes.
fn fill(cut: &Cut, to: &mut [u32], texel: impl Fn(usize) -> (u32, u8)) -> ([usize; 2], u8) {
    let ([_, height], [columns, rows], [x, y]) = (cut.whole, cut.size, cut.offset);
    let (mut span, mut all) = ([columns, 0], 0);
    for (u, column) in to.chunks_exact_mut(height).skip(x).take(columns).enumerate() {
        let (mut seen, mut place) = (0, u);
        for to in &mut column[y..y + rows] {
            let (colour, class) = texel(place);
            *to = colour;
            seen |= class;
            place += cut.stride;
        }
        if seen & SOLID > 0 {
            span = [span[0].min(u), u + 1];
        }
        all |= seen;
    }
    (span, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a sheet of 9 by 7 texels: its indices, and a palette with holes, full-bright and translucent colours.
    fn sheet() -> (Vec<u8>, [u32; 256]) {
        let indices = (0..63).map(|place| if place % 9 < 3 { 0 } else { (place * 7 % 5) as u8 }).collect();
        let mut palette = [0xff00_0000; 256];
        palette[..5].copy_from_slice(&[0, 0xff10_2030, 0xfe40_5060, 0x8070_8090, 0x0001_0203]);
        (indices, palette)
    }

    #[test]
    fn push_cut_gives_the_same_texture_as_push() {
        let (indices, palette) = sheet();
        let colours: Vec<u32> = indices.iter().map(|&index| palette[usize::from(index)]).collect();
        let shapes = [
            ([9, 7], [9, 7], [0, 0], 0),
            ([16, 8], [4, 3], [11, 5], 3),
            ([8, 8], [3, 7], [2, 1], 0),
            ([1, 4], [1, 1], [0, 2], 4),
            ([5, 1], [2, 1], [3, 0], 3),
        ];
        for (whole, size, offset, from) in shapes {
            let (mut cuts, mut pushed) = (Textures::new(), Textures::new());
            let indexed = CutTexels::Indexed { indices: &indices[from..], palette: &palette };
            for texels in [indexed, CutTexels::Colours(&colours[from..])] {
                let cut = Cut { whole, size, offset, texels, stride: 9 };
                let (x, y) = (offset[0], offset[1]);
                let texture = cut.texture().unwrap();
                assert_eq!(texture.texels()[y * whole[0] + x], colours[from]);
                assert_eq!(cuts.push_cut(&cut), pushed.push(&texture));
            }
            assert_eq!(cuts, pushed, "{whole:?}");
        }
    }

    #[test]
    fn of_cuts_gives_the_same_textures_with_any_thread_count() {
        let (indices, palette) = sheet();
        let texels = CutTexels::Indexed { indices: &indices, palette: &palette };
        let cut = |number: usize| {
            let size = [1 + number % 9, 1 + number % 7];
            Cut { whole: [9 + number % 3, 8], size, offset: [number % 2, 1], texels, stride: 9 }
        };
        let cuts: Vec<Cut> = (0..50).map(cut).collect();
        let mut one = Textures::new();
        assert!(cuts.iter().all(|cut| one.push_cut(cut).is_ok()));
        for threads in [0, 1, 2, 3, 64, 100] {
            for (room, count) in [(0, 50), (1000, 50), (0, 0)] {
                let all = Textures::of_cuts(&cuts[..count], room, threads).unwrap();
                assert_eq!(all, if count == 0 { Textures::new() } else { one.clone() }, "{threads}");
            }
        }
        let narrow = [cuts[3], Cut { whole: [1, 8], size: [1, 3], offset: [0, 0], ..cuts[3] }];
        let (mut one, all) = (Textures::new(), Textures::of_cuts(&narrow, 0, 2).unwrap());
        assert!(narrow.iter().all(|cut| one.push_cut(cut).is_ok()) && all == one);
    }

    #[test]
    fn cut_beyond_its_sheet_or_image_is_rejected() {
        let (indices, palette) = sheet();
        let texels = CutTexels::Indexed { indices: &indices, palette: &palette };
        let good = Cut { whole: [9, 7], size: [9, 7], offset: [0, 0], texels, stride: 9 };
        assert!(good.texture().is_ok());
        let bad = [
            Cut { size: [9, 8], whole: [9, 8], ..good },
            Cut { offset: [1, 0], ..good },
            Cut { offset: [usize::MAX, 0], ..good },
            Cut { stride: usize::MAX, ..good },
            Cut { stride: 8, ..good },
        ];
        for cut in bad {
            assert_eq!(Textures::new().push_cut(&cut), Err(TextureError::Cut), "{cut:?}");
            assert_eq!(cut.texture(), Err(TextureError::Cut));
        }
        for sides in [[0, 7], [9, 4097]] {
            let cut = Cut { whole: sides, ..good };
            assert_eq!(cut.texture(), Err(TextureError::Size(sides[0], sides[1])));
        }
    }
}
