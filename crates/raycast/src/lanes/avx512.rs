//! Sixteen lanes, using AVX-512 (F, BW).
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

/// Sixteen lanes; texels are read with a gather instruction or one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512<const GATHERS: bool>(__m512i);

/// Numbers aligned so that they never cross a cache line: store forwarding to a load of a part would fail otherwise.
#[repr(align(64))]
struct Line([u32; 16]);

/// Loads eight numbers from `from` and eight from a stride after it.
#[inline(always)]
unsafe fn columns(from: *const u32, stride: usize) -> __m512i {
    unsafe {
        let first = _mm512_castsi256_si512(_mm256_loadu_si256(from.cast()));
        _mm512_inserti64x4::<1>(first, _mm256_loadu_si256(from.add(stride).cast()))
    }
}

/// Joins four 128-bit registers.
#[inline(always)]
unsafe fn whole([a, b, c, d]: [__m128i; 4]) -> __m512i {
    unsafe {
        let (lower, upper) = (_mm256_set_m128i(b, a), _mm256_set_m128i(d, c));
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(lower), upper)
    }
}

impl<const GATHERS: bool> Avx512<GATHERS> {
    /// Moves the lanes to general-purpose registers. They go through memory, because on most processors a load is
    /// faster than extracting a number from a vector.
    #[inline(always)]
    fn numbers(self) -> [u32; 16] {
        let mut numbers = Line([0; 16]);
        unsafe { _mm512_store_si512((&raw mut numbers).cast(), self.0) };
        std::hint::black_box(&numbers).0
    }

    /// Reads the numbers at these indices one by one.
    #[inline(always)]
    unsafe fn one_by_one(from: *const u32, indices: [u32; 16]) -> Self {
        unsafe {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = indices.map(|index| from.add(index as usize));
            Avx512(whole([four([a, b, c, d]), four([e, f, g, h]), four([i, j, k, l]), four([m, n, o, p])]))
        }
    }
}

impl<const GATHERS: bool> Lanes for Avx512<GATHERS> {
    const COUNT: usize = 16;
    const PATCHES: [[u32; 2]; 3] = [[2, 16], [4, 8], [8, 8]];
    const PERMUTES: bool = true;

    needs!("avx512f", "avx512bw", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt");
    gathers!(from, index => _mm512_i32gather_epi32::<4>(index, from));

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        unsafe { Avx512(_mm512_set1_epi32(number as i32)) }
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        unsafe { Avx512(_mm512_loadu_si512(from.cast())) }
    }
    #[inline(always)]
    unsafe fn load_some(_: Token<Self>, from: *const u32, lanes: u32) -> Self {
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
    unsafe fn patch<const SHAPE: usize>(from: *const u32, stride: usize, index: Self) -> Self {
        unsafe {
            if SHAPE == 0 {
                let token = index.token();
                return Self::load(token, from).permute_both(Self::load(token, from.add(stride)), index);
            }
            let [a, b] = [columns(from, stride), columns(from.add(2 * stride), stride)];
            let left = Avx512(a).permute_both(Avx512(b), index);
            if SHAPE == 1 {
                return left;
            }
            let [c, d] = [columns(from.add(4 * stride), stride), columns(from.add(6 * stride), stride)];
            let right = Avx512(c).permute_both(Avx512(d), index);
            // The sixth bit of the index selects the half.
            Self::choose(index.touching(index.token().splat(32)), right, left)
        }
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] =
                index.numbers().map(|index| from.add(index as usize));
            // Each quarter holds two pairs: of lanes 1 and 2, and of lanes 3 and 4.
            let one = _mm512_castsi512_ps(whole([two(a, b), two(e, f), two(i, j), two(m, n)]));
            let other = _mm512_castsi512_ps(whole([two(c, d), two(g, h), two(k, l), two(o, p)]));
            [
                Avx512(_mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(one, other))),
                Avx512(_mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(one, other))),
            ]
        }
    }

    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        unsafe { Avx512(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        unsafe { Avx512(_mm512_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    fn transpose(block: &mut [Self; STRIP_WIDTH]) {
        unsafe {
            // Swaps blocks of one, then two, then four and eight numbers.
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
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Avx512(_mm512_mask_mov_epi32(zero.0, lanes as u16, one.0)) }
    }

    operations! { unsafe Self:
        add(a, b) = _mm512_add_epi32(a, b);
        mul(a, b) = _mm512_mullo_epi32(a, b);
        and(a, b) = _mm512_and_si512(a, b);
        or(a, b) = _mm512_or_si512(a, b);
        shift_right_each(a, by) = _mm512_srlv_epi32(a, by);
        shift_left_each(a, by) = _mm512_sllv_epi32(a, by);
        // 0xca is the truth table of the selection.
        pick(mask, one, zero) = _mm512_ternarylogic_epi32::<0xca>(mask, one, zero);
        permute(a, index) = _mm512_permutexvar_epi32(index, a);
        permute_both(a, b, index) = _mm512_permutex2var_epi32(a, index, b);
        mul_halves(a, b) = _mm512_mullo_epi16(a, b);
        add_halves(a, b) = _mm512_add_epi16(a, b);
        shift_halves_right_8(a) = _mm512_srli_epi16::<8>(a);
        mul_halves_and_add(a, b) = _mm512_madd_epi16(a, b);
        mul_halves_high(a, b) = _mm512_mulhi_epu16(a, b);
    }
    operations! { unsafe u32:
        greater(a, b) = _mm512_cmpgt_epi32_mask(a, b).into();
        touching(a, b) = _mm512_test_epi32_mask(a, b).into();
        deeper(a, b) = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b)).into();
    }
}
