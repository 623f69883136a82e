//! The spatial index: which bodies are in which cell, for neighbour queries.

use crate::{
    bodies::body::{Body, Position},
    deck::grid::Grid,
    tick::change_detection::touched,
    tick::id::{Id, PLAYER},
    tick::tick::Step,
};
use bevy::{ecs::lifecycle::HookContext, ecs::world::DeferredWorld, prelude::*};

/// Marks an empty cell, and bodies that are off the map.
const NONE: u32 = u32::MAX;
/// Maximum radius of a body, in tiles.
pub(crate) const WIDEST: f32 = 0.5;

/// All living bodies, by their cells at the beginning of the tick. Their positions are updated as they move.
///
/// The index is rebuilt from the bodies and is not part of the game state. It is kept to reuse its memory, and because
/// most bodies have not left their cells since the last tick.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct SpatialIndex {
    width: i32,
    height: i32,
    /// True if no body was added or removed since the last survey.
    are_same: bool,
    /// The bodies in the order of their ids.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    standing: Vec<Standing>,
    /// The bodies row by row and cell by cell, so that neighbours on the map are adjacent in memory.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    spots: Vec<Spot>,
    /// Index of the first spot of each cell.
    first: Vec<u32>,
    /// The ids in the order of the most recent query, and the index of each in the order of the ids.
    came: Vec<Id>,
    order: Vec<u32>,
    /// The sorted ids, each with its index in `came`.
    by_id: Vec<(Id, u32)>,
    /// Index of each body's spot, in the order of the ids.
    spot_of: Vec<u32>,
    /// Maximum distance of a body from the cell of its spot, in tiles.
    strayed: f32,
    /// True if it is not known which bodies have moved since the last survey.
    all_stirred: bool,
    /// True if more than [`FEW`] bodies have moved, so that their cells were not recorded.
    many_stirred: bool,
    /// The number of this survey, and for each cell the number of the last survey in which a body had moved in it or in
    /// a neighbouring cell.
    number: u32,
    stirred: Vec<u32>,
    /// True if a body has left the cell of its spot.
    has_left: bool,
    // Reused memory.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    sorted: Vec<Spot>,
    counts: Vec<u32>,
}

/// A body and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) id: Id,
    pub(crate) entity: Entity,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// True for monsters; set by the crowd.
    pub(crate) is_undead: bool,
    /// The direction in which a monster pursues its target, if it does; set by the crowd.
    pub(crate) way: Option<Vec2>,
}

/// The part of a body that neighbour queries need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// Index of the body in the order of the ids.
    pub(crate) index: u32,
    /// The cell at the beginning of the tick: the row in the upper 16 bits and the column in the lower 16.
    cell: u32,
}

/// Placeholder for a body that has not been entered yet.
const NOBODY: Standing =
    Standing { id: PLAYER, entity: Entity::PLACEHOLDER, at: Vec2::ZERO, radius: 0.0, is_undead: false, way: None };

/// Returns the spot of a body with this index, if it is on a map of this size.
fn spot(body: &Standing, index: usize, size: IVec2) -> Option<Spot> {
    let cell = Grid::cell_at(body.at);
    let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(size).all();
    let Standing { at, radius, .. } = *body;
    inside.then(|| Spot { at, radius, index: index as u32, cell: cell.y as u32 * ROW + cell.x as u32 })
}

impl Spot {
    fn column(&self) -> usize {
        (self.cell & 0xffff) as usize
    }

    fn row(&self) -> usize {
        (self.cell >> 16) as usize
    }

    /// Returns the distance from its cell along x or y, in tiles; less than 0 inside the cell.
    fn strayed(&self) -> f32 {
        let corner = Vec2::new(self.column() as f32, self.row() as f32);
        (corner - self.at).max(self.at - corner - 1.0).max_element()
    }

    /// Returns the cell at the beginning of the tick as a sort key.
    pub(crate) fn cell(&self) -> u32 {
        self.cell
    }
}

