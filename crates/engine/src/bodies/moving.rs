//! The movement solver: bodies move along walls and past each other. They push aside the bodies they would hit and
//! never move into another one: a collision ends the movement for this tick, and the push leads past the obstacle.

use crate::{
    bodies::body::{self, Body, Immovable, KNOCKBACK_DAMPING, Knockback, Position, PreviousPosition, STEP, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::moving::awake::{Drives, Rest, driven},
    bodies::spatial_index::{self, SpatialIndex, Spot},
    bodies::vertical_extent::VerticalRange,
    deck::grid::Grid,
    state::dev_state::DevState,
    tick::id::Id,
    tick::tick::{Step, TICK},
};
use bevy::{ecs::query::QueryData, prelude::*};

pub(crate) mod awake;
pub(crate) mod ghost;

/// Sideways part of a push, as a share of its backward part. Without it, two bodies that meet head-on at a passage
/// would block each other forever.
const ASIDE: f32 = 0.2;
/// Maximum distance that other bodies push a body per tick, in tiles. It is more than any body walks.
const MAX_PUSH: f32 = 0.06;
/// Maximum number of bodies one can collide with per tick. More do not fit around it unless they overlap.
const MAX: u16 = 48;
/// Usual number of neighbours per body, used to reserve memory.
const CROWD: usize = 4;
/// If fewer than one spot in this many is examined, the list is sorted; otherwise it is rebuilt in order.
const SOME: usize = 4;
/// If more than one body in this many was awake in a tick, sleeping bodies are not skipped in the next one.
const MANY: usize = 4;
/// Overlap up to which two bodies count as only touching, in tiles. So a crowd at rest does not push, and rounding does
/// not stop a body that slides along another one.
const SKIN: f32 = 4e-3;

/// Slightly more than the distance from the middle of a cell to its corner, in tiles.
const CORNER: f32 = 0.71;

/// Working memory of the movement solver; not part of the game state.
///
/// Most bodies sleep next to others that sleep. Two bodies that neither moved nor were pushed in the last tick, and
/// have not been changed since, do not push each other in this one either. So a tick examines only the bodies that are
/// awake and those they may push; the result is the same as for all of them.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct MovementSolver {
    /// The resting state of the bodies that slept in the last tick, in the order of their ids.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    rested: Vec<Option<Rest>>,
    /// The bodies that did not sleep in the last tick, by their index in that order.
    restless: Vec<u32>,
    /// True if it is known which bodies slept. It is not known after a tick in which many were awake.
    knows_rest: bool,
    /// The change counter of the grid at that time.
    changes: u64,
    /// The bodies that are awake in this tick.
    stirring: Vec<u32>,
    /// The bodies examined in this tick, in the order of their spots, so that possible neighbours are adjacent in
    /// memory.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    all: Vec<Move>,
    /// The examined spots with their cells, and a flag per spot that marks them.
    looked_at: Vec<(u32, u32)>,
    is_looked_at: Vec<bool>,
    /// The bodies that can collide with others farther away than the next cell.
    far: Vec<u32>,
    /// Longest movement of any body in this tick, in tiles.
    farthest: f32,
    /// All pairs that may collide, including collisions caused by pushes.
    near: Vec<(u32, u32)>,
    /// Linked lists of possible collisions: the other body and the index of the next entry.
    links: Vec<(u32, u32)>,
    /// For each body, in the order of the ids, whether it moves.
    turns: Vec<bool>,
    /// The bodies whose movement was changed by others, each as its index in the order of the ids and its spot.
    diverted: Vec<(u32, u32)>,
    /// The bodies with knockback.
    thrown: Vec<Entity>,
    /// Index of a player who passes through everything.
    ghost: Option<usize>,
}

