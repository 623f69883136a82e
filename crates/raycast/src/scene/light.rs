//! Light: the brightness of a cell and how it varies within the cell.

/// The light level at which a surface shows its texture unchanged; 0 is black.
pub(crate) const FULL: u32 = 256;
/// Full light as a cell stores it; small enough that four corners and their differences fit 16 bits.
const WHOLE: f32 = 8192.0;
/// A share of 1 in the fixed-point format of rows.
pub(crate) const PART: f64 = 32767.0;
/// A bias that keeps the sum of four rounded terms from falling below 0; it is far too small to be visible.
pub(crate) const ROUNDING: i16 = 8;

/// Colourless light that is the same in the whole cell.
pub(crate) const EVEN: u8 = 0;
/// Colourless light.
pub(crate) const GREY: u8 = 1;
/// Any light.
pub(crate) const COLOURED: u8 = 2;

/// The light in a cell: red, green and blue at its four corners, interpolated bilinearly between them.
///
/// At the point (`u`, `v`) of the cell, each 0 to 1, a channel's light is `a + b u + c v + d u v`. These four terms are
/// stored for each of the three channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    /// `a` of red, green, blue and an unused channel, followed by all `b`, all `c` and all `d`; 8192 is full light.
    pub(crate) terms: [i16; 16],
    /// [`EVEN`], [`GREY`] or [`COLOURED`]. It is stored because every span of a floor needs it.
    pub(crate) kind: u8,
}

impl Light {
    /// Light that shows textures unchanged.
    pub const FULL: Light = Light::even([255; 3]);

    /// Returns the same light (red, green, blue; 0 is dark, 255 full) for the whole cell.
    pub const fn even(rgb: [u8; 3]) -> Light {
        let mut terms = [0; 16];
        let mut channel = 0;
        while channel < 3 {
            terms[channel] = whole(rgb[channel]);
            channel += 1;
        }
        Light { terms, kind: kind(&terms) }
    }

    /// Returns light from the values at the cell's north-west, north-east, south-west and south-east corners.
    pub const fn corners([nw, ne, sw, se]: [[u8; 3]; 4]) -> Light {
        let mut terms = [0; 16];
        let mut channel = 0;
        while channel < 3 {
            let [nw, ne, sw, se] = [whole(nw[channel]), whole(ne[channel]), whole(sw[channel]), whole(se[channel])];
            terms[channel] = nw;
            terms[4 + channel] = ne - nw;
            terms[8 + channel] = sw - nw;
            terms[12 + channel] = nw - ne - sw + se;
            channel += 1;
        }
        Light { terms, kind: kind(&terms) }
    }

    /// Returns the light at a point of the cell, each channel 0 to [`FULL`].
    #[inline(always)]
    pub(crate) fn at(&self, u: f32, v: f32) -> [f32; 3] {
        let [red, green, blue, _] = self.four_at(u, v);
        [red, green, blue]
    }

    /// Like [`at`](Self::at), with a meaningless fourth channel: a register computes four values as fast as three.
    #[inline(always)]
    pub(crate) fn four_at(&self, u: f32, v: f32) -> [f32; 4] {
        let [a, b, c, d] = [0, 4, 8, 12].map(|term| self.terms[term..].first_chunk().unwrap_or(&[0; 4]));
        let mut light = [0.0; 4];
        // Not a closure, because a closure would not be compiled for a kernel's instruction set.
        for (channel, light) in light.iter_mut().enumerate() {
            let [a, b, c, d]: [f32; 4] = [a[channel].into(), b[channel].into(), c[channel].into(), d[channel].into()];
            *light = (((a + b * u) + (c * v + d * u * v)) / (WHOLE / FULL as f32)).clamp(0.0, FULL as f32);
        }
        light
    }
}

/// Returns the kind of light that has these terms.
const fn kind(terms: &[i16; 16]) -> u8 {
    let (mut is_even, mut term) = (true, 0);
    while term < 16 {
        if terms[term] != terms[term + 1] || terms[term] != terms[term + 2] {
            return COLOURED;
        }
        is_even &= term == 0 || terms[term] == 0;
        term += 4;
    }
    if is_even { EVEN } else { GREY }
}

/// Returns the light term that remains when only a share (0 to [`PART`]) arrives. The sum of four such terms may be up
/// to [`ROUNDING`] below 0.
#[inline]
pub(crate) fn faded(term: i16, part: i16) -> i16 {
    ((i32::from(term) * i32::from(part) + (1 << 14)) >> 15) as i16
}

/// Converts a channel's light (0 to 255) to its stored form.
const fn whole(level: u8) -> i16 {
    ((level as i32 * 8192 + 127) / 255) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_interpolated_between_the_corners_of_a_cell() {
        let light = Light::corners([[0; 3], [255, 0, 0], [0, 255, 0], [0, 0, 255]]);
        assert_eq!(light.at(0.0, 0.0), [0.0; 3]);
        assert_eq!(light.at(1.0, 0.0), [256.0, 0.0, 0.0]);
        assert_eq!(light.at(0.0, 1.0), [0.0, 256.0, 0.0]);
        assert_eq!(light.at(1.0, 1.0), [0.0, 0.0, 256.0]);
        assert_eq!(light.at(0.5, 0.5), [64.0; 3]);
        let kinds =
            [light, Light::even([1, 2, 3]), Light::even([5; 3]), Light::corners([[1; 3], [1; 3], [1; 3], [9; 3]])];
        assert_eq!(kinds.map(|light| light.kind), [COLOURED, COLOURED, EVEN, GREY]);
        assert_eq!(Light::corners([[9; 3]; 4]), Light::even([9; 3]));
    }

    #[test]
    fn faded_light_stays_between_zero_and_full() {
        let mut numbers = crate::testing::Batch(3);
        for _ in 0..20_000 {
            let corners = std::array::from_fn(|_| [if numbers.below(2) == 0 { 0 } else { 255 }; 3]);
            let part = numbers.below(32768) as i16;
            let mut terms = Light::corners(corners).terms.map(|term| faded(term, part));
            terms[0] += ROUNDING;
            let (u, v) = (numbers.below(32768) as i32, numbers.below(32768) as i32);
            let [a, b, c, d] = [0, 4, 8, 12].map(|term| i32::from(terms[term]));
            let light = (a * 32767 + b * u + c * v + d * ((u * v) >> 15)) >> 20;
            assert!((0..=FULL as i32).contains(&light), "{light}");
        }
    }
}
