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

    /// Returns the colourfulness: 0 for greys.
    pub(crate) fn chroma(self) -> f64 {
        libm::hypot(self.0[1], self.0[2])
    }

    /// Returns the angle between the hues of two colours, in degrees up to 180.
    pub(crate) fn turn(self, other: Self) -> f64 {
        let apart = (hue(self.0[1], self.0[2]) - hue(other.0[1], other.0[2])).abs();
        apart.min(360.0 - apart)
    }

    /// Returns the difference from another colour as people see it (CIEDE2000).
    pub(crate) fn difference(self, other: Self) -> f64 {
        let ([l1, a1, b1], [l2, a2, b2]) = (self.0, other.0);
        // Greys are stretched along the axis from green to red.
        let seventh = |chroma: f64| libm::sqrt(libm::pow(chroma, 7.0) / (libm::pow(chroma, 7.0) + 6_103_515_625.0));
        let stretch = 1.5 - 0.5 * seventh((self.chroma() + other.chroma()) / 2.0);
        let (a1, a2) = (a1 * stretch, a2 * stretch);
        let (c1, c2) = (libm::hypot(a1, b1), libm::hypot(a2, b2));
        let (h1, h2) = (hue(a1, b1), hue(a2, b2));
        let is_grey = c1 * c2 == 0.0;
        let turn = match h2 - h1 {
            _ if is_grey => 0.0,
            turn if turn > 180.0 => turn - 360.0,
            turn if turn < -180.0 => turn + 360.0,
            turn => turn,
        };
        let middle = if is_grey { h1 + h2 } else { h1 + turn / 2.0 };
        let (l, c) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
        let cosine = |degrees: f64| libm::cos(degrees.to_radians());
        let t = 1.0 - 0.17 * cosine(middle - 30.0) + 0.24 * cosine(2.0 * middle) + 0.32 * cosine(3.0 * middle + 6.0)
            - 0.2 * cosine(4.0 * middle - 63.0);
        let off = (l - 50.0) * (l - 50.0);
        let light = (l2 - l1) / (1.0 + 0.015 * off / libm::sqrt(20.0 + off));
        let colour = (c2 - c1) / (1.0 + 0.045 * c);
        let tint = 2.0 * libm::sqrt(c1 * c2) * libm::sin((turn / 2.0).to_radians()) / (1.0 + 0.015 * c * t);
        let blue = (middle.rem_euclid(360.0) - 275.0) / 25.0;
        let bend = -libm::sin((60.0 * libm::exp(-blue * blue)).to_radians()) * 2.0 * seventh(c);
        libm::sqrt(light * light + colour * colour + tint * tint + bend * colour * tint)
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

/// Returns the hue of a colour, in degrees from 0 to 360.
fn hue(a: f64, b: f64) -> f64 {
    libm::atan2(b, a).to_degrees().rem_euclid(360.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_matches_published_pairs() {
        // From the test data of Sharma, Wu and Dalal (2005).
        for (one, two, wanted) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
            ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
        ] {
            let (one, two) = (Lab(one), Lab(two));
            let found = [one.difference(two), two.difference(one)];
            assert!(found.iter().all(|found| (found - wanted).abs() < 1e-4), "{one:?}, {two:?}: {found:?}");
        }
    }

    #[test]
    fn hues_are_compared_around_the_circle() {
        let turn = |one: [f64; 2], two: [f64; 2]| Lab([50.0, one[0], one[1]]).turn(Lab([50.0, two[0], two[1]]));
        assert!(
            (turn([10.0, 1.0], [10.0, -1.0]) - 11.42).abs() < 0.01
                && (turn([0.0, 9.0], [-3.0, 0.0]) - 90.0).abs() < 1e-9
        );
    }

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
