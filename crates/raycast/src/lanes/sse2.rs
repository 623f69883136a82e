//! Four lanes, by SSE2, which every processor of the family has.
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

use crate::lanes::lanes::{Lanes, Work};
use std::arch::x86_64::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i);

/// The lanes whose bits are all set.
#[inline(always)]
unsafe fn set(lanes: __m128i) -> u32 {
    unsafe { _mm_movemask_ps(_mm_castsi128_ps(lanes)) as u32 }
}

/// All bits of the lanes of a set.
#[inline(always)]
unsafe fn mask(lanes: u32) -> __m128i {
    unsafe {
        let bits = _mm_setr_epi32(1, 2, 4, 8);
        _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(lanes as i32), bits), bits)
    }
}

/// The numbers at four places.
#[inline(always)]
pub(super) unsafe fn four([a, b, c, d]: [*const u32; 4]) -> __m128i {
    unsafe {
        let number = |from: *const u32| _mm_cvtsi32_si128(from.cast::<i32>().read());
        let (lower, upper) = (_mm_unpacklo_epi32(number(a), number(b)), _mm_unpacklo_epi32(number(c), number(d)));
        _mm_unpacklo_epi64(lower, upper)
    }
}

/// The pairs at two places.
#[inline(always)]
pub(super) unsafe fn two(a: *const [u32; 2], b: *const [u32; 2]) -> __m128i {
    unsafe { _mm_unpacklo_epi64(_mm_loadl_epi64(a.cast()), _mm_loadl_epi64(b.cast())) }
}

impl Sse2 {
    #[inline(always)]
    unsafe fn numbers(self) -> [u32; 4] {
        let mut numbers = [0; 4];
        unsafe { self.store(numbers.as_mut_ptr()) };
        numbers
    }
}

// SAFETY, of all that follows: whoever calls these promises that the processor has the instructions, and the places in
// memory that they take.
impl Lanes for Sse2 {
    const COUNT: usize = 4;
    const PATCHES: [[u32; 2]; 3] = [[1, 1]; 3];
    const PERMUTES: bool = false;

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
        unsafe { Sse2(_mm_set1_epi32(number as i32)) }
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        unsafe { Sse2(_mm_loadu_si128(from.cast())) }
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
        unsafe { _mm_storeu_si128(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        let numbers = unsafe { self.numbers() };
        for (lane, number) in numbers.into_iter().enumerate() {
            if lanes >> lane & 1 != 0 {
                unsafe { to.add(lane).write(number) };
            }
        }
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
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Sse2(_mm_add_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // The products of the even lanes and of the odd ones, of which the lower halves are put together.
        unsafe {
            let even = _mm_shuffle_epi32::<0b10_00>(_mm_mul_epu32(self.0, other.0));
            let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(self.0), _mm_srli_epi64::<32>(other.0));
            Sse2(_mm_unpacklo_epi32(even, _mm_shuffle_epi32::<0b10_00>(odd)))
        }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Sse2(_mm_and_si128(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Sse2(_mm_or_si128(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        unsafe { Sse2(_mm_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        unsafe { Sse2(_mm_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))) }
    }
    #[inline(always)]
    unsafe fn shift_right_each(self, by: Self) -> Self {
        unsafe {
            let ([a, b, c, d], by) = (self.numbers(), by.numbers());
            let [a, b, c, d] = [a >> (by[0] & 31), b >> (by[1] & 31), c >> (by[2] & 31), d >> (by[3] & 31)];
            Sse2(_mm_setr_epi32(a as i32, b as i32, c as i32, d as i32))
        }
    }
    #[inline(always)]
    unsafe fn shift_left_each(self, by: Self) -> Self {
        unsafe {
            let ([a, b, c, d], by) = (self.numbers(), by.numbers());
            let [a, b, c, d] = [a << (by[0] & 31), b << (by[1] & 31), c << (by[2] & 31), d << (by[3] & 31)];
            Sse2(_mm_setr_epi32(a as i32, b as i32, c as i32, d as i32))
        }
    }
    #[inline(always)]
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        unsafe { Sse2(_mm_or_si128(_mm_and_si128(mask.0, one.0), _mm_andnot_si128(mask.0, zero.0))) }
    }

    #[inline(always)]
    unsafe fn mul_halves(self, other: Self) -> Self {
        unsafe { Sse2(_mm_mullo_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn add_halves(self, other: Self) -> Self {
        unsafe { Sse2(_mm_add_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shift_halves_right_8(self) -> Self {
        unsafe { Sse2(_mm_srli_epi16::<8>(self.0)) }
    }
    #[inline(always)]
    unsafe fn mul_halves_and_add(self, other: Self) -> Self {
        unsafe { Sse2(_mm_madd_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul_halves_high(self, other: Self) -> Self {
        unsafe { Sse2(_mm_mulhi_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn greater(self, other: Self) -> u32 {
        unsafe { set(_mm_cmpgt_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn touching(self, other: Self) -> u32 {
        unsafe { !set(_mm_cmpeq_epi32(_mm_and_si128(self.0, other.0), _mm_setzero_si128())) & Self::ALL }
    }
    #[inline(always)]
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Self::pick(Sse2(mask(lanes)), one, zero) }
    }
    #[inline(always)]
    unsafe fn deeper(self, other: Self) -> u32 {
        let (one, other) = unsafe { (_mm_castsi128_ps(self.0), _mm_castsi128_ps(other.0)) };
        unsafe { _mm_movemask_ps(_mm_cmpgt_ps(one, other)) as u32 }
    }
}
