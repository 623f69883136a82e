//! Places: which bodies stand where, for whoever asks who is near.

use crate::body::{Body, Position};
use crate::grid::Grid;
use crate::id::Id;
use crate::monster::Monster;
use crate::tick::Tick;
use bevy::prelude::*;

/// The end of a list.
const NONE: u32 = u32::MAX;
/// The greatest radius of a body, in tiles.
pub(crate) const WIDEST: f32 = 0.5;

/// All living bodies, by their cells, as they stand at the beginning of a tick.
///
/// They are counted anew in each tick, so this is no part of the state; it is kept for its room in memory.
#[derive(Resource, Default)]
pub(crate) struct Places {
    width: i32,
    height: i32,
    /// For every cell the first of those who stand in it.
    first: Vec<u32>,
    /// In the order of their ids.
    standing: Vec<Standing>,
    /// So many of them attack the player.
    pub(crate) attackers: u32,
}

/// A body, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) id: Id,
    pub(crate) entity: Entity,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// For an undead that is after somebody the direction in which it goes.
    pub(crate) way: Option<Vec2>,
    /// The next one in its cell, of a higher id.
    next: u32,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Places>();
    app.add_systems(FixedUpdate, survey.in_set(Tick::Sense));
}

/// Looks where everybody stands.
pub(crate) fn survey(
    grid: Res<Grid>,
    bodies: Query<(Entity, &Id, &Position, &Body, Option<&Monster>)>,
    mut places: ResMut<Places>,
) {
    places.clear(&grid);
    let mut attackers = 0;
    places.standing.extend(bodies.iter().map(|(entity, &id, at, body, monster)| {
        attackers += u32::from(monster.is_some_and(Monster::attacks_player));
        let way = monster.and_then(Monster::way);
        Standing { id, entity, at: at.0, radius: body.radius, way, next: NONE }
    }));
    places.attackers = attackers;
    places.link();
}

impl Places {
    /// Empties them for a map.
    fn clear(&mut self, grid: &Grid) {
        for index in 0..self.standing.len() {
            if let Some(cell) = self.cell(Grid::cell_at(self.standing[index].at)) {
                self.first[cell] = NONE;
            }
        }
        self.standing.clear();
        let size = grid.size();
        (self.width, self.height) = (size.x, size.y);
        self.first.resize(grid.len(), NONE);
    }

    /// Puts them into the lists of their cells.
    fn link(&mut self) {
        // A query gives them by id until somebody dies.
        if !self.standing.is_sorted_by_key(|standing| standing.id) {
            self.standing.sort_unstable_by_key(|standing| standing.id);
        }
        // From the back, so that each list goes by id.
        for index in (0..self.standing.len()).rev() {
            if let Some(cell) = self.cell(Grid::cell_at(self.standing[index].at)) {
                self.standing[index].next = std::mem::replace(&mut self.first[cell], index as u32);
            }
        }
    }

    /// The one of a number, if it lives.
    pub(crate) fn of(&self, id: Id) -> Option<&Standing> {
        let index = self.standing.binary_search_by_key(&id, |standing| standing.id).ok()?;
        Some(&self.standing[index])
    }

    /// All of them, in the order of their ids.
    pub(crate) fn all(&self) -> &[Standing] {
        &self.standing
    }

    /// All whose middle is in one of the cells round a point that something within a distance of it can be in.
    pub(crate) fn round(&self, point: Vec2, distance: f32) -> Round<'_> {
        let from = Grid::cell_at(point - distance).max(IVec2::ZERO);
        let to = Grid::cell_at(point + distance).min(IVec2::new(self.width, self.height) - 1);
        Round { places: self, from, to, cell: from - IVec2::X, next: NONE }
    }

    /// All whose bodies come within a distance of a point.
    pub(crate) fn near(&self, point: Vec2, distance: f32) -> impl Iterator<Item = &Standing> {
        self.round(point, distance + WIDEST).filter(move |standing| {
            let reach = distance + standing.radius;
            standing.at.distance_squared(point) < reach * reach
        })
    }

    fn cell(&self, cell: IVec2) -> Option<usize> {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        inside.then_some((cell.y * self.width + cell.x) as usize)
    }
}

/// Goes through the lists of a rectangle of cells.
pub(crate) struct Round<'a> {
    places: &'a Places,
    from: IVec2,
    to: IVec2,
    cell: IVec2,
    next: u32,
}

impl<'a> Iterator for Round<'a> {
    type Item = &'a Standing;

    fn next(&mut self) -> Option<&'a Standing> {
        while self.next == NONE {
            self.cell.x += 1;
            if self.cell.x > self.to.x {
                self.cell = IVec2::new(self.from.x, self.cell.y + 1);
            }
            if self.cell.y > self.to.y || self.from.x > self.to.x {
                return None;
            }
            self.next = self.places.first[(self.cell.y * self.places.width + self.cell.x) as usize];
        }
        let standing = self.places.standing.get(self.next as usize)?;
        self.next = standing.next;
        Some(standing)
    }
}
