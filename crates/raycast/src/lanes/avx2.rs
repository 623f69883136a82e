//! Eight lanes, using AVX2.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "values exist only with the instructions, and callers guarantee memory"
)]
#![allow(unsafe_code, reason = "intrinsics, and access to raw memory")]

use crate::{
    lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work},
    lanes::sse2::{four, two},
};
use std::arch::x86_64::*;

/// Eight lanes; texels are read with a gather instruction or one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2<const GATHERS: bool>(__m256i);

/// Numbers aligned so that they never cross a cache line: store forwarding to a load of a part would fail otherwise.
#[repr(align(32))]
struct Line([u32; 8]);

/// Returns the set of lanes whose bits are all set.
#[inline(always)]
unsafe fn set(lanes: __m256i) -> u32 {
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as u32 }
}

impl<const GATHERS: bool> Avx2<GATHERS> {
    /// Returns a mask with all bits set in the lanes of a set.
    #[inline(always)]
    fn mask(token: Token<Self>, lanes: u32) -> __m256i {
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            _mm256_cmpeq_epi32(_mm256_and_si256(token.splat(lanes).0, bits), bits)
        }
    }

    /// Moves the lanes to general-purpose registers. They go through memory, because on most processors a load is
    /// faster than extracting a number from a vector.
    #[inline(always)]
    fn numbers(self) -> [u32; 8] {
        let mut numbers = Line([0; 8]);
        let mut place = &raw mut numbers;
        unsafe {
            _mm256_store_si256(place.cast(), self.0);
            // Hides the address from the compiler, which would otherwise extract the numbers from the vector after all.
            std::arch::asm!("/* {} */", inout(reg) place, options(pure, readonly, nostack, preserves_flags));
            (*place).0
        }
    }

    /// Reads the numbers at these indices one by one.
    #[inline(always)]
    unsafe fn one_by_one(from: *const u32, indices: [u32; 8]) -> Self {
        unsafe {
            let [a, b, c, d, e, f, g, h] = indices.map(|index| from.add(index as usize));
            Avx2(_mm256_set_m128i(four([e, f, g, h]), four([a, b, c, d])))
        }
    }
}

impl<const GATHERS: bool> Lanes for Avx2<GATHERS> {
    const COUNT: usize = 8;
    const PATCHES: [[u32; 2]; 3] = [[2, 4], [2, 8], [4, 4]];
    const PERMUTES: bool = true;

    needs!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt");
    gathers!(from, index => _mm256_i32gather_epi32::<4>(from, index));

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        unsafe { Avx2(_mm256_set1_epi32(number as i32)) }
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        unsafe { Avx2(_mm256_loadu_si256(from.cast())) }
    }
    #[inline(always)]
    unsafe fn load_some(token: Token<Self>, from: *const u32, lanes: u32) -> Self {
        unsafe { Avx2(_mm256_maskload_epi32(from.cast(), Self::mask(token, lanes))) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        unsafe { _mm256_maskstore_epi32(to.cast(), Self::mask(self.token(), lanes), self.0) }
    }
    #[inline(always)]
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        unsafe {
            if SHAPE == 1 {
                let token = index.token();
                return Self::load(token, from).permute_both(Self::load(token, from.add(stride)), index);
            }
            let (second, third) = (from.add(stride), from.add(2 * stride));
            let left = _mm256_loadu2_m128i(second.cast(), from.cast());
            if SHAPE == 0 {
                return Avx2(left).permute(index);
            }
            let right = _mm256_loadu2_m128i(third.add(stride).cast(), third.cast());
            Avx2(left).permute_both(Avx2(right), index)
        }
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let [a, b, c, d, e, f, g, h] = index.numbers().map(|index| from.add(index as usize));
            // Each half holds two pairs: of lanes 1 and 2, and of lanes 3 and 4.
            let one = _mm256_set_m128i(two(e, f), two(a, b));
            let other = _mm256_set_m128i(two(g, h), two(c, d));
            let (one, other) = (_mm256_castsi256_ps(one), _mm256_castsi256_ps(other));
            [
                Avx2(_mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(one, other))),
                Avx2(_mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(one, other))),
            ]
        }
    }

    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        unsafe { Avx2(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        unsafe { Avx2(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn permute_both(self, other: Self, index: Self) -> Self {
        unsafe {
            let (one, other) =
                (_mm256_castsi256_ps(self.permute(index).0), _mm256_castsi256_ps(other.permute(index).0));
            // The fourth bit of the index selects the register; shifted into the sign bit, it controls the blend.
            let chosen = _mm256_blendv_ps(one, other, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index.0)));
            Avx2(_mm256_castps_si256(chosen))
        }
    }
    #[inline(always)]
    fn transpose(block: &mut [Self; STRIP_WIDTH]) {
        unsafe {
            // Swaps blocks of one, then two, then four numbers.
            for half in 0..2 {
                let (a, b) = (block[4 * half].0, block[4 * half + 1].0);
                let (c, d) = (block[4 * half + 2].0, block[4 * half + 3].0);
                let (upper, lower) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
                let (next_upper, next_lower) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
                block[4 * half] = Avx2(_mm256_unpacklo_epi64(upper, next_upper));
                block[4 * half + 1] = Avx2(_mm256_unpackhi_epi64(upper, next_upper));
                block[4 * half + 2] = Avx2(_mm256_unpacklo_epi64(lower, next_lower));
                block[4 * half + 3] = Avx2(_mm256_unpackhi_epi64(lower, next_lower));
            }
            for row in 0..4 {
                let (left, right) = (block[row].0, block[row + 4].0);
                block[row] = Avx2(_mm256_permute2x128_si256::<0x20>(left, right));
                block[row + 4] = Avx2(_mm256_permute2x128_si256::<0x31>(left, right));
            }
        }
    }
    #[inline(always)]
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Avx2(_mm256_blendv_epi8(zero.0, one.0, Self::mask(one.token(), lanes))) }
    }

    operations! { unsafe Self:
        add(a, b) = _mm256_add_epi32(a, b);
        mul(a, b) = _mm256_mullo_epi32(a, b);
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        shift_right_each(a, by) = _mm256_srlv_epi32(a, by);
        shift_left_each(a, by) = _mm256_sllv_epi32(a, by);
        pick(mask, one, zero) = _mm256_or_si256(_mm256_and_si256(mask, one), _mm256_andnot_si256(mask, zero));
        permute(a, index) = _mm256_permutevar8x32_epi32(a, index);
        mul_halves(a, b) = _mm256_mullo_epi16(a, b);
        add_halves(a, b) = _mm256_add_epi16(a, b);
        shift_halves_right_8(a) = _mm256_srli_epi16::<8>(a);
        mul_halves_and_add(a, b) = _mm256_madd_epi16(a, b);
        mul_halves_high(a, b) = _mm256_mulhi_epu16(a, b);
    }
    operations! { unsafe u32:
        greater(a, b) = set(_mm256_cmpgt_epi32(a, b));
        touching(a, b) = !set(_mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256())) & Self::ALL;
        deeper(a, b) = set(_mm256_castps_si256(_mm256_cmp_ps::<_CMP_GT_OQ>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b))));
    }
}
