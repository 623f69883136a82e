//! Four lanes, using NEON, which every 64-bit ARM processor has.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "values exist only with the instructions, and callers guarantee memory"
)]
#![allow(unsafe_code, reason = "intrinsics, and access to raw memory")]

use crate::lanes::lanes::{Lanes, STRIP_WIDTH, Token, Work};
use std::arch::aarch64::*;

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(uint32x4_t);

/// A bit for each lane.
const BITS: [u32; 4] = [1, 2, 4, 8];

/// Returns the set of lanes whose bits are all set.
#[inline(always)]
unsafe fn set(lanes: uint32x4_t) -> u32 {
    unsafe { vaddvq_u32(vandq_u32(lanes, vld1q_u32(BITS.as_ptr()))) }
}

/// Converts indices of numbers into the indices of their bytes in a table of `numbers` numbers.
#[inline(always)]
unsafe fn bytes(index: uint32x4_t, numbers: u32) -> uint8x16_t {
    unsafe {
        let first = vmulq_n_u32(vandq_u32(index, vdupq_n_u32(numbers - 1)), 0x0404_0404);
        vreinterpretq_u8_u32(vaddq_u32(first, vdupq_n_u32(0x0302_0100)))
    }
}

impl Neon {
    /// Moves the lanes to general-purpose registers.
    #[inline(always)]
    fn numbers(self) -> [u32; 4] {
        let [a, b, c, d, ..] = self.to_array();
        [a, b, c, d]
    }

    /// Reads the numbers at these indices one by one.
    #[inline(always)]
    unsafe fn one_by_one(from: *const u32, [a, b, c, d]: [u32; 4]) -> Self {
        unsafe {
            let at = |index: u32| from.add(index as usize);
            let first = vld1q_lane_u32::<0>(at(a), vdupq_n_u32(0));
            Neon(vld1q_lane_u32::<3>(at(d), vld1q_lane_u32::<2>(at(c), vld1q_lane_u32::<1>(at(b), first))))
        }
    }
}

impl Lanes for Neon {
    const COUNT: usize = 4;
    const PATCHES: [[u32; 2]; 3] = [[2, 4], [2, 8], [4, 4]];
    const PERMUTES: bool = true;

    needs!();

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        unsafe { Neon(vdupq_n_u32(number)) }
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        unsafe { Neon(vld1q_u32(from)) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        unsafe { vst1q_u32(to, self.0) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        unsafe { Self::one_by_one(from, index.numbers()) }
    }
    #[inline(always)]
    unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
        unsafe {
            let indices = index.numbers();
            [Self::one_by_one(one, indices), Self::one_by_one(other, indices)]
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
    fn shift_right(self, by: u32) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vdupq_n_s32(-(by as i32)))) }
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        unsafe { Neon(vshlq_u32(self.0, vdupq_n_s32(by as i32))) }
    }
    #[inline(always)]
    fn transpose(block: &mut [Self; STRIP_WIDTH]) {
        unsafe {
            let [a, b, c, d] = [block[0].0, block[1].0, block[2].0, block[3].0].map(|row| vreinterpretq_u64_u32(row));
            // Swaps blocks of two numbers, then of one.
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
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        unsafe { Neon(vtstq_u32(vdupq_n_u32(lanes), vld1q_u32(BITS.as_ptr()))).pick(one, zero) }
    }

    operations! { unsafe Self:
        add(a, b) = vaddq_u32(a, b);
        mul(a, b) = vmulq_u32(a, b);
        and(a, b) = vandq_u32(a, b);
        or(a, b) = vorrq_u32(a, b);
        shift_right_each(a, by) = vshlq_u32(a, vnegq_s32(vreinterpretq_s32_u32(by)));
        shift_left_each(a, by) = vshlq_u32(a, vreinterpretq_s32_u32(by));
        pick(mask, one, zero) = vbslq_u32(mask, one, zero);
        permute(a, index) = vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(a), bytes(index, 4)));
        permute_both(a, b, index) = {
            let both = uint8x16x2_t(vreinterpretq_u8_u32(a), vreinterpretq_u8_u32(b));
            vreinterpretq_u32_u8(vqtbl2q_u8(both, bytes(index, 8)))
        };
        mul_halves(a, b) = vreinterpretq_u32_u16(vmulq_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b)));
        add_halves(a, b) = vreinterpretq_u32_u16(vaddq_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b)));
        shift_halves_right_8(a) = vreinterpretq_u32_u16(vshrq_n_u16::<8>(vreinterpretq_u16_u32(a)));
        mul_halves_and_add(a, b) = {
            let (a, b) = (vreinterpretq_s16_u32(a), vreinterpretq_s16_u32(b));
            let left = vmull_s16(vget_low_s16(a), vget_low_s16(b));
            vreinterpretq_u32_s32(vpaddq_s32(left, vmull_high_s16(a, b)))
        };
        mul_halves_high(a, b) = {
            let (a, b) = (vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
            let (left, right) = (vmull_u16(vget_low_u16(a), vget_low_u16(b)), vmull_high_u16(a, b));
            vreinterpretq_u32_u16(vuzp2q_u16(vreinterpretq_u16_u32(left), vreinterpretq_u16_u32(right)))
        };
    }
    operations! { unsafe u32:
        greater(a, b) = set(vcgtq_s32(vreinterpretq_s32_u32(a), vreinterpretq_s32_u32(b)));
        touching(a, b) = set(vtstq_u32(a, b));
        deeper(a, b) = set(vcgtq_f32(vreinterpretq_f32_u32(a), vreinterpretq_f32_u32(b)));
    }
}
