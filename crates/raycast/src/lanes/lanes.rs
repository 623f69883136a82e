//! Lanes: several neighbouring pixels at once, as many as a register holds.
//!
//! The inner loops are written once, over [`Lanes`], and compiled for each kind of register. Every operation is one on
//! whole numbers with one right result, so all kinds give the same picture to the last bit.
//!
//! All functions are inlined into loops that are compiled for the instructions they use; see [`crate::lanes::kernel`].
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

/// How many neighbouring columns are kept together: as many as the longest vector register holds.
pub(crate) const WIDE: usize = 16;

/// Work that is written once, and compiled for each kind of register.
pub(crate) trait Work<L> {
    /// Does it.
    unsafe fn go(self);
}

/// As many 32-bit numbers as a register holds; most often the pixels or texels of neighbouring columns.
///
/// A set of lanes is a number with a bit for each, the lowest for the leftmost column.
///
/// # Safety
/// The processor must have the instructions of the implementation. Functions that take a pointer read or write all of
/// its [`Lanes::COUNT`] numbers, or those of the set they are given.
pub(crate) trait Lanes: Copy {
    /// How many there are; at most 16.
    const COUNT: usize;
    /// The set of all lanes.
    const ALL: u32 = (1 << Self::COUNT) - 1;
    /// How many columns and rows of texels, powers of two, the shapes of [`Lanes::patch`] have, the quickest first; 1 and 1 if it is no
    /// quicker than reading texels one by one.
    const PATCHES: [[u32; 2]; 3];
    /// True if [`Lanes::permute`] and [`Lanes::transpose`] take few instructions.
    const PERMUTES: bool;

    /// Does some work in a function of its own that is compiled for the instructions, and shares no registers with its caller.
    unsafe fn apart(work: impl Work<Self>);

