//! Places: which bodies stand where, for whoever asks who is near.

use crate::{
    bodies::body::{Body, Position},
    deck::grid::Grid,
    tick::change_detection::touched,
    tick::id::{Id, PLAYER},
    tick::tick::Step,
};
use bevy::{ecs::lifecycle::HookContext, ecs::world::DeferredWorld, prelude::*};

/// The first of nobody, and the spot of one who stands nowhere on the map.
const NONE: u32 = u32::MAX;
/// The greatest radius of a body, in tiles.
pub(crate) const WIDEST: f32 = 0.5;

/// All living bodies, by the cells in which they stand at the beginning of a tick; where they stand follows them as they move.
///
/// They are counted in each tick, so this is no part of the state; it is kept for its room in memory, and because most have not left
/// their cells since the last one.
#[derive(Resource, Default)]
pub(crate) struct SpatialIndex {
    width: i32,
    height: i32,
    /// Nobody has got a body or lost it since the last survey.
    are_same: bool,
    /// In the order of their ids.
    standing: Vec<Standing>,
    /// The same, row by row and cell by cell, so that whoever stands side by side on the map does so in memory.
    spots: Vec<Spot>,
    /// For every cell the first of its spots.
    first: Vec<u32>,
    /// The ids in the order in which the bodies came last, and the place of each in the order of the ids.
    came: Vec<Id>,
    order: Vec<u32>,
    /// The ids in their order, and which of those who came each is.
    by_id: Vec<(Id, u32)>,
    /// Where in the spots each is, in the order of their ids.
    spot_of: Vec<u32>,
    /// How far anybody is from the cell of his spot, at most, in tiles.
    strayed: f32,
    /// Anybody may have come to where he is since the last survey: it is not known who did.
    all_stirred: bool,
    /// More than [`FEW`] have, and nobody asks where.
    many_stirred: bool,
    /// The number of this survey, and for every cell that of the last in which somebody had come there or beside it.
    number: u32,
    stirred: Vec<u32>,
    /// Somebody is in another cell than that of his spot.
    has_left: bool,
    // Kept for their room.
    sorted: Vec<Spot>,
    counts: Vec<u32>,
}

/// A body, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) id: Id,
    pub(crate) entity: Entity,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// It is an undead: the crowd writes it.
    pub(crate) is_undead: bool,
    /// For one that is after somebody the direction in which it goes; the crowd writes it, too.
    pub(crate) way: Option<Vec2>,
}

/// As much of a body as its neighbours ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    /// Its place in the order of the ids.
    pub(crate) index: u32,
    /// Its cell at the beginning of the tick: the row, and in the lower 16 bits the column.
    cell: u32,
}

/// Whoever has not come yet.
const NOBODY: Standing =
    Standing { id: PLAYER, entity: Entity::PLACEHOLDER, at: Vec2::ZERO, radius: 0.0, is_undead: false, way: None };

/// The spot of one of a place in the order of all, if it is on a map of this size.
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

    /// How far from its cell it is, in tiles, along x or y; within it less than 0.
    fn strayed(&self) -> f32 {
        let corner = Vec2::new(self.column() as f32, self.row() as f32);
        (corner - self.at).max(self.at - corner - 1.0).max_element()
    }

    /// Its cell at the beginning of the tick, as a number by which spots are in their order.
    pub(crate) fn cell(&self) -> u32 {
        self.cell
    }
}

/// A row in the cells of spots.
const ROW: u32 = 1 << 16;
/// If more than this stir, nobody asks where.
const FEW: usize = 32;
/// So many of those who came next are looked at before all are searched.
const GAP: usize = 8;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SpatialIndex>();
    app.world_mut().register_component_hooks::<Body>().on_insert(note_other).on_remove(note_other);
    app.add_systems(FixedUpdate, survey.in_set(Step::UpdateSpatialIndex));
}

/// Looks where everybody stands: as long as the same ones do, only at those who may have moved.
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

