//! Four lanes without special instructions, for other architectures.
#![allow(unsafe_code, reason = "access to raw memory")]

use crate::lanes::lanes::{Lanes, Token, Work};

const COUNT: usize = 4;

/// Four lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Portable([u32; COUNT]);

#[inline(always)]
fn each(one: [u32; COUNT], other: [u32; COUNT], what: impl Fn(u32, u32) -> u32) -> [u32; COUNT] {
    std::array::from_fn(|lane| what(one[lane], other[lane]))
}

#[inline(always)]
fn halves(one: [u32; COUNT], other: [u32; COUNT], what: impl Fn(u16, u16) -> u16) -> [u32; COUNT] {
    each(one, other, |a, b| {
        u32::from(what(a as u16, b as u16)) | u32::from(what((a >> 16) as u16, (b >> 16) as u16)) << 16
    })
}

#[inline(always)]
fn set(one: [u32; COUNT], other: [u32; COUNT], what: impl Fn(u32, u32) -> bool) -> u32 {
    let mut lanes = 0;
    for lane in 0..COUNT {
        lanes |= u32::from(what(one[lane], other[lane])) << lane;
    }
    lanes
}

impl Lanes for Portable {
    const COUNT: usize = COUNT;
    const PATCHES: [[u32; 2]; 3] = [[2, 4], [2, 8], [4, 4]];
    const PERMUTES: bool = true;

    needs!();

    #[inline(always)]
    fn splat(_: Token<Self>, number: u32) -> Self {
        Portable([number; COUNT])
    }
    #[inline(always)]
    unsafe fn load(_: Token<Self>, from: *const u32) -> Self {
        // SAFETY: the caller guarantees that the numbers are readable.
        unsafe { Portable(from.cast::<[u32; COUNT]>().read_unaligned()) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller guarantees that the numbers are writable.
        unsafe { to.cast::<[u32; COUNT]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        // SAFETY: the caller guarantees a readable number at each index.
        Portable(index.0.map(|index| unsafe { from.add(index as usize).read() }))
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        // SAFETY: the caller guarantees a readable pair at each index.
        let pairs = index.0.map(|index| unsafe { from.add(index as usize).read() });
        [Portable(pairs.map(|[first, _]| first)), Portable(pairs.map(|[_, second]| second))]
    }

    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        Portable(self.0.map(|number| number >> (by & 31)))
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        Portable(self.0.map(|number| number << (by & 31)))
    }
    #[inline(always)]
    fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        Portable(std::array::from_fn(|lane| if lanes >> lane & 1 != 0 { one.0[lane] } else { zero.0[lane] }))
    }

    operations! { Self:
        add(a, b) = each(a, b, u32::wrapping_add);
        mul(a, b) = each(a, b, u32::wrapping_mul);
        and(a, b) = each(a, b, |a, b| a & b);
        or(a, b) = each(a, b, |a, b| a | b);
        shift_right_each(a, by) = each(a, by, |a, by| a >> (by & 31));
        shift_left_each(a, by) = each(a, by, |a, by| a << (by & 31));
        pick(mask, one, zero) = {
            let zero = each(mask, zero, |mask, zero| !mask & zero);
            each(each(mask, one, |mask, one| mask & one), zero, |one, zero| one | zero)
        };
        mul_halves(a, b) = halves(a, b, u16::wrapping_mul);
        add_halves(a, b) = halves(a, b, u16::wrapping_add);
        shift_halves_right_8(a) = halves(a, a, |a, _| a >> 8);
        mul_halves_and_add(a, b) = each(a, b, |a, b| {
            let lower = i32::from(a as i16) * i32::from(b as i16);
            let upper = i32::from((a >> 16) as i16) * i32::from((b >> 16) as i16);
            lower.wrapping_add(upper) as u32
        });
        mul_halves_high(a, b) = halves(a, b, |a, b| ((u32::from(a) * u32::from(b)) >> 16) as u16);
    }
    operations! { u32:
        greater(a, b) = set(a, b, |a, b| a as i32 > b as i32);
        touching(a, b) = set(a, b, |a, b| a & b != 0);
        deeper(a, b) = set(a, b, |a, b| f32::from_bits(a) > f32::from_bits(b));
    }
}
