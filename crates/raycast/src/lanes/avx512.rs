//! Sixteen lanes, by AVX-512 (F, BW).
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

use crate::{
    lanes::lanes::{Lanes, WIDE, Work},
    lanes::sse2::{four, two},
};
use std::arch::x86_64::*;

/// Sixteen lanes; texels are read by one instruction for all, or one by one.
#[derive(Clone, Copy)]
pub(crate) struct Avx512<const GATHERS: bool>(__m512i);

/// The lanes as numbers of the general registers. They pass through memory: on most processors a load is quicker than
/// taking a number out of a vector.
#[inline(always)]
unsafe fn numbers(lanes: __m512i) -> [u32; 16] {
    let mut numbers = Line([0; 16]);
    unsafe { _mm512_store_si512((&raw mut numbers).cast(), lanes) };
    std::hint::black_box(&numbers).0
}

/// The numbers at these indices, read one by one.
#[inline(always)]
unsafe fn sixteen<const GATHERS: bool>(from: *const u32, indices: [u32; 16]) -> Avx512<GATHERS> {
    unsafe {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = indices.map(|index| from.add(index as usize));
        Avx512(whole([four([a, b, c, d]), four([e, f, g, h]), four([i, j, k, l]), four([m, n, o, p])]))
    }
}

/// Eight numbers from a place on, and eight a stride behind it.
#[inline(always)]
unsafe fn columns(from: *const u32, stride: usize) -> __m512i {
    unsafe {
        let first = _mm512_castsi256_si512(_mm256_loadu_si256(from.cast()));
        _mm512_inserti64x4::<1>(first, _mm256_loadu_si256(from.add(stride).cast()))
    }
}

/// Numbers that never lie on two cache lines: of such a store, no load would get its part before it is in the cache.
#[repr(align(64))]
struct Line([u32; 16]);

/// A register of four smaller ones.
#[inline(always)]
unsafe fn whole([a, b, c, d]: [__m128i; 4]) -> __m512i {
    unsafe {
        let (lower, upper) = (_mm256_set_m128i(b, a), _mm256_set_m128i(d, c));
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(lower), upper)
    }
}

// SAFETY, of all that follows: whoever calls these promises that the processor has the instructions, and the places in
// memory that they take.
impl<const GATHERS: bool> Lanes for Avx512<GATHERS> {
    const COUNT: usize = 16;
    const PATCHES: [[u32; 2]; 3] = [[2, 16], [4, 8], [8, 8]];
    const PERMUTES: bool = true;

