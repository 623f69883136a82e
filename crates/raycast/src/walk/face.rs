//! Faces: the sides of walls, at which most rays end.

use crate::walk::view::View;

/// A face of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Face {
    /// The wall's cell.
    pub(crate) cell: (i32, i32),
    /// The side of the cell: 0 north, 1 east, 2 south, 3 west.
    pub(crate) side: usize,
}

impl Face {
    /// Returns the face to its right, as seen from the front, of a wall that continues there.
    pub(crate) fn right(self) -> Face {
        let (east, south) = [(-1, 0), (0, -1), (1, 0), (0, 1)][self.side];
        Face { cell: (self.cell.0 + east, self.cell.1 + south), ..self }
    }

    /// Returns the distance of the plane of the face from the eye, in tiles.
    pub(crate) fn distance(self, view: &View) -> f64 {
        let (x, y) = (f64::from(self.cell.0), f64::from(self.cell.1));
        match self.side {
            0 => y - view.y,
            1 => view.x - x - 1.0,
            2 => view.y - y - 1.0,
            _ => x - view.x,
        }
    }

    /// Returns how far a ray moves along the face per tile towards it.
    pub(crate) fn slope(self, ray: (f64, f64)) -> f64 {
        if self.side % 2 == 1 { ray.1 / ray.0.abs() } else { ray.0 / ray.1.abs() }
    }

    /// Returns the column, with its fraction, in which the right end of the face is visible from the front. The result
    /// is arbitrary or NaN if that end is not in front of the eye.
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
    fn right_end_of_a_face_projects_to_the_right_of_its_middle() {
        let mut scene = room("       \n       \n       \n   #   \n       \n       \n       ");
        for (side, x, y, angle) in
            [(0, 3.5, 1.5, FRAC_PI_2), (1, 5.5, 3.5, PI), (2, 3.5, 5.5, -FRAC_PI_2), (3, 1.5, 3.5, 0.0)]
        {
            look(&mut scene, x, y, angle);
            let view = View::new(&scene, 320, 180).unwrap();
            let face = Face { cell: (3, 3), side };
            let end = face.right_end(&view);
            // The end is half a tile to the right and one and a half tiles away.
            assert!((end - (view.middle + view.focal / 3.0)).abs() < 1e-3, "side {side}: {end}");
            let next = face.right().right_end(&view);
            assert!((next - (view.middle + view.focal)).abs() < 1e-3, "side {side}: {next}");
            assert!((face.distance(&view) - 1.5).abs() < 1e-6, "side {side}: {}", face.distance(&view));
            let slopes = [end, next].map(|column| face.slope(view.ray(column)));
            assert!(((slopes[0] - slopes[1]).abs() - 1.0 / 1.5).abs() < 1e-3, "side {side}: {slopes:?}");
        }
    }
}
