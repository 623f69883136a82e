//! Mipmap selection: how sharp a texture should be at a given distance.
//!
//! A texture may have mipmaps: smaller versions, each half as wide and high as the one before. Far away, many texels
//! share a pixel. Drawn from the full-size texture, each frame would pick different ones of them, and surfaces would
//! shimmer when the eye moves. So a row of floor and a column of wall use the mipmap whose texels are about as large as
//! their pixels. Nearby, that is always the full texture.

/// A sharpness that no texture exceeds.
pub(crate) const ALL: u32 = 31;

/// How much smaller than pixels texels may be, to the fourth power: the full texture is used until 1.4 texels share a
/// pixel.
const SHARPER: f64 = 4.0;

/// Returns the side, as a power of two, of the sharpest texture that is worth using for a surface.
///
/// `straight` is the number of pixels per tile across a floor, from side to side; `slanted` is the number from its near
/// to its far edge. More texels share a pixel in the slanted direction, and that is where surfaces shimmer; but the
/// right mipmap for one direction blurs the other. So the slanted size counts three times.
#[inline(always)]
pub(crate) fn sharpest(straight: f64, slanted: f64) -> u32 {
    let product = straight * slanted * slanted * slanted * SHARPER;
    // The exponent of a float is the integer part of its logarithm, the same on every machine.
    let exponent = (product.max(1.0).to_bits() >> 52) as u32 - 1023;
    (exponent / 4).min(ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharpest_picks_the_mipmap_with_texels_as_large_as_pixels() {
        let pixels =
            [(64.0, 64.0, 6), (91.0, 91.0, 7), (90.0, 90.0, 6), (46.0, 46.0, 6), (45.0, 45.0, 5), (256.0, 16.0, 5)];
        for (straight, slanted, wanted) in pixels {
            assert_eq!(sharpest(straight, slanted), wanted, "{straight} by {slanted} pixels per tile");
        }
        let odd = [0.0, -1.0, f64::NAN, 1e-300, f64::INFINITY, 1e70];
        assert_eq!(odd.map(|pixels| sharpest(1.0, pixels)), [0, 0, 0, 0, ALL, ALL]);
    }
}