    #[inline(always)]
    unsafe fn apart(work: impl Work<Self>) {
        #[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,lzcnt,popcnt")]
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
        unsafe { Avx512(_mm512_set1_epi32(number as i32)) }
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        unsafe { Avx512(_mm512_loadu_si512(from.cast())) }
    }
    #[inline(always)]
    unsafe fn load_some(from: *const u32, lanes: u32) -> Self {
        unsafe { Avx512(_mm512_maskz_loadu_epi32(lanes as u16, from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { _mm512_storeu_si512(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        unsafe { _mm512_mask_storeu_epi32(to.cast(), lanes as u16, self.0) }
    }
    #[inline(always)]
    unsafe fn merge(self, to: *mut u32, lanes: u32) {
        unsafe { self.store_some(to, lanes) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        unsafe {
            if GATHERS {
                return Avx512(_mm512_i32gather_epi32::<4>(index.0, from.cast()));
            }
            sixteen(from, numbers(index.0))
        }
    }
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            if GATHERS {
                return [Self::gather(one, index), Self::gather(other, index)];
            }
            let indices = numbers(index.0);
            [sixteen(one, indices), sixteen(other, indices)]
        }
    }
    #[inline(always)]
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        unsafe {
            if SHAPE == 0 {
                return Self::load(from).permute_both(Self::load(from.add(stride)), index);
            }
            let [a, b] = [columns(from, stride), columns(from.add(2 * stride), stride)];
            let left = _mm512_permutex2var_epi32(a, index.0, b);
            if SHAPE == 1 {
                return Avx512(left);
            }
            let [c, d] = [columns(from.add(4 * stride), stride), columns(from.add(6 * stride), stride)];
            let right = _mm512_permutex2var_epi32(c, index.0, d);
            // The index's sixth bit says in which half.
            let half = _mm512_test_epi32_mask(index.0, _mm512_set1_epi32(32));
            Avx512(_mm512_mask_mov_epi32(left, half, right))
        }
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] =
                numbers(index.0).map(|index| from.add(index as usize));
            // In each quarter, two pairs each: of the first and second lane, of the third and fourth.
            let one = _mm512_castsi512_ps(whole([two(a, b), two(e, f), two(i, j), two(m, n)]));
            let other = _mm512_castsi512_ps(whole([two(c, d), two(g, h), two(k, l), two(o, p)]));
            [
                Avx512(_mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(one, other))),
                Avx512(_mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(one, other))),
            ]
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_add_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_mullo_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_and_si512(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_or_si512(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        unsafe { Avx512(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        unsafe { Avx512(_mm512_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    unsafe fn shift_right_each(self, by: Self) -> Self {
        unsafe { Avx512(_mm512_srlv_epi32(self.0, by.0)) }
    }
    #[inline(always)]
    unsafe fn shift_left_each(self, by: Self) -> Self {
        unsafe { Avx512(_mm512_sllv_epi32(self.0, by.0)) }
    }
    #[inline(always)]
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        // The table of the three-way choice: `one` where the mask has ones, else `zero`.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0xca>(mask.0, one.0, zero.0)) }
    }
    #[inline(always)]
    unsafe fn permute(self, index: Self) -> Self {
        unsafe { Avx512(_mm512_permutexvar_epi32(index.0, self.0)) }
    }
    #[inline(always)]
    unsafe fn permute_both(self, other: Self, index: Self) -> Self {
        unsafe { Avx512(_mm512_permutex2var_epi32(self.0, index.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn transpose(block: &mut [Self; WIDE]) {
        unsafe {
            // Squares of one, then of two, then of four and of eight numbers a side change places.
            for four in [0, 4, 8, 12] {
                let (a, b) = (block[four].0, block[four + 1].0);
                let (c, d) = (block[four + 2].0, block[four + 3].0);
                let (upper, lower) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
                let (next_upper, next_lower) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
                block[four] = Avx512(_mm512_unpacklo_epi64(upper, next_upper));
                block[four + 1] = Avx512(_mm512_unpackhi_epi64(upper, next_upper));
                block[four + 2] = Avx512(_mm512_unpacklo_epi64(lower, next_lower));
                block[four + 3] = Avx512(_mm512_unpackhi_epi64(lower, next_lower));
            }
            for row in 0..4 {
                let (a, b, c, d) = (block[row].0, block[row + 4].0, block[row + 8].0, block[row + 12].0);
                let (left, right) = (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0x88>(c, d));
                block[row] = Avx512(_mm512_shuffle_i32x4::<0x88>(left, right));
                block[row + 8] = Avx512(_mm512_shuffle_i32x4::<0xdd>(left, right));
                let (left, right) = (_mm512_shuffle_i32x4::<0xdd>(a, b), _mm512_shuffle_i32x4::<0xdd>(c, d));
                block[row + 4] = Avx512(_mm512_shuffle_i32x4::<0x88>(left, right));
                block[row + 12] = Avx512(_mm512_shuffle_i32x4::<0xdd>(left, right));
            }
        }
    }

    #[inline(always)]
    unsafe fn mul_halves(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_mullo_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn add_halves(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_add_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shift_halves_right_8(self) -> Self {
        unsafe { Avx512(_mm512_srli_epi16::<8>(self.0)) }
    }
    #[inline(always)]
    unsafe fn mul_halves_and_add(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_madd_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul_halves_high(self, other: Self) -> Self {
        unsafe { Avx512(_mm512_mulhi_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn greater(self, other: Self) -> u32 {
        unsafe { u32::from(_mm512_cmpgt_epi32_mask(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn touching(self, other: Self) -> u32 {
        unsafe { u32::from(_mm512_test_epi32_mask(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Avx512(_mm512_mask_mov_epi32(zero.0, lanes as u16, one.0)) }
    }
    #[inline(always)]
    unsafe fn deeper(self, other: Self) -> u32 {
        let (one, other) = unsafe { (_mm512_castsi512_ps(self.0), _mm512_castsi512_ps(other.0)) };
        unsafe { u32::from(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(one, other)) }
    }
}
