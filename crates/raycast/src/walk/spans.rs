//! Spans: which pixels an extent on the frame covers, and which texels these show, for many extents at once.
//!
//! The loop over them has no branches and uses floating point throughout, so that the compiler can vectorise it. The
//! results are still exact: integers are small enough to be represented exactly, and other numbers are rounded alike on
//! every machine.

use crate::lanes::convert::{clamp_or_zero, max_nan_safe, whole_to_i32};

/// The number of extents that are processed together.
pub(crate) const BATCH_SIZE: usize = 32;

/// One value per extent.
pub(crate) type Batch<T> = [T; BATCH_SIZE];

/// The pixels that an extent covers in one direction, and the texels that they show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: i32,
    /// The pixel after the last one.
    pub(crate) end: i32,
    /// The texel of the first pixel, and the step from one pixel to the next, in 2^-16 texels.
    pub(crate) texel: u32,
    pub(crate) step: u32,
}

/// Extents along one direction of the frame, and their spans.
pub(crate) struct ExtentBatch {
    /// The start and the length of each extent, in pixels.
    pub(crate) from: Batch<f64>,
    pub(crate) length: Batch<f64>,
    /// The number of texels that each extent shows, at most 4096, and the wanted range of them: the first, and the one
    /// after the last.
    pub(crate) texels: Batch<i32>,
    pub(crate) wanted: [Batch<i32>; 2],
    first: Batch<i32>,
    end: Batch<i32>,
    texel: Batch<i32>,
    step: Batch<i32>,
}

impl ExtentBatch {
    /// An empty batch.
    pub(crate) const NONE: ExtentBatch = {
        let [texels, first, end, texel, step] = [[0; BATCH_SIZE]; 5];
        let (from, length) = ([0.0; BATCH_SIZE], [0.0; BATCH_SIZE]);
        ExtentBatch { from, length, texels, wanted: [texels; 2], first, end, texel, step }
    };

    /// Sets the number of texels of an extent, and the wanted range of them.
    #[inline(always)]
    pub(crate) fn put(&mut self, i: usize, texels: u32, wanted: [u32; 2]) {
        self.texels[i] = texels as i32;
        [self.wanted[0][i], self.wanted[1][i]] = wanted.map(|texel| texel as i32);
    }

    /// Computes the spans: of `limit` pixels, those whose middles are on the extent and show a wanted texel.
    #[inline(always)]
    pub(crate) fn find_spans(&mut self, limit: usize) {
        let limit = limit as f64;
        for i in 0..BATCH_SIZE {
            let (from, length) = (self.from[i], self.length[i]);
            let first = clamp_or_zero(from - 0.5, limit).ceil();
            let end = clamp_or_zero(from + length - 0.5, limit).ceil();
            let pixels = max_nan_safe(0.0, end - first);
            // For any length of the extent, no pixel may show a texel outside the texture.
            let texels = f64::from(self.texels[i]) * 65_536.0;
            let room = texels - 1.0;
            let exact = texels / length;
            // Rounding down keeps the last pixel within the texture.
            let step = clamp_or_zero(exact, room).trunc();
            let way = step * max_nan_safe(0.0, pixels - 1.0);
            let texel = clamp_or_zero((first + 0.5 - from) * exact, max_nan_safe(0.0, room - way)).trunc();
            let pixel_part = 1.0 / step;
            let skipped = before(self.wanted[0][i], texel, pixel_part, pixels);
            let end = first + before(self.wanted[1][i], texel, pixel_part, pixels);
            // All of these are whole numbers of at most 2 * 2^28.
            self.first[i] = whole_to_i32(first + skipped);
            self.end[i] = whole_to_i32(end);
            self.texel[i] = whole_to_i32(texel + step * skipped);
            self.step[i] = whole_to_i32(step);
        }
    }

    /// Returns the span of extent `i`.
    #[inline(always)]
    pub(crate) fn span(&self, i: usize) -> Span {
        Span { first: self.first[i], end: self.end[i], texel: self.texel[i] as u32, step: self.step[i] as u32 }
    }
}

/// Returns how many of `pixels` pixels show a texel before `wanted`. `texel` is the position of the first pixel in
/// 2^-16 texels, and `pixel_part` the number of pixels per 2^-16 texels; if that is infinite, the result is all or
/// none.
#[inline(always)]
fn before(wanted: i32, texel: f64, pixel_part: f64, pixels: f64) -> f64 {
    clamp_or_zero((f64::from(wanted) * 65_536.0 - texel) * pixel_part - ROUNDING, pixels).ceil()
}