/// Increment of a cell's sort key per row.
const ROW: u32 = 1 << 16;
/// Maximum number of moved bodies whose cells are recorded.
const FEW: usize = 32;
/// Number of expected next bodies that are compared before a full search.
const GAP: usize = 8;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SpatialIndex>();
    app.world_mut().register_component_hooks::<Body>().on_insert(note_other).on_remove(note_other);
    app.add_systems(FixedUpdate, survey.in_set(Step::UpdateSpatialIndex));
}

/// Updates the index. While the set of bodies is the same, only those that may have moved are updated.
fn survey(grid: Res<Grid>, bodies: Query<(Entity, &Id, Ref<Position>, &Body)>, mut places: ResMut<SpatialIndex>) {
    let standing = |entity, id: &Id, at: &Position, body: &Body| Standing {
        id: *id,
        entity,
        at: at.0,
        radius: body.radius,
        ..NOBODY
    };
    if !std::mem::replace(&mut places.are_same, true) {
        places.survey(grid.size(), bodies.iter().map(|(entity, id, at, body)| standing(entity, id, &at, body)));
    } else {
        let tables = bodies.contiguous_iter().into_iter().flatten();
        let moved = tables.flat_map(|(entities, ids, positions, bodies)| {
            let (last_run, this_run) = (positions.last_run_tick(), positions.this_run_tick());
            let rows = touched([positions.changed_ticks_slice()], last_run, this_run);
            let positions = positions.into_inner();
            rows.map(move |row| standing(entities[row], &ids[row], &positions[row], &bodies[row]))
        });
        places.survey_some(grid.size(), moved);
    }
}

/// Records that a body was added or removed.
fn note_other(mut world: DeferredWorld, _: HookContext) {
    if let Some(mut places) = world.get_resource_mut::<SpatialIndex>() {
        places.are_same = false;
    }
}

impl SpatialIndex {
    /// Rebuilds the index for a map of this size.
    fn survey(&mut self, size: IVec2, bodies: impl Iterator<Item = Standing> + Clone) {
        self.order(bodies.clone().map(|body| body.id));
        bodies.zip(&self.order).for_each(|(body, index)| self.standing[*index as usize] = body);
        self.all_stirred = true;
        self.strayed = 0.0;
        self.clear(size);
        self.link(size);
    }

    /// Updates the positions of these bodies on a map of this size; all others have not moved. Usually each is still in
    /// its cell, and nothing has to be sorted.
    fn survey_some(&mut self, size: IVec2, bodies: impl Iterator<Item = Standing>) {
        let mut in_cells = IVec2::new(self.width, self.height) == size && !self.has_left;
        self.all_stirred = false;
        self.number = self.number.wrapping_add(1);
        let (mut next, mut count) = (0, 0);
        for body in bodies {
            let Some(index) = self.index_of(body.id, &mut next) else { continue };
            in_cells &= self.note(index, body, size);
            count += 1;
            if count <= FEW {
                self.note_stirred(Grid::cell_at(body.at));
            }
        }
        self.many_stirred = count > FEW;
        self.strayed = 0.0;
        if !in_cells {
            self.clear(size);
            self.link(size);
        }
    }

    /// Updates the position of the body at an index. Returns false if it has left the cell of its spot.
    fn note(&mut self, index: usize, body: Standing, size: IVec2) -> bool {
        let before = &mut self.standing[index];
        if (before.at, before.radius, before.entity) == (body.at, body.radius, body.entity) {
            return true;
        }
        *before = body;
        let now = self.spot_of(index);
        if let Some(spot) = now {
            (self.spots[spot].at, self.spots[spot].radius) = (body.at, body.radius);
        }
        spot(&body, index, size).map(|spot| spot.cell) == now.map(|spot| self.spots[spot].cell)
    }

    /// Computes the index of each body in the order of the ids.
    fn order(&mut self, ids: impl Iterator<Item = Id>) {
        self.came.clear();
        self.came.extend(ids);
        self.by_id.clear();
        self.by_id.extend(self.came.iter().copied().zip(0..));
        self.by_id.sort_unstable();
        self.order.resize(self.came.len(), 0);
        for (&(_, came), index) in self.by_id.iter().zip(0..) {
            self.order[came as usize] = index;
        }
        self.standing.resize(self.came.len(), NOBODY);
    }