/// The movement of a body in a tick.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// Current position; updated when the body has had its turn.
    at: Vec2,
    /// Position that the walls allow it to reach.
    to: Vec2,
    /// Push by other bodies, in tiles.
    push: Vec2,
    /// Radius in tiles; 0 for an entity that has no body any more.
    radius: f32,
    /// Maximum distance from the current position at which it can touch anything in this tick, in tiles.
    reach: f32,
    /// Vertical range. Bodies entirely above or below do not collide.
    span: VerticalRange,
    /// Index of the first entry in its list of links.
    first: u32,
    /// Number of possible collisions.
    near: u16,
    /// True if it cannot be pushed.
    is_heavy: bool,
    /// True if it has a desired velocity or knockback.
    is_driven: bool,
    /// True if it can collide with bodies farther away than the next cell.
    is_far: bool,
}

/// Index that marks the end of a list of links.
const NONE: u32 = u32::MAX;
/// Placeholder that is infinitely far from every body.
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
    app.init_resource::<MovementSolver>().init_resource::<DevState>();
    app.add_systems(FixedUpdate, walk.in_set(Step::Walk));
}

/// A body and the components that move it.
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

/// Moves every body. First each one is moved as if it were alone. Then bodies that would collide push each other aside,
/// and all move in the order of their ids.
fn walk(
    (grid, gravity, dev): (Res<Grid>, Res<Gravity>, Res<DevState>),
    mut places: ResMut<SpatialIndex>,
    mut moves: ResMut<MovementSolver>,
    mut all: ParamSet<(Query<Drives, With<Body>>, Query<Mover>)>,
) {
    let moves = &mut *moves;
    moves.ghost = ghost::index(*dev, &places);
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
    /// Resets the solver, except for the sleeping bodies of the last tick. Returns true if these are not known.
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
        // Reserve memory for a crowd now, so that nothing is allocated in the middle of a chase.
        self.near.reserve(CROWD * count);
        self.links.reserve(2 * CROWD * count);
        self.diverted.reserve(count);
        self.restless.reserve(bodies);
        all_stir
    }

    /// Finds the bodies that are awake: those that were awake in the last tick, those changed since, and those that a
    /// moving wall or door overlaps.
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
            // A body that was awake may have been changed as well.
            if !std::mem::replace(&mut self.turns[index as usize], true) {
                self.stirring.push(index);
            }
        }
        self.stirring.iter().for_each(|index| self.turns[*index as usize] = false);
    }

    /// Moves a body as if there were no others. `index` is its index in the order of the ids.
    #[inline(always)] // in a crowd, passing the arguments costs a tenth of a tick
    fn go_alone(&mut self, mut mover: MoverItem, index: Option<usize>, grid: &Grid, places: &SpatialIndex) {
        if self.ghost.is_some() && self.ghost == index {
            return self.pass_through(mover, grid);
        }
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

    /// Records how the body at a spot would move alone.
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

    /// Examines the sleeping bodies that may be pushed by those examined so far, until no more are found.
    fn look_round(&mut self, places: &SpatialIndex, has_body: impl Fn(Entity) -> bool) {
        let (count, stirring) = (places.spots().len(), self.looked_at.len());
        let mut next = 0;
        while let Some(&(spot, _)) = self.looked_at.get(next).filter(|_| self.looked_at.len() < count) {
            next += 1;
            let Move { at, reach, is_heavy, .. } = self.all[spot as usize];
            // Immovable bodies are not pushed, and do not push others while they rest.
            if next <= stirring || !is_heavy {
                places.spots_near(at, reach + MAX_PUSH).for_each(|near| self.look_at(near, places, &has_body));
            }
        }
        // Restore the order of the spots; sort only if there are few.
        if self.looked_at.len() * SOME < count {
            self.looked_at.sort_unstable();
            return;
        }
        self.looked_at.clear();
        let cells = places.spots().iter().map(Spot::cell);
        self.looked_at.extend((0..).zip(cells).zip(&self.is_looked_at).filter(|(_, is)| **is).map(|(spot, _)| spot));
    }

    /// Examines the body at a spot, as a sleeping one, unless that has been done.
    fn look_at(&mut self, spot: usize, places: &SpatialIndex, has_body: impl Fn(Entity) -> bool) {
        let index = places.spots()[spot].index as usize;
        let rest = self.rested[index].filter(|_| !self.is_looked_at[spot] && has_body(places.all()[index].entity));
        if let Some(Rest { at, radius, span, is_heavy }) = rest {
            self.note(spot, Move { at, to: at, radius, span, is_heavy, ..NOBODY }, places);
        }
    }

    /// Finds all pairs that may collide, and pushes aside those that would overlap.
    fn find_near(&mut self, places: &SpatialIndex) {
        let looked_at = std::mem::take(&mut self.looked_at);
        spatial_index::pairs(&looked_at, |a, b| {
            if !self.all[a].is_far && !self.all[b].is_far {
                self.note_near(a, b);
            }
        });
        self.looked_at = looked_at;
        let mut far = std::mem::take(&mut self.far);
        // The order in which they were recorded would differ in a restored run.
        far.sort_unstable();
        for a in far.iter().map(|spot| *spot as usize) {
            let one = self.all[a];
            for b in places.spots_near(one.at, one.reach + self.farthest + MAX_PUSH) {
                // If both reach far, only the first records the pair.
                if b != a && self.is_looked_at[b] && (b > a || !self.all[b].is_far) {
                    self.note_near(a, b);
                }
            }
        }
        self.far = far;
    }

    fn note_near(&mut self, a: usize, b: usize) {
        let (one, other) = (&self.all[a], &self.all[b]);
        // Two immovable bodies at rest.
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

    /// Pushes two bodies apart if they would overlap, each by half. An immovable body does not give way, so the other
    /// one is pushed the whole distance. Earlier pushes are taken into account.
    fn push_aside(&mut self, a: usize, b: usize) {
        let (one, other) = (&self.all[a], &self.all[b]);
        let together = one.radius + other.radius;
        let square = (one.to + one.push).distance_squared(other.to + other.push);
        if square >= (together - SKIN) * (together - SKIN) || one.is_heavy && other.is_heavy {
            return;
        }
        // Two bodies at the same point separate along x. Any direction would do, but it must always be the same.
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

    /// Builds the list of possible collisions for every moving body.
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

    /// Moves all bodies as far as possible, in the order of their ids. Each sees the bodies with lower ids at their new
    /// positions and those with higher ids at their old ones.
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

    /// Writes the new positions to the spatial index, and records which bodies have slept.
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

    /// Returns where a body ends up in this tick.
    fn moved(&self, grid: &Grid, one: &Move) -> Vec2 {
        let way = one.to - one.at + one.push;
        if way == Vec2::ZERO {
            return one.at;
        }
        let steps = (way.length() / STEP).ceil();
        (0..steps as u32).fold(one.at, |at, _| self.step(grid, one, at, way / steps))
    }

    /// Returns where a body ends up after one step. The first collision ends the step.
    fn step(&self, grid: &Grid, one: &Move, from: Vec2, way: Vec2) -> Vec2 {
        let to = body::pushed_out(grid, from, from + way, one.radius, one.span.low);
        let Some(share) = self.first_touch(one, from, to - from) else { return to };
        let met = from.lerp(to, share);
        let is_clear = |point| body::deepest(grid, point, one.radius, one.span.low).is_none();
        // The straight line may cut a corner that the path along the wall goes around.
        if is_clear(met) || !is_clear(from) { met } else { from }
    }

    /// Returns the share of the straight path `way` after which a body first touches another one. A body that overlaps
    /// another one may move away from it but not closer.
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
            // The closest approach is either alongside the other body or at the end of the path.
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
    /// Returns true if it moves or is pushed.
    fn moves(&self) -> bool {
        self.to != self.at || self.push != Vec2::ZERO
    }
}

#[cfg(test)]
mod tests;
