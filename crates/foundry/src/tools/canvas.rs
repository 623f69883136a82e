//! An image in progress: inks and heights, lit from above and converted to pixels.

use crate::tools::palette::{Ink, Ramp};
use music::chance::white;

/// An image whose pixels are inks (or empty), with a height above the ground for lighting.
#[derive(Clone)]
pub(crate) struct Canvas {
    width: i32,
    height: i32,
    tiles: bool,
    inks: Vec<Option<Ink>>,
    rises: Vec<f32>,
}

impl Canvas {
    /// Creates an empty image; drawing outside of it has no effect.
    pub(crate) fn new(width: i32, height: i32) -> Self {
        let area = (width * height) as usize;
        Self { width, height, tiles: false, inks: vec![None; area], rises: vec![0.0; area] }
    }

    /// Creates a 64x64 texture that wraps around at its edges.
    pub(crate) fn texture(ground: Ink) -> Self {
        Self::tiling(64, 64, ground)
    }

    /// Creates a texture of any size that wraps around at its edges.
    pub(crate) fn tiling(width: i32, height: i32, ground: Ink) -> Self {
        let mut canvas = Self::new(width, height);
        canvas.tiles = true;
        canvas.inks.fill(Some(ground));
        canvas
    }

    pub(crate) fn width(&self) -> i32 {
        self.width
    }

    pub(crate) fn height(&self) -> i32 {
        self.height
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        let (x, y) = match (inside, self.tiles) {
            (true, _) => (x, y),
            (false, true) => (x.rem_euclid(self.width), y.rem_euclid(self.height)),
            (false, false) => return None,
        };
        Some((y * self.width + x) as usize)
    }

