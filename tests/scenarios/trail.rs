//! A trail: where somebody went, for stories about how the undead walk.

use bevy::math::{Vec2, ops};

/// So many ticks lie between two points of a trail that count for its turns: a tenth of a second.
const STRIDE: usize = 12;

/// Where somebody was in one tick after the other.
#[derive(Default)]
pub(crate) struct Trail(pub(crate) Vec<Vec2>);

impl Trail {
    /// How far he went, in tiles.
    pub(crate) fn length(&self) -> f32 {
        self.0.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// How much he turned to either side in all, in degrees.
    pub(crate) fn turning(&self) -> f32 {
        let points: Vec<Vec2> = self.0.iter().step_by(STRIDE).copied().collect();
        let steps: Vec<Vec2> = points.windows(2).map(|pair| pair[1] - pair[0]).filter(|s| s.length() > 1e-3).collect();
        let angle = |a: Vec2, b: Vec2| ops::atan2(a.perp_dot(b), a.dot(b)).to_degrees();
        steps.windows(2).map(|pair| angle(pair[0], pair[1]).abs()).sum()
    }

    /// The longest that he went on without getting anywhere, in ticks: in each of them he moved.
    pub(crate) fn jogging(&self) -> usize {
        let (mut longest, mut since) = (0, 0);
        for now in 1..self.0.len() {
            let rests = self.0[now].distance(self.0[now - 1]) < 1e-5;
            // He got somewhere if he is as far from where he was as half a body.
            while since < now && (rests || self.0[now].distance(self.0[since]) > 0.3) {
                since += 1;
            }
            longest = longest.max(now - since);
        }
        longest
    }
}
