//! Light: how bright a place is.

/// The light of a surface that shows its texture as it is; 0 is black.
pub(crate) const FULL: u32 = 256;
/// Full light as a cell stores it, so that four corners and their differences fit 16 bits.
const WHOLE: f32 = 8192.0;
/// A part of 1 as rows count it.
pub(crate) const PART: f64 = 32767.0;
/// What keeps the sum of four rounded numbers from falling below 0; it is far too small to be seen.
pub(crate) const ROUNDING: i16 = 8;

/// Light without colour that is the same in a whole cell.
pub(crate) const EVEN: u8 = 0;
/// Light without colour.
pub(crate) const GREY: u8 = 1;
/// Any light.
pub(crate) const COLOURED: u8 = 2;

/// The light in a cell: red, green and blue at its four corners, and evenly mixed between them.
///
/// At the place (`u`, `v`) of the cell, each from 0 to 1, a channel's light is `a + b u + c v + d u v`; stored are the
/// four numbers of the three channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    /// `a` of red, green, blue and nothing, then all `b`, all `c`, all `d`; 8192 is full light.
    pub(crate) terms: [i16; 16],
    /// [`EVEN`], [`GREY`] or [`COLOURED`]: every span of a floor asks for it.
    pub(crate) kind: u8,
}

impl Light {
    /// Light that shows textures as they are.
    pub const FULL: Light = Light::even([255; 3]);

    /// The same light (red, green, blue: 0 is dark, 255 full) in the whole cell.
    pub const fn even(rgb: [u8; 3]) -> Light {
        let mut terms = [0; 16];
        let mut channel = 0;
        while channel < 3 {
            terms[channel] = whole(rgb[channel]);
            channel += 1;
        }
        Light { terms, kind: kind(&terms) }
    }

    /// The light at the cell's north-west, north-east, south-west and south-east corners.
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

    /// The light at a place of the cell, each part from 0 to [`FULL`].
    #[inline(always)]
    pub(crate) fn at(&self, u: f32, v: f32) -> [f32; 3] {
        let [red, green, blue, _] = self.four_at(u, v);
        [red, green, blue]
    }

    /// The same with a fourth part, which says nothing: a register works out four at once, but not three.
    #[inline(always)]
    pub(crate) fn four_at(&self, u: f32, v: f32) -> [f32; 4] {
        let [a, b, c, d] = [0, 4, 8, 12].map(|term| self.terms[term..].first_chunk().unwrap_or(&[0; 4]));
        let mut light = [0.0; 4];
        // No closure: that would not be compiled for a kernel's instructions.
        for (channel, light) in light.iter_mut().enumerate() {
            let [a, b, c, d]: [f32; 4] = [a[channel].into(), b[channel].into(), c[channel].into(), d[channel].into()];
            *light = (((a + b * u) + (c * v + d * u * v)) / (WHOLE / FULL as f32)).clamp(0.0, FULL as f32);
        }
        light
    }
}

/// Which kind of light it is that has these terms.
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

/// A term of light as it is left when only a part (0 to [`PART`]) arrives. Four of them may be up to [`ROUNDING`] below 0 together.
#[inline]
pub(crate) fn faded(term: i16, part: i16) -> i16 {
    ((i32::from(term) * i32::from(part) + (1 << 14)) >> 15) as i16
}

/// A channel's light as it is stored.
const fn whole(level: u8) -> i16 {
    ((level as i32 * 8192 + 127) / 255) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_each_corners_light_and_mixes_between_them() {
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
    fn whatever_fades_never_falls_below_nothing_nor_above_all() {
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
