//! Lanes without any special instructions, for processors of other families.
#![allow(clippy::undocumented_unsafe_blocks, reason = "one promise, made by the trait, covers all of them")]
#![allow(unsafe_code, reason = "the processor's own instructions, and places in a frame that others write beside")]

use crate::lanes::lanes::{Lanes, Work};

const COUNT: usize = 4;

/// Four lanes.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Portable([u32; COUNT]);

#[inline(always)]
fn each(one: Portable, other: Portable, what: impl Fn(u32, u32) -> u32) -> Portable {
    Portable(std::array::from_fn(|lane| what(one.0[lane], other.0[lane])))
}

#[inline(always)]
fn halves(one: Portable, other: Portable, what: impl Fn(u16, u16) -> u16) -> Portable {
    each(one, other, |a, b| {
        u32::from(what(a as u16, b as u16)) | u32::from(what((a >> 16) as u16, (b >> 16) as u16)) << 16
    })
}

#[inline(always)]
fn set(one: Portable, other: Portable, what: impl Fn(u32, u32) -> bool) -> u32 {
    let mut lanes = 0;
    for lane in 0..COUNT {
        lanes |= u32::from(what(one.0[lane], other.0[lane])) << lane;
    }
    lanes
}

impl Lanes for Portable {
    const COUNT: usize = COUNT;
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
        Portable([number; COUNT])
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: the caller promises that there are as many numbers.
        unsafe { Portable(from.cast::<[u32; COUNT]>().read_unaligned()) }
    }
    #[inline(always)]
    unsafe fn load_some(from: *const u32, lanes: u32) -> Self {
        let mut result = [0; COUNT];
        for (lane, number) in result.iter_mut().enumerate() {
            if lanes >> lane & 1 != 0 {
                // SAFETY: the caller promises the places of the set.
                unsafe { *number = from.add(lane).read() }
            }
        }
        Portable(result)
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: as above.
        unsafe { to.cast::<[u32; COUNT]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn store_some(self, to: *mut u32, lanes: u32) {
        for lane in 0..COUNT {
            if lanes >> lane & 1 != 0 {
                // SAFETY: the caller promises the places of the set.
                unsafe { to.add(lane).write(self.0[lane]) }
            }
        }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u32, index: Self) -> Self {
        // SAFETY: the caller promises that all indices exist.
        Portable(index.0.map(|index| unsafe { from.add(index as usize).read() }))
    }
    #[inline(always)]
    unsafe fn gather_pairs(from: *const [u32; 2], index: Self) -> [Self; 2] {
        // SAFETY: as above.
        let pairs = index.0.map(|index| unsafe { from.add(index as usize).read() });
        [Portable(pairs.map(|[first, _]| first)), Portable(pairs.map(|[_, second]| second))]
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        each(self, other, u32::wrapping_add)
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        each(self, other, u32::wrapping_mul)
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        each(self, other, |a, b| a & b)
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        each(self, other, |a, b| a | b)
    }
    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        each(self, self, |a, _| a >> (by & 31))
    }
    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        each(self, self, |a, _| a << (by & 31))
    }
    #[inline(always)]
    unsafe fn shift_right_each(self, by: Self) -> Self {
        each(self, by, |a, by| a >> (by & 31))
    }
    #[inline(always)]
    unsafe fn shift_left_each(self, by: Self) -> Self {
        each(self, by, |a, by| a << (by & 31))
    }
    #[inline(always)]
    unsafe fn pick(mask: Self, one: Self, zero: Self) -> Self {
        each(each(mask, one, |mask, one| mask & one), each(mask, zero, |mask, zero| !mask & zero), |one, zero| {
            one | zero
        })
    }

    #[inline(always)]
    unsafe fn mul_halves(self, other: Self) -> Self {
        halves(self, other, u16::wrapping_mul)
    }
    #[inline(always)]
    unsafe fn add_halves(self, other: Self) -> Self {
        halves(self, other, u16::wrapping_add)
    }
    #[inline(always)]
    unsafe fn shift_halves_right_8(self) -> Self {
        halves(self, self, |a, _| a >> 8)
    }
    #[inline(always)]
    unsafe fn mul_halves_and_add(self, other: Self) -> Self {
        each(self, other, |a, b| {
            let lower = i32::from(a as i16) * i32::from(b as i16);
            let upper = i32::from((a >> 16) as i16) * i32::from((b >> 16) as i16);
            lower.wrapping_add(upper) as u32
        })
    }
    #[inline(always)]
    unsafe fn mul_halves_high(self, other: Self) -> Self {
        halves(self, other, |a, b| ((u32::from(a) * u32::from(b)) >> 16) as u16)
    }

    #[inline(always)]
    unsafe fn greater(self, other: Self) -> u32 {
        set(self, other, |a, b| a as i32 > b as i32)
    }
    #[inline(always)]
    unsafe fn touching(self, other: Self) -> u32 {
        set(self, other, |a, b| a & b != 0)
    }
    #[inline(always)]
    unsafe fn choose(lanes: u32, one: Self, zero: Self) -> Self {
        let mut result = zero;
        for lane in 0..COUNT {
            if lanes >> lane & 1 != 0 {
                result.0[lane] = one.0[lane];
            }
        }
        result
    }
    #[inline(always)]
    unsafe fn deeper(self, other: Self) -> u32 {
        set(self, other, |a, b| f32::from_bits(a) > f32::from_bits(b))
    }
}