/// The product with a reciprocal stands in for a quotient of whole numbers. For results up to 2^14 pixels it is off by
/// less than 2^-37, while a quotient with a divisor below 2^28 that is not whole exceeds a whole number by more than
/// 2^-28. Subtracting this constant therefore makes both round up alike.
const ROUNDING: f64 = 1.0 / (1_u64 << 33) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn spans_of_any_length_show_only_wanted_texels() {
        let mut numbers = testing::Batch(5);
        for _ in 0..700 {
            let (mut whole, mut part) = (ExtentBatch::NONE, ExtentBatch::NONE);
            for i in 0..BATCH_SIZE {
                let length = [1e-30, 1e-3, 0.7, 30.0, 1e5, 1e9][numbers.below(6)] * (1.0 + numbers.below(1000) as f32);
                let from = numbers.below(4000) as f64 / 3.0
                    - [0.0, 600.0, f64::from(length) / 2.0, f64::from(length)][numbers.below(4)];
                let texels: u64 = [1, 2, 3, 64, 4096][numbers.below(5)];
                let wanted = [numbers.below(texels) as u32, numbers.below(texels + 1) as u32];
                for (lengths, wanted) in [(&mut whole, [0, texels as u32]), (&mut part, wanted)] {
                    lengths.put(i, texels as u32, wanted);
                    (lengths.from[i], lengths.length[i]) = (from, length.into());
                }
            }
            whole.find_spans(700);
            part.find_spans(700);
            for i in 0..BATCH_SIZE {
                let (span, some) = (whole.span(i), part.span(i));
                let texel = |span: &Span, pixel: i32| (span.texel + span.step * (pixel - span.first) as u32) >> 16;
                for pixel in span.first..span.end {
                    let is_wanted = (part.wanted[0][i]..part.wanted[1][i]).contains(&(texel(&span, pixel) as i32));
                    assert_eq!(is_wanted, (some.first..some.end).contains(&pixel), "{span:?} {some:?}");
                    assert!(!is_wanted || texel(&span, pixel) == texel(&some, pixel), "{span:?} {some:?}");
                }
                if span.first < span.end {
                    let last = u64::from(span.texel) + u64::from(span.step) * (span.end - span.first - 1) as u64;
                    assert!((last >> 16) < whole.texels[i] as u64, "{span:?}");
                }
            }
        }
    }

    #[test]
    fn before_counts_pixels_like_integer_division() {
        let mut numbers = testing::Batch(3);
        for _ in 0..200_000 {
            let bits = 1 + numbers.below(28);
            let [step, wanted, pixels] =
                [1 << bits, 4097, 16_385].map(|end| numbers.below(end) as i64).map(|n| n.max(1));
            // In many cases the wanted texel begins exactly where a pixel does.
            let texel = match numbers.below(2) {
                0 => wanted * 65_536 - step * numbers.below(16_385) as i64,
                _ => numbers.below(1 << 28) as i64,
            };
            let count = (wanted * 65_536 - texel + step - 1).div_euclid(step).clamp(0, pixels);
            let counted = before(wanted as i32, texel as f64, 1.0 / step as f64, pixels as f64);
            assert_eq!(counted, count as f64, "step {step}, texel {texel}, wanted {wanted}, of {pixels}");
        }
    }

    #[test]
    fn spans_match_integer_arithmetic() {
        let mut numbers = testing::Batch(7);
        for _ in 0..700 {
            let mut lengths = ExtentBatch::NONE;
            for i in 0..BATCH_SIZE {
                let texels = 1 + numbers.below(4096) as u32;
                lengths.put(i, texels, [0, texels]);
                lengths.length[i] = 1.0 + numbers.below(90_000) as f64 / 64.0;
                lengths.from[i] = numbers.below(60_000) as f64 / 64.0 - 200.0;
            }
            lengths.find_spans(700);
            for i in 0..BATCH_SIZE {
                let (from, length, texels) = (lengths.from[i], lengths.length[i], f64::from(lengths.texels[i]));
                let pixel = |at: f64| (at - 0.5).ceil().clamp(0.0, 700.0) as i32;
                let Span { first, end, texel, step } = lengths.span(i);
                assert_eq!((first, end.max(first)), (pixel(from), pixel(from + length)));
                if first < end {
                    let (exact, room) = (texels * 65_536.0 / length, (texels as u64 * 65_536) - 1);
                    assert_eq!(u64::from(step), (exact as u64).min(room));
                    let way = u64::from(step) * (end - first - 1) as u64;
                    let begins = ((f64::from(first) + 0.5 - from) * exact) as u64;
                    assert_eq!(u64::from(texel), begins.min(room.saturating_sub(way)));
                }
            }
        }
    }
}
