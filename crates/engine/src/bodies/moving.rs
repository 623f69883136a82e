//! Moving: bodies go where they want to, along walls and past each other. They push aside whom they would meet, and none ever moves
//! into another one: who meets somebody has come as far as he gets in this tick, and the push leads him past.

use crate::{
    bodies::body::{self, Body, Immovable, KNOCKBACK_DAMPING, Knockback, Position, PreviousPosition, STEP, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::moving::awake::{Drives, driven},
    bodies::spatial_index::{self, SpatialIndex, Spot},
    bodies::vertical_extent::VerticalRange,
    deck::grid::Grid,
    tick::id::Id,
    tick::tick::{Step, TICK},
};
use bevy::{ecs::query::QueryData, prelude::*};

pub(crate) mod awake;

/// How far a body is pushed sideways for each part that it is pushed back: two that meet head on before a passage would
/// hold each other off for ever, if they did not pass each other like this.
const ASIDE: f32 = 0.2;
/// The farthest that others push a body in one tick, in tiles: more than anybody walks.
const MAX_PUSH: f32 = 0.06;
/// So many others at most a body can meet in one tick: more have no room about it, if they are not in each other.
const MAX: u16 = 48;
/// So many others each may meet at the same time, as a rule.
const CROWD: usize = 4;
/// If fewer than one in so many are looked at, they are sorted.
const SOME: usize = 4;
/// If more than one in so many was restless in a tick, nobody is passed over in the next.
const MANY: usize = 4;
/// Two that are so deep in each other, in tiles, only touch: a crowd that rests does not push, and rounding holds nobody who goes
/// along another one.
const SKIN: f32 = 4e-3;

/// From the middle of a cell to its corner, in tiles, and a little more.
const CORNER: f32 = 0.71;

/// How the bodies move in a tick; no part of the state.
///
/// Most rest, beside others that rest. Two that neither moved nor were pushed in the last tick, and were not touched since, do not push
/// each other in this one either, so a tick looks only at who stirs and at whom he may push: the others would come to the same.
#[derive(Resource, Default)]
pub(crate) struct MovementSolver {
    /// How those stood who rested in the last tick, in the order of their ids.
    rested: Vec<Option<Rest>>,
    /// Those who did not, by their places in that order.
    restless: Vec<u32>,
    /// It is known who rested: not after a tick in which most stirred.
    knows_rest: bool,
    /// How often the grid had changed by then.
    changes: u64,
    /// Those who do not rest in this one.
    stirring: Vec<u32>,
    /// Those who are looked at in this tick, in the order of their spots, so that whoever may meet stands side by side in memory.
    all: Vec<Move>,
    /// Their spots, each with its cell, and for each spot whether it is among them.
    looked_at: Vec<(u32, u32)>,
    is_looked_at: Vec<bool>,
    /// Those who may meet somebody who stands farther off than in the next cell.
    far: Vec<u32>,
    /// How far the fastest gets, in tiles.
    farthest: f32,
    /// Every two that may meet, also if others push them.
    near: Vec<(u32, u32)>,
    /// For whoever moves: whom it may meet, and where the next such entry is.
    links: Vec<(u32, u32)>,
    /// Who moves, by the order of the ids.
    turns: Vec<bool>,
    /// Whom others have held up or pushed aside, each by its place in the order of the ids and its spot.
    diverted: Vec<(u32, u32)>,
    /// Who is thrown.
    thrown: Vec<Entity>,
}

/// How a body stands that rests.
#[derive(Clone, Copy, Debug)]
struct Rest {
    at: Vec2,
    radius: f32,
    span: VerticalRange,
    is_heavy: bool,
}

/// How a body moves in a tick.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// Where it stands now: when its turn has come, where it has got.
    at: Vec2,
    /// Where the walls let it get.
    to: Vec2,
    /// How others push it, in tiles.
    push: Vec2,
    /// In tiles; 0 for one that has no body any more.
    radius: f32,
    /// How far from where it stands now it can touch anything in this tick, in tiles.
    reach: f32,
    /// From where to where it reaches in height: those above it and below it it does not meet.
    span: VerticalRange,
    /// The first of its links.
    first: u32,
    /// How many it may meet.
    near: u16,
    /// It is not pushed.
    is_heavy: bool,
    /// It wants to get anywhere, or is thrown.
    is_driven: bool,
    /// It is among those who may meet somebody farther off.
    is_far: bool,
}

