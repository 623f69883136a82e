//! The undead: they see, chase and strike the player, are hurt, die and stay as corpses.

use crate::body::{self, Body, Heading, Position, Velocity};
use crate::chance::Chance;
use crate::damage::{Health, Wound, Wounds};
use crate::grid::Grid;
use crate::id::Id;
use crate::player::Player;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report};
use crate::tick::{Tick, ticks};
use crate::way;
use bevy::math::ops;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The shambler's radius, in tiles.
const RADIUS: f32 = 0.35;
/// Tiles a second.
const SPEED: f32 = 1.2;
/// The health that it begins with.
const HEALTH: i32 = 50;
/// From how far it strikes, in tiles between the middles of the bodies.
const REACH: f32 = 1.0;
/// How far its eyes stand to each side of its middle, in tiles.
const EYES: f32 = 0.2;
/// What is nearer than this is noticed from behind too, in tiles.
const CLOSE: f32 = 1.5;
/// What a strike costs the player.
const DAMAGE: RangeInclusive<i32> = 6..=12;
/// How long a strike takes.
const STRIKE: u32 = ticks(0.8);
/// When in a strike the claws arrive: time enough to step back.
const CLAWS: u32 = ticks(0.3);
/// How long a hit stuns.
const HURT: u32 = ticks(0.25);
/// How long it falls.
const DYING: u32 = ticks(0.6);
/// How near to its goal counts as arrived, in tiles.
const ARRIVED: f32 = 0.1;
/// How near to a cell's middle counts as having come through it, in tiles: exact middles would be fought over.
const PASSED: f32 = 0.45;
/// After so long it looks for its way anew: the goal, the doors and the others have moved on.
const REPLAN: u32 = ticks(0.4);
/// So many cells it looks ahead for one that it can walk to in a straight line.
const AHEAD: usize = 4;

/// An undead's mind.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Monster {
    state: MonsterState,
    /// The ticks in this state.
    age: u32,
    /// It sees the player in this tick.
    sees: bool,
    /// Where it last saw the player, as long as it goes there.
    goal: Option<Vec2>,
    /// The cell that it makes for on its way there.
    waypoint: Option<IVec2>,
    /// The ticks since it looked for that way.
    since_plan: u32,
}

/// What an undead does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MonsterState {
    /// Stands and looks.
    #[default]
    Idle,
    /// Goes where it sees or last saw the player.
    Chase,
    /// Claws at the player.
    Strike,
    /// Reels from a hit.
    Hurt,
    /// Falls.
    Dying,
    /// Lies as a corpse.
    Dead,
}

/// What a change of state depends on.
#[derive(Clone, Copy)]
struct Situation {
    age: u32,
    sees: bool,
    in_reach: bool,
    has_goal: bool,
}

impl MonsterState {
    /// The state that follows in this situation; often the same.
    fn next(self, now: Situation) -> MonsterState {
        use MonsterState::*;
        match self {
            Idle if now.sees => Chase,
            Chase if now.sees && now.in_reach => Strike,
            Chase if !now.has_goal => Idle,
            Strike if now.age >= STRIKE => Chase,
            Hurt if now.age >= HURT => Chase,
            Dying if now.age >= DYING => Dead,
            same => same,
        }
    }
}

impl Monster {
    /// What it does.
    pub fn state(&self) -> MonsterState {
        self.state
    }

    /// For how many ticks it has done so.
    pub fn age(&self) -> u32 {
        self.age
    }

    /// Where it last saw the player, as long as it goes there.
    pub(crate) fn goal(&self) -> Option<Vec2> {
        self.goal
    }

    /// True until it begins to fall.
    pub fn is_alive(&self) -> bool {
        !matches!(self.state, MonsterState::Dying | MonsterState::Dead)
    }

    /// A hit: it reels, or falls.
    pub(crate) fn hurt(&mut self, dies: bool) {
        self.enter(if dies { MonsterState::Dying } else { MonsterState::Hurt });
    }

    fn enter(&mut self, state: MonsterState) {
        (self.state, self.age) = (state, 0);
    }
}

/// A shambler that stands at a point.
pub(crate) fn shambler(at: Vec2, facing: f32) -> impl Bundle {
    let mind = Monster { since_plan: REPLAN, ..default() }; // the first way is looked for at once
    (mind, Health(HEALTH), Heading(facing), body::at(at, RADIUS))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, sense.in_set(Tick::Sense));
    app.add_systems(FixedUpdate, think.in_set(Tick::Think));
}

/// Who sees the player, and where he is for those who do.
fn sense(
    grid: Res<Grid>,
    player: Single<(&Position, Has<Body>), With<Player>>,
    mut monsters: Query<(&mut Monster, &Position, &Heading), With<Body>>,
) {
    let (player, lives) = *player;
    for (mut monster, position, heading) in &mut monsters {
        monster.sees = lives && sees(&grid, &monster, position.0, *heading, player.0);
        if !lives {
            monster.goal = None; // the dead are left alone
        } else if monster.sees || monster.state == MonsterState::Hurt {
            // One that is hit knows where the shot came from.
            monster.goal = Some(player.0);
        }
    }
}

