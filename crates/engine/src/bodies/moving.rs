//! Moving: bodies go where they want to, along walls and past each other. They push aside whom they would meet, and none ever moves
//! into another one: who meets somebody has come as far as he gets in this tick, and the push leads him past.

use crate::bodies::body::{self, Body, Heavy, Position, Previous, SLIDES, STEP, Thrown, Velocity};
use crate::bodies::gravity::Gravity;
use crate::bodies::height::{Height, Tall};
use crate::bodies::places::Places;
use crate::bodies::stature::Span;
use crate::deck::grid::Grid;
use crate::tick::id::Id;
use crate::tick::tick::{Step, TICK};
use bevy::prelude::*;

/// How far a body is pushed sideways for each part that it is pushed back: two that meet head on before a passage would
/// hold each other off for ever, if they did not pass each other like this.
const ASIDE: f32 = 0.2;
/// The farthest that others push a body in one tick, in tiles: more than anybody walks.
const MAX_PUSH: f32 = 0.06;
/// So many others at most a body can meet in one tick: more have no room about it, if they are not in each other.
const MOST: u16 = 48;
/// So many others each may meet at the same time, as a rule.
const CROWD: usize = 4;
/// Two that are so deep in each other, in tiles, only touch: a crowd that rests does not push, and rounding holds nobody who goes
/// along another one.
const SKIN: f32 = 4e-3;

/// How the bodies move in a tick; no part of the state.
#[derive(Resource, Default)]
pub(crate) struct Moves {
    /// In the order of their spots, so that whoever may meet stands side by side in memory.
    all: Vec<Move>,
    /// Those who may meet somebody who stands farther off than in the next cell.
    far: Vec<u32>,
    /// How far the fastest gets, in tiles.
    farthest: f32,
    /// Every two that may meet, also if others push them.
    near: Vec<(u32, u32)>,
    /// For whoever moves: whom it may meet, and where the next such entry is.
    links: Vec<(u32, u32)>,
    /// Whom others have held up or pushed aside, each by its place in the order of the ids and its spot.
    diverted: Vec<(u32, u32)>,
    /// Who is thrown.
    thrown: Vec<Entity>,
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
    span: Span,
    /// The first of its links.
    first: u32,
    /// How many it may meet.
    near: u16,
    /// It is not pushed.
    is_heavy: bool,
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
    span: Span { low: 0.0, high: 0.0 },
    first: NONE,
    near: 0,
    is_heavy: false,
    is_far: false,
};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Moves>();
    app.add_systems(FixedUpdate, walk.in_set(Step::Walk));
}

/// Moves every body. What each would do alone does not depend on the others; then those who would meet push each other aside, and
/// all take their turns in the order of their ids.
fn walk(
    (grid, gravity): (Res<Grid>, Res<Gravity>),
    mut places: ResMut<Places>,
    mut moves: ResMut<Moves>,
    mut bodies: Query<(
        (Entity, &Id),
        (&Body, &Tall, &Height, Has<Heavy>),
        (&Velocity, &mut Thrown),
        (&mut Position, &mut Previous),
    )>,
) {
    moves.begin(&places);
    let mut next = 0;
    for ((entity, &id), (body, tall, height, is_heavy), (velocity, thrown), (mut position, mut previous)) in &mut bodies
    {
        let at = position.0;
        if previous.0 != at {
            previous.0 = at;
        }
        let way = (velocity.0 + thrown.0) * TICK;
        let stays = way == Vec2::ZERO && (is_heavy || body::deepest(&grid, at, body.radius, height.at).is_none());
        let to = if stays { at } else { body::moved(&grid, at, way, body.radius, height.at) };
        if to != at {
            position.0 = to;
        }
        if thrown.0 != Vec2::ZERO {
            moves.thrown.push(entity);
        }
        let Some(index) = places.index_of(id, &mut next) else { continue };
        let one = Move { at, to, radius: body.radius, span: Span::of(*height, *tall), is_heavy, ..NOBODY };
        if let Some(spot) = places.spot_of(index) {
            moves.note(spot, one, places.strayed());
        }
    }
    moves.find_near(&places);
    moves.link();
    moves.take_turns(&grid, &places);
    for &(index, spot) in &moves.diverted {
        if let Ok((.., (mut position, _))) = bodies.get_mut(places.all()[index as usize].entity) {
            position.0 = moves.all[spot as usize].at;
        }
    }
    places.follow(|spot| Some(moves.all[spot].at).filter(|_| moves.all[spot].radius > 0.0));
    for entity in moves.thrown.drain(..) {
        let Ok((_, (body, tall, height, _), (velocity, mut thrown), (position, previous))) = bodies.get_mut(entity)
        else {
            continue;
        };
        let slides = height.can_push_off(*tall, &gravity, &grid, position.0, body.radius);
        thrown.slide((position.0 - previous.0) / TICK - velocity.0, if slides { SLIDES } else { 1.0 });
    }
}

impl Moves {
    /// Forgets the last tick.
    fn begin(&mut self, places: &Places) {
        let count = places.spots().len();
        self.all.clear();
        self.all.resize(count, NOBODY);
        self.far.clear();
        self.farthest = 0.0;
        self.near.clear();
        self.links.clear();
        self.diverted.clear();
        self.thrown.clear();
        // As many as there may be in a crowd: a tick in the middle of a chase is no time to ask for memory.
        self.near.reserve(CROWD * count);
        self.links.reserve(2 * CROWD * count);
        self.diverted.reserve(count);
    }

    /// Notes how the body of a spot would move alone; some have strayed so far from the cells of their spots.
    fn note(&mut self, spot: usize, mut one: Move, strayed: f32) {
        let length = if one.to == one.at { 0.0 } else { one.at.distance(one.to) };
        self.farthest = self.farthest.max(length);
        one.reach = one.radius + length + if one.is_heavy { 0.0 } else { MAX_PUSH };
        one.is_far = one.reach + strayed > 0.5;
        if one.is_far {
            self.far.push(spot as u32);
        }
        self.all[spot] = one;
    }

    /// Finds every two that may meet, and lets those who would get into each other push each other aside.
    fn find_near(&mut self, places: &Places) {
        places.pairs(|a, b| {
            if !self.all[a].is_far && !self.all[b].is_far {
                self.note_near(a, b);
            }
        });
        let mut far = std::mem::take(&mut self.far);
        // They were noted in no order that would be the same in a restored run.
        far.sort_unstable();
        for a in far.iter().map(|spot| *spot as usize) {
            let one = self.all[a];
            for b in places.spots_near(one.at, one.reach + self.farthest + MAX_PUSH) {
                // Of two who reach far the first finds the second.
                if b != a && (b > a || !self.all[b].is_far) {
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
        if !is_near || one.span.is_upon(other.span) || other.span.is_upon(one.span) || one.near.max(other.near) >= MOST
        {
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
    fn link(&mut self) {
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
    fn take_turns(&mut self, grid: &Grid, places: &Places) {
        for index in 0..places.all().len() {
            let Some(spot) = places.spot_of(index) else { continue };
            let one = &self.all[spot];
            if !one.moves() {
                continue;
            }
            let is_slow = one.push == Vec2::ZERO && !one.is_far;
            let is_free = one.first == NONE || is_slow && self.first_touch(one, one.at, one.to - one.at).is_none();
            let got = if is_free { one.to } else { self.moved(grid, one) };
            if got != one.to {
                self.diverted.push((index as u32, spot as u32));
            }
            self.all[spot].at = got;
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
