//! Moving: bodies go where they want to, along walls and past each other. They push aside whom they would meet, and none ever moves
//! into another one: who meets somebody has come as far as he gets, and slides along him.

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
const MAX_PUSH: f32 = 0.03;
/// So often a push is handed on in one tick, from one to the next.
const ROUNDS: usize = 3;
/// So many others at most a body can meet in one tick: more have no room about it, if they are not in each other.
const MOST: u16 = 48;
/// Two that are so deep in each other, in tiles, count as touching: rounding must hold nobody who slides along another one.
const SKIN: f32 = 1e-3;
/// Who goes straight past another one is off his way by so much of it at most, from rounding.
const ASTRAY: f32 = 1e-5;
/// So often one turns in a step: along one body, along the next; and then there is no way on.
const TURNS: usize = 3;

/// How the bodies move in a tick; no part of the state.
#[derive(Resource, Default)]
pub(crate) struct Moves {
    /// In the order of their ids.
    all: Vec<Move>,
    /// Those, by their places in that order, who might meet somebody: of most it is clear that they do not.
    close: Vec<u32>,
    /// Every two that may meet of which one is close.
    meetings: Vec<(u32, u32)>,
    /// The same for each body: whom it may meet, and where the next such entry is.
    links: Vec<(u32, u32)>,
    /// How far the fastest gets, in tiles.
    farthest: f32,
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
    /// How far that is, in tiles.
    length: f32,
    /// How others push it, in tiles.
    push: Vec2,
    /// In tiles; 0 for one that has no body any more.
    radius: f32,
    /// From where to where it reaches in height: those above it and below it it does not meet.
    span: Span,
    /// The first of its links, and how many it has.
    first: u32,
    count: u16,
    /// It is not pushed.
    is_heavy: bool,
    /// It is among those who might meet somebody.
    is_close: bool,
    /// All whom it may meet have been found.
    is_linked: bool,
}

/// The first of no links.
const NONE: u32 = u32::MAX;
const NOBODY: Move = Move {
    at: Vec2::ZERO,
    to: Vec2::ZERO,
    length: 0.0,
    push: Vec2::ZERO,
    radius: 0.0,
    span: Span { low: 0.0, high: 0.0 },
    first: NONE,
    count: 0,
    is_heavy: false,
    is_close: false,
    is_linked: false,
};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Moves>();
    app.add_systems(FixedUpdate, walk.in_set(Step::Walk));
}

