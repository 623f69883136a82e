//! The view: how the camera's place, direction and field of view map tiles to pixels.

use crate::scene::scene::{Camera, Scene};

/// The nearest that anything is drawn, in tiles: it bounds how large a wall or a sprite can become on the frame.
pub(crate) const NEAR: f64 = 1.0 / 1024.0;

/// A camera in front of a frame.
///
/// It reckons in double precision: that costs nothing outside the loops over pixels, and no edge ever flickers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The eye, in tiles.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// How high it is above the floor, in tiles.
    pub(crate) eye: f64,
    /// The direction of the view, of length 1.
    pub(crate) forward: (f64, f64),
    /// The direction to the right of it, of length 1.
    pub(crate) right: (f64, f64),
    /// The width on the frame, in pixels, of a wall that is one tile away.
    pub(crate) focal: f64,
    /// Its height, in pixels.
    pub(crate) tall: f64,
    /// The column in the middle, in pixels.
    pub(crate) middle: f64,
    /// The row at the height of the eye, in half pixels, so that rows below it mirror rows above it.
    pub(crate) horizon: i32,
}

impl View {
    /// The view of the scene's camera onto a frame of this size, if the camera is somewhere on the map.
    pub(crate) fn new(scene: &Scene, width: usize, height: usize) -> Option<View> {
        let Camera { x, y, eye, angle, pitch, fov, stretch, shift } = scene.camera;
        if [x, y, eye, angle, pitch, fov, stretch, shift].into_iter().any(|number| !number.is_finite()) {
            return None;
        }
        let (x, y) = (f64::from(x), f64::from(y));
        scene.map.cell(x.floor() as i32, y.floor() as i32)?;
        // This sine is the same to the last bit on every machine, which that of the system's library is not.
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

    /// True if each row of ceiling mirrors a row of floor: the eye is halfway up the walls.
    #[inline(always)]
    pub(crate) fn mirrors(&self) -> bool {
        self.eye == 0.5
    }

    /// The row at the height of the eye, in pixels.
    #[inline(always)]
    pub(crate) fn horizon(&self) -> f64 {
        f64::from(self.horizon) / 2.0
    }

    /// The direction in which this column (from 0, counted to its middle) looks: one tile forward and so far aside.
    #[inline(always)]
    pub(crate) fn ray(&self, column: f64) -> (f64, f64) {
        let aside = (column - self.middle) / self.focal;
        (self.forward.0 + aside * self.right.0, self.forward.1 + aside * self.right.1)
    }

    /// The column, with its fraction, in which a point is seen that lies before the eye.
    pub(crate) fn column(&self, x: f64, y: f64) -> f64 {
        let (ahead, aside) = self.place(x, y);
        self.middle + aside / ahead * self.focal
    }

    /// How far a point is in front of the eye and how far to the right, in tiles.
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
    fn the_field_of_view_is_that_of_a_4_to_3_frame_and_grows_with_the_width() {
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
    fn there_is_no_view_from_outside_or_nowhere() {
        let mut scene = room("# #");
        for (x, y, angle) in [(-0.5, 0.5, 0.0), (1.5, 1.0, 0.0), (f32::NAN, 0.5, 0.0), (1.5, 0.5, f32::INFINITY)] {
            look(&mut scene, x, y, angle);
            assert!(super::View::new(&scene, 4, 3).is_none(), "{x} {y} {angle}");
        }
        look(&mut scene, 1.5, 0.5, 1000.0 * PI);
        assert!(super::View::new(&scene, 4, 3).is_some());
    }
}
