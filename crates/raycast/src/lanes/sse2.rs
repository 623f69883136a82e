//! Four lanes, using SSE2, which every 64-bit x86 processor has.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "values exist only with the instructions, and callers guarantee memory"
)]
#![allow(unsafe_code, reason = "intrinsics, and access to raw memory")]

use crate::lanes::lanes::{Lanes, Token, Work};
use std::arch::x86_64::*;

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sse2(__m128i);

/// Returns the set of lanes whose bits are all set.
#[inline(always)]
unsafe fn set(lanes: __m128i) -> u32 {
    unsafe { _mm_movemask_ps(_mm_castsi128_ps(lanes)) as u32 }
}

/// Reads the numbers at four addresses.
#[inline(always)]
pub(super) unsafe fn four([a, b, c, d]: [*const u32; 4]) -> __m128i {
    unsafe {
        let number = |from: *const u32| _mm_cvtsi32_si128(from.cast::<i32>().read());
        let (lower, upper) = (_mm_unpacklo_epi32(number(a), number(b)), _mm_unpacklo_epi32(number(c), number(d)));
        _mm_unpacklo_epi64(lower, upper)
    }
}

/// Reads the pairs at two addresses.
#[inline(always)]
pub(super) unsafe fn two(a: *const [u32; 2], b: *const [u32; 2]) -> __m128i {
    unsafe { _mm_unpacklo_epi64(_mm_loadl_epi64(a.cast()), _mm_loadl_epi64(b.cast())) }
}

impl Sse2 {
    /// Moves the lanes to general-purpose registers.
    #[inline(always)]
    fn numbers(self) -> [u32; 4] {
        let [a, b, c, d, ..] = self.to_array();
        [a, b, c, d]
    }
}

impl Lanes for Sse2 {
    const COUNT: usize = 4;
    const PATCHES: [[u32; 2]; 3] = [[1, 1]; 3];
    const PERMUTES: bool = false;

    needs!();

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        unsafe { Sse2(_mm_set1_epi32(number as i32)) }
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        unsafe { Sse2(_mm_loadu_si128(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { _mm_storeu_si128(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        unsafe { Sse2(four(index.numbers().map(|index| from.add(index as usize)))) }
    }
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let indices = index.numbers().map(|index| index as usize);
            [Sse2(four(indices.map(|index| one.add(index)))), Sse2(four(indices.map(|index| other.add(index))))]
        }
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let [a, b, c, d] = index.numbers().map(|index| from.add(index as usize));
            let (one, other) = (_mm_castsi128_ps(two(a, b)), _mm_castsi128_ps(two(c, d)));
            [
                Sse2(_mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(one, other))),
                Sse2(_mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(one, other))),
            ]
        }
    }

    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        unsafe { Sse2(_mm_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        unsafe { Sse2(_mm_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn shift_right_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        let [a, b, c, d] = [a >> (by[0] & 31), b >> (by[1] & 31), c >> (by[2] & 31), d >> (by[3] & 31)];
        unsafe { Sse2(_mm_setr_epi32(a as i32, b as i32, c as i32, d as i32)) }
    }
    #[inline(always)]
    fn shift_left_each(self, by: Self) -> Self {
        let ([a, b, c, d], by) = (self.numbers(), by.numbers());
        let [a, b, c, d] = [a << (by[0] & 31), b << (by[1] & 31), c << (by[2] & 31), d << (by[3] & 31)];
        unsafe { Sse2(_mm_setr_epi32(a as i32, b as i32, c as i32, d as i32)) }
    }
    #[inline(always)]
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe {
            let bits = _mm_setr_epi32(1, 2, 4, 8);
            let mask = _mm_cmpeq_epi32(_mm_and_si128(one.token().splat(lanes).0, bits), bits);
            Sse2(mask).pick(one, zero)
        }
    }

    operations! { unsafe Self:
        add(a, b) = _mm_add_epi32(a, b);
        mul(a, b) = {
            // Multiplies the even and the odd lanes, and interleaves the low halves of the products.
            let even = _mm_shuffle_epi32::<0b10_00>(_mm_mul_epu32(a, b));
            let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(a), _mm_srli_epi64::<32>(b));
            _mm_unpacklo_epi32(even, _mm_shuffle_epi32::<0b10_00>(odd))
        };
        and(a, b) = _mm_and_si128(a, b);
        or(a, b) = _mm_or_si128(a, b);
        pick(mask, one, zero) = _mm_or_si128(_mm_and_si128(mask, one), _mm_andnot_si128(mask, zero));
        mul_halves(a, b) = _mm_mullo_epi16(a, b);
        add_halves(a, b) = _mm_add_epi16(a, b);
        shift_halves_right_8(a) = _mm_srli_epi16::<8>(a);
        mul_halves_and_add(a, b) = _mm_madd_epi16(a, b);
        mul_halves_high(a, b) = _mm_mulhi_epu16(a, b);
    }
    operations! { unsafe u32:
        greater(a, b) = set(_mm_cmpgt_epi32(a, b));
        touching(a, b) = !set(_mm_cmpeq_epi32(_mm_and_si128(a, b), _mm_setzero_si128())) & Self::ALL;
        deeper(a, b) = set(_mm_castps_si128(_mm_cmpgt_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b))));
    }
}
