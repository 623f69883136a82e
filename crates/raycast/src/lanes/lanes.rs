//! Lanes: SIMD over several neighbouring pixels, as many as a register holds.
//!
//! The inner loops are written once, over [`Lanes`], and compiled for each kind of register. Every operation is exact
//! integer arithmetic, so all kinds render the same pixels.
//!
//! All functions are inlined into loops that are compiled for the instructions they use; see [`Lanes::apart`]. Closures
//! are not always inlined, so the loops call no closures that take or return lanes.
#![allow(unsafe_code, reason = "some operations read and write raw memory")]

use bytemuck::NoUninit;
use std::marker::PhantomData;

/// The number of neighbouring columns that are kept together: as many as the longest vector register holds.
pub(crate) const STRIP_WIDTH: usize = 16;

/// The index of each lane.
const IOTA: [u32; STRIP_WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Proof that the processor has the instructions of a kind of lanes. Lanes can only be made from a token, so they are a
/// proof themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<L>(PhantomData<L>);

impl<L> Token<L> {
    /// Makes a token without a check. [`Lanes::detect`] makes one with a check.
    ///
    /// # Safety
    /// The processor must have the instructions of these lanes.
    #[inline(always)]
    pub(super) const unsafe fn new() -> Self {
        Token(PhantomData)
    }
}

impl<L: Lanes> Token<L> {
    /// Runs work out of line: see [`Lanes::apart`].
    #[inline(always)]
    pub(crate) fn apart(self, work: impl Work<L>) {
        L::apart(self, work);
    }

    /// Returns lanes that all have this number.
    #[inline(always)]
    pub(crate) fn splat(self, number: u32) -> L {
        L::splat(self, number)
    }

    /// Returns the index of each lane, from 0.
    #[inline(always)]
    pub(crate) fn iota(self) -> L {
        self.of(&IOTA, 0)
    }

    /// Loads one register of a strip of columns, the one that begins at `lane`, a multiple of [`Lanes::COUNT`].
    #[inline(always)]
    pub(crate) fn of<T: NoUninit>(self, numbers: &[T; STRIP_WIDTH], lane: usize) -> L {
        const { assert!(size_of::<T>() == 4, "lanes have 32 bits") };
        // SAFETY: the strip has a whole register from there on, whatever the lane.
        unsafe { L::load(self, numbers.as_ptr().cast::<u32>().add(register::<L>(lane))) }
    }
}

/// Returns the first lane of the register that a lane of a strip is in. A whole register follows it, whatever the lane.
#[inline(always)]
fn register<L: Lanes>(lane: usize) -> usize {
    lane & (STRIP_WIDTH - L::COUNT)
}

/// Work that is written once, and compiled for each kind of register.
pub(crate) trait Work<L> {
    /// Runs the work, inlined into a function that is compiled for the instructions.
    fn run(self, token: Token<L>);
}

/// A register of 32-bit numbers, usually the pixels or texels of neighbouring columns.
///
/// A set of lanes is an integer with one bit per lane, the lowest for the leftmost column. Values exist only if the
/// processor has the instructions, because they are made from a [`Token`] or from other values. So only functions that
/// take a pointer are unsafe.
pub(crate) trait Lanes: Copy {
    /// The number of lanes, a power of two; at most 16.
    const COUNT: usize;
    /// The set of all lanes.
    const ALL: u32 = (1 << Self::COUNT) - 1;
    /// The columns and rows of texels, powers of two, of the shapes of [`Lanes::patch`], the fastest first; 1 and 1 if
    /// a patch is not faster than reading texels one by one.
    const PATCHES: [[u32; 2]; 3];
    /// True if [`Lanes::permute`] and [`Lanes::transpose`] take few instructions.
    const PERMUTES: bool;

    /// Returns a token if the processor has all instructions that [`Lanes::apart`] is compiled for.
    fn detect() -> Option<Token<Self>>;
    /// Runs work out of line, in a function of its own that is compiled for the instructions and shares no registers
    /// with its caller.
    fn apart(token: Token<Self>, work: impl Work<Self>);
    /// Returns the token that these lanes were made from.
    #[inline(always)]
    fn token(self) -> Token<Self> {
        // SAFETY: values exist only if the processor has the instructions.
        unsafe { Token::new() }
    }

    /// Returns lanes that all have this number.
    fn splat(token: Token<Self>, number: u32) -> Self;
    /// Loads all lanes from memory.
    ///
    /// # Safety
    /// All [`Lanes::COUNT`] numbers must be readable.
    unsafe fn load(token: Token<Self>, from: *const u32) -> Self;
    /// Loads the lanes of a set from memory; the others are 0.
    ///
    /// # Safety
    /// The numbers of the set must be readable.
    #[inline(always)]
    unsafe fn load_some(token: Token<Self>, from: *const u32, lanes: u32) -> Self {
        let mut numbers = [0; STRIP_WIDTH];
        for (lane, number) in numbers.iter_mut().enumerate().take(Self::COUNT) {
            if lanes >> lane & 1 != 0 {
                // SAFETY: the caller guarantees that the numbers of the set are readable.
                unsafe { *number = from.add(lane).read() };
            }
        }
        token.of(&numbers, 0)
    }
    /// Writes the lanes to memory.
    ///
    /// # Safety
    /// All [`Lanes::COUNT`] numbers must be writable.
    unsafe fn store(self, to: *mut u32);
    /// Writes the lanes of a set to memory, and leaves the memory between them untouched.
    ///
    /// # Safety
    /// The numbers of the set must be writable.
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        for (lane, number) in self.to_array().into_iter().enumerate().take(Self::COUNT) {
            if lanes >> lane & 1 != 0 {
                // SAFETY: the caller guarantees that the numbers of the set are writable.
                unsafe { to.add(lane).write(number) };
            }
        }
    }
    /// Writes the lanes of a set to memory, and rewrites the present values between them. On most processors this takes
    /// a fraction of the time of [`Lanes::store_some`].
    ///
    /// # Safety
    /// All [`Lanes::COUNT`] numbers must be readable and writable, and no other thread may write them at the same time.
    #[inline(always)]
    unsafe fn merge(self, to: *mut u32, lanes: u32) {
        // SAFETY: the caller guarantees that all of the numbers are readable and writable.
        unsafe { Self::choose(lanes, self, Self::load(self.token(), to)).store(to) }
    }
    /// Returns the lanes as an array, padded with 0.
    #[inline(always)]
    fn to_array(self) -> [u32; STRIP_WIDTH] {
        let mut numbers = [0; STRIP_WIDTH];
        // SAFETY: the array is as long as the longest register.
        unsafe { self.store(numbers.as_mut_ptr()) };
        numbers
    }
    /// Writes the lanes of a set into one register of a strip of columns, the one that begins at `lane`; the opposite
    /// of [`Token::of`].
    #[inline(always)]
    fn merge_into(self, numbers: &mut [u32; STRIP_WIDTH], lane: usize, lanes: u32) {
        // SAFETY: the strip has a whole register from there on, whatever the lane.
        unsafe { self.merge(numbers.as_mut_ptr().add(register::<Self>(lane)), lanes) }
    }

    /// Reads the number at each index.
    ///
    /// # Safety
    /// The number at each index must be readable.
    unsafe fn gather(from: *const u32, index: Self) -> Self;
    /// Reads the number at each index from two arrays.
    ///
    /// # Safety
    /// Both numbers at each index must be readable.
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        // SAFETY: the caller guarantees that both are readable.
        unsafe { [Self::gather(one, index), Self::gather(other, index)] }
    }
    /// Picks numbers out of a patch with shape `SHAPE` of [`Lanes::PATCHES`]. Each column of the patch is `stride`
    /// numbers after the one before. An index is the column times the number of rows plus the row; its higher bits are
    /// ignored.
    ///
    /// # Safety
    /// All numbers of the patch must be readable.
    #[inline(always)]
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        let [columns, rows] = Self::PATCHES[SHAPE].map(|side| side as usize);
        let number = |index: u32| {
            let index = index as usize % (columns * rows);
            // SAFETY: the caller guarantees that the whole patch is readable.
            unsafe { from.add(index / rows * stride + index % rows).read() }
        };
        index.token().of(&index.to_array().map(number), 0)
    }
    /// Reads the pair at each index. Returns the first numbers of all pairs and the second ones.
    ///
    /// # Safety
    /// The pair at each index must be readable.
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2];

    /// Adds, wrapping around.
    fn add(self, other: Self) -> Self;
    /// Multiplies, and keeps the low halves of the products.
    fn mul(self, other: Self) -> Self;
    /// Returns the bits that are set in both.
    fn and(self, other: Self) -> Self;
    /// Returns the bits that are set in either.
    fn or(self, other: Self) -> Self;
    /// Shifts all lanes right by 0 to 31 bits.
    fn shift_right(self, by: u32) -> Self;
    /// Shifts all lanes left by 0 to 31 bits.
    fn shift_left(self, by: u32) -> Self;
    /// Shifts each lane right by its own number of bits, 0 to 31.
    fn shift_right_each(self, by: Self) -> Self;
    /// Shifts each lane left by its own number of bits, 0 to 31.
    fn shift_left_each(self, by: Self) -> Self;
    /// Returns the bits of `one` where this mask has ones, and those of `zero` elsewhere.
    fn pick(self, one: Self, zero: Self) -> Self;

    /// Returns the lane at each index; the higher bits of an index are ignored.
    #[inline(always)]
    fn permute(self, index: Self) -> Self {
        let numbers = self.to_array();
        self.token().of(&index.to_array().map(|index| numbers[index as usize % Self::COUNT]), 0)
    }
    /// Returns the lane at each index of these lanes followed by `other`; the higher bits of an index are ignored.
    #[inline(always)]
    fn permute_both(self, other: Self, index: Self) -> Self {
        let (one, other) = (self.to_array(), other.to_array());
        let number = |index: u32| {
            let index = index as usize % (2 * Self::COUNT);
            if index < Self::COUNT { one[index] } else { other[index - Self::COUNT] }
        };
        self.token().of(&index.to_array().map(number), 0)
    }
    /// Transposes the first [`Lanes::COUNT`] registers of a block: rows become columns.
    #[inline(always)]
    fn transpose(block: &mut [Self; STRIP_WIDTH]) {
        let (token, rows) = (block[0].token(), block.map(Self::to_array));
        for (lane, column) in block.iter_mut().enumerate().take(Self::COUNT) {
            *column = token.of(&rows.map(|row| row[lane]), 0);
        }
    }

    /// Multiplies the halves of the lanes, and keeps the low halves of the products.
    fn mul_halves(self, other: Self) -> Self;
    /// Adds the halves of the lanes, wrapping around.
    fn add_halves(self, other: Self) -> Self;
    /// Shifts each half of a lane right by 8 bits.
    fn shift_halves_right_8(self) -> Self;
    /// Multiplies both halves of each lane as signed numbers, and adds the two products.
    fn mul_halves_and_add(self, other: Self) -> Self;
    /// Multiplies the halves of the lanes as unsigned numbers, and keeps the high halves of the products.
    fn mul_halves_high(self, other: Self) -> Self;

    /// Returns the set of lanes that are greater than those of `other`, as signed numbers.
    fn greater(self, other: Self) -> u32;
    /// Returns the set of lanes that have a bit in common with those of `other`.
    fn touching(self, other: Self) -> u32;
    /// Returns the set of lanes that are greater than those of `other`, as floating point numbers.
    fn deeper(self, other: Self) -> u32;
    /// Returns `one` in the lanes of a set, and `zero` elsewhere.
    fn choose(lanes: u32, one: Self, zero: Self) -> Self;
}