/// Moves every body. What each would do alone does not depend on the others; then those who may meet push each other aside, and
/// take their turns in the order of their ids.
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
    moves.clear();
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
        let Some(index) = places.index_of(id, next) else { continue };
        next = index + 1;
        let one = Move { at, to, radius: body.radius, span: Span::of(*height, *tall), is_heavy, ..NOBODY };
        moves.note(index, one, places.strayed());
    }
    moves.all.resize(places.all().len(), NOBODY);
    moves.find_close(&places);
    moves.push_aside(&places);
    moves.take_turns(&grid, &places);
    for (one, standing) in moves.all.iter().zip(places.all()).filter(|(one, _)| one.at != one.to) {
        if let Ok((.., (mut position, _))) = bodies.get_mut(standing.entity) {
            position.0 = one.at;
        }
    }
    places.follow(|index| Some(moves.all[index].at).filter(|_| moves.all[index].radius > 0.0));
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
    fn clear(&mut self) {
        self.all.clear();
        self.close.clear();
        self.meetings.clear();
        self.links.clear();
        self.thrown.clear();
        self.farthest = 0.0;
    }

    /// Notes how the body of a place in the order of the ids would move alone; some have strayed so far since all were surveyed.
    fn note(&mut self, index: usize, mut one: Move, strayed: f32) {
        if one.to != one.at {
            one.length = one.at.distance(one.to);
            self.farthest = self.farthest.max(one.length);
        }
        // Who is fast might pass through somebody, and who is wide might meet somebody who stands farther off than in the next cell.
        one.is_close = one.length > STEP || one.radius + one.length + strayed > 0.5;
        if one.is_close {
            self.close.push(index as u32);
        }
        // They come in that order as a rule.
        if index >= self.all.len() {
            self.all.resize(index, NOBODY);
            self.all.push(one);
        } else {
            self.all[index] = one;
        }
    }

    /// Finds those who would get into somebody, if all went where they would go alone, in the order of their ids.
    fn find_close(&mut self, places: &Places) {
        // They were noted in no order that would be the same in a restored run.
        self.close.sort_unstable();
        let slack = 2.0 * self.farthest;
        places.pairs(|one, other| {
            let reach = one.radius + other.radius + slack;
            if one.at.distance_squared(other.at) < reach * reach && self.would_meet(one.index, other.index) {
                self.note_close(one.index);
                self.note_close(other.index);
            }
        });
    }

    /// True if of two, neither of them fast, one would get into the other.
    fn would_meet(&self, a: u32, b: u32) -> bool {
        let (first, second) = (&self.all[a.min(b) as usize], &self.all[a.max(b) as usize]);
        let together = first.radius + second.radius;
        let is_in = |from: Vec2, to: Vec2| from.distance_squared(to) < together * together;
        is_in(first.to, second.at) || is_in(first.to, second.to)
    }

    fn note_close(&mut self, index: u32) {
        let one = &mut self.all[index as usize];
        if !one.is_close {
            one.is_close = true;
            self.close.push(index);
        }
    }

    /// Finds all whom the body of a place may meet in this tick, also if others push it or them.
    fn link(&mut self, places: &Places, index: usize) {
        let one = self.all[index];
        self.all[index].is_linked = true;
        let Some(start) = places.all().get(index).filter(|_| one.radius > 0.0) else { return };
        let farthest = one.radius + one.length + self.farthest + 2.0 * MAX_PUSH;
        for spot in places.spots_near(start.at, farthest) {
            let other = self.all[spot.index as usize];
            let reach = one.radius + other.radius + one.length + other.length + 2.0 * MAX_PUSH;
            let is_far = start.at.distance_squared(spot.at) >= reach * reach;
            let is_upon = one.span.is_upon(other.span) || other.span.is_upon(one.span);
            // Who has looked round himself has found this one, too; so has this one himself.
            if is_far || is_upon || other.is_linked || spot.index as usize == index || other.radius == 0.0 {
                continue;
            }
            if self.all[index].count.max(other.count) < MOST {
                self.meetings.push((index as u32, spot.index));
                self.add_link(index as u32, spot.index);
                self.add_link(spot.index, index as u32);
            }
        }
    }

    fn add_link(&mut self, of: u32, with: u32) {
        let next = self.links.len() as u32;
        let one = &mut self.all[of as usize];
        self.links.push((with, one.first));
        (one.first, one.count) = (next, one.count + 1);
    }

    /// Lets those who would get into each other push each other aside, each by a half; what is heavy is not pushed, and pushes all
    /// the more. Who is pushed is close to others, too.
    fn push_aside(&mut self, places: &Places) {
        let mut linked = 0;
        for round in 0..=ROUNDS {
            while let Some(&index) = self.close.get(linked) {
                self.link(places, index as usize);
                linked += 1;
            }
            if round == ROUNDS || !self.push_once() {
                break;
            }
        }
    }

    /// One round of that; false if nobody pushes.
    fn push_once(&mut self) -> bool {
        let mut anybody = false;
        let meetings = std::mem::take(&mut self.meetings);
        for &(a, b) in &meetings {
            let (one, other) = (&self.all[a as usize], &self.all[b as usize]);
            let together = one.radius + other.radius;
            let square = (one.to + one.push).distance_squared(other.to + other.push);
            if square >= together * together || one.is_heavy && other.is_heavy {
                continue;
            }
            anybody = true;
            // Two bodies in one point part along x: any direction does, but it must always be the same.
            let apart = if a < b { Vec2::NEG_X } else { Vec2::X };
            let direction = (one.at - other.at).try_normalize().unwrap_or(apart);
            let push = (direction + direction.perp() * ASIDE) * (together - square.sqrt());
            let share = match (one.is_heavy, other.is_heavy) {
                (false, false) => 0.5,
                (is_heavy, _) => f32::from(u8::from(!is_heavy)),
            };
            for (index, push) in [(a, push * share), (b, push * (share - 1.0))] {
                if push != Vec2::ZERO {
                    self.all[index as usize].give(push);
                    self.note_close(index);
                }
            }
        }
        self.meetings = meetings;
        anybody
    }

    /// Lets all go as far as they get, in the order of their ids: past those before them, who have moved, and those after them, who
    /// have not.
    fn take_turns(&mut self, grid: &Grid, places: &Places) {
        for index in 0..self.all.len() {
            let one = &self.all[index];
            if one.count == 0 && !one.is_linked {
                self.all[index].at = one.to;
                continue;
            }
            let is_free = !one.is_linked && self.first_touch(one, one.at, one.to - one.at).is_none();
            if !is_free && !one.is_linked {
                self.link(places, index);
            }
            let one = &self.all[index];
            self.all[index].at = if is_free { one.to } else { self.moved(grid, one) };
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

    /// Where a body gets from a point with one step. What it touches first ends it, and the rest leads along that.
    fn step(&self, grid: &Grid, one: &Move, from: Vec2, way: Vec2) -> Vec2 {
        let (mut at, mut left) = (from, way);
        for _ in 0..TURNS {
            let to = body::pushed_out(grid, at, at + left, one.radius, one.span.low);
            let Some((share, out)) = self.first_touch(one, at, to - at) else { return to };
            let met = at.lerp(to, share);
            left = (to - at) * (1.0 - share);
            left -= out * left.dot(out);
            let is_clear = |point| body::deepest(grid, point, one.radius, one.span.low).is_none();
            // The straight way may cut a corner that the way along the wall leads round.
            if is_clear(met) || !is_clear(at) {
                at = met;
            }
        }
        at
    }

    /// Whom a body touches first that goes straight on so from a point: after which share of the way, and in which direction, of
    /// length 1, it is from there to the body. Who is in another one already may leave him, but come no nearer.
    fn first_touch(&self, one: &Move, from: Vec2, way: Vec2) -> Option<(f32, Vec2)> {
        let square = way.length_squared();
        let mut first: Option<(f32, Vec2)> = None;
        let mut link = one.first;
        while let Some(&(with, next)) = self.links.get(link as usize) {
            link = next;
            let other = &self.all[with as usize];
            let away = from - other.at;
            let (distance, along) = (away.length(), way.dot(away));
            let together = one.radius + other.radius;
            if along >= -ASTRAY * distance * square.sqrt() {
                continue;
            }
            // As near as it would come, or where it ends.
            let end = (-along / square).min(1.0);
            let nearest = (away + way * end).length();
            if nearest >= together - if distance < together { SKIN } else { 0.0 } {
                continue;
            }
            let below = along * along - square * (distance * distance - together * together);
            let share = if distance <= together { 0.0 } else { ((-along - below.max(0.0).sqrt()) / square).max(0.0) };
            if share < 1.0 && first.is_none_or(|(least, _)| share < least) {
                first = Some((share, (away + way * share).normalize_or_zero()));
            }
        }
        first
    }
}

impl Move {
    fn give(&mut self, push: Vec2) {
        self.push = (self.push + push).clamp_length_max(MAX_PUSH);
    }
}