    /// Removes all spots and prepares for a map of this size.
    fn clear(&mut self, size: IVec2) {
        for spot in &self.spots {
            self.first[spot.row() * self.width as usize + spot.column()] = NONE;
        }
        self.spots.clear();
        (self.width, self.height) = (size.x, size.y);
        self.first.resize((size.x * size.y) as usize, NONE);
        self.stirred.resize((size.x * size.y) as usize, self.number);
        self.has_left = false;
    }

    /// Sorts the bodies into cells.
    fn link(&mut self, size: IVec2) {
        self.spots.extend(self.standing.iter().enumerate().filter_map(|(index, body)| spot(body, index, size)));
        // Both sorts are stable.
        sort(&self.spots, &mut self.sorted, &mut self.counts, self.width, Spot::column);
        sort(&self.sorted, &mut self.spots, &mut self.counts, self.height, Spot::row);
        self.spot_of.clear();
        self.spot_of.resize(self.standing.len(), NONE);
        // Iterate in reverse, so that the first spot of each cell is written last.
        for (index, spot) in self.spots.iter().enumerate().rev() {
            self.spot_of[spot.index as usize] = index as u32;
            self.first[spot.row() * self.width as usize + spot.column()] = index as u32;
        }
    }

    /// Returns the body with an id, if it is alive.
    pub(crate) fn of(&self, id: Id) -> Option<&Standing> {
        let index = self.standing.binary_search_by_key(&id, |standing| standing.id).ok()?;
        Some(&self.standing[index])
    }

    /// Returns all bodies in the order of their ids.
    pub(crate) fn all(&self) -> &[Standing] {
        &self.standing
    }

    /// Marks the body at an index as a monster, and sets the direction in which it moves.
    pub(crate) fn note_undead(&mut self, index: usize, way: Option<Vec2>) {
        let standing = &mut self.standing[index];
        (standing.is_undead, standing.way) = (true, way);
    }

    /// Returns the index of a body. For a series of calls, `next` keeps the expected position of the next body: they
    /// usually come in the order of the survey, with some left out.
    pub(crate) fn index_of(&self, id: Id, next: &mut usize) -> Option<usize> {
        let after = self.came.get(*next..).unwrap_or_default();
        let comes = after.iter().take(GAP).position(|came| *came == id).map(|gap| *next + gap);
        let search =
            || self.by_id.binary_search_by_key(&id, |(id, _)| *id).ok().map(|index| self.by_id[index].1 as usize);
        let comes = comes.or_else(search)?;
        *next = comes + 1;
        Some(self.order[comes] as usize)
    }

    /// Returns all spots; neighbours on the map are adjacent in them.
    pub(crate) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns the spot of the body at an index, or `None` if it is off the map.
    pub(crate) fn spot_of(&self, index: usize) -> Option<usize> {
        self.spot_of.get(index).filter(|spot| **spot != NONE).map(|spot| *spot as usize)
    }

    /// Returns the maximum distance of a body from the cell of its spot, in tiles.
    pub(crate) fn strayed(&self) -> f32 {
        self.strayed
    }

    /// Moves the body of a spot to a point.
    pub(crate) fn put(&mut self, spot: usize, at: Vec2) {
        let spot = &mut self.spots[spot];
        if spot.at == at {
            return;
        }
        (spot.at, self.standing[spot.index as usize].at) = (at, at);
        let strayed = spot.strayed();
        self.strayed = self.strayed.max(strayed);
        self.has_left |= strayed >= 0.0;
    }

    /// Returns all bodies that touch the circle with radius `distance` around a point.
    pub(crate) fn near(&self, point: Vec2, distance: f32) -> impl Iterator<Item = &Standing> {
        self.spots_near(point, distance).map(|spot| &self.standing[self.spots[spot].index as usize])
    }

    /// Returns the spots of all bodies that touch the circle with radius `distance` around a point.
    pub(crate) fn spots_near(&self, point: Vec2, distance: f32) -> impl Iterator<Item = usize> {
        let farthest = distance + WIDEST + self.strayed;
        let from = Grid::cell_at(point - farthest).max(IVec2::ZERO);
        let to = Grid::cell_at(point + farthest).min(IVec2::new(self.width, self.height) - 1);
        let spots = (from.y..=to.y).flat_map(move |row| self.in_row(row, from.x, to.x));
        let is_near = move |spot: &usize| {
            let reach = distance + self.spots[*spot].radius;
            self.spots[*spot].at.distance_squared(point) < reach * reach
        };
        spots.filter(is_near)
    }