/// The first of no links.
const NONE: u32 = u32::MAX;
/// It is infinitely far from everybody.
const NOBODY: Move = Move {
    at: Vec2::INFINITY,
    to: Vec2::INFINITY,
    push: Vec2::ZERO,
    radius: 0.0,
    reach: 0.0,
    span: VerticalRange { low: 0.0, high: 0.0 },
    first: NONE,
    near: 0,
    is_heavy: false,
    is_driven: false,
    is_far: false,
};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MovementSolver>();
    app.add_systems(FixedUpdate, walk.in_set(Step::Walk));
}

/// Whoever has a body, and what may move it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Mover {
    entity: Entity,
    id: &'static Id,
    body: &'static Body,
    tall: &'static BodyHeight,
    height: &'static Height,
    is_heavy: Has<Immovable>,
    velocity: &'static Velocity,
    thrown: &'static mut Knockback,
    position: &'static mut Position,
    previous: &'static mut PreviousPosition,
}

/// Moves every body. What each would do alone does not depend on the others; then those who would meet push each other aside, and
/// all take their turns in the order of their ids.
fn walk(
    (grid, gravity): (Res<Grid>, Res<Gravity>),
    mut places: ResMut<SpatialIndex>,
    mut moves: ResMut<MovementSolver>,
    mut all: ParamSet<(Query<Drives, With<Body>>, Query<Mover>)>,
) {
    let moves = &mut *moves;
    let all_stir = moves.begin(&places);
    if !all_stir {
        moves.find_stirring(&grid, &places, driven(&all.p0()));
    }
    moves.changes = grid.changes_so_far();
    let mut bodies = all.p1();
    if all_stir {
        let mut next = 0;
        for mover in &mut bodies {
            let index = places.index_of(*mover.id, &mut next);
            moves.go_alone(mover, index, &grid, &places);
        }
    }
    for number in 0..moves.stirring.len() {
        let index = moves.stirring[number] as usize;
        if let Ok(mover) = bodies.get_mut(places.all()[index].entity) {
            moves.go_alone(mover, Some(index), &grid, &places);
        }
    }
    moves.look_round(&places, |entity| bodies.contains(entity));
    moves.find_near(&places);
    moves.link(&places);
    moves.take_turns(&grid, &places);
    for &(index, spot) in &moves.diverted {
        if let Ok(mut mover) = bodies.get_mut(places.all()[index as usize].entity) {
            mover.position.0 = moves.all[spot as usize].at;
        }
    }
    moves.end(&mut places);
    for entity in moves.thrown.drain(..) {
        let Ok(mut mover) = bodies.get_mut(entity) else { continue };
        let (at, before) = (mover.position.0, mover.previous.0);
        let slides = mover.height.can_push_off(*mover.tall, &gravity, &grid, at, mover.body.radius);
        mover.thrown.slide((at - before) / TICK - mover.velocity.0, if slides { KNOCKBACK_DAMPING } else { 1.0 });
    }
}

impl MovementSolver {
    /// Forgets the last tick, but for who rested in it. True if that is not known.
    fn begin(&mut self, places: &SpatialIndex) -> bool {
        let (count, bodies) = (places.spots().len(), places.all().len());
        let all_stir = !self.knows_rest || places.have_all_stirred();
        if all_stir {
            self.rested.clear();
            self.restless.clear();
        }
        self.rested.resize(bodies, None);
        self.stirring.clear();
        self.all.resize(count, NOBODY);
        self.looked_at.clear();
        self.is_looked_at.clear();
        self.is_looked_at.resize(count, false);
        self.far.clear();
        self.farthest = 0.0;
        self.near.clear();
        self.links.clear();
        self.turns.clear();
        self.turns.resize(bodies, false);
        self.diverted.clear();
        self.thrown.clear();
        // As many as there may be in a crowd: a tick in the middle of a chase is no time to ask for memory.
        self.near.reserve(CROWD * count);
        self.links.reserve(2 * CROWD * count);
        self.diverted.reserve(count);
        self.restless.reserve(bodies);
        all_stir
    }

