//! Sky columns: which part of the sky each column of the frame shows.

use crate::{lanes::lanes::STRIP_WIDTH, scene::textures::TextureSlot, walk::view::View};
use std::f64::consts::TAU;

/// One, in the fixed-point units of sky positions.
const ONE: f64 = 4_294_967_296.0;

/// The direction of each column of the frame, cached as long as the frame and the field of view stay the same.
#[derive(Debug, Default)]
pub(crate) struct Bearings {
    /// The cache key: the width of the frame, and the bits of its middle and both focal lengths.
    of: (usize, [u64; 3]),
    /// For each strip: the angle of each column to the right of the view direction, in 2^-32 turns; and the step down
    /// the sky per half pixel of the column, in 2^-32 of the height of a square sky.
    pub(crate) strips: Vec<[[u32; STRIP_WIDTH]; 2]>,
}

impl Bearings {
    /// Updates the cache.
    pub(crate) fn update(&mut self, view: &View, width: usize) {
        let of = (width, [view.middle, view.focal, view.tall].map(f64::to_bits));
        if self.of == of {
            return;
        }
        self.of = of;
        let turn = |aside: f64| (libm::atan(aside) / TAU * ONE) as i64 as u32;
        let slope = |aside: f64| (ONE / (2.0 * TAU * view.tall * (1.0 + aside * aside).sqrt())) as u32;
        self.strips.clear();
        self.strips.extend((0..width).step_by(STRIP_WIDTH).map(|first| {
            let asides: [f64; STRIP_WIDTH] =
                std::array::from_fn(|lane| ((first + lane) as f64 + 0.5 - view.middle) / view.focal);
            [asides.map(turn), asides.map(slope)]
        }));
    }
}

/// The sky of one frame.
pub(crate) struct Sky<'a> {
    pub(crate) bearings: &'a Bearings,
    pub(crate) place: TextureSlot,
    /// The view direction, in 2^-32 turns.
    pub(crate) turn: u32,
    /// The ratio of the texture's width to its height.
    pub(crate) aspect: u32,
}

impl<'a> Sky<'a> {
    pub(crate) fn new(bearings: &'a Bearings, place: TextureSlot, angle: f32) -> Self {
        let turns = f64::from(angle) / TAU;
        Sky {
            bearings,
            place,
            turn: ((turns - turns.floor()) * ONE) as u64 as u32,
            aspect: (place.width / place.height).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        lanes::kernel::Kernel,
        run::raycaster::Raycaster,
        scene::frame::Frame,
        scene::scene::Camera,
        testing::{picture, room},
    };

    #[test]
    fn bearings_are_recomputed_for_a_new_width_or_field_of_view() {
        let mut scene = room("***\n* *\n***");
        let mut raycaster = Raycaster::with(Kernel::Auto, 1);
        for (width, fov) in [(40, 1.0), (80, 1.0), (80, 2.0), (33, 0.5)] {
            scene.camera = Camera::new(1.5, 1.5, 0.3, fov);
            let mut frame = Frame::new(width, 30);
            raycaster.draw(&scene, &mut frame);
            assert_eq!(frame, picture(&scene, width, 30));
        }
    }
}
