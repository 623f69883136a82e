//! Four lanes, by NEON, which every 64-bit ARM processor has.
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

use crate::lanes::lanes::{Lanes, WIDE, Work};
use std::arch::aarch64::*;

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint32x4_t);

/// A bit for each lane.
const BITS: [u32; 4] = [1, 2, 4, 8];

/// The lanes whose bits are all set.
#[inline(always)]
unsafe fn set(lanes: uint32x4_t) -> u32 {
    unsafe { vaddvq_u32(vandq_u32(lanes, vld1q_u32(BITS.as_ptr()))) }
}

/// All bits of the lanes of a set.
#[inline(always)]
unsafe fn mask(lanes: u32) -> uint32x4_t {
    unsafe { vtstq_u32(vdupq_n_u32(lanes), vld1q_u32(BITS.as_ptr())) }
}

/// Where in a table the bytes of these of its numbers stand.
#[inline(always)]
unsafe fn bytes(index: uint32x4_t, numbers: u32) -> uint8x16_t {
    unsafe {
        let first = vmulq_n_u32(vandq_u32(index, vdupq_n_u32(numbers - 1)), 0x0404_0404);
        vreinterpretq_u8_u32(vaddq_u32(first, vdupq_n_u32(0x0302_0100)))
    }
}

/// The numbers at these indices, read one by one.
#[inline(always)]
unsafe fn four(from: *const u32, [a, b, c, d]: [u32; 4]) -> Neon {
    unsafe {
        let at = |index: u32| from.add(index as usize);
        let first = vld1q_lane_u32::<0>(at(a), vdupq_n_u32(0));
        Neon(vld1q_lane_u32::<3>(at(d), vld1q_lane_u32::<2>(at(c), vld1q_lane_u32::<1>(at(b), first))))
    }
}

impl Neon {
    #[inline(always)]
    unsafe fn numbers(self) -> [u32; 4] {
        let mut numbers = [0; 4];
        unsafe { self.store(numbers.as_mut_ptr()) };
        numbers
    }
}