    /// Finds those who do not rest as they did in the last tick: who did not rest in it, who was touched since, and in whose way a wall, a
    /// door or the like has moved.
    fn find_stirring(&mut self, grid: &Grid, places: &SpatialIndex, touched: impl Iterator<Item = Id>) {
        let is_wedged =
            |rest: &Rest| !rest.is_heavy && body::deepest(grid, rest.at, rest.radius, rest.span.low).is_some();
        let is_wedged = |index: &u32| self.rested[*index as usize].as_ref().is_some_and(is_wedged);
        match grid.changed_since(self.changes) {
            Some(cells) => cells.for_each(|cell| {
                let beside = places.spots_near(Grid::middle(cell), CORNER).map(|spot| places.spots()[spot].index);
                self.restless.extend(beside.filter(is_wedged));
            }),
            None => self.restless.extend((0..self.rested.len() as u32).filter(is_wedged)),
        }
        let mut next = 0;
        self.restless.extend(touched.filter_map(|id| Some(places.index_of(id, &mut next)? as u32)));
        for index in self.restless.drain(..) {
            // One who did not rest may have been touched, too.
            if !std::mem::replace(&mut self.turns[index as usize], true) {
                self.stirring.push(index);
            }
        }
        self.stirring.iter().for_each(|index| self.turns[*index as usize] = false);
    }

    /// Moves a body, by its place in the order of all, as if there were no others.
    #[inline(always)] // in a crowd it costs a tenth of a tick to hand them over
    fn go_alone(&mut self, mut mover: MoverItem, index: Option<usize>, grid: &Grid, places: &SpatialIndex) {
        let (at, radius, is_heavy) = (mover.position.0, mover.body.radius, mover.is_heavy);
        let span = VerticalRange::of(*mover.height, *mover.tall);
        if mover.previous.0 != at {
            mover.previous.0 = at;
        }
        let way = (mover.velocity.0 + mover.thrown.0) * TICK;
        let stays = way == Vec2::ZERO && (is_heavy || body::deepest(grid, at, radius, span.low).is_none());
        let to = if stays { at } else { body::moved(grid, at, way, radius, span.low) };
        if to != at {
            mover.position.0 = to;
        }
        if mover.thrown.0 != Vec2::ZERO {
            self.thrown.push(mover.entity);
        }
        let Some(index) = index else { return };
        self.rested[index] = None;
        let is_driven = way != Vec2::ZERO || mover.thrown.0 != Vec2::ZERO;
        match places.spot_of(index) {
            Some(spot) => {
                let one = Move { at, to, radius, span, is_heavy, is_driven, ..NOBODY };
                self.note(spot, one, places);
            }
            None => self.restless.push(index as u32),
        }
    }

    /// Notes how the body of a spot would move alone.
    #[inline(always)]
    fn note(&mut self, spot: usize, mut one: Move, places: &SpatialIndex) {
        let length = if one.to == one.at { 0.0 } else { one.at.distance(one.to) };
        self.farthest = self.farthest.max(length);
        one.reach = one.radius + length + if one.is_heavy { 0.0 } else { MAX_PUSH };
        one.is_far = one.reach + places.strayed() > 0.5;
        if one.is_far {
            self.far.push(spot as u32);
        }
        self.all[spot] = one;
        self.is_looked_at[spot] = true;
        self.looked_at.push((spot as u32, places.spots()[spot].cell()));
    }

    /// Looks, beside those who stir, at all who rest so near that they may be pushed, and at all beside these.
    fn look_round(&mut self, places: &SpatialIndex, has_body: impl Fn(Entity) -> bool) {
        let (count, stirring) = (places.spots().len(), self.looked_at.len());
        let mut next = 0;
        while let Some(&(spot, _)) = self.looked_at.get(next).filter(|_| self.looked_at.len() < count) {
            next += 1;
            let Move { at, reach, is_heavy, .. } = self.all[spot as usize];
            // What is heavy is not pushed, and pushes nobody by resting.
            if next <= stirring || !is_heavy {
                places.spots_near(at, reach + MAX_PUSH).for_each(|near| self.look_at(near, places, &has_body));
            }
        }
        // Into their order: a few by sorting them.
        if self.looked_at.len() * SOME < count {
            self.looked_at.sort_unstable();
            return;
        }
        self.looked_at.clear();
        let cells = places.spots().iter().map(Spot::cell);
        self.looked_at.extend((0..).zip(cells).zip(&self.is_looked_at).filter(|(_, is)| **is).map(|(spot, _)| spot));
    }

