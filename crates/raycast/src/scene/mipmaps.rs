//! Levels: how sharp a texture is worth being shown so far away.
//!
//! A texture may have smaller versions, its levels, each half as wide and high as the one before. Far away many texels share a
//! pixel, and of the largest version each frame would show others of them: surfaces boil when the eye moves. So a row of floor and
//! a column of wall show the version whose texels are about as large as their pixels. Nearby that is always the largest.

/// Sharper than any texture.
pub(crate) const ALL: u32 = 31;

/// How much sharper than pixels texels may be: a texture is shown whole until 1.4 texels share a pixel; here in the fourth power.
const SHARPER: f64 = 4.0;

/// The side, as a power of two, of the sharpest texture that a surface is worth, a tile of which covers so many pixels: straight
/// on, as from side to side of a floor, and at a slant, as from its near to its far edge.
///
/// At a slant more texels share a pixel, and it is there that surfaces boil; but what is right for one is a blur for the other. So
/// the slant counts three times.
#[inline(always)]
pub(crate) fn sharpest(straight: f64, slanted: f64) -> u32 {
    let product = straight * slanted * slanted * slanted * SHARPER;
    // The exponent of a number is the whole part of its logarithm, the same on every machine.
    let exponent = (product.max(1.0).to_bits() >> 52) as u32 - 1023;
    (exponent / 4).min(ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_chosen_whose_texels_are_about_as_large_as_pixels() {
        let pixels =
            [(64.0, 64.0, 6), (91.0, 91.0, 7), (90.0, 90.0, 6), (46.0, 46.0, 6), (45.0, 45.0, 5), (256.0, 16.0, 5)];
        for (straight, slanted, wanted) in pixels {
            assert_eq!(sharpest(straight, slanted), wanted, "{straight} by {slanted} pixels a tile");
        }
        let odd = [0.0, -1.0, f64::NAN, 1e-300, f64::INFINITY, 1e70];
        assert_eq!(odd.map(|pixels| sharpest(1.0, pixels)), [0, 0, 0, 0, ALL, ALL]);
    }
}
