//! Four lanes, using WebAssembly's `simd128`, if the program is compiled with it.
#![allow(clippy::undocumented_unsafe_blocks, reason = "callers guarantee memory")]
#![allow(unsafe_code, reason = "access to raw memory")]

use crate::lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work};
use std::arch::wasm32::*;

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128(v128);

/// Converts indices of numbers into the indices of their bytes in a table of `numbers` numbers.
#[inline(always)]
fn bytes(index: v128, numbers: u32) -> v128 {
    let first = i32x4_mul(v128_and(index, u32x4_splat(numbers - 1)), u32x4_splat(0x0404_0404));
    i32x4_add(first, u32x4_splat(0x0302_0100))
}

/// Looks up bytes in a table of several registers; a swizzle returns 0 for an index beyond its register.
#[inline(always)]
fn look_up<const COUNT: usize>(table: [v128; COUNT], bytes: v128) -> v128 {
    let mut result = i8x16_swizzle(table[0], bytes);
    for (number, part) in table.iter().enumerate().skip(1) {
        result = v128_or(result, i8x16_swizzle(*part, u8x16_sub(bytes, u8x16_splat(16 * number as u8))));
    }
    result
}

/// Returns the set of lanes whose bits are all set.
#[inline(always)]
fn set(lanes: v128) -> u32 {
    u32::from(i32x4_bitmask(lanes))
}

impl Simd128 {
    /// Extracts the lanes as numbers.
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

impl Lanes for Simd128 {
    const COUNT: usize = 4;
    const PATCHES: [[u32; 2]; 3] = [[2, 4], [2, 8], [4, 4]];
    const PERMUTES: bool = true;

    needs!();

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        Simd128(u32x4_splat(number))
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        unsafe { Simd128(v128_load(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { v128_store(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        let [a, b, c, d] = index.numbers().map(|index| unsafe { from.add(index as usize).read() });
        Simd128(u32x4(a, b, c, d))
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
    fn shift_right(self, by: u32) -> Self {
        Simd128(u32x4_shr(self.0, by))
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        Simd128(i32x4_shl(self.0, by))
    }
    #[inline(always)]
    fn shift_right_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        Simd128(u32x4(a >> (by[0] & 31), b >> (by[1] & 31), c >> (by[2] & 31), d >> (by[3] & 31)))
    }
    #[inline(always)]
    fn shift_left_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        Simd128(u32x4(a << (by[0] & 31), b << (by[1] & 31), c << (by[2] & 31), d << (by[3] & 31)))
    }
    #[inline(always)]
    fn transpose(block: &mut [Self; STRIP_WIDTH]) {
        let [a, b, c, d] = [block[0].0, block[1].0, block[2].0, block[3].0];
        let (upper, lower) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (next_upper, next_lower) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
        block[0] = Simd128(i64x2_shuffle::<0, 2>(upper, next_upper));
        block[1] = Simd128(i64x2_shuffle::<1, 3>(upper, next_upper));
        block[2] = Simd128(i64x2_shuffle::<0, 2>(lower, next_lower));
        block[3] = Simd128(i64x2_shuffle::<1, 3>(lower, next_lower));
    }
    #[inline(always)]
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        let bits = u32x4(1, 2, 4, 8);
        Simd128(u32x4_eq(v128_and(u32x4_splat(lanes), bits), bits)).pick(one, zero)
    }

    operations! { Self:
        add(a, b) = i32x4_add(a, b);
        mul(a, b) = i32x4_mul(a, b);
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        pick(mask, one, zero) = v128_bitselect(one, zero, mask);
        permute(a, index) = i8x16_swizzle(a, bytes(index, 4));
        permute_both(a, b, index) = look_up([a, b], bytes(index, 8));
        mul_halves(a, b) = i16x8_mul(a, b);
        add_halves(a, b) = i16x8_add(a, b);
        shift_halves_right_8(a) = u16x8_shr(a, 8);
        mul_halves_and_add(a, b) = i32x4_dot_i16x8(a, b);
        mul_halves_high(a, b) = {
            let (left, right) = (u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b));
            u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(left, right)
        };
    }
    operations! { u32:
        greater(a, b) = set(i32x4_gt(a, b));
        touching(a, b) = set(i32x4_ne(v128_and(a, b), u32x4_splat(0)));
        deeper(a, b) = set(f32x4_gt(a, b));
    }
}
