//! Spans: which pixels lengths on the frame cover, and which texels these show, of many lengths at once.
//!
//! The loop over them has no branches, and works with floating point numbers throughout, so that the compiler makes vectors of it. That
//! changes no number: whole ones are small enough to be exact, and the others are rounded alike on every machine.

use crate::lanes::convert::{clamp_or_zero, max_nan_safe, whole_to_i32};

/// How many lengths are worked out together.
pub(crate) const BATCH_SIZE: usize = 32;

/// A number of each length.
pub(crate) type Batch<T> = [T; BATCH_SIZE];

/// The pixels that a length covers in one direction, and which texels they show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: i32,
    /// The pixel after the last.
    pub(crate) end: i32,
    /// The texel of the first pixel, and how many there are from one to the next, in 2^-16 texels.
    pub(crate) texel: u32,
    pub(crate) step: u32,
}

/// Lengths along one direction of the frame, and their spans.
pub(crate) struct ExtentBatch {
    /// Where each begins, in pixels, and how long it is.
    pub(crate) from: Batch<f64>,
    pub(crate) length: Batch<f64>,
    /// How many texels each shows, at most 4096, and those of them that are wanted: from the first to before the second.
    pub(crate) texels: Batch<i32>,
    pub(crate) wanted: [Batch<i32>; 2],
    first: Batch<i32>,
    end: Batch<i32>,
    texel: Batch<i32>,
    step: Batch<i32>,
}

impl ExtentBatch {
    /// Nothing yet.
    pub(crate) const NONE: ExtentBatch = {
        let [texels, first, end, texel, step] = [[0; BATCH_SIZE]; 5];
        let (from, length) = ([0.0; BATCH_SIZE], [0.0; BATCH_SIZE]);
        ExtentBatch { from, length, texels, wanted: [texels; 2], first, end, texel, step }
    };

    /// Puts down how many texels a length shows, and from which to before which they are wanted.
    #[inline(always)]
    pub(crate) fn put(&mut self, i: usize, texels: u32, wanted: [u32; 2]) {
        self.texels[i] = texels as i32;
        [self.wanted[0][i], self.wanted[1][i]] = wanted.map(|texel| texel as i32);
    }

    /// Finds of each the span of those of `limit` pixels whose middles lie on it and show a wanted texel.
    #[inline(always)]
    pub(crate) fn find_spans(&mut self, limit: usize) {
        let limit = limit as f64;
        for i in 0..BATCH_SIZE {
            let (from, length) = (self.from[i], self.length[i]);
            let first = clamp_or_zero(from - 0.5, limit).ceil();
            let end = clamp_or_zero(from + length - 0.5, limit).ceil();
            let pixels = max_nan_safe(0.0, end - first);
            // However short or long it is, no pixel may show a texel that is not there.
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
            // All of them are whole, and none is above twice 2^28.
            self.first[i] = whole_to_i32(first + skipped);
            self.end[i] = whole_to_i32(end);
            self.texel[i] = whole_to_i32(texel + step * skipped);
            self.step[i] = whole_to_i32(step);
        }
    }

    /// The span of the length of this number.
    #[inline(always)]
    pub(crate) fn span(&self, i: usize) -> Span {
        Span { first: self.first[i], end: self.end[i], texel: self.texel[i] as u32, step: self.step[i] as u32 }
    }
}

/// How many of so many pixels show a texel before a wanted one, where a pixel is so many 2^-16 texels or, as is told here, each of these
/// so much of a pixel: where that is infinite, all of them or none.
#[inline(always)]
fn before(wanted: i32, texel: f64, pixel_part: f64, pixels: f64) -> f64 {
    clamp_or_zero((f64::from(wanted) * 65_536.0 - texel) * pixel_part - ROUNDING, pixels).ceil()
}

/// A product with the reciprocal of a whole number stands for a quotient: up to as many pixels as there are, 2^14, it is not 2^-37 off, and
/// a quotient by less than 2^28 that is not whole is more than 2^-28 above a whole one. So with this much less, it is rounded up alike.
const ROUNDING: f64 = 1.0 / (1_u64 << 33) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn however_short_or_long_a_sprite_is_it_shows_only_its_own_texels_and_of_them_the_wanted_ones() {
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
    fn pixels_before_a_texel_are_counted_as_by_a_division_of_whole_numbers() {
        let mut numbers = testing::Batch(3);
        for _ in 0..200_000 {
            let bits = 1 + numbers.below(28);
            let [step, wanted, pixels] =
                [1 << bits, 4097, 16_385].map(|end| numbers.below(end) as i64).map(|n| n.max(1));
            // Often the wanted texel begins where a pixel does.
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
    fn a_span_is_that_of_whole_numbers() {
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
