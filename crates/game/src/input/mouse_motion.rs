//! How far the mouse has moved since the last picture, each motion counted once.

use crate::window::shell::MotionsComeTwice;
use bevy::{input::InputSystems, input::mouse::MouseMotion, prelude::*};

/// How far the mouse has moved since the last picture, in counts of its own; y grows downwards.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct MouseCounts {
    pub(crate) moved: Vec2,
    /// The motion that is still to come once more.
    dual_wield: Option<Vec2>,
}

impl MouseCounts {
    /// Takes in the motions of a picture; `come_twice` if each of them arrives twice, one right after the other.
    fn follow(&mut self, motions: impl Iterator<Item = Vec2>, come_twice: bool) {
        self.moved = Vec2::ZERO;
        self.dual_wield = self.dual_wield.filter(|_| come_twice);
        for motion in motions {
            if self.dual_wield == Some(motion) {
                self.dual_wield = None;
            } else {
                self.moved += motion;
                self.dual_wield = Some(motion).filter(|_| come_twice);
            }
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MouseCounts>();
    app.add_systems(PreUpdate, gather.after(InputSystems));
}

fn gather(
    mut motions: MessageReader<MouseMotion>,
    twins: Option<Res<MotionsComeTwice>>,
    mut counts: ResMut<MouseCounts>,
) {
    let come_twice = twins.is_some_and(|twins| twins.0);
    counts.follow(motions.read().map(|motion| motion.delta), come_twice);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far the mouse has moved to the right in each picture, by the motions told in it.
    fn moved<const N: usize>(come_twice: bool, pictures: [&[i32]; N]) -> [f32; N] {
        let mut counts = MouseCounts::default();
        pictures.map(|motions| {
            counts.follow(motions.iter().map(|&x| Vec2::new(x as f32, 0.0)), come_twice);
            counts.moved.x
        })
    }

    #[test]
    fn a_motion_that_is_told_twice_counts_once() {
        assert_eq!(moved(true, [&[5, 5, 3, 3], &[], &[3, 3, 3, 3]]), [8.0, 0.0, 6.0]);
        assert_eq!(moved(true, [&[5, 5, 3], &[3, 1, 1]]), [8.0, 1.0], "also in two pictures");
        assert_eq!(moved(true, [&[9, 5, 5, 3, 3]]), [17.0], "one that came before the pointer was caught comes alone");
    }

    #[test]
    fn a_motion_that_is_told_once_counts_whatever_came_before() {
        assert_eq!(moved(false, [&[5, 5, 3, 3], &[3]]), [16.0, 3.0]);
    }
}