/// Notes that somebody has got a body or has lost it.
fn note_other(mut world: DeferredWorld, _: HookContext) {
    if let Some(mut places) = world.get_resource_mut::<SpatialIndex>() {
        places.are_same = false;
    }
}

impl SpatialIndex {
    /// Looks where all stand on a map of this size.
    fn survey(&mut self, size: IVec2, bodies: impl Iterator<Item = Standing> + Clone) {
        self.order(bodies.clone().map(|body| body.id));
        bodies.zip(&self.order).for_each(|(body, index)| self.standing[*index as usize] = body);
        self.all_stirred = true;
        self.strayed = 0.0;
        self.clear(size);
        self.link(size);
    }

    /// Looks where these stand on a map of this size; all others stand where they stood. As a rule each is in the cell where it was, and
    /// then there is nothing to sort.
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

    /// Notes where the one of this place in the order of all stands; false if that is no longer the cell of its spot.
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

    /// Finds out which place each has in the order of the ids.
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

    /// Empties the spots for a map of this size.
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

    /// Finds out who stands in which cell.
    fn link(&mut self, size: IVec2) {
        self.spots.extend(self.standing.iter().enumerate().filter_map(|(index, body)| spot(body, index, size)));
        // Both keep those of one key in the order that they have.
        sort(&self.spots, &mut self.sorted, &mut self.counts, self.width, Spot::column);
        sort(&self.sorted, &mut self.spots, &mut self.counts, self.height, Spot::row);
        self.spot_of.clear();
        self.spot_of.resize(self.standing.len(), NONE);
        // From the back, so that the first of each cell is written last.
        for (index, spot) in self.spots.iter().enumerate().rev() {
            self.spot_of[spot.index as usize] = index as u32;
            self.first[spot.row() * self.width as usize + spot.column()] = index as u32;
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

    /// Notes that the one of this place in the order of all is an undead, and in which direction it goes.
    pub(crate) fn note_undead(&mut self, index: usize, way: Option<Vec2>) {
        let standing = &mut self.standing[index];
        (standing.is_undead, standing.way) = (true, way);
    }

    /// The place of a number in the order of all. Who asks for one after the other keeps who comes `next`: as a rule they come as in the
    /// survey, without some.
    pub(crate) fn index_of(&self, id: Id, next: &mut usize) -> Option<usize> {
        let after = self.came.get(*next..).unwrap_or_default();
        let comes = after.iter().take(GAP).position(|came| *came == id).map(|gap| *next + gap);
        let search =
            || self.by_id.binary_search_by_key(&id, |(id, _)| *id).ok().map(|index| self.by_id[index].1 as usize);
        let comes = comes.or_else(search)?;
        *next = comes + 1;
        Some(self.order[comes] as usize)
    }

    /// All spots: whoever stands side by side on the map does so in them.
    pub(crate) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Where in the spots the one of a place in the order of all is; none if it is not on the map.
    pub(crate) fn spot_of(&self, index: usize) -> Option<usize> {
        self.spot_of.get(index).filter(|spot| **spot != NONE).map(|spot| *spot as usize)
    }

    /// How far anybody is from the cell of his spot, at most, in tiles.
    pub(crate) fn strayed(&self) -> f32 {
        self.strayed
    }

    /// The one of a spot stands there now.
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

    /// All whose bodies come within a distance of a point.
    pub(crate) fn near(&self, point: Vec2, distance: f32) -> impl Iterator<Item = &Standing> {
        self.spots_near(point, distance).map(|spot| &self.standing[self.spots[spot].index as usize])
    }

    /// The spots of the same.
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

    /// True if it is not known who stands where he stood in the last survey.
    pub(crate) fn have_all_stirred(&self) -> bool {
        self.all_stirred
    }

    /// True if somebody may have come, since the last survey, to where he stands in a cell or in one of those round it.
    pub(crate) fn has_stirred(&self, cell: IVec2) -> bool {
        let at = || self.stirred.get((cell.y * self.width + cell.x) as usize);
        self.all_stirred || self.many_stirred || at().is_none_or(|survey| *survey == self.number)
    }

    /// Notes that somebody has come to a cell.
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

    /// True if nobody is in a cell of the map nor in those round it.
    pub(crate) fn is_lonely(&self, cell: IVec2) -> bool {
        let most = IVec2::new(self.width, self.height) - 1;
        let (from, to) = ((cell - 1).max(IVec2::ZERO), (cell + 1).min(most));
        (from.y..=to.y).all(|row| {
            let cell = |column: i32| (row * self.width + column) as usize;
            self.first.get(cell(from.x)..=cell(to.x)).is_none_or(|cells| cells.iter().all(|first| *first == NONE))
        })
    }

    /// The spots in the cells of a row from one column to another, all on the map.
    fn in_row(&self, row: i32, from: i32, to: i32) -> impl Iterator<Item = usize> {
        let cell = |column: i32| (row * self.width + column) as usize;
        let first = self.first.get(cell(from)..cell(to + 1)).unwrap_or_default().iter().find(|first| **first != NONE);
        let first = first.map_or(self.spots.len(), |first| *first as usize);
        let last = row as u32 * ROW + to as u32;
        (first..self.spots.len()).take_while(move |spot| self.spots[*spot].cell <= last)
    }
}

/// Calls up every two of these spots, each with its cell and in their order, that are in one cell or in two that touch: all that can
/// overlap.
pub(crate) fn pairs(among: &[(u32, u32)], mut meet: impl FnMut(usize, usize)) {
    let mut below = 0;
    for (place, &(one, cell)) in among.iter().enumerate() {
        let mut meet_until = |from: usize, last: u32| {
            let others = among[from..].iter().take_while(|(_, cell)| *cell <= last);
            others.for_each(|(other, _)| meet(one as usize, *other as usize));
        };
        meet_until(place + 1, cell + 1);
        // The cells below those of the next one are the same or farther on.
        while among.get(below).is_some_and(|(_, other)| other + 1 < cell + ROW) {
            below += 1;
        }
        meet_until(below, cell + ROW + 1);
    }
}

/// Sorts by a key below a limit, and leaves those of the same key in their order.
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

    /// What anybody can ask for: who is near the middle and the corner of each cell, whether it is lonely, which two may meet, and who is
    /// where in the order.
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
    fn who_has_come_is_known_where_he_is_and_beside_it_until_the_next_survey() {
        let body = |id, at| Standing { id: Id(id), at, radius: 0.3, ..NOBODY };
        let [here, there] = [Vec2::new(1.5, 1.5), Vec2::new(4.5, 2.5)];
        let mut places = SpatialIndex::default();
        places.survey(SIZE, [body(1, here), body(2, there)].into_iter());
        let stirred = |places: &SpatialIndex| {
            let cells = (0..SIZE.y).flat_map(|y| (0..SIZE.x).map(move |x| IVec2::new(x, y)));
            cells.filter(|cell| places.has_stirred(*cell)).collect::<Vec<_>>()
        };
        assert_eq!(stirred(&places).len(), 24, "at first it may be everybody");
        places.survey_some(SIZE, [body(2, there + 0.1)].into_iter());
        let beside = |cell: &IVec2| (*cell - IVec2::new(4, 2)).abs().max_element() <= 1;
        assert!(stirred(&places).len() == 9 && stirred(&places).iter().all(beside), "{:?}", stirred(&places));
        places.survey_some(SIZE, [body(1, Vec2::new(-0.5, 0.5))].into_iter());
        assert_eq!(stirred(&places), [IVec2::ZERO, IVec2::Y], "beside the map there is nothing");
        places.survey_some(SIZE, std::iter::empty());
        assert_eq!(stirred(&places), []);
    }

    proptest! {
        #[test]
        fn a_survey_tells_the_same_whatever_was_surveyed_before(
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
                // Now and then one dies, or another one comes first.
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
                // One strays from the cell of his spot until the next survey.
                if !places.spots().is_empty() {
                    let spot = any.index(places.spots().len());
                    places.put(spot, places.spots()[spot].at + 0.7);
                }
            }
        }
    }
}