/// True if one of two eyes sees the player: an idle one looks ahead only, unless he is close.
fn sees(grid: &Grid, monster: &Monster, from: Vec2, heading: Heading, player: Vec2) -> bool {
    let to = player - from;
    let looks =
        monster.state != MonsterState::Idle || to.length_squared() < CLOSE * CLOSE || to.dot(heading.direction()) > 0.0;
    let side = to.normalize_or_zero().perp() * EYES;
    let clear = |side| ray::clear(grid, Ray::Sight, from + side, player + side);
    looks && (clear(side) || clear(-side))
}

/// Chooses states, strikes and ways.
pub(crate) fn think(
    grid: Res<Grid>,
    player: Single<(Entity, &Position), With<Player>>,
    mut monsters: Query<(&Id, &mut Monster, &Position, &mut Heading, &mut Velocity), Without<Player>>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut reports: MessageWriter<Report>,
) {
    let (victim, player) = *player;
    // Strikes draw from the one stream of chance, so they come in the order of the ids.
    for (_, mut monster, position, mut heading, mut velocity) in monsters.iter_mut().sort::<&Id>() {
        let before = monster.state;
        let to = player.0 - position.0;
        // What can be seen through glass cannot be clawed through it.
        let in_reach = to.length_squared() <= REACH * REACH && ray::clear(&grid, Ray::Body, position.0, player.0);
        monster.age = monster.age.saturating_add(1);
        let now = Situation { age: monster.age, sees: monster.sees, in_reach, has_goal: monster.goal.is_some() };
        let state = before.next(now);
        if state != before {
            monster.enter(state);
        }
        let mut report = |what| reports.write(Report::new(what, position.0));
        if before == MonsterState::Idle && state == MonsterState::Chase {
            report(Happening::Notices);
        }
        if state == MonsterState::Strike && monster.age == CLAWS {
            report(Happening::Strikes);
            if in_reach && monster.sees {
                let towards = to.normalize_or_zero();
                wounds.0.push(Wound { target: victim, amount: chance.roll(DAMAGE), towards });
            }
        }
        let target = match state {
            MonsterState::Chase => next_target(&grid, &mut monster, position.0),
            _ => None,
        };
        let way = target.map_or(Vec2::ZERO, |target| target - position.0);
        velocity.0 = way.normalize_or_zero() * SPEED;
        let look = if state == MonsterState::Strike { to } else { way };
        if look != Vec2::ZERO {
            heading.0 = ops::atan2(look.y, look.x);
        }
    }
}

/// The point to walk to now on the way to the goal; the goal is given up when it is reached, or when no way leads there
/// and it is not in sight.
fn next_target(grid: &Grid, monster: &mut Monster, from: Vec2) -> Option<Vec2> {
    let goal = monster.goal?;
    if from.distance_squared(goal) < ARRIVED * ARRIVED {
        monster.goal = None;
        return None;
    }
    if way::straight(grid, from, goal, RADIUS) {
        (monster.waypoint, monster.since_plan) = (None, REPLAN);
        return Some(goal);
    }
    monster.since_plan = monster.since_plan.saturating_add(1);
    let passed = |cell: IVec2| from.distance_squared(way::stand(grid, cell)) < PASSED * PASSED;
    if monster.since_plan >= REPLAN || monster.waypoint.is_some_and(passed) {
        (monster.waypoint, monster.since_plan) = (None, 0);
        match way::route(grid, way::cell_of(grid, from), way::cell_of(grid, goal)) {
            Some(route) => {
                let clear = |cell: &&IVec2| way::straight(grid, from, way::stand(grid, **cell), RADIUS);
                let ahead = route.iter().skip(1).take(AHEAD).take_while(clear).last();
                monster.waypoint = ahead.or(route.get(1)).copied();
            }
            None if !monster.sees => monster.goal = None,
            None => {} // it presses against the glass that it sees the player through
        }
    }
    // Without a waypoint, as in the goal's own cell, the rest is straight on, along whatever is in the way.
    monster.goal.map(|goal| monster.waypoint.map_or(goal, |cell| way::stand(grid, cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Situation = Situation { age: 1, sees: false, in_reach: false, has_goal: false };

    #[test]
    fn an_idle_one_chases_only_what_it_sees() {
        assert_eq!(MonsterState::Idle.next(NOTHING), MonsterState::Idle);
        assert_eq!(MonsterState::Idle.next(Situation { in_reach: true, ..NOTHING }), MonsterState::Idle);
        assert_eq!(MonsterState::Idle.next(Situation { sees: true, ..NOTHING }), MonsterState::Chase);
    }

    #[test]
    fn a_strike_needs_sight_and_reach_and_takes_its_time() {
        let near = Situation { in_reach: true, has_goal: true, ..NOTHING };
        assert_eq!(MonsterState::Chase.next(near), MonsterState::Chase);
        assert_eq!(MonsterState::Chase.next(Situation { sees: true, ..near }), MonsterState::Strike);
        assert_eq!(MonsterState::Strike.next(Situation { age: STRIKE - 1, ..near }), MonsterState::Strike);
        assert_eq!(MonsterState::Strike.next(Situation { age: STRIKE, ..near }), MonsterState::Chase);
    }

    #[test]
    fn the_dead_stay_dead() {
        let all = Situation { age: u32::MAX, sees: true, in_reach: true, has_goal: true };
        assert_eq!(MonsterState::Dying.next(all), MonsterState::Dead);
        assert_eq!(MonsterState::Dead.next(all), MonsterState::Dead);
    }
}