    /// The same number in all lanes.
    unsafe fn all(number: u32) -> Self;
    /// The numbers at a place in memory.
    unsafe fn load(from: *const u32) -> Self;
    /// The numbers of a set of lanes at a place in memory, 0 in the others.
    unsafe fn load_some(from: *const u32, lanes: u32) -> Self;
    /// Writes the lanes to memory.
    unsafe fn store(self, to: *mut u32);
    /// Writes the lanes of a set to memory, and nothing beside them.
    unsafe fn store_some(self, to: *mut u32, lanes: u32);
    /// Writes the lanes of a set to memory, and beside them what is there already: nobody else may write there meanwhile. Most
    /// processors do so in a fraction of the time that it takes them to leave places out.
    #[inline(always)]
    unsafe fn merge(self, to: *mut u32, lanes: u32) {
        // SAFETY: the caller promises the instructions and all of the places.
        unsafe { Self::choose(lanes, self, Self::load(to)).store(to) }
    }
    /// The numbers at these indices.
    unsafe fn gather(from: *const u32, index: Self) -> Self;
    /// The numbers at these indices from two places on.
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        // SAFETY: the caller promises the instructions and that both places have all of the numbers.
        unsafe { [Self::gather(one, index), Self::gather(other, index)] }
    }
    /// The numbers of a patch of a `SHAPE` of [`Lanes::PATCHES`]: each column lies `stride` behind the one before, and an index is a
    /// column's times the rows, and a row's. Of an index only as many bits count.
    #[inline(always)]
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        let [columns, rows] = Self::PATCHES[SHAPE].map(|side| side as usize);
        let mut indices = [0; WIDE];
        // SAFETY: as above; the array is as long as the longest register.
        unsafe {
            index.store(indices.as_mut_ptr());
            let number = |index: u32| {
                let index = index as usize % (columns * rows);
                from.add(index / rows * stride + index % rows).read()
            };
            Self::load(indices.map(number).as_ptr())
        }
    }
    /// The pairs of numbers at these indices: the first of each, and the second of each.
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2];

    /// Sums, wrapping around.
    unsafe fn add(self, other: Self) -> Self;
    /// The lower halves of the products.
    unsafe fn mul(self, other: Self) -> Self;
    /// The bits that are set in both.
    unsafe fn and(self, other: Self) -> Self;
    /// The bits that are set in either.
    unsafe fn or(self, other: Self) -> Self;
    /// Shifted to the right by 0 to 31.
    unsafe fn shift_right(self, by: u32) -> Self;
    /// Shifted to the left by 0 to 31.
    unsafe fn shift_left(self, by: u32) -> Self;
    /// Each shifted to the right by its own number of bits, 0 to 31.
    unsafe fn shift_right_each(self, by: Self) -> Self;
    /// Each shifted to the left by its own number of bits, 0 to 31.
    unsafe fn shift_left_each(self, by: Self) -> Self;
    /// The bits of `one` where `mask` has ones, of `zero` elsewhere.
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self;

    /// The lanes of these numbers, of which only so many bits count as number the lanes.
    #[inline(always)]
    unsafe fn permute(self, index: Self) -> Self {
        let (mut numbers, mut indices) = ([0; WIDE], [0; WIDE]);
        // SAFETY: the arrays are as long as the longest register.
        unsafe {
            self.store(numbers.as_mut_ptr());
            index.store(indices.as_mut_ptr());
            Self::load(indices.map(|index| numbers[index as usize % Self::COUNT]).as_ptr())
        }
    }
    /// The lanes of these numbers and of those of another register behind them, of which only so many bits count as number all.
    #[inline(always)]
    unsafe fn permute_both(self, other: Self, index: Self) -> Self {
        let (mut numbers, mut indices) = ([0; 2 * WIDE], [0; WIDE]);
        // SAFETY: the arrays are as long as the longest register, and as two.
        unsafe {
            self.store(numbers.as_mut_ptr());
            other.store(numbers.as_mut_ptr().add(Self::COUNT));
            index.store(indices.as_mut_ptr());
            Self::load(indices.map(|index| numbers[index as usize % (2 * Self::COUNT)]).as_ptr())
        }
    }
    /// Of as many registers as there are lanes, the first: makes rows of columns, and columns of rows.
    #[inline(always)]
    unsafe fn transpose(block: &mut [Self; WIDE]) {
        let (mut rows, mut columns) = ([[0; WIDE]; WIDE], [[0; WIDE]; WIDE]);
        for (row, numbers) in block.iter().zip(&mut rows).take(Self::COUNT) {
            // SAFETY: as above.
            unsafe { row.store(numbers.as_mut_ptr()) };
        }
        for (lane, (register, column)) in block.iter_mut().zip(&mut columns).take(Self::COUNT).enumerate() {
            *column = rows.map(|row| row[lane]);
            // SAFETY: as above.
            *register = unsafe { Self::load(column.as_ptr()) };
        }
    }

    /// In each half of a lane: the lower half of the product.
    unsafe fn mul_halves(self, other: Self) -> Self;
    /// In each half of a lane: the sum, wrapping around.
    unsafe fn add_halves(self, other: Self) -> Self;
    /// In each half of a lane: shifted to the right by 8.
    unsafe fn shift_halves_right_8(self) -> Self;
    /// The sum of the products of both halves, taken with their signs.
    unsafe fn mul_halves_and_add(self, other: Self) -> Self;
    /// In each half of a lane: the upper half of the product, taken without signs.
    unsafe fn mul_halves_high(self, other: Self) -> Self;

    /// The lanes whose number, taken with its sign, is greater than the other's.
    unsafe fn greater(self, other: Self) -> u32;
    /// The lanes that have a bit in common with the other's.
    unsafe fn touching(self, other: Self) -> u32;
    /// The numbers of `one` in the lanes of a set, of `zero` elsewhere.
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self;
    /// The lanes, taken as floating point numbers, that are greater than the other's.
    unsafe fn deeper(self, other: Self) -> u32;
}
