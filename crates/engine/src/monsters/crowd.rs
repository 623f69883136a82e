//! Crowds: who stands in whose way, who waits for whom, and who goes round.

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

/// How much room a chaser wants before the body in front of it, in tiles.
const GAP: f32 = 0.5;
/// The cosine of how far to each side another one is still in front: an arc of 120 degrees.
const ARC: f32 = 0.5;
/// How far to the side one goes to get round another, in tiles, and the cosine and sine of how sharply it turns.
const ASIDE: f32 = 0.9;
const TURN: Vec2 = Vec2::new(0.5, 0.866);

/// So many of the undead attack the player; counted anew in each tick.
#[derive(Resource, Default)]
pub(crate) struct Attackers(pub(crate) u32);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Attackers>();
    app.add_systems(FixedUpdate, ask.in_set(Step::UpdateCrowd).in_set(Undead));
}

/// Asks the undead who stand about where they are going, and how many of them attack the player.
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

/// One that wants to go on.
pub(crate) struct Pedestrian {
    pub(crate) id: Id,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// The direction in which it wants to go, of length 1.
    pub(crate) way: Vec2,
    /// Whom it is after: it does not wait for him.
    pub(crate) target: Entity,
}

impl Pedestrian {
    /// True if another one that is after somebody stands so near in front that this one cannot go on. Of two that are in
    /// each other's way, only one waits.
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

    /// A point beside those in front to get round them, if there is room; each tries the side of its number first.
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

/// True if a way leads towards something, within the arc.
fn meets(to: Vec2, way: Vec2) -> bool {
    to.dot(way) > ARC * to.length()
}
