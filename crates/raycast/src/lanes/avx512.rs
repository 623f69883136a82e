//! Sixteen lanes, by AVX-512 (F, BW).

use super::Lanes;
use std::arch::x86_64::*;

/// Sixteen lanes.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

// SAFETY, of all that follows: whoever calls these promises that the processor has the instructions, and the places in
// memory that they take.
impl Lanes for Avx512 {
    const COUNT: usize = 16;

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
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        unsafe { Avx512(_mm512_i32gather_epi32::<4>(index.0, from.cast())) }
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
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        // The table of the three-way choice: `one` where the mask has ones, else `zero`.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0xca>(mask.0, one.0, zero.0)) }
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
