//! Conversions of floating point numbers to integers, without branches, so that the compiler can vectorise them.
#![allow(unsafe_code, reason = "unchecked conversion of numbers that are in range")]

/// Clamps a number to the range from 0 to `end`; NaN becomes 0.
#[inline(always)]
pub(crate) fn clamp_or_zero(number: f64, end: f64) -> f64 {
    min_nan_safe(end, max_nan_safe(0.0, number))
}

/// Returns the larger of a bound and a number, or the bound if the number is NaN.
#[inline(always)]
pub(crate) fn max_nan_safe(bound: f64, number: f64) -> f64 {
    if number > bound { number } else { bound }
}

/// Returns the smaller of a bound and a number, or the bound if the number is NaN.
#[inline(always)]
pub(crate) fn min_nan_safe(bound: f64, number: f64) -> f64 {
    if number < bound { number } else { bound }
}

/// Converts a whole number that fits 32 bits. The result for any other number is arbitrary, but the same on all
/// machines.
#[inline(always)]
pub(crate) fn whole_to_i32(number: f64) -> i32 {
    // Around 1.5 * 2^52, adjacent floats differ by 1, so the low bits of their representation count up.
    (number + 6_755_399_441_055_744.0).to_bits() as i32
}

/// Clamps a number to a range, and returns its whole part; NaN becomes `MIN`.
#[inline(always)]
pub(crate) fn to_i32<const MIN: i32, const MAX: i32>(number: f64) -> i32 {
    // SAFETY: the number is clamped to bounds that fit 32 bits.
    unsafe { min_nan_safe(MAX.into(), max_nan_safe(MIN.into(), number)).to_int_unchecked() }
}

/// Clamps a number to the range from 0 to `end`, at most 2^32 - 1, and returns its whole part; NaN becomes 0.
#[inline(always)]
pub(crate) fn to_u32(number: f64, end: f64) -> u32 {
    // SAFETY: the number is clamped to a bound that fits 32 bits.
    unsafe { clamp_or_zero(number, clamp_or_zero(end, u32::MAX.into())).to_int_unchecked() }
}
