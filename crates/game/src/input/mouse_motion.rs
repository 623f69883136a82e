//! Mouse movement since the last frame, with each motion counted once.

use crate::window::shell::MotionsComeTwice;
use bevy::{input::InputSystems, input::mouse::MouseMotion, prelude::*};

/// Mouse movement since the last frame in device counts; y grows downwards.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct MouseCounts {
    pub(crate) moved: Vec2,
    /// Motion whose duplicate is expected next.
    twin: Option<Vec2>,
}

impl MouseCounts {
    /// Processes the motions of a frame. `come_twice` is true if each of them is reported twice in a row.
    fn follow(&mut self, motions: impl Iterator<Item = Vec2>, come_twice: bool) {
        self.moved = Vec2::ZERO;
        self.twin = self.twin.filter(|_| come_twice);
        for motion in motions {
            if self.twin == Some(motion) {
                self.twin = None;
            } else {
                self.moved += motion;
                self.twin = Some(motion).filter(|_| come_twice);
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

    /// Returns the movement to the right in each frame for these reported motions.
    fn moved<const N: usize>(come_twice: bool, pictures: [&[i32]; N]) -> [f32; N] {
        let mut counts = MouseCounts::default();
        pictures.map(|motions| {
            counts.follow(motions.iter().map(|&x| Vec2::new(x as f32, 0.0)), come_twice);
            counts.moved.x
        })
    }

    #[test]
    fn duplicate_motion_counts_once() {
        assert_eq!(moved(true, [&[5, 5, 3, 3], &[], &[3, 3, 3, 3]]), [8.0, 0.0, 6.0]);
        assert_eq!(moved(true, [&[5, 5, 3], &[3, 1, 1]]), [8.0, 1.0], "duplicates may be in the next frame");
        assert_eq!(moved(true, [&[9, 5, 5, 3, 3]]), [17.0], "a motion from before the capture is not duplicated");
    }

    #[test]
    fn single_motion_always_counts() {
        assert_eq!(moved(false, [&[5, 5, 3, 3], &[3]]), [16.0, 3.0]);
    }
}