    /// Returns the ink at a pixel, if it is painted.
    pub(crate) fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        self.index(x, y).and_then(|index| self.inks[index])
    }

    /// Paints one pixel and keeps its height.
    pub(crate) fn dot(&mut self, x: i32, y: i32, ink: Ink) {
        if let Some(index) = self.index(x, y) {
            self.inks[index] = Some(ink);
        }
    }

    /// Erases one pixel, which makes a hole.
    pub(crate) fn clear(&mut self, x: i32, y: i32) {
        if let Some(index) = self.index(x, y) {
            self.inks[index] = None;
            self.rises[index] = 0.0;
        }
    }

    /// Paints one pixel and gives it a height.
    pub(crate) fn raise(&mut self, x: i32, y: i32, rise: f32, ink: Ink) {
        if let Some(index) = self.index(x, y) {
            self.inks[index] = Some(ink);
            self.rises[index] = rise;
        }
    }

    /// Makes a painted pixel lighter by `delta`.
    pub(crate) fn lighten(&mut self, x: i32, y: i32, delta: f32) {
        if let Some(index) = self.index(x, y) {
            self.inks[index] = self.inks[index].map(|ink| ink.lit(delta));
        }
    }

    /// Replaces the ink of every painted pixel with the result of `change`.
    pub(crate) fn every(&mut self, mut change: impl FnMut(i32, i32, Ink) -> Ink) {
        for y in 0..self.height {
            for x in 0..self.width {
                let index = (y * self.width + x) as usize;
                self.inks[index] = self.inks[index].map(|ink| change(x, y, ink));
            }
        }
    }

    /// Returns the image with some materials replaced by others.
    pub(crate) fn dyed(mut self, dyes: &[(Ramp, Ramp)]) -> Self {
        self.every(|_, _, ink| {
            let dye = dyes.iter().find(|(from, _)| *from == ink.ramp);
            Ink { ramp: dye.map_or(ink.ramp, |(_, to)| *to), ..ink }
        });
        self
    }

    fn rise(&self, x: i32, y: i32) -> f32 {
        self.index(x, y).map_or(0.0, |index| self.rises[index])
    }

    /// Lights the heights from above and slightly from the left: edges catch light, and recesses are in shadow.
    pub(crate) fn light(&mut self) {
        let unlit = self.clone();
        self.every(|x, y, ink| {
            let here = unlit.rise(x, y);
            let over = |dx: i32, dy: i32| here - unlit.rise(x + dx, y + dy);
            let rim = over(0, -1).clamp(0.0, 1.0) * 0.17 + over(-1, 0).clamp(0.0, 1.0) * 0.08;
            let underside = over(0, 1).clamp(0.0, 1.0) * 0.15 + over(1, 0).clamp(0.0, 1.0) * 0.09;
            let cast = (-over(0, -1)).clamp(0.0, 1.0) * 0.2 + (-over(-1, 0)).clamp(0.0, 1.0) * 0.08;
            let far_cast = (-over(0, -2) - 1.0).clamp(0.0, 1.0) * 0.12;
            ink.lit(rim - underside - cast - far_cast)
        });
    }

    /// Lights the heights as [`Canvas::light`] does, but in proportion to their depth. Higher edges catch more light
    /// and cast longer shadows, corners are shaded by what is around them, and protruding edges are worn in places.
    pub(crate) fn light_deep(&mut self, seed: u32) {
        let unlit = self.clone();
        // Twice the height looks less than twice as high.
        let edge = |rise: f32| libm::sqrtf(rise.clamp(0.0, 9.0));
        self.every(|x, y, ink| {
            let here = unlit.rise(x, y);
            let over = |dx: i32, dy: i32| here - unlit.rise(x + dx, y + dy);
            let rim = edge(over(0, -1)) * 0.12 + edge(over(-1, 0)) * 0.06;
            let underside = edge(over(0, 1)) * 0.11 + edge(over(1, 0)) * 0.07;
            let cast = (1..6).filter(|far| -over(0, -far) > *far as f32 - 0.5).count() as f32 * 0.05
                + if over(-1, 0) < -0.5 { 0.05 } else { 0.0 };
            let around = [(3, 0), (-3, 0), (0, 3), (0, -3), (2, 2), (-2, 2), (2, -2), (-2, -2)];
            let shade: f32 = around.iter().map(|(dx, dy)| (-over(*dx, *dy)).clamp(0.0, 4.0)).sum();
            let worn = if rim > 0.1 && white(seed ^ 0x33, x, y / 2) > 0.8 { 0.12 } else { 0.0 };
            ink.lit(rim + worn - underside - cast - shade * 0.008)
        });
    }

    /// Surrounds painted pixels with one pixel of `ink`, along straight neighbours only.
    pub(crate) fn outline(&mut self, ink: Ink) {
        let bare = self.clone();
        for y in 0..self.height {
            for x in 0..self.width {
                let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                let touches = beside.iter().any(|(dx, dy)| bare.ink(x + dx, y + dy).is_some());
                if touches && bare.ink(x, y).is_none() {
                    self.dot(x, y, ink);
                }
            }
        }
    }

    /// Surrounds painted pixels with one pixel as dark as `tone`, of the material that it borders on. Self-luminous
    /// things have no outline of their own.
    pub(crate) fn outline_dark(&mut self, tone: f32) {
        let bare = self.clone();
        for y in 0..self.height {
            for x in 0..self.width {
                let beside = [(0, 1), (1, 0), (-1, 0), (0, -1)];
                let border = beside.iter().filter_map(|(dx, dy)| bare.ink(x + dx, y + dy));
                let darkest = border.min_by(|one, two| one.tone.total_cmp(&two.tone));
                if let Some(ink) = darkest.filter(|_| bare.ink(x, y).is_none()) {
                    self.dot(x, y, ink.ramp.at(tone));
                }
            }
        }
    }

    /// Paints another image over this one with its upper left corner at `x`, `y`.
    pub(crate) fn paste(&mut self, x: i32, y: i32, other: &Self) {
        for row in 0..other.height {
            for column in 0..other.width {
                if let Some(ink) = other.ink(column, row) {
                    self.dot(x + column, y + row, ink);
                }
            }
        }
    }

    /// Returns the image moved straight down until it touches its lower edge.
    pub(crate) fn set_down(self) -> Self {
        let bare = |y: &i32| (0..self.width).all(|x| self.ink(x, *y).is_none());
        let fall = (0..self.height).rev().take_while(bare).count() as i32;
        let mut lowered = Self::new(self.width, self.height);
        lowered.paste(0, fall, &self);
        lowered
    }

    /// Returns the image cropped to its painted pixels.
    pub(crate) fn trimmed(&self) -> Self {
        let painted = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let painted: Vec<(i32, i32)> = painted.filter(|(x, y)| self.ink(*x, *y).is_some()).collect();
        let span = |part: fn(&(i32, i32)) -> i32| {
            let least = painted.iter().map(part).min().unwrap_or(0);
            (least, painted.iter().map(part).max().unwrap_or(0) - least + 1)
        };
        let ((left, width), (top, height)) = (span(|place| place.0), span(|place| place.1));
        let mut trimmed = Self::new(width, height);
        trimmed.paste(-left, -top, self);
        trimmed
    }

    /// Returns the image rotated by a quarter to the right.
    pub(crate) fn quarter_turned(&self) -> Self {
        let mut turned = Self::new(self.height, self.width);
        for y in 0..self.height {
            for x in 0..self.width {
                if let Some(ink) = self.ink(x, y) {
                    turned.dot(self.height - 1 - y, x, ink);
                }
            }
        }
        turned
    }

    /// Returns the image surrounded with one pixel of `ink` on every side and touching its lower edge.
    pub(crate) fn standing(self, ink: Ink) -> Self {
        let mut raised = Self::new(self.width, self.height);
        raised.paste(0, -1, &self);
        raised.outline(ink);
        raised.set_down()
    }

    /// Returns the finished pixels as red, green, blue and alpha; unpainted ones are transparent.
    pub(crate) fn pixels(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.inks.len() * 4);
        for y in 0..self.height {
            for x in 0..self.width {
                match self.ink(x, y) {
                    Some(ink) => {
                        bytes.extend(ink.colour(x, y));
                        bytes.push(ink.alpha);
                    }
                    None => bytes.extend([0; 4]),
                }
            }
        }
        bytes
    }

    /// Returns the alpha of each pixel.
    #[cfg(test)]
    pub(crate) fn alphas(&self) -> impl Iterator<Item = u8> {
        self.pixels().into_iter().skip(3).step_by(4)
    }
}
