//! A rectangle of pixels.

/// A rectangle of pixels; it is empty if its width or height is not positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

impl Area {
    /// Creates a rectangle from its top left corner and its size.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Area {
        Area { x, y, width, height }
    }

    /// Returns true if two non-empty rectangles have pixels in common.
    pub const fn overlaps(self, other: Area) -> bool {
        let across = self.x < other.x + other.width && other.x < self.x + self.width;
        across && self.y < other.y + other.height && other.y < self.y + self.height
    }

    /// Returns the rectangle, shrunk by a margin on all four sides; a negative margin enlarges it.
    #[must_use]
    pub const fn within(self, margin: i32) -> Area {
        let twice = margin.saturating_mul(2);
        Area {
            x: self.x.saturating_add(margin),
            y: self.y.saturating_add(margin),
            width: self.width.saturating_sub(twice),
            height: self.height.saturating_sub(twice),
        }
    }
}
