//! The undead: they notice, chase and strike the player, search for him, are hurt, die and stay as corpses.

use crate::body::{self, Heading, Position, Velocity};
use crate::chance::Chance;
use crate::damage::{Health, Wound, Wounds};
use crate::errand::{ARRIVED, Errand};
use crate::grid::Grid;
use crate::id::Id;
use crate::mind::{MonsterState, Situation};
use crate::noise::Noises;
use crate::player::Player;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report};
use crate::tick::{Tick, ticks};
use bevy::math::ops;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The shambler's radius, in tiles.
const RADIUS: f32 = 0.35;
/// Tiles a second, when it chases.
const SPEED: f32 = 1.2;
/// Tiles a second, when it searches or goes home.
const AMBLE: f32 = 0.8;
/// The health that it begins with.
const HEALTH: i32 = 50;
/// From how far it strikes, in tiles between the middles of the bodies.
const REACH: f32 = 1.0;
/// What a strike costs the player.
const DAMAGE: RangeInclusive<i32> = 6..=12;
/// When in a strike the claws arrive: time enough to step back.
const CLAWS: u32 = ticks(0.3);

/// An undead: what it does, knows and remembers.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Monster {
    state: MonsterState,
    /// The ticks in this state.
    age: u32,
    /// It saw the player when it last looked.
    pub(crate) sees: bool,
    /// Where it last saw or heard the player, as long as it goes there.
    goal: Option<Vec2>,
    /// Another chaser stood in its way when it last looked.
    pub(crate) in_way: bool,
    /// Where it stands when it suspects nothing.
    post: Vec2,
    /// Where it looks then, in radians.
    post_facing: f32,
    /// The walk that it is on.
    errand: Errand,
}

impl Monster {
    /// One that stands at its post.
    fn at(post: Vec2, post_facing: f32) -> Monster {
        let (state, age, sees, goal, in_way, errand) = default();
        Monster { state, age, sees, goal, in_way, post, post_facing, errand }
    }

    /// What it does.
    pub fn state(&self) -> MonsterState {
        self.state
    }

    /// For how many ticks it has done so.
    pub fn age(&self) -> u32 {
        self.age
    }

    /// All places that it remembers.
    pub(crate) fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.goal, Some(self.post), self.errand.spot()].into_iter().flatten()
    }

    /// True if all its numbers are some.
    pub(crate) fn is_possible(&self) -> bool {
        self.post_facing.is_finite()
    }

    /// It reels from a hit.
    pub(crate) fn is_hurt(&self) -> bool {
        self.state == MonsterState::Hurt
    }

    /// It is on its way to the player, or would be if nobody stood in it.
    pub(crate) fn is_on_the_chase(&self) -> bool {
        matches!(self.state, MonsterState::Chase | MonsterState::Blocked)
    }

    /// It learns where the player is.
    pub(crate) fn learn(&mut self, place: Vec2) {
        self.goal = Some(place);
    }

    /// It hears a noise, and takes the player to be at a place; what it sees it knows better.
    pub(crate) fn hear(&mut self, place: Vec2) {
        if !self.sees {
            self.learn(place);
        }
    }

    /// It loses all interest in the player: the dead are left alone.
    pub(crate) fn leave_alone(&mut self) {
        (self.sees, self.goal) = (false, None);
    }

    /// A hit: it reels, or falls.
    pub(crate) fn hurt(&mut self, dies: bool) {
        self.enter(if dies { MonsterState::Dying } else { MonsterState::Hurt });
    }

    fn enter(&mut self, state: MonsterState) {
        (self.state, self.age, self.errand) = (state, 0, default());
    }

    /// The point to walk to now, if it walks.
    fn target(&mut self, grid: &Grid, from: Vec2, chance: &mut Chance) -> Option<Vec2> {
        match self.state {
            MonsterState::Chase => self.chase(grid, from),
            MonsterState::Search => self.errand.about(grid, from, RADIUS, chance),
            MonsterState::Return => {
                let step = self.errand.towards(grid, from, self.post, RADIUS);
                if step.is_none() {
                    self.post = from; // the way home is barred: this place will do
                }
                step
            }
            _ => None,
        }
    }

    /// The point to walk to on the way to the goal; the goal is given up when it is reached, or when no way leads there
    /// and the player is not in sight.
    fn chase(&mut self, grid: &Grid, from: Vec2) -> Option<Vec2> {
        let goal = self.goal?;
        let arrived = from.distance_squared(goal) < ARRIVED * ARRIVED;
        let step = if arrived { None } else { self.errand.towards(grid, from, goal, RADIUS) };
        match step {
            // It presses against the glass that it sees the player through.
            None if self.sees && !arrived => Some(goal),
            None => {
                self.goal = None;
                None
            }
            step => step,
        }
    }

    /// Tiles a second.
    fn speed(&self) -> f32 {
        if self.state == MonsterState::Chase { SPEED } else { AMBLE }
    }
}

/// A shambler that stands at a point.
pub(crate) fn shambler(at: Vec2, facing: f32) -> impl Bundle {
    (Monster::at(at, facing), Health(HEALTH), Heading(facing), body::at(at, RADIUS))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, think.in_set(Tick::Think));
}

/// Chooses states, strikes and ways.
pub(crate) fn think(
    grid: Res<Grid>,
    player: Single<(Entity, &Position), With<Player>>,
    mut monsters: Query<(&Id, &mut Monster, &Position, &mut Heading, &mut Velocity), Without<Player>>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut noises: ResMut<Noises>,
    mut reports: MessageWriter<Report>,
) {
    let (victim, player) = *player;
    // All draw from the one stream of chance, so they come in the order of the ids.
    for (_, mut monster, position, mut heading, mut velocity) in monsters.iter_mut().sort::<&Id>() {
        let from = position.0;
        let to = player.0 - from;
        // What can be seen through glass cannot be clawed through it.
        let in_reach = to.length_squared() <= REACH * REACH && ray::clear(&grid, Ray::Body, from, player.0);
        monster.age = monster.age.saturating_add(1);
        let before = monster.state;
        let state = before.next(Situation {
            age: monster.age,
            sees: monster.sees,
            in_reach,
            has_goal: monster.goal.is_some(),
            in_way: monster.in_way,
            at_post: from.distance_squared(monster.post) < ARRIVED * ARRIVED,
        });
        if state != before {
            monster.enter(state);
            match state {
                MonsterState::Alert => {
                    reports.write(Report::new(Happening::Notices, from));
                    noises.of_undead(from, monster.goal.unwrap_or(from));
                }
                MonsterState::Idle => heading.0 = monster.post_facing,
                _ => {}
            }
        }
        if state == MonsterState::Attack && monster.age == CLAWS {
            reports.write(Report::new(Happening::Strikes, from));
            if in_reach && monster.sees {
                let towards = to.normalize_or_zero();
                wounds.0.push(Wound { target: victim, amount: chance.roll(DAMAGE), towards });
            }
        }
        let way = monster.target(&grid, from, &mut chance).map_or(Vec2::ZERO, |target| target - from);
        velocity.0 = way.normalize_or_zero() * monster.speed();
        let look = match state {
            MonsterState::Attack => to,
            MonsterState::Alert => monster.goal.map_or(Vec2::ZERO, |goal| goal - from),
            _ => way,
        };
        if look != Vec2::ZERO {
            heading.0 = ops::atan2(look.y, look.x);
        }
    }
}
