//! Four lanes, by WebAssembly's instructions for them (`simd128`), if it is compiled to have them.
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

use crate::lanes::lanes::{Lanes, WIDE, Work};
use std::arch::wasm32::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(v128);

/// All bits of the lanes of a set.
#[inline(always)]
fn mask(lanes: u32) -> v128 {
    let bits = u32x4(1, 2, 4, 8);
    u32x4_eq(v128_and(u32x4_splat(lanes), bits), bits)
}

/// Where in a table the bytes of these of its numbers stand.
#[inline(always)]
fn bytes(index: v128, numbers: u32) -> v128 {
    let first = i32x4_mul(v128_and(index, u32x4_splat(numbers - 1)), u32x4_splat(0x0404_0404));
    i32x4_add(first, u32x4_splat(0x0302_0100))
}

/// The bytes of a table of several registers; where a place lies beyond a register, that one gives 0.
#[inline(always)]
fn look_up<const COUNT: usize>(table: [v128; COUNT], bytes: v128) -> v128 {
    let mut result = i8x16_swizzle(table[0], bytes);
    for (number, part) in table.iter().enumerate().skip(1) {
        result = v128_or(result, i8x16_swizzle(*part, u8x16_sub(bytes, u8x16_splat(16 * number as u8))));
    }
    result
}

/// The numbers at these indices, read one by one.
#[inline(always)]
unsafe fn four(from: *const u32, [a, b, c, d]: [u32; 4]) -> Simd128 {
    let at = |index: u32| unsafe { from.add(index as usize).read() };
    Simd128(u32x4(at(a), at(b), at(c), at(d)))
}

impl Simd128 {
    #[inline(always)]
    fn numbers(self) -> [u32; 4] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }
}

// SAFETY, of all that follows: whoever calls these promises that the processor has the instructions, and the places in
// memory that they take.
impl Lanes for Simd128 {
    const COUNT: usize = 4;
    const PATCHES: [[u32; 2]; 3] = [[2, 4], [2, 8], [4, 4]];
    const PERMUTES: bool = true;

    #[inline(always)]
    unsafe fn apart(work: impl Work<Self>) {
        #[inline(never)]
        unsafe fn apart<L>(work: impl Work<L>) {
            // SAFETY: the caller promises all that the work needs.
            unsafe { work.go() }
        }
        // SAFETY: as above.
        unsafe { apart::<Self>(work) }
    }
    #[inline(always)]
    unsafe fn all(number: u32) -> Self {
        Simd128(u32x4_splat(number))
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        unsafe { Simd128(v128_load(from.cast())) }
    }
    #[inline(always)]
    unsafe fn load_some(from: *const u32, lanes: u32) -> Self {
        let mut numbers = [0; Self::COUNT];
        for (lane, number) in numbers.iter_mut().enumerate() {
            if lanes >> lane & 1 != 0 {
                unsafe { *number = from.add(lane).read() };
            }
        }
        unsafe { Self::load(numbers.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { v128_store(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        let numbers = self.numbers();
        for (lane, number) in numbers.into_iter().enumerate() {
            if lanes >> lane & 1 != 0 {
                unsafe { to.add(lane).write(number) };
            }
        }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        unsafe { four(from, index.numbers()) }
    }
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let indices = index.numbers();
            [four(one, indices), four(other, indices)]
        }
    }
    #[inline(always)]
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        let four = |place: usize| unsafe { v128_load(from.add(place).cast()) };
        Simd128(match SHAPE {
            0 => look_up([four(0), four(stride)], bytes(index.0, 8)),
            1 => look_up([four(0), four(4), four(stride), four(stride + 4)], bytes(index.0, 16)),
            _ => look_up([four(0), four(stride), four(2 * stride), four(3 * stride)], bytes(index.0, 16)),
        })
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        let [a, b, c, d] = index.numbers().map(|index| unsafe { from.add(index as usize).read() });
        [Simd128(u32x4(a[0], b[0], c[0], d[0])), Simd128(u32x4(a[1], b[1], c[1], d[1]))]
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Simd128(i32x4_add(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        Simd128(i32x4_mul(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        Simd128(v128_and(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Simd128(v128_or(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        Simd128(u32x4_shr(self.0, by))
    }
    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        Simd128(i32x4_shl(self.0, by))
    }
    #[inline(always)]
    unsafe fn shift_right_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        Simd128(u32x4(a >> (by[0] & 31), b >> (by[1] & 31), c >> (by[2] & 31), d >> (by[3] & 31)))
    }
    #[inline(always)]
    unsafe fn shift_left_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        Simd128(u32x4(a << (by[0] & 31), b << (by[1] & 31), c << (by[2] & 31), d << (by[3] & 31)))
    }
    #[inline(always)]
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        Simd128(v128_bitselect(one.0, zero.0, mask.0))
    }
    #[inline(always)]
    unsafe fn permute(self, index: Self) -> Self {
        Simd128(i8x16_swizzle(self.0, bytes(index.0, 4)))
    }
    #[inline(always)]
    unsafe fn permute_both(self, other: Self, index: Self) -> Self {
        Simd128(look_up([self.0, other.0], bytes(index.0, 8)))
    }
    #[inline(always)]
    unsafe fn transpose(block: &mut [Self; WIDE]) {
        let [a, b, c, d] = [block[0].0, block[1].0, block[2].0, block[3].0];
        let (upper, lower) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (next_upper, next_lower) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
        block[0] = Simd128(i64x2_shuffle::<0, 2>(upper, next_upper));
        block[1] = Simd128(i64x2_shuffle::<1, 3>(upper, next_upper));
        block[2] = Simd128(i64x2_shuffle::<0, 2>(lower, next_lower));
        block[3] = Simd128(i64x2_shuffle::<1, 3>(lower, next_lower));
    }

    #[inline(always)]
    unsafe fn mul_halves(self, other: Self) -> Self {
        Simd128(i16x8_mul(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn add_halves(self, other: Self) -> Self {
        Simd128(i16x8_add(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn shift_halves_right_8(self) -> Self {
        Simd128(u16x8_shr(self.0, 8))
    }
    #[inline(always)]
    unsafe fn mul_halves_and_add(self, other: Self) -> Self {
        Simd128(i32x4_dot_i16x8(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn mul_halves_high(self, other: Self) -> Self {
        let (left, right) = (u32x4_extmul_low_u16x8(self.0, other.0), u32x4_extmul_high_u16x8(self.0, other.0));
        Simd128(u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(left, right))
    }

    #[inline(always)]
    unsafe fn greater(self, other: Self) -> u32 {
        u32::from(i32x4_bitmask(i32x4_gt(self.0, other.0)))
    }
    #[inline(always)]
    unsafe fn touching(self, other: Self) -> u32 {
        u32::from(i32x4_bitmask(i32x4_ne(v128_and(self.0, other.0), u32x4_splat(0))))
    }
    #[inline(always)]
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        Simd128(v128_bitselect(one.0, zero.0, mask(lanes)))
    }
    #[inline(always)]
    unsafe fn deeper(self, other: Self) -> u32 {
        u32::from(i32x4_bitmask(f32x4_gt(self.0, other.0)))
    }
}