    /// Returns true if it is not known which bodies have moved since the last survey.
    pub(crate) fn have_all_stirred(&self) -> bool {
        self.all_stirred
    }

    /// Returns true if a body may have moved in a cell or a neighbouring one since the last survey.
    pub(crate) fn has_stirred(&self, cell: IVec2) -> bool {
        let at = || self.stirred.get((cell.y * self.width + cell.x) as usize);
        self.all_stirred || self.many_stirred || at().is_none_or(|survey| *survey == self.number)
    }

    /// Records that a body has moved in a cell.
    fn note_stirred(&mut self, cell: IVec2) {
        let most = IVec2::new(self.width, self.height) - 1;
        let (from, to) = ((cell - 1).max(IVec2::ZERO), (cell + 1).min(most));
        for row in from.y..=to.y {
            let at = |column: i32| (row * self.width + column) as usize;
            if let Some(cells) = self.stirred.get_mut(at(from.x)..at(to.x + 1)) {
                cells.fill(self.number);
            }
        }
    }

    /// Returns true if a cell of the map and its eight neighbours contain no body.
    pub(crate) fn is_lonely(&self, cell: IVec2) -> bool {
        let most = IVec2::new(self.width, self.height) - 1;
        let (from, to) = ((cell - 1).max(IVec2::ZERO), (cell + 1).min(most));
        (from.y..=to.y).all(|row| {
            let cell = |column: i32| (row * self.width + column) as usize;
            self.first.get(cell(from.x)..=cell(to.x)).is_none_or(|cells| cells.iter().all(|first| *first == NONE))
        })
    }

    /// Returns the spots in a row between two columns that are on the map.
    fn in_row(&self, row: i32, from: i32, to: i32) -> impl Iterator<Item = usize> {
        let cell = |column: i32| (row * self.width + column) as usize;
        let first = self.first.get(cell(from)..cell(to + 1)).unwrap_or_default().iter().find(|first| **first != NONE);
        let first = first.map_or(self.spots.len(), |first| *first as usize);
        let last = row as u32 * ROW + to as u32;
        (first..self.spots.len()).take_while(move |spot| self.spots[*spot].cell <= last)
    }
}

/// Calls `meet` for all pairs of spots that are in the same cell or in adjacent ones, which includes all that can
/// overlap. The spots come with their cells and must be in order.
pub(crate) fn pairs(among: &[(u32, u32)], mut meet: impl FnMut(usize, usize)) {
    let mut below = 0;
    for (place, &(one, cell)) in among.iter().enumerate() {
        let mut meet_until = |from: usize, last: u32| {
            let others = among[from..].iter().take_while(|(_, cell)| *cell <= last);
            others.for_each(|(other, _)| meet(one as usize, *other as usize));
        };
        meet_until(place + 1, cell + 1);
        // The start of the row below only moves forward from one spot to the next.
        while among.get(below).is_some_and(|(_, other)| other + 1 < cell + ROW) {
            below += 1;
        }
        meet_until(below, cell + ROW + 1);
    }
}

