//! Models: where a ray hits objects that stand in a cell without filling it.

use crate::{
    scene::scene::{Model, ModelEdge, Round},
    scene::textures::TextureId,
};

/// The maximum number of parts of one model that a ray records; only the nearest are kept.
const MAX: usize = 8;

/// The minimum distance, in tiles, at which a part is hit; parts that touch the eye are not visible.
const TOUCHING: f64 = 1e-6;

/// The point where a ray hits a part of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RayHit {
    pub(crate) depth: f64,
    /// The point in the cell, 0 to 1 on each axis.
    pub(crate) place: (f64, f64),
    /// The position across the texture, 0 (left) to 1 (right) as seen from the eye.
    pub(crate) across: f64,
    /// How much the part faces along y: 0 if it faces along x, 1 if it faces along y.
    pub(crate) along_y: f64,
    pub(crate) texture: TextureId,
    /// True if the part is transparent.
    pub(crate) clear: bool,
}

/// All hits of a ray on a model, from near to far.
pub(crate) struct RayHits {
    all: [Option<RayHit>; MAX],
}

impl RayHits {
    /// Casts a ray from the eye, both in the coordinates of the cell.
    pub(crate) fn new(model: &Model, eye: (f64, f64), ray: (f64, f64)) -> RayHits {
        let mut meetings = RayHits { all: [None; MAX] };
        for meeting in model.edges.iter().filter_map(|edge| meet_edge(edge, eye, ray)) {
            meetings.insert(meeting);
        }
        for meeting in model.rounds.iter().filter_map(|round| meet_round(round, eye, ray)) {
            meetings.insert(meeting);
        }
        meetings
    }

    /// Returns the hits, from near to far.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &RayHit> {
        self.all.iter().flatten()
    }

    /// Inserts a hit in depth order; of two hits at the same depth, the earlier one stays in front.
    fn insert(&mut self, meeting: RayHit) {
        let mut held = Some(meeting);
        for place in &mut self.all {
            match (&held, &place) {
                (None, _) => return,
                (Some(new), Some(old)) if old.depth <= new.depth => {}
                _ => std::mem::swap(place, &mut held),
            }
        }
    }
}

/// Returns the point where a ray hits an edge, if it does.
#[inline]
pub(crate) fn meet_edge(edge: &ModelEdge, eye: (f64, f64), ray: (f64, f64)) -> Option<RayHit> {
    let from = (f64::from(edge.from[0]), f64::from(edge.from[1]));
    let way = (f64::from(edge.to[0]) - from.0, f64::from(edge.to[1]) - from.1);
    let start = (from.0 - eye.0, from.1 - eye.1);
    // Positive if the ray crosses the edge from the side on which the start of the edge is on the left.
    let turn = ray.0 * way.1 - ray.1 * way.0;
    let depth = (start.0 * way.1 - start.1 * way.0) / turn;
    let along = (start.0 * ray.1 - start.1 * ray.0) / turn;
    // A ray parallel to the edge divides by 0, and comparisons with NaN are false.
    if !(depth > TOUCHING && (0.0..=1.0).contains(&along)) {
        return None;
    }
    let [left, right] = edge.across.map(f64::from);
    let across = left + (right - left) * along;
    let length = way.0 * way.0 + way.1 * way.1;
    Some(RayHit {
        depth,
        place: (eye.0 + depth * ray.0, eye.1 + depth * ray.1),
        // Seen from behind, left and right are swapped, so that text on a texture is never mirrored.
        across: if turn > 0.0 { across } else { 1.0 - across },
        along_y: way.0 * way.0 / length,
        texture: edge.texture,
        clear: edge.clear,
    })
}

fn meet_round(round: &Round, eye: (f64, f64), ray: (f64, f64)) -> Option<RayHit> {
    let [x, y] = round.middle.map(f64::from);
    let (x, y, radius) = (x - eye.0, y - eye.1, f64::from(round.radius));
    let length = ray.0 * ray.0 + ray.1 * ray.1;
    let nearest = (x * ray.0 + y * ray.1) / length;
    let rest = nearest * nearest - (x * x + y * y - radius * radius) / length;
    // A pillar is invisible from inside.
    let depth = nearest - rest.sqrt();
    if !(radius > 0.0 && rest >= 0.0 && depth > TOUCHING) {
        return None;
    }
    let (out_x, out_y) = (depth * ray.0 - x, depth * ray.1 - y);
    let turn = libm::atan2(out_y, out_x) / std::f64::consts::TAU;
    Some(RayHit {
        depth,
        place: (eye.0 + depth * ray.0, eye.1 + depth * ray.1),
        across: if turn < 0.0 { -turn } else { 1.0 - turn },
        along_y: out_y * out_y / (radius * radius),
        texture: round.texture,
        clear: false,
    })
}
