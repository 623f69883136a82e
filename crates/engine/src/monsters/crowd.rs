//! Crowd avoidance: which monsters block each other, which of them waits, and which walks around the other.

use crate::{
    bodies::body::Body,
    bodies::spatial_index::{SpatialIndex, Standing},
    deck::grid::Grid,
    deck::paths,
    monsters::monster::{Monster, Undead},
    tick::id::Id,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Distance in tiles that a chasing monster keeps to the body in front of it.
const GAP: f32 = 0.5;
/// Cosine of the half angle within which another body counts as in front: an arc of 120 degrees.
const ARC: f32 = 0.5;
/// Sideways distance in tiles for walking around another body, and the cosine and sine of the turn angle.
const ASIDE: f32 = 0.9;
const TURN: Vec2 = Vec2::new(0.5, 0.866);

/// Number of monsters that attack the player, counted again in each tick.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct Attackers(pub(crate) u32);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Attackers>();
    app.add_systems(FixedUpdate, ask.in_set(Step::UpdateCrowd).in_set(Undead));
}

/// Collects the directions of the monsters in the spatial index, and counts those that attack the player.
fn ask(
    monsters: Query<(&Id, &Monster), With<Body>>,
    mut places: ResMut<SpatialIndex>,
    mut attackers: ResMut<Attackers>,
) {
    attackers.0 = 0;
    let mut next = 0;
    for (&id, monster) in &monsters {
        let Some(index) = places.index_of(id, &mut next) else { continue };
        places.note_undead(index, monster.way());
        attackers.0 += u32::from(monster.attacks_player());
    }
}

/// A monster that wants to move on.
pub(crate) struct Pedestrian {
    pub(crate) id: Id,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// Unit vector of the desired direction.
    pub(crate) way: Vec2,
    /// The target of the chase; the monster does not wait for it.
    pub(crate) target: Entity,
}

impl Pedestrian {
    /// Returns true if another chasing monster in front is so close that this one cannot go on. If two monsters block
    /// each other, only one of them waits.
    pub(crate) fn is_blocked(&self, places: &SpatialIndex) -> bool {
        let reach = self.radius + GAP;
        places.near(self.at, reach).any(|other| {
            let is_other = other.id != self.id && other.entity != self.target;
            let Some(its_way) = other.way.filter(|_| is_other) else { return false };
            let to = other.at - self.at;
            let gives_way = meets(-to, its_way) && self.id < other.id;
            meets(to, self.way) && !gives_way
        })
    }

    /// Returns a point that leads around the bodies in front, if there is room. The id decides which side is tried
    /// first.
    pub(crate) fn way_round(&self, grid: &Grid, places: &SpatialIndex) -> Option<Vec2> {
        let side = if self.id.0.is_multiple_of(2) { 1.0 } else { -1.0 };
        let points = [side, -side].map(|side| self.at + self.way.rotate(TURN * Vec2::new(1.0, side)) * ASIDE);
        let is_free = |point: &Vec2| {
            let taken = |other: &Standing| other.id != self.id;
            !places.near(*point, self.radius).any(taken) && paths::straight(grid, self.at, *point, self.radius)
        };
        points.into_iter().find(is_free)
    }
}

/// Returns true if a direction is within the arc around the direction `to`.
fn meets(to: Vec2, way: Vec2) -> bool {
    to.dot(way) > ARC * to.length()
}
