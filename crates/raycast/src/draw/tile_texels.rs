//! Tile texels: the texels of a tile that neighbouring pixels of a floor, and of the ceiling that mirrors it, show.
//!
//! Nearby, a register's pixels show only a few columns and rows of a texture. This patch is read as a whole: a few
//! loads and permutations replace a load per pixel. Farther away, texels are read one by one.
#![allow(unsafe_code, reason = "texels are read without bounds checks")]

use crate::{
    lanes::lanes::{Lanes, Token},
    scene::textures::{TextureSlot, Textures},
};

/// A marker for no shape: texels are read one by one.
pub(crate) const ONE_BY_ONE: usize = usize::MAX;

/// The textures of the two surfaces of a tile.
pub(crate) struct TileTexels<L> {
    /// The start of the texels of both.
    from: [*const u32; 2],
    indices: [Indices<L>; 2],
    /// True if both textures have the same size, so that both use the same texel indices.
    is_alike: bool,
    /// Reads patches, if the pixels of a register always fit in one.
    patch: Option<Patch>,
}

impl<L: Lanes> TileTexels<L> {
    /// Prepares the textures in these slots; `step` is the distance between neighbouring pixels along both axes, in
    /// 2^-32 tiles.
    ///
    /// # Safety
    /// The slots must belong to textures of this collection that can tile.
    #[inline(always)]
    pub(crate) unsafe fn new(token: Token<L>, textures: &Textures, places: [&TextureSlot; 2], step: [i64; 2]) -> Self {
        let texels = textures.texels().as_ptr();
        let is_alike = (places[0].width, places[0].height) == (places[1].width, places[1].height);
        TileTexels {
            // SAFETY: the caller guarantees that the textures begin among all texels.
            from: unsafe { [texels.add(places[0].start as usize), texels.add(places[1].start as usize)] },
            indices: [Indices::new(token, places[0]), Indices::new(token, places[1])],
            is_alike,
            patch: Patch::new::<L>(places[0], step).filter(|_| is_alike),
        }
    }

    /// Returns the shape of the patches that hold everything a register shows of the tile, if there is one.
    #[inline(always)]
    pub(crate) fn shape(&self) -> Option<usize> {
        self.patch.as_ref().map(|patch| patch.shape)
    }

    /// Reads the texels of the first `COUNT` surfaces at points of the tile. If `SHAPE` is that of the patches, it
    /// reads patches that begin at the smallest position along each axis (`max_nan_safe`). Otherwise ([`ONE_BY_ONE`]), it
    /// reads single texels. Lanes outside the tile are ignored.
    #[inline(always)]
    pub(crate) fn at<const COUNT: usize, const SHAPE: usize>(&self, places: [L; 2], max_nan_safe: [i64; 2]) -> [L; 2] {
        match &self.patch {
            Some(patch) if SHAPE == patch.shape => self.of::<COUNT, SHAPE>(patch, places, max_nan_safe),
            _ => self.one_by_one::<COUNT>(places),
        }
    }

    /// Reads the texels of the first `COUNT` surfaces at points of the tile, one by one.
    #[inline(always)]
    fn one_by_one<const COUNT: usize>(&self, [u, v]: [L; 2]) -> [L; 2] {
        let index = self.indices[0].texel(u, v);
        // SAFETY: the bits of a 32-bit number that remain after the shifts are less than the texture's sides.
        unsafe {
            if COUNT < 2 {
                [L::gather(self.from[0], index); 2]
            } else if self.is_alike {
                L::gather_both(self.from, index)
            } else {
                [L::gather(self.from[0], index), L::gather(self.from[1], self.indices[1].texel(u, v))]
            }
        }
    }

    /// Reads the texels at points within a patch of shape `SHAPE`.
    #[inline(always)]
    fn of<const COUNT: usize, const SHAPE: usize>(
        &self,
        patch: &Patch,
        [u, v]: [L; 2],
        max_nan_safe: [i64; 2],
    ) -> [L; 2] {
        let (index, offset) = patch.index::<L, SHAPE>(u, v, max_nan_safe);
        // SAFETY: wherever a patch begins, it ends within its texture, and the other texture has the same size if there
        // are patches.
        unsafe {
            let floor = L::patch::<SHAPE>(self.from[0].add(offset), patch.height, index);
            if COUNT < 2 {
                return [floor; 2];
            }
            [floor, L::patch::<SHAPE>(self.from[1].add(offset), patch.height, index)]
        }
    }
}

