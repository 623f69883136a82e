//! A tour: a scene, and the camera path through it.

use bevy::math::ops;
use raycast::{Camera, Scene};

/// A scene that is drawn from many positions.
pub(crate) struct Tour {
    /// The name in tables.
    pub(crate) name: String,
    /// The scene. Its camera has its field of view, but no position yet.
    pub(crate) scene: Scene,
    /// The position and direction of the camera in each frame.
    pub(crate) poses: Vec<Pose>,
}

/// The position and direction of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    /// In tiles.
    pub(crate) x: f32,
    /// In tiles.
    pub(crate) y: f32,
    /// In radians.
    pub(crate) angle: f32,
}

impl Tour {
    /// Moves the camera to a pose.
    pub(crate) fn stand(&mut self, Pose { x, y, angle }: Pose) {
        self.scene.camera = Camera { x, y, angle, ..self.scene.camera };
    }
}

/// Returns the cells of a walk from corner to corner; each leg is straight along x or y.
pub(crate) fn cells_between(corners: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut cells: Vec<(usize, usize)> = corners.first().copied().into_iter().collect();
    for &(to_x, to_y) in corners {
        while let Some(&(x, y)) = cells.last().filter(|&&last| last != (to_x, to_y)) {
            let step = |from: usize, to: usize| if from < to { from + 1 } else { from - usize::from(from > to) };
            cells.push((step(x, to_x), step(y, to_y)));
        }
    }
    cells
}

/// The look-ahead of the camera, in cells, so that it turns before it reaches a corner.
const AHEAD: f32 = 1.25;

/// Returns this number of poses along a walk over neighbouring cells. The poses never leave these cells.
pub(crate) fn poses_along(cells: &[(usize, usize)], count: usize) -> Vec<Pose> {
    let mut angle = 0.0;
    let end = cells.len() as f32;
    let pose = |number: usize| {
        let way = end * number as f32 / count as f32;
        let [x, y] = place(cells, way);
        let [ahead_x, ahead_y] = place(cells, (way + AHEAD).min(end));
        let (dx, dy) = (ahead_x - x, ahead_y - y);
        // At the end of the walk there is nothing ahead to turn to.
        if dx * dx + dy * dy > 0.25 {
            angle = ops::atan2(dy, dx);
        }
        Pose { x, y, angle }
    };
    (0..count).map(pose).collect()
}

/// Returns the position after a distance along a walk, in cells. The curve is smooth, with a parabola in each cell from
/// border to border.
fn place(cells: &[(usize, usize)], way: f32) -> [f32; 2] {
    let last = cells.len() - 1;
    let number = (way as usize).min(last);
    let part = way - number as f32;
    let (before, here, after) = (cells[number.saturating_sub(1)], cells[number], cells[(number + 1).min(last)]);
    let curve = |before: usize, here: usize, after: usize| {
        let [before, here, after] = [before, here, after].map(|cell| cell as f32 + 0.5);
        0.5 * (1.0 - part) * (1.0 - part) * before + (0.5 + part - part * part) * here + 0.5 * part * part * after
    };
    [curve(before.0, here.0, after.0), curve(before.1, here.1, after.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    #[test]
    fn walk_visits_neighbouring_cells_between_corners() {
        let walk = cells_between(&[(1, 1), (3, 1), (3, 3), (2, 3)]);
        assert_eq!(walk, [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3)]);
        assert_eq!(cells_between(&[(4, 4)]), [(4, 4)]);
    }

    #[test]
    fn poses_stay_on_their_walk_and_move_smoothly() {
        let walk = cells_between(&[(1, 1), (5, 1), (5, 4), (2, 4), (2, 2)]);
        let poses = poses_along(&walk, 100);
        assert_eq!(poses[0], Pose { x: 1.5, y: 1.5, angle: 0.0 });
        for pose in &poses {
            assert!(walk.contains(&(pose.x as usize, pose.y as usize)), "{pose:?}");
        }
        for pair in poses.windows(2) {
            let turn = (pair[1].angle - pair[0].angle + 3.0 * PI).rem_euclid(2.0 * PI) - PI;
            assert!(ops::hypot(pair[1].x - pair[0].x, pair[1].y - pair[0].y) < 0.2 && turn.abs() < 0.4, "{pair:?}");
        }
    }
}
