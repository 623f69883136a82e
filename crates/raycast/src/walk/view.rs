//! The view: how the camera's position, direction and field of view map tiles to pixels.

use crate::scene::scene::{Camera, Scene};

/// The near plane, in tiles: nothing nearer is drawn. It bounds how large a wall or a sprite can become on the frame.
pub(crate) const NEAR: f64 = 1.0 / 1024.0;

/// A camera in front of a frame.
///
/// It uses double precision, which costs nothing outside of the pixel loops and prevents flickering edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The position of the eye, in tiles.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The height of the eye above the floor, in tiles.
    pub(crate) eye: f64,
    /// The view direction, of length 1.
    pub(crate) forward: (f64, f64),
    /// The direction to the right of it, of length 1.
    pub(crate) right: (f64, f64),
    /// The width on the frame, in pixels, of a wall at a distance of one tile.
    pub(crate) focal: f64,
    /// The height of such a wall, in pixels.
    pub(crate) tall: f64,
    /// The middle of the frame, in columns.
    pub(crate) middle: f64,
    /// The row of the horizon in half pixels, so that the rows below it mirror those above.
    pub(crate) horizon: i32,
}

impl View {
    /// Returns the view of the scene's camera onto a frame of this size, or `None` if the camera is not on the map or
    /// not finite.
    pub(crate) fn new(scene: &Scene, width: usize, height: usize) -> Option<View> {
        let Camera { x, y, eye, angle, pitch, fov, stretch, shift } = scene.camera;
        if [x, y, eye, angle, pitch, fov, stretch, shift].into_iter().any(|number| !number.is_finite()) {
            return None;
        }
        let (x, y) = (f64::from(x), f64::from(y));
        scene.map.cell(x.floor() as i32, y.floor() as i32)?;
        // This sine gives the same bits on every machine; the system library's does not.
        let (sin, cos) = libm::sincos(f64::from(angle));
        let half = libm::tan(f64::from(fov).clamp(0.1, 3.0) / 2.0);
        let focal = height as f64 / 2.0 * (4.0 / 3.0) / half;
        Some(View {
            x,
            y,
            eye: f64::from(eye).clamp(0.05, 0.95),
            forward: (cos, sin),
            right: (-sin, cos),
            focal,
            tall: focal * f64::from(stretch).clamp(0.25, 4.0),
            middle: width as f64 / 2.0 + f64::from(shift).clamp(-1.0, 1.0),
            horizon: (height as f64 * (1.0 + 2.0 * f64::from(pitch).clamp(-1.0, 1.0))).round() as i32,
        })
    }

    /// Returns true if each row of ceiling mirrors a row of floor: the eye is halfway up the walls.
    #[inline(always)]
    pub(crate) fn mirrors(&self) -> bool {
        self.eye == 0.5
    }

    /// Returns the row of the horizon, in pixels.
    #[inline(always)]
    pub(crate) fn horizon(&self) -> f64 {
        f64::from(self.horizon) / 2.0
    }

    /// Returns the direction of the ray through a horizontal position on the frame, in pixels (the middle of column 0
    /// is 0.5). Its component along the view direction is 1.
    #[inline(always)]
    pub(crate) fn ray(&self, column: f64) -> (f64, f64) {
        let aside = (column - self.middle) / self.focal;
        (self.forward.0 + aside * self.right.0, self.forward.1 + aside * self.right.1)
    }

    /// Returns the column, with its fraction, in which a point in front of the eye is visible.
    pub(crate) fn column(&self, x: f64, y: f64) -> f64 {
        let (ahead, aside) = self.place(x, y);
        self.middle + aside / ahead * self.focal
    }

    /// Returns how far a point is in front of the eye and to its right, in tiles.
    #[inline(always)]
    pub(crate) fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - self.x, y - self.y);
        (x * self.forward.0 + y * self.forward.1, x * self.right.0 + y * self.right.1)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{look, room};
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn right_is_clockwise_on_the_map() {
        let mut scene = room("# #");
        look(&mut scene, 1.5, 0.5, FRAC_PI_2);
        let view = super::View::new(&scene, 4, 3).unwrap();
        let (ahead, aside) = view.place(0.5, 2.5);
        assert!((ahead - 2.0).abs() < 1e-6 && (aside - 1.0).abs() < 1e-6, "{ahead} {aside}");
    }

    #[test]
    fn field_of_view_is_for_4_to_3_and_grows_with_the_width() {
        let mut scene = room("# #");
        look(&mut scene, 1.5, 0.5, 0.0);
        scene.camera.fov = FRAC_PI_2;
        let edge = |width, height| {
            let ray = super::View::new(&scene, width, height).unwrap().ray(width as f64);
            ray.1 / ray.0
        };
        assert!((edge(640, 480) - 1.0).abs() < 1e-6);
        assert!((edge(640, 360) - 4.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn view_does_not_exist_outside_the_map_or_for_nan() {
        let mut scene = room("# #");
        for (x, y, angle) in [(-0.5, 0.5, 0.0), (1.5, 1.0, 0.0), (f32::NAN, 0.5, 0.0), (1.5, 0.5, f32::INFINITY)] {
            look(&mut scene, x, y, angle);
            assert!(super::View::new(&scene, 4, 3).is_none(), "{x} {y} {angle}");
        }
        look(&mut scene, 1.5, 0.5, 1000.0 * PI);
        assert!(super::View::new(&scene, 4, 3).is_some());
    }
}