// SAFETY, of all that follows: whoever calls these promises that the processor has the instructions, and the places in
// memory that they take.
impl Lanes for Neon {
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
        unsafe { Neon(vdupq_n_u32(number)) }
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        unsafe { Neon(vld1q_u32(from)) }
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
        unsafe { vst1q_u32(to, self.0) }
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
        unsafe {
            let four = |place: usize| vreinterpretq_u8_u32(vld1q_u32(from.add(place)));
            let texels = match SHAPE {
                0 => {
                    let texels = uint8x16x2_t(four(0), four(stride));
                    return Neon(vreinterpretq_u32_u8(vqtbl2q_u8(texels, bytes(index.0, 8))));
                }
                1 => uint8x16x4_t(four(0), four(4), four(stride), four(stride + 4)),
                _ => uint8x16x4_t(four(0), four(stride), four(2 * stride), four(3 * stride)),
            };
            Neon(vreinterpretq_u32_u8(vqtbl4q_u8(texels, bytes(index.0, 16))))
        }
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let [a, b, c, d] = index.numbers().map(|index| vld1_u32(from.add(index as usize).cast()));
            let (one, other) = (vcombine_u32(a, b), vcombine_u32(c, d));
            [Neon(vuzp1q_u32(one, other)), Neon(vuzp2q_u32(one, other))]
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Neon(vaddq_u32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        unsafe { Neon(vmulq_u32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Neon(vandq_u32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Neon(vorrq_u32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vdupq_n_s32(-(by as i32)))) }
    }
    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vdupq_n_s32(by as i32))) }
    }
    #[inline(always)]
    unsafe fn shift_right_each(self, by: Self) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vnegq_s32(vreinterpretq_s32_u32(by.0)))) }
    }
    #[inline(always)]
    unsafe fn shift_left_each(self, by: Self) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vreinterpretq_s32_u32(by.0))) }
    }
    #[inline(always)]
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        unsafe { Neon(vbslq_u32(mask.0, one.0, zero.0)) }
    }
    #[inline(always)]
    unsafe fn permute(self, index: Self) -> Self {
        unsafe { Neon(vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(self.0), bytes(index.0, 4)))) }
    }
    #[inline(always)]
    unsafe fn permute_both(self, other: Self, index: Self) -> Self {
        unsafe {
            let both = uint8x16x2_t(vreinterpretq_u8_u32(self.0), vreinterpretq_u8_u32(other.0));
            Neon(vreinterpretq_u32_u8(vqtbl2q_u8(both, bytes(index.0, 8))))
        }
    }
    #[inline(always)]
    unsafe fn transpose(block: &mut [Self; WIDE]) {
        unsafe {
            let [a, b, c, d] = [block[0].0, block[1].0, block[2].0, block[3].0].map(|row| vreinterpretq_u64_u32(row));
            // Squares of two, then of one number a side change places.
            let (upper, lower) = (vzip1q_u64(a, c), vzip2q_u64(a, c));
            let (next_upper, next_lower) = (vzip1q_u64(b, d), vzip2q_u64(b, d));
            let [upper, lower] = [upper, lower].map(|rows| vreinterpretq_u32_u64(rows));
            let [next_upper, next_lower] = [next_upper, next_lower].map(|rows| vreinterpretq_u32_u64(rows));
            block[0] = Neon(vtrn1q_u32(upper, next_upper));
            block[1] = Neon(vtrn2q_u32(upper, next_upper));
            block[2] = Neon(vtrn1q_u32(lower, next_lower));
            block[3] = Neon(vtrn2q_u32(lower, next_lower));
        }
    }

    #[inline(always)]
    unsafe fn mul_halves(self, other: Self) -> Self {
        unsafe {
            let (one, other) = (vreinterpretq_u16_u32(self.0), vreinterpretq_u16_u32(other.0));
            Neon(vreinterpretq_u32_u16(vmulq_u16(one, other)))
        }
    }
    #[inline(always)]
    unsafe fn add_halves(self, other: Self) -> Self {
        unsafe {
            let (one, other) = (vreinterpretq_u16_u32(self.0), vreinterpretq_u16_u32(other.0));
            Neon(vreinterpretq_u32_u16(vaddq_u16(one, other)))
        }
    }
    #[inline(always)]
    unsafe fn shift_halves_right_8(self) -> Self {
        unsafe { Neon(vreinterpretq_u32_u16(vshrq_n_u16::<8>(vreinterpretq_u16_u32(self.0)))) }
    }
    #[inline(always)]
    unsafe fn mul_halves_and_add(self, other: Self) -> Self {
        unsafe {
            let (one, other) = (vreinterpretq_s16_u32(self.0), vreinterpretq_s16_u32(other.0));
            let left = vmull_s16(vget_low_s16(one), vget_low_s16(other));
            Neon(vreinterpretq_u32_s32(vpaddq_s32(left, vmull_high_s16(one, other))))
        }
    }
    #[inline(always)]
    unsafe fn mul_halves_high(self, other: Self) -> Self {
        unsafe {
            let (one, other) = (vreinterpretq_u16_u32(self.0), vreinterpretq_u16_u32(other.0));
            let left = vmull_u16(vget_low_u16(one), vget_low_u16(other));
            let right = vmull_high_u16(one, other);
            Neon(vreinterpretq_u32_u16(vuzp2q_u16(vreinterpretq_u16_u32(left), vreinterpretq_u16_u32(right))))
        }
    }

    #[inline(always)]
    unsafe fn greater(self, other: Self) -> u32 {
        unsafe { set(vcgtq_s32(vreinterpretq_s32_u32(self.0), vreinterpretq_s32_u32(other.0))) }
    }
    #[inline(always)]
    unsafe fn touching(self, other: Self) -> u32 {
        unsafe { set(vtstq_u32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Neon(vbslq_u32(mask(lanes), one.0, zero.0)) }
    }
    #[inline(always)]
    unsafe fn deeper(self, other: Self) -> u32 {
        unsafe { set(vcgtq_f32(vreinterpretq_f32_u32(self.0), vreinterpretq_f32_u32(other.0))) }
    }
}