    /// Looks at the body of a spot, which rests if nobody has yet.
    fn look_at(&mut self, spot: usize, places: &SpatialIndex, has_body: impl Fn(Entity) -> bool) {
        let index = places.spots()[spot].index as usize;
        let rest = self.rested[index].filter(|_| !self.is_looked_at[spot] && has_body(places.all()[index].entity));
        if let Some(Rest { at, radius, span, is_heavy }) = rest {
            self.note(spot, Move { at, to: at, radius, span, is_heavy, ..NOBODY }, places);
        }
    }

    /// Finds every two that may meet, and lets those who would get into each other push each other aside.
    fn find_near(&mut self, places: &SpatialIndex) {
        let looked_at = std::mem::take(&mut self.looked_at);
        spatial_index::pairs(&looked_at, |a, b| {
            if !self.all[a].is_far && !self.all[b].is_far {
                self.note_near(a, b);
            }
        });
        self.looked_at = looked_at;
        let mut far = std::mem::take(&mut self.far);
        // They were noted in no order that would be the same in a restored run.
        far.sort_unstable();
        for a in far.iter().map(|spot| *spot as usize) {
            let one = self.all[a];
            for b in places.spots_near(one.at, one.reach + self.farthest + MAX_PUSH) {
                // Of two who reach far the first finds the second.
                if b != a && self.is_looked_at[b] && (b > a || !self.all[b].is_far) {
                    self.note_near(a, b);
                }
            }
        }
        self.far = far;
    }

    fn note_near(&mut self, a: usize, b: usize) {
        let (one, other) = (&self.all[a], &self.all[b]);
        // Two things that nothing drags.
        if one.is_heavy && other.is_heavy && !one.moves() && !other.moves() {
            return;
        }
        let reach = one.reach + other.reach;
        let is_near = one.at.distance_squared(other.at) < reach * reach;
        if !is_near || one.span.is_upon(other.span) || other.span.is_upon(one.span) || one.near.max(other.near) >= MAX {
            return;
        }
        self.all[a].near += 1;
        self.all[b].near += 1;
        self.near.push((a as u32, b as u32));
        self.push_aside(a, b);
    }

    /// If two would get into each other, both give way by a half; what is heavy does not, and pushes all the more. Whoever
    /// has been pushed already hands it on.
    fn push_aside(&mut self, a: usize, b: usize) {
        let (one, other) = (&self.all[a], &self.all[b]);
        let together = one.radius + other.radius;
        let square = (one.to + one.push).distance_squared(other.to + other.push);
        if square >= (together - SKIN) * (together - SKIN) || one.is_heavy && other.is_heavy {
            return;
        }
        // Two bodies in one point part along x: any direction does, but it must always be the same.
        let direction = (one.at - other.at).try_normalize().unwrap_or(Vec2::NEG_X);
        let push = (direction + direction.perp() * ASIDE) * (together - square.sqrt());
        let share = match (one.is_heavy, other.is_heavy) {
            (false, false) => 0.5,
            (is_heavy, _) => f32::from(u8::from(!is_heavy)),
        };
        for (spot, push) in [(a, push * share), (b, push * (share - 1.0))] {
            let one = &mut self.all[spot];
            one.push = (one.push + push).clamp_length_max(MAX_PUSH);
        }
    }

