//! Light: how bright a surface is, and how that darkens a texel.

/// The light of a surface that shows its texture as it is; 0 is black.
pub(crate) const FULL: u32 = 256;

/// What a wall's face that looks up or down the map shows of its light, so that corners stand out.
pub(crate) const Y_FACE: f64 = 0.72;

/// The distance, in tiles, at which half of the light is lost.
const HALF: f64 = 11.0;

/// What part of its light (0 to 1) a surface shows at this depth, in tiles.
pub(crate) fn fade(depth: f64) -> f64 {
    let distance = depth / HALF;
    // Falling with the square near by and more slowly far off, it never gets quite dark.
    1.0 / (1.0 + distance * distance / (0.5 + 0.5 * distance))
}

/// The light on a surface in a cell with this light, of which it shows such a part (0 to 1).
pub(crate) fn on(cell: u8, part: f64) -> u32 {
    let cell = f64::from(cell) / 255.0;
    // The eye makes out more in the dark than the numbers say: half of the light looks like five eighths.
    let seen = cell * (1.5 - 0.5 * cell);
    (seen * part * f64::from(FULL)) as u32
}

/// Thresholds in a fixed order that spread the steps between two colours over neighbouring pixels: no band is seen.
const DITHER: [[u32; 4]; 4] = [[8, 136, 40, 168], [200, 72, 232, 104], [56, 184, 24, 152], [248, 120, 216, 88]];

/// The thresholds of a row, from column 0; they repeat every four columns.
pub(crate) fn dither(row: usize) -> [u32; 4] {
    DITHER[row % 4]
}

/// The opaque texel in this light (0 to [`FULL`]), rounded by a threshold (0 to 255). Full light changes nothing.
#[inline]
pub(crate) fn shade(texel: u32, light: u32, threshold: u32) -> u32 {
    // Two channels share a multiplication: neither product outgrows its 16 bits.
    let red_blue = (texel & 0x00ff_00ff) * light + threshold * 0x0001_0001;
    let green = ((texel >> 8) & 0xff) * light + threshold;
    ((red_blue >> 8) & 0x00ff_00ff) | (green & 0xff00) | 0xff00_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_light_shows_the_texel_and_no_light_shows_black() {
        for row in 0..4 {
            for threshold in dither(row) {
                assert_eq!(shade(0xff12_34ff, FULL, threshold), 0xff12_34ff);
                assert_eq!(shade(0x00ff_ffff, FULL, threshold), 0xffff_ffff);
                assert_eq!(shade(0xff12_34ff, 0, threshold), 0xff00_0000);
            }
        }
    }

    #[test]
    fn over_a_block_of_pixels_the_light_is_exact() {
        let sum: u32 = (0..16).map(|i| shade(100, 77, dither(i / 4)[i % 4]) & 0xff).sum();
        assert!((f64::from(sum) / 16.0 - 100.0 * 77.0 / 256.0).abs() < 0.1);
    }

    #[test]
    fn light_falls_with_distance_in_steps_too_small_to_see() {
        assert_eq!(on(255, fade(0.0)), FULL);
        assert_eq!(on(255, fade(HALF)), FULL / 2);
        assert_eq!(on(0, 1.0), 0);
        let lights: Vec<u32> = (0..2000).map(|i| on(255, fade(f64::from(i) * 0.02))).collect();
        assert!(lights.windows(2).all(|pair| pair[0] >= pair[1] && pair[0] - pair[1] <= 1));
    }
}
