//! Thinking: monsters that are due choose their states, paths and strikes.
//!
//! Queries take `&self`. Methods that take `&mut self` are named as orders and change the monster through the orders of
//! [`Monster`].

use crate::{
    air::air::Air,
    bodies::body::{self, Body, Heading, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::keys::Keys,
    bodies::route::{ARRIVED, OnFoot},
    bodies::searches::Searches,
    bodies::spatial_index::{SpatialIndex, Standing},
    bodies::vertical_extent::{Heights, VerticalRange},
    deck::grid::Grid,
    deck::paths,
    deck::ray::{self, Ray},
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::crowd::{Attackers, Pedestrian},
    monsters::fields::Fields,
    monsters::monster::{Monster, Undead},
    monsters::scripted::Scripted,
    monsters::state_machine::{MonsterState, Situation, StateChange, Times},
    monsters::strike::{self, Strike, Strikes},
    monsters::think_schedule::{self, ThinkSchedule},
    monsters::{patrol, shelter},
    player::player::Player,
    rules::ids::KindId,
    rules::monster_kind::MonsterKind,
    rules::rules::Rules,
    state::dev_state::creatures_act,
    tick::game_rng::GameRng,
    tick::id::Id,
    tick::run::{Deck, Run},
    tick::tick::{Step, TICK},
};
use bevy::{math::ops, prelude::*};

/// Distance in tiles to the player below which monsters spread around the player.
const SPREAD: f32 = 6.0;

/// Distance ahead at which a monster that avoids wind feels it, in tiles.
const AHEAD: f32 = 0.6;
/// Distance in tiles before an obstacle at which a monster stops.
const NOSE: f32 = 0.1;
/// Distance that a monster may walk before it thinks again, even if that leads past the point it walks to, in tiles. It
/// is less than twice the distance at which any such point counts as reached, so it reaches the point on its way back.
const LONG_STRIDE: f32 = 0.2;

/// The shared input of all monsters that think in this tick.
pub(crate) struct Surroundings<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) air: &'a Air,
    pub(crate) places: &'a SpatialIndex,
    pub(crate) statures: &'a Heights<'a, 'a>,
    pub(crate) deck: &'a Deck,
    pub(crate) rules: &'a Rules,
    pub(crate) tick: u64,
    pub(crate) fields: &'a mut Fields,
    pub(crate) chance: &'a mut GameRng,
    pub(crate) searches: &'a mut Searches,
    /// Position of the player.
    pub(crate) player: Vec2,
    /// Number of monsters that may still begin to attack the player.
    pub(crate) turns: u32,
}

/// A monster that thinks.
struct Thinker<'a> {
    id: Id,
    kind: &'a MonsterKind,
    monster: &'a mut Monster,
    at: Vec2,
    radius: f32,
    /// Vertical extent.
    span: VerticalRange,
    /// Whether the monster runs out of the wind, in any state.
    runs: bool,
    /// Distance to the point it walks to, in tiles.
    left: f32,
}

/// The target of a monster.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) entity: Entity,
    pub(crate) at: Vec2,
    /// Vertical extent.
    pub(crate) span: VerticalRange,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, think.in_set(Step::Think).in_set(Undead).run_if(creatures_act));
}

