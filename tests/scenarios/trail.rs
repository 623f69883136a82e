//! Trails: the recorded positions of a body, to test how monsters walk.

use bevy::math::{Vec2, ops};

/// Number of ticks between two points of a trail for measuring turns: a tenth of a second.
const STRIDE: usize = 12;

/// The positions of a body in consecutive ticks.
#[derive(Default)]
pub(crate) struct Trail(pub(crate) Vec<Vec2>);

impl Trail {
    /// Returns the length of the trail in tiles.
    pub(crate) fn length(&self) -> f32 {
        self.0.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// Returns the sum of all turns to either side, in degrees.
    pub(crate) fn turning(&self) -> f32 {
        let points: Vec<Vec2> = self.0.iter().step_by(STRIDE).copied().collect();
        let steps: Vec<Vec2> = points.windows(2).map(|pair| pair[1] - pair[0]).filter(|s| s.length() > 1e-3).collect();
        let angle = |a: Vec2, b: Vec2| ops::atan2(a.perp_dot(b), a.dot(b)).to_degrees();
        steps.windows(2).map(|pair| angle(pair[0], pair[1]).abs()).sum()
    }

    /// Returns the longest time of movement without progress, in ticks.
    pub(crate) fn jogging(&self) -> usize {
        let (mut longest, mut since) = (0, 0);
        for now in 1..self.0.len() {
            let rests = self.0[now].distance(self.0[now - 1]) < 1e-5;
            // Progress means a distance of half a body from the earlier position.
            while since < now && (rests || self.0[now].distance(self.0[since]) > 0.3) {
                since += 1;
            }
            longest = longest.max(now - since);
        }
        longest
    }
}