    /// Tells whoever moves whom it may meet.
    fn link(&mut self, places: &SpatialIndex) {
        for spot in self.looked_at.iter().map(|(spot, _)| *spot as usize) {
            let (index, moves) = (places.spots()[spot].index, self.all[spot].moves());
            self.turns[index as usize] = moves;
            if moves || self.all[spot].is_driven {
                self.restless.push(index);
            }
        }
        for &(a, b) in &self.near {
            for (one, other) in [(a, b), (b, a)] {
                let next = self.links.len() as u32;
                let one = &mut self.all[one as usize];
                if one.moves() {
                    self.links.push((other, one.first));
                    one.first = next;
                }
            }
        }
    }

    /// Lets all go as far as they get, in the order of their ids: past those before them, who have moved, and those after them, who
    /// have not.
    fn take_turns(&mut self, grid: &Grid, places: &SpatialIndex) {
        for index in self.turns.iter().enumerate().filter(|(_, moves)| **moves).map(|(index, _)| index) {
            let Some(spot) = places.spot_of(index) else { continue };
            let one = &self.all[spot];
            let is_slow = one.push == Vec2::ZERO && !one.is_far;
            let is_free = one.first == NONE || is_slow && self.first_touch(one, one.at, one.to - one.at).is_none();
            let got = if is_free { one.to } else { self.moved(grid, one) };
            if got != one.to {
                self.diverted.push((index as u32, spot as u32));
            }
            self.all[spot].at = got;
        }
    }

    /// Tells the places where all stand now, and notes who has rested.
    fn end(&mut self, places: &mut SpatialIndex) {
        self.knows_rest = self.restless.len() * MANY <= places.all().len();
        for spot in self.looked_at.iter().map(|(spot, _)| *spot as usize) {
            let (Move { at, radius, span, is_heavy, .. }, index) =
                (self.all[spot], places.spots()[spot].index as usize);
            if self.knows_rest {
                self.rested[index] = (!self.turns[index]).then_some(Rest { at, radius, span, is_heavy });
            }
            places.put(spot, at);
        }
    }

    /// Where a body gets now.
    fn moved(&self, grid: &Grid, one: &Move) -> Vec2 {
        let way = one.to - one.at + one.push;
        if way == Vec2::ZERO {
            return one.at;
        }
        let steps = (way.length() / STEP).ceil();
        (0..steps as u32).fold(one.at, |at, _| self.step(grid, one, at, way / steps))
    }

    /// Where a body gets from a point with one step; what it touches first ends it.
    fn step(&self, grid: &Grid, one: &Move, from: Vec2, way: Vec2) -> Vec2 {
        let to = body::pushed_out(grid, from, from + way, one.radius, one.span.low);
        let Some(share) = self.first_touch(one, from, to - from) else { return to };
        let met = from.lerp(to, share);
        let is_clear = |point| body::deepest(grid, point, one.radius, one.span.low).is_none();
        // The straight way may cut a corner that the way along the wall leads round.
        if is_clear(met) || !is_clear(from) { met } else { from }
    }

    /// After which share of the way a body that goes straight on so from a point touches another one. Who is in another one already
    /// may leave him, but come no nearer.
    fn first_touch(&self, one: &Move, from: Vec2, way: Vec2) -> Option<f32> {
        let square = way.length_squared();
        let mut first: Option<f32> = None;
        let mut link = one.first;
        while let Some(&(with, next)) = self.links.get(link as usize) {
            link = next;
            let other = &self.all[with as usize];
            let away = from - other.at;
            let (distance, along) = (away.length_squared(), way.dot(away));
            let together = one.radius + other.radius;
            let apart = distance - (together - SKIN) * (together - SKIN);
            // Where it comes nearest is beside the other one, or the end of the way.
            let passes =
                if -along < square { apart * square >= along * along } else { apart + 2.0 * along + square >= 0.0 };
            if along >= 0.0 || passes {
                continue;
            }
            let below = along * along - square * (distance - together * together);
            let share = if distance <= together * together { 0.0 } else { (-along - below.max(0.0).sqrt()) / square };
            if first.is_none_or(|least| share < least) {
                first = Some(share.clamp(0.0, 1.0));
            }
        }
        first
    }
}

impl Move {
    /// True if it wants to get anywhere, or is pushed.
    fn moves(&self) -> bool {
        self.to != self.at || self.push != Vec2::ZERO
    }
}

#[cfg(test)]
mod tests;
