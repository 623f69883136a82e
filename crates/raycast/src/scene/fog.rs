//! The air: how much of a colour it takes away, and how colours are rounded.

/// What lies between the eye and what it sees, and how colours are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// The colour that far things fade to: red, green, blue.
    pub colour: [u8; 3],
    /// The distance, in tiles, at which half of a colour is lost; infinite or none in clear air.
    pub clear: f32,
    /// What part of its light a face that looks along y shows, 0 to 1, so that corners stand out.
    pub side: f32,
    /// True if steps between two colours are spread over neighbouring pixels, so that nothing bands.
    pub dither: bool,
}

impl Default for Fog {
    /// The dark of a ship.
    fn default() -> Self {
        Fog { colour: [0; 3], clear: 11.0, side: 0.72, dither: true }
    }
}

/// What part of a colour (0 to 1) is left at this depth, in tiles.
#[inline(always)]
pub(crate) fn fade(fog: &Fog, depth: f64) -> f64 {
    let clear = f64::from(fog.clear);
    if !clear.is_finite() || clear <= 0.0 {
        return 1.0;
    }
    let distance = depth / clear;
    // Falling with the square near by and more slowly far off, it never gets quite dark.
    1.0 / (1.0 + distance * distance / (0.5 + 0.5 * distance))
}

/// Thresholds in a fixed order that spread the steps between two colours over neighbouring pixels: no band is seen.
const DITHER: [[u8; 4]; 4] = [[8, 136, 40, 168], [200, 72, 232, 104], [56, 184, 24, 152], [248, 120, 216, 88]];

/// The thresholds of a row, from column 0; they repeat every four columns. Without dithering, all round down.
pub(crate) fn thresholds(fog: &Fog, row: usize) -> [u8; 4] {
    if fog.dither { DITHER[row % 4] } else { [0; 4] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_falls_with_distance_and_half_of_it_is_left_where_the_air_says() {
        let fog = Fog { clear: 7.0, ..Fog::default() };
        assert_eq!((fade(&fog, 0.0), fade(&fog, 7.0)), (1.0, 0.5));
        let parts: Vec<f64> = (0..2000).map(|i| fade(&fog, f64::from(i) * 0.02)).collect();
        assert!(parts.windows(2).all(|pair| pair[0] >= pair[1] && pair[0] - pair[1] < 0.004));
        for clear in [f32::INFINITY, f32::NAN, -1.0, 0.0] {
            assert_eq!(fade(&Fog { clear, ..fog }, 1e9), 1.0);
        }
    }
}