/// Sorts spots by a key below `limit`. The sort is stable.
fn sort(from: &[Spot], to: &mut Vec<Spot>, counts: &mut Vec<u32>, limit: i32, key: impl Fn(&Spot) -> usize) {
    counts.clear();
    counts.resize(limit as usize, 0);
    from.iter().for_each(|spot| counts[key(spot)] += 1);
    let mut next = 0;
    counts.iter_mut().for_each(|count| next += std::mem::replace(count, next));
    to.resize(from.len(), Spot::default());
    for spot in from {
        let place = &mut counts[key(spot)];
        to[*place as usize] = *spot;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*, sample::Index};

    const SIZE: IVec2 = IVec2::new(6, 4);

    /// Returns the answers to all queries as text: bodies near the middle and the corner of each cell, empty
    /// neighbourhoods, pairs, and indices.
    fn asked(places: &SpatialIndex) -> String {
        let cells = (0..SIZE.y).flat_map(|y| (0..SIZE.x).map(move |x| IVec2::new(x, y)));
        let near = |point| places.near(point, 0.4).map(|other| (other.id.0, other.at)).collect::<Vec<_>>();
        let around = |cell: IVec2| (near(cell.as_vec2()), near(cell.as_vec2() + 0.5), places.is_lonely(cell));
        let mut pairs = Vec::new();
        let all: Vec<(u32, u32)> = (0..).zip(places.spots().iter().map(Spot::cell)).collect();
        super::pairs(&all, |one, other| pairs.push((one, other)));
        let mut next = 0;
        let index = |standing: &Standing| (standing.id, places.index_of(standing.id, &mut next));
        let order: Vec<_> = places.all().iter().map(index).collect();
        let spots: Vec<_> = (0..order.len()).map(|index| places.spot_of(index)).collect();
        format!("{:?} {pairs:?} {order:?} {spots:?} {}", cells.map(around).collect::<Vec<_>>(), places.strayed())
    }

    #[test]
    fn moved_bodies_are_reported_until_the_next_survey() {
        let body = |id, at| Standing { id: Id(id), at, radius: 0.3, ..NOBODY };
        let [here, there] = [Vec2::new(1.5, 1.5), Vec2::new(4.5, 2.5)];
        let mut places = SpatialIndex::default();
        places.survey(SIZE, [body(1, here), body(2, there)].into_iter());
        let stirred = |places: &SpatialIndex| {
            let cells = (0..SIZE.y).flat_map(|y| (0..SIZE.x).map(move |x| IVec2::new(x, y)));
            cells.filter(|cell| places.has_stirred(*cell)).collect::<Vec<_>>()
        };
        assert_eq!(stirred(&places).len(), 24, "initially any body may have moved");
        places.survey_some(SIZE, [body(2, there + 0.1)].into_iter());
        let beside = |cell: &IVec2| (*cell - IVec2::new(4, 2)).abs().max_element() <= 1;
        assert!(stirred(&places).len() == 9 && stirred(&places).iter().all(beside), "{:?}", stirred(&places));
        places.survey_some(SIZE, [body(1, Vec2::new(-0.5, 0.5))].into_iter());
        assert_eq!(stirred(&places), [IVec2::ZERO, IVec2::Y], "cells off the map must not be reported");
        places.survey_some(SIZE, std::iter::empty());
        assert_eq!(stirred(&places), []);
    }

    proptest! {
        #[test]
        fn survey_does_not_depend_on_earlier_surveys(
            from in vec((-0.5f32..6.5, -0.5f32..4.5), 1..12),
            ticks in vec((0usize..12, (-0.4f32..0.4, -0.4f32..0.4), any::<Index>(), 0..12), 1..20),
        ) {
            let body = |(id, at): (usize, &(f32, f32))| {
                Standing { id: Id(id as u32), at: Vec2::from(*at), radius: 0.3, ..NOBODY }
            };
            let mut bodies: Vec<Standing> = from.iter().enumerate().map(body).collect();
            let mut places = SpatialIndex::default();
            for (who, step, any, chance) in ticks {
                if let Some(one) = bodies.get_mut(who) {
                    one.at += Vec2::from(step);
                }
                // Now and then a body dies or another one comes first.
                let one = any.index(bodies.len());
                match chance {
                    0 if bodies.len() > 1 => _ = bodies.swap_remove(one),
                    1 => bodies.rotate_left(one),
                    _ => {}
                }
                let same = bodies.iter().map(|body| body.id).eq(places.came.iter().copied());
                if same {
                    places.survey_some(SIZE, bodies.iter().copied());
                } else {
                    places.survey(SIZE, bodies.iter().copied());
                }
                let mut fresh = SpatialIndex::default();
                fresh.survey(SIZE, bodies.iter().copied());
                prop_assert_eq!(asked(&places), asked(&fresh));
                // One body leaves the cell of its spot until the next survey.
                if !places.spots().is_empty() {
                    let spot = any.index(places.spots().len());
                    places.put(spot, places.spots()[spot].at + 0.7);
                }
            }
        }
    }
}