/// Chooses states, strikes and paths.
pub(crate) fn think(
    (grid, gravity, air): (Res<Grid>, Res<Gravity>, Res<Air>),
    (rules, run, deck): (Res<Rules>, Res<Run>, Res<Deck>),
    (places, statures, attackers, turns): (Res<SpatialIndex>, Heights, Res<Attackers>, Res<ThinkSchedule>),
    player: Single<(Entity, &Position), With<Player>>,
    mut monsters: Query<
        (&Id, &mut Monster, (&Position, &Height, &BodyHeight, &Body), &mut Heading, &mut Velocity),
        (Without<Player>, Without<Scripted>),
    >,
    (mut fields, mut searches): (ResMut<Fields>, ResMut<Searches>),
    mut chance: ResMut<GameRng>,
    mut strikes: ResMut<Strikes>,
    mut events: EventLog,
    mut changes: MessageWriter<StateChange>,
) {
    let player = Target { entity: player.0, at: player.1.0, span: statures.of(player.0) };
    let mut around = Surroundings {
        grid: &grid,
        air: &air,
        places: &places,
        statures: &statures,
        deck: &deck,
        rules: &rules,
        tick: run.tick,
        fields: &mut fields,
        chance: &mut chance,
        searches: &mut searches,
        player: player.at,
        turns: rules.skill(run.skill).attackers.saturating_sub(attackers.0),
    };
    // By id, because all monsters draw from one random number generator and share the number of attackers.
    for &entity in &turns.0 {
        let Ok((&id, mut monster, standing, mut heading, mut velocity)) = monsters.get_mut(entity) else {
            continue;
        };
        let (position, height, tall, body) = standing;
        let monster = &mut *monster;
        let kind = monster.kind_of(&rules);
        let span = VerticalRange::of(*height, *tall);
        let mut thinker =
            Thinker { id, kind, monster, at: position.0, radius: body.radius, span, runs: false, left: 0.0 };
        thinker.forget_broken_barrier(&around);
        let target = thinker.target(&around, player);
        let before = thinker.monster.state();
        let state = thinker.enter_next_state(&mut around, target);
        changes.write_batch(StateChange::of(run.tick, id, thinker.monster, before, position.0));
        if state != before && state == MonsterState::Alert {
            let cry = EventRecord::new(GameEvent::Notices(KindId(thinker.monster.kind())), position.0);
            events.emit(EventRecord { about: thinker.monster.goal().or(cry.about), by: Some(id), ..cry });
        }
        if let Some(strike) = thinker.strike(run.tick, target) {
            strikes.0.push(strike);
        }
        let way = thinker.take_way(&mut around, target);
        if height.can_push_off(*tall, &gravity, &grid, position.0, body.radius) {
            body::drive(&mut velocity, way * thinker.speed_until_next_turn(&around));
        }
        if let Some(facing) = thinker.facing(before, way, target.at) {
            heading.0 = facing;
        }
    }
}

