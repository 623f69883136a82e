//! Crowds: who stands in whose way.

use crate::body::{Body, Heading, Position};
use crate::grid::Grid;
use crate::id::Id;
use crate::monster::Monster;
use crate::player::Player;
use crate::run::Run;
use crate::tick::Tick;
use bevy::prelude::*;

/// How much room a chaser wants before the body in front of it, in tiles.
const GAP: f32 = 0.5;
/// The cosine of how far to each side another one is still in front: an arc of 120 degrees.
const ARC: f32 = 0.5;
/// Each looks before its feet once in so many ticks.
const EVERY: u64 = 8;
/// So many cells round its own it looks for others: two radii of half a tile and the gap reach no farther.
const CELLS: i32 = 2;

/// The undead that are on the chase, by row, column and number; made anew each tick, kept for its room in memory.
#[derive(Resource, Default)]
struct Chasers(Vec<Chaser>);

/// One of them.
#[derive(Clone, Copy)]
struct Chaser {
    place: (i32, i32),
    id: Id,
    at: Vec2,
    radius: f32,
    heading: Heading,
}

impl Chaser {
    /// True if another one is so near in front of this one that it cannot go on.
    fn meets(&self, other: &Chaser) -> bool {
        let to = other.at - self.at;
        let distance = to.length();
        distance <= self.radius + other.radius + GAP && to.dot(self.heading.direction()) > ARC * distance
    }

    /// True if another one is in its way. Of two that are in each other's, only one waits.
    fn waits_for(&self, other: &Chaser) -> bool {
        self.meets(other) && !(other.meets(self) && self.id < other.id)
    }
}

impl Chasers {
    /// True if another chaser is in the way of this one.
    fn block(&self, chaser: &Chaser) -> bool {
        let (row, column) = chaser.place;
        (row - CELLS..=row + CELLS).any(|near| {
            let first = self.0.partition_point(|other| other.place < (near, column - CELLS));
            let in_row = self.0[first..].iter().take_while(|other| other.place <= (near, column + CELLS));
            in_row.filter(|other| other.id != chaser.id).any(|other| chaser.waits_for(other))
        })
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Chasers>();
    app.add_systems(FixedUpdate, look_ahead.in_set(Tick::Think).before(crate::monster::think));
}

/// Who has another one in its way.
fn look_ahead(
    run: Res<Run>,
    mut chasers: ResMut<Chasers>,
    mut monsters: Query<(&Id, &mut Monster, &Position, &Heading, &Body), Without<Player>>,
) {
    let chaser = |id: Id, position: &Position, heading: &Heading, body: &Body| {
        let cell = Grid::cell_at(position.0);
        Chaser { place: (cell.y, cell.x), id, at: position.0, radius: body.radius, heading: *heading }
    };
    chasers.0.clear();
    let chase = monsters.iter().filter(|(_, monster, ..)| monster.is_on_the_chase());
    chasers.0.extend(chase.map(|(&id, _, position, heading, body)| chaser(id, position, heading, body)));
    chasers.0.sort_unstable_by_key(|chaser| (chaser.place, chaser.id));
    for (&id, mut monster, position, heading, body) in &mut monsters {
        if monster.is_on_the_chase() && (run.tick + u64::from(id.0)).is_multiple_of(EVERY) {
            monster.in_way = chasers.block(&chaser(id, position, heading, body));
        }
    }
}
