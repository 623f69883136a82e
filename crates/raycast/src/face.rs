//! Faces: the sides of walls, on which most rays end.

use crate::view::View;

/// A face of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    /// The wall's cell.
    pub(crate) cell: (i32, i32),
    /// The side of the cell: 0 north, 1 east, 2 south, 3 west.
    pub(crate) side: usize,
}

impl Face {
    /// The column, with its fraction, in which its right end is seen from before it; any number or none if that is not before the eye.
    pub(crate) fn right_end(self, view: &View) -> f64 {
        let (east, south) = [(0, 0), (1, 0), (1, 1), (0, 1)][self.side];
        view.column(f64::from(self.cell.0 + east), f64::from(self.cell.1 + south))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{look, room};
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn the_right_end_of_a_face_is_seen_to_the_right_of_its_middle() {
        let mut scene = room("       \n       \n       \n   #   \n       \n       \n       ");
        for (side, x, y, angle) in
            [(0, 3.5, 1.5, FRAC_PI_2), (1, 5.5, 3.5, PI), (2, 3.5, 5.5, -FRAC_PI_2), (3, 1.5, 3.5, 0.0)]
        {
            look(&mut scene, x, y, angle);
            let view = View::new(&scene, 320, 180).unwrap();
            let end = Face { cell: (3, 3), side }.right_end(&view);
            // It is half a tile to the right, and one and a half tiles away.
            assert!((end - (view.middle + view.focal / 3.0)).abs() < 1e-3, "side {side}: {end}");
        }
    }
}