impl Thinker<'_> {
    /// Forgets the prop that barred the path if it has been destroyed.
    fn forget_broken_barrier(&mut self, around: &Surroundings) {
        let barrier = self.monster.barrier().filter(|prop| around.places.of(*prop).is_some());
        self.monster.note_barrier(barrier);
    }

    /// Returns the target of the attack: the prop that bars the path until the target itself is in reach.
    fn target(&self, around: &Surroundings, player: Target) -> Target {
        let foe_of = |standing: &Standing| {
            let span = around.statures.of(standing.entity);
            Target { entity: standing.entity, at: standing.at, span }
        };
        let standing = |id| around.places.of(id).map(foe_of);
        let target = self.monster.target().and_then(standing).unwrap_or(player);
        let reaches = self.monster.sees() && self.in_reach(around.grid, target).is_some();
        self.monster.barrier().and_then(standing).filter(|_| !reaches).unwrap_or(target)
    }

    /// Chooses the next state, enters it and returns it.
    fn enter_next_state(&mut self, around: &mut Surroundings, target: Target) -> MonsterState {
        let before = self.monster.state();
        let age = self.monster.age(around.tick);
        let in_reach = self.in_reach(around.grid, target);
        let attack = self.monster.attack_of(self.kind);
        let state = before.next(Situation {
            age,
            sees: self.monster.sees() || self.monster.barrier().is_some(),
            in_reach: in_reach.is_some(),
            may_attack: around.turns > 0 || self.monster.target().is_some() || self.monster.barrier().is_some(),
            has_struck: age >= attack.wind_up && self.monster.strikes() >= strike::due(attack, age),
            has_goal: self.monster.goal().is_some(),
            in_way: self.monster.is_blocked(),
            at_post: self.at.distance_squared(self.monster.post()) < ARRIVED * ARRIVED,
            patrols: self.monster.habit() == level::IdleBehaviour::Patrol,
            is_afraid: self.monster.is_afraid(),
            times: Times {
                reaction: self.kind.senses.reaction,
                search: self.kind.senses.search,
                pain: self.kind.pain.lasts,
                flight: self.kind.flees.as_ref().map_or(0, |fear| fear.lasts),
            },
        });
        if state != before {
            self.monster.enter(state, around.tick);
        }
        if state == MonsterState::Attack && state != before {
            self.monster.take_attack(in_reach.unwrap_or(0));
            around.turns = around.turns.saturating_sub(u32::from(self.monster.attacks_player()));
        }
        state
    }

    /// Returns the first attack that reaches the target with nothing in between. Glass, for example, stops claws
    /// although it does not stop sight.
    fn in_reach(&self, grid: &Grid, target: Target) -> Option<u8> {
        if !matches!(self.monster.state(), MonsterState::Chase | MonsterState::Blocked | MonsterState::Attack) {
            return None;
        }
        let square = self.at.distance_squared(target.at);
        let reaches = |attack: &crate::rules::attack::Attack| {
            square <= attack.reach * attack.reach
                && strike::is_clear(grid, attack, (self.at, self.span), (target.at, target.span))
        };
        // An attack that has begun is not exchanged for another.
        if self.monster.state() == MonsterState::Attack {
            return reaches(self.monster.attack_of(self.kind)).then_some(self.monster.attack());
        }
        self.kind.attacks.iter().position(reaches).map(|index| index as u8)
    }

    /// Returns the strike that is due now, if there is one.
    fn strike(&mut self, tick: u64, target: Target) -> Option<Strike> {
        let age = self.monster.age(tick);
        let attack = self.monster.attack_of(self.kind);
        let due = self.monster.state() == MonsterState::Attack && self.monster.strikes() < strike::due(attack, age);
        due.then(|| {
            self.monster.count_blow();
            Strike {
                by: self.id,
                kind: self.monster.kind(),
                attack: self.monster.attack(),
                from: self.at,
                span: self.span,
                radius: self.radius,
                sees: self.monster.sees() || self.monster.barrier().is_some(),
                target,
            }
        })
    }

    /// Chooses a path and returns the direction to walk in now: a unit vector or zero. A monster that knows fear first
    /// leaves the wind, and does not enter it.
    fn take_way(&mut self, around: &mut Surroundings, target: Target) -> Vec2 {
        if !self.shuns_wind(around) {
            return self.take_way_of_state(around, target);
        }
        if shelter::frightens(around.air, self.at)
            && let Some(step) = self.take_way_out(around)
        {
            self.runs = true;
            return self.set_direction(Some(step));
        }
        let way = self.take_way_of_state(around, target);
        if shelter::frightens(around.air, self.at + way * AHEAD) { Vec2::ZERO } else { way }
    }

    /// Returns true while the wind can harm monsters of this kind.
    fn shuns_wind(&self, around: &Surroundings) -> bool {
        self.kind.flees.is_some() && around.air.has_wind()
    }

    /// Returns the next point of the path out of the wind, if there is one and it is free.
    fn take_way_out(&mut self, around: &mut Surroundings) -> Option<Vec2> {
        use MonsterState::*;
        if matches!(self.monster.state(), Alert | Attack | Hurt | Dying | Dead) {
            return None;
        }
        let Surroundings { grid, air, tick, rules, player, .. } = *around;
        let (level, resistances, at, radius) = (&*around.deck.0, &self.kind.resistances, self.at, self.radius);
        let on_foot = OnFoot { grid, level, rules, resistances, shuns: None, keys: Keys::default(), at, radius, tick };
        let find = || shelter::way_out(grid, air, paths::cell_of(grid, at));
        let may_search = || around.searches.grant(self.id, tick, at.distance(player));
        self.monster.route_mut().lead(&on_foot, may_search, at, find)
    }

    /// Chooses the path that the state requires, and returns the direction to walk in now: a unit vector or zero.
    fn take_way_of_state(&mut self, around: &mut Surroundings, target: Target) -> Vec2 {
        let (at, radius, grid, tick) = (self.at, self.radius, around.grid, around.tick);
        self.monster.set_blocked(false);
        let point = match self.monster.state() {
            MonsterState::Chase | MonsterState::Blocked => return self.take_way_of_chase(around, target),
            MonsterState::Flee => {
                let field = around.fields.away(tick);
                paths::along(grid, at, radius, |cell| field.downhill(grid, cell))
            }
            MonsterState::Search => self.monster.route_mut().about(grid, at, radius, tick, around.chance),
            MonsterState::Patrol => {
                patrol::lead_on(around.deck, grid, at, self.monster).and_then(|next| self.go_alone(around, next))
            }
            MonsterState::Return => {
                let step = self.go_alone(around, self.monster.post());
                if step.is_none() {
                    self.monster.move_post(at); // the way home is barred: this place will do
                }
                step
            }
            _ => None,
        };
        self.set_direction(point)
    }

    /// Finds a path for this monster alone, and returns the point to walk to now. Returns `None` if there is no path.
    fn go_alone(&mut self, around: &mut Surroundings, to: Vec2) -> Option<Vec2> {
        let Surroundings { grid, air, rules, tick, player, .. } = *around;
        let (level, resistances, at, radius) = (&*around.deck.0, &self.kind.resistances, self.at, self.radius);
        let hazard_cost = |index| shelter::hazard_cost(air, grid.cell(index));
        let shuns = self.shuns_wind(around).then_some(&hazard_cost as &dyn Fn(usize) -> u32);
        let on_foot = OnFoot { grid, level, rules, resistances, shuns, keys: Keys::default(), at, radius, tick };
        let may_search = || around.searches.grant(self.id, tick, at.distance(player));
        self.monster.route_mut().towards(&on_foot, to, may_search)
    }

    /// Turns to a point, if there is one, and returns the direction to it: a unit vector or zero.
    fn set_direction(&mut self, point: Option<Vec2>) -> Vec2 {
        let to = point.map_or(Vec2::ZERO, |point| point - self.at);
        self.left = to.length();
        let way = to.normalize_or_zero();
        if way != Vec2::ZERO {
            self.monster.set_direction(way);
        }
        way
    }

    /// Chooses the path of the chase, around the bodies that block it where there is room. Returns its direction, or
    /// zero while the monster waits for them.
    fn take_way_of_chase(&mut self, around: &mut Surroundings, target: Target) -> Vec2 {
        let point = self.take_next_point(around);
        // It is near enough, and waits until it may attack.
        let waits = self.monster.sees() && around.turns == 0 && self.in_reach(around.grid, target).is_some();
        let way = self.set_direction(point.filter(|_| !waits));
        if way == Vec2::ZERO {
            return way;
        }
        self.note_barrier(around, way, point);
        if self.monster.barrier().is_some() {
            return Vec2::ZERO;
        }
        let pedestrian = Pedestrian { id: self.id, at: self.at, radius: self.radius, way, target: target.entity };
        if !pedestrian.is_blocked(around.places) {
            return if self.monster.state() == MonsterState::Chase { way } else { Vec2::ZERO };
        }
        let spreads = self.monster.sees() && self.at.distance_squared(target.at) < SPREAD * SPREAD;
        let round = spreads.then(|| pedestrian.way_round(around.grid, around.places)).flatten();
        self.monster.set_blocked(round.is_none());
        match self.monster.state() {
            MonsterState::Chase => round.map_or(way, |point| (point - self.at).normalize_or_zero()),
            _ => Vec2::ZERO,
        }
    }

    /// Records the prop that bars the path, if there is one. A path through the cell of a prop means that there is no
    /// detour.
    fn note_barrier(&mut self, around: &Surroundings, way: Vec2, point: Option<Vec2>) {
        let is_on_the_way = |prop: &Vec2| point.is_some_and(|point| Grid::cell_at(point) == Grid::cell_at(*prop));
        let prop = around.grid.obstacles.ahead(self.at, self.radius, way).filter(is_on_the_way);
        let standing = prop.and_then(|at| around.places.near(at, 0.0).find(|standing| standing.at == at));
        self.monster.note_barrier(standing.map(|standing| standing.id));
    }

    /// Returns the next point of the path to the goal. Gives up the goal when it is reached, or when no path leads
    /// there and the target is not visible.
    fn take_next_point(&mut self, around: &mut Surroundings) -> Option<Vec2> {
        let (grid, tick, at) = (around.grid, around.tick, self.at);
        let goal = self.monster.goal()?;
        let knows = self.monster.sees() || self.monster.smells(tick);
        if at.distance_squared(goal) < ARRIVED * ARRIVED {
            if !knows {
                self.monster.give_up_goal();
            }
            return None;
        }
        let near = at.distance_squared(goal) < SPREAD * SPREAD;
        let shuns = self.shuns_wind(around);
        if near && !shuns && paths::straight(grid, at, goal, self.radius) {
            return Some(goal);
        }
        let cell = grid.index(paths::cell_of(grid, goal))?;
        let shared = match self.monster.target() {
            // The shared paths ignore the wind.
            _ if shuns => None,
            None if knows => Some(around.fields.player(tick)),
            None => around.fields.last_noise(cell, tick),
            Some(_) => None,
        };
        let step = match shared {
            Some(field) => {
                let here = grid.index(paths::cell_of(grid, at))?;
                match field.distance(here) {
                    0 => Some(goal), // in the goal's own cell the rest is straight on
                    _ => paths::along(grid, at, self.radius, |cell| field.downhill(grid, cell)),
                }
            }
            None => self.go_alone(around, goal),
        };
        match step {
            None if knows => self.as_near_as_it_gets(grid, goal),
            None => {
                debug!(tick, id = self.id.0, from = ?at, ?goal, "no path: the goal is given up");
                self.monster.give_up_goal();
                None
            }
            step => step,
        }
    }

    /// Returns the goal of a monster that has no path to it, while it can still come nearer: it stops at the glass
    /// through which it sees its target.
    fn as_near_as_it_gets(&self, grid: &Grid, goal: Vec2) -> Option<Vec2> {
        let (direction, distance) = (goal - self.at).normalize_and_length();
        let met = ray::cast(grid, Ray::Body, self.at, direction, distance);
        met.is_some_and(|hit| hit.distance > self.radius + NOSE).then_some(goal)
    }

    /// Returns the new direction of view in radians, if it changes.
    fn facing(&self, before: MonsterState, way: Vec2, target: Vec2) -> Option<f32> {
        use MonsterState::*;
        let look = match self.monster.state() {
            Idle if before != Idle => return Some(self.monster.post_facing()),
            Attack | Blocked => target - self.at,
            Alert => self.monster.goal().map_or(Vec2::ZERO, |goal| goal - self.at),
            Chase if way == Vec2::ZERO => target - self.at,
            _ => way,
        };
        (look != Vec2::ZERO).then(|| ops::atan2(look.y, look.x))
    }

    /// Returns the speed in tiles per second until it thinks again. A fast monster far from the player would walk past a
    /// point before a doorway, turn around and walk past it again, endlessly; it walks only as far as that point.
    fn speed_until_next_turn(&self, around: &Surroundings) -> f32 {
        let seconds = think_schedule::period(self.at.distance_squared(around.player)) as f32 * TICK;
        let speed = self.speed();
        let overshoots = speed * seconds > LONG_STRIDE && speed * seconds > self.left;
        if overshoots { self.left / seconds } else { speed }
    }

    /// Returns the speed in tiles per second.
    fn speed(&self) -> f32 {
        match self.monster.state() {
            _ if self.runs => self.kind.speed,
            MonsterState::Chase | MonsterState::Flee => self.kind.speed,
            _ => self.kind.amble,
        }
    }
}