/// Converts a position in a tile to the index of a texel.
#[derive(Clone, Copy)]
struct Indices<L> {
    columns: L,
    across: u32,
    down: u32,
}

impl<L: Lanes> Indices<L> {
    #[inline(always)]
    fn new(token: Token<L>, place: &TextureSlot) -> Self {
        let [across, down] = place.shifts();
        let down_bits = 32 - down;
        let columns = token.splat((place.width - 1) << down_bits);
        Indices { columns, across: across - down_bits, down }
    }

    /// Returns the index of a texel: the column times the height, with the row in the low bits.
    #[inline(always)]
    fn texel(&self, u: L, v: L) -> L {
        self.columns.pick(u.shift_right(self.across), v.shift_right(self.down))
    }
}

/// The position of patches in a texture that are wide and high enough for any register of a span.
#[derive(Clone, Copy)]
pub(crate) struct Patch {
    /// The shifts that turn positions into columns and rows.
    shifts: [u32; 2],
    /// The last column and the last row at which a patch can begin.
    last: [u32; 2],
    height: usize,
    /// The index of their shape in [`Lanes::PATCHES`].
    shape: usize,
}

impl Patch {
    /// Returns the fastest patches of a texture that hold everything a register's lanes show, if there are any.
    #[inline(always)]
    fn new<L: Lanes>(place: &TextureSlot, step: [i64; 2]) -> Option<Patch> {
        let (sides, shifts) = ([place.width, place.height], place.shifts());
        let fits = |axis: usize, texels: u32| {
            let way = step[axis].unsigned_abs() * (L::COUNT as u64 - 1);
            // Steps are not longer than maps are wide, so nothing overflows. A position may be anywhere within its
            // texel.
            sides[axis] >= texels && way <= u64::from(texels - 1) << shifts[axis]
        };
        for (shape, [columns, rows]) in L::PATCHES.into_iter().enumerate() {
            if fits(0, columns) && fits(1, rows) {
                let last = [sides[0] - columns, sides[1] - rows];
                return Some(Patch { shifts, last, height: place.height as usize, shape });
            }
        }
        None
    }

    /// Returns the texels of a patch that the lanes show, and the start of the patch among the texture's texels.
    #[inline(always)]
    fn index<L: Lanes, const SHAPE: usize>(&self, u: L, v: L, max_nan_safe: [i64; 2]) -> (L, usize) {
        // Positions before the tile belong to lanes that are ignored.
        let begin =
            |axis: usize| (max_nan_safe[axis].max(0) as u64 >> self.shifts[axis]).min(self.last[axis].into()) as u32;
        let [column, row] = [begin(0), begin(1)];
        let rows = L::PATCHES[SHAPE][1];
        let token = u.token();
        let columns = u.shift_right(self.shifts[0] - rows.trailing_zeros()).and(token.splat(rows.wrapping_neg()));
        let index = columns.add(v.shift_right(self.shifts[1])).add(token.splat((column * rows + row).wrapping_neg()));
        (index, column as usize * self.height + row as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        lanes::kernel::Kernel,
        run::raycaster::Raycaster,
        scene::frame::Frame,
        scene::texture::Texture,
        testing::{look, room},
    };
    use std::sync::Arc;

    #[test]
    fn patches_of_every_shape_show_the_same_texels() {
        let mut scene = room("#######\n#     #\n#     #\n#     #\n#     #\n#     #\n#######");
        let texels: Vec<[u8; 4]> =
            (0..64 * 64).map(|i| [i * 37, i / 64 * 4, i % 64 * 4, 255].map(|c| c as u8)).collect();
        let texture = Texture::new(64, 64, texels.as_flattened()).unwrap();
        let texture = Arc::make_mut(&mut scene.textures).push(&texture).unwrap();
        for place in 0..49 {
            let cell = scene.map.cell_mut(place % 7, place / 7).unwrap();
            (cell.floor, cell.ceiling) = (texture, texture);
        }
        for turn in 0..24 {
            look(&mut scene, 3.3, 3.6, turn as f32 * 0.27);
            let picture = |kernel| {
                let mut frame = Frame::new(320, 180);
                Raycaster::with(kernel, 1).draw(&scene, &mut frame);
                frame
            };
            let plain = picture(Kernel::Plain);
            assert!(Kernel::available().all(|kernel| picture(kernel) == plain), "turn {turn}");
        }
    }
}
