//! Fog (light lost over distance) and how colours are rounded.

/// Fog between the eye and what it sees, and how colours are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// The colour that distant surfaces fade to: red, green, blue.
    pub colour: [u8; 3],
    /// The distance, in tiles, at which half of a colour is lost. Infinity, NaN or a value of 0 or less means clear
    /// air.
    pub clear: f32,
    /// The share of its light, 0 to 1, that a wall face which looks along y reflects; it makes corners stand out.
    pub side: f32,
    /// True if the steps between two colours are dithered, which prevents banding.
    pub dither: bool,
}

impl Default for Fog {
    /// Returns the dark fog of a ship.
    fn default() -> Self {
        Fog { colour: [0; 3], clear: 11.0, side: 0.72, dither: true }
    }
}

/// Returns the share of a colour (0 to 1) that remains at this depth, in tiles.
#[inline(always)]
pub(crate) fn fade(fog: &Fog, depth: f64) -> f64 {
    let clear = f64::from(fog.clear);
    if !clear.is_finite() || clear <= 0.0 {
        return 1.0;
    }
    let distance = depth / clear;
    // Falls off with the square of the distance nearby and more slowly far away; it never reaches 0.
    1.0 / (1.0 + distance * distance / (0.5 + 0.5 * distance))
}

/// A 4 by 4 ordered dither matrix. It spreads the steps between two colours over neighbouring pixels.
const DITHER: [[u8; 4]; 4] = [[8, 136, 40, 168], [200, 72, 232, 104], [56, 184, 24, 152], [248, 120, 216, 88]];

/// Returns the dither thresholds of a row, starting at column 0; they repeat every four columns. Without dithering they
/// are 0, so all colours are rounded down.
pub(crate) fn thresholds(fog: &Fog, row: usize) -> [u8; 4] {
    if fog.dither { DITHER[row % 4] } else { [0; 4] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_fades_with_distance_and_is_half_at_the_clear_distance() {
        let fog = Fog { clear: 7.0, ..Fog::default() };
        assert_eq!((fade(&fog, 0.0), fade(&fog, 7.0)), (1.0, 0.5));
        let parts: Vec<f64> = (0..2000).map(|i| fade(&fog, f64::from(i) * 0.02)).collect();
        assert!(parts.windows(2).all(|pair| pair[0] >= pair[1] && pair[0] - pair[1] < 0.004));
        for clear in [f32::INFINITY, f32::NAN, -1.0, 0.0] {
            assert_eq!(fade(&Fog { clear, ..fog }, 1e9), 1.0);
        }
    }
}
