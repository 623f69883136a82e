//! Perceptual colours: CIE L\*a\*b\* under daylight (D65), in which a distance of 2 is just visible.

/// Lightness from 0 to 100, then green to red, then blue to yellow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Lab(pub(crate) [f64; 3]);

impl Lab {
    /// Returns the colour of a pixel of an image.
    pub(crate) fn of(pixel: [u8; 3]) -> Self {
        let [red, green, blue] = pixel.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        });
        let bent = |part: f64| if part > 0.008_856 { libm::cbrt(part) } else { 7.787 * part + 16.0 / 116.0 };
        let x = bent((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47);
        let y = bent(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue);
        let z = bent((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83);
        Self([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }

    /// Returns the lightness, from 0 to 100.
    pub(crate) fn lightness(self) -> f64 {
        self.0[0]
    }

    /// Returns the Euclidean distance to another colour (Delta E of 1976).
    pub(crate) fn distance(self, other: Self) -> f64 {
        let squares = self.0.iter().zip(other.0).map(|(one, two)| (one - two) * (one - two));
        libm::sqrt(squares.sum())
    }

    /// Returns the mean of some colours; black if there are none.
    pub(crate) fn mean(colours: impl IntoIterator<Item = Self>) -> Self {
        let (mut sum, mut count) = ([0.0; 3], 0.0_f64);
        for colour in colours {
            sum = [0, 1, 2].map(|axis| sum[axis] + colour.0[axis]);
            count += 1.0;
        }
        Self(sum.map(|part| part / count.max(1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_grey_and_red_match_published_lab_values() {
        for (pixel, wanted) in [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([119, 119, 119], [50.03, 0.0, 0.0]),
            ([255, 0, 0], [53.24, 80.09, 67.2]),
        ] {
            let off = Lab::of(pixel).distance(Lab(wanted));
            assert!(off < 0.1, "{pixel:?} is {:?}", Lab::of(pixel));
        }
    }
}
