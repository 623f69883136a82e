//! Monsters: their state and what they remember.

use crate::{
    bodies::body::{self, Body, Heading, Position},
    bodies::height::BodyHeight,
    bodies::route::Route,
    bodies::wound::Health,
    monsters::state_machine::MonsterState,
    player::player::Player,
    rules::attack::Attack,
    rules::monster_kind::MonsterKind,
    rules::rules::Rules,
    tick::id::Id,
    tick::run::Run,
};
use bevy::prelude::*;
use level::{IdleBehaviour, Thing};
use serde::{Deserialize, Serialize};

/// The state and the memory of a monster. Other systems make the decisions. They change the monster only through its
/// orders, the methods that take `&mut self`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Monster {
    /// Index of the kind in the rules.
    kind: u16,
    habit: IdleBehaviour,
    state: MonsterState,
    /// Tick in which the present state began.
    since: u64,
    /// The target, if it is another monster; otherwise the player is the target.
    target: Option<Id>,
    /// The prop that bars the path and is attacked instead.
    barrier: Option<Id>,
    /// Whether the target was visible at the last look.
    sees: bool,
    /// The monster knows where its target is until this tick, even without seeing it.
    scent: u64,
    /// Position at which the target was last seen or heard, while the monster is on the way there.
    goal: Option<Vec2>,
    /// Whether another body blocked the path at the last look.
    in_way: bool,
    /// Unit vector of the last movement; zero before the first.
    way: Vec2,
    /// Number of strikes of the present attack.
    strikes: u32,
    /// Index of the present attack among those of the kind.
    attack: u8,
    /// Whether the monster flees as soon as it can.
    afraid: bool,
    /// Whether the monster has fled once; it does not flee again.
    fled: bool,
    /// The position of an unaware monster, or the point at which it left its patrol.
    post: Vec2,
    /// Direction at the post, in radians.
    post_facing: f32,
    /// The present path.
    route: Route,
}

// Queries.
impl Monster {
    /// Returns the present state.
    pub fn state(&self) -> MonsterState {
        self.state
    }

    /// Returns the number of ticks since the present state began.
    pub fn age(&self, tick: u64) -> u32 {
        u32::try_from(tick.saturating_sub(self.since)).unwrap_or(u32::MAX)
    }

    /// Returns the index of the kind in the rules.
    pub fn kind(&self) -> u16 {
        self.kind
    }

    pub(crate) fn set_kind(&mut self, kind: u16) {
        self.kind = kind;
    }

    /// Returns where the monster believes its target to be, if it goes there.
    pub fn goal(&self) -> Option<Vec2> {
        self.goal
    }

    /// Returns true if the target was visible at the last look.
    pub fn sees(&self) -> bool {
        self.sees
    }

    /// Returns the next point of the monster's own path, if it follows one.
    pub fn route(&self) -> Option<Vec2> {
        self.route.target()
    }

    /// Returns the present attack.
    pub fn attack_of<'a>(&self, kind: &'a MonsterKind) -> &'a Attack {
        &kind.attacks[usize::from(self.attack).min(kind.attacks.len() - 1)]
    }

    /// Returns the kind.
    pub fn kind_of<'a>(&self, rules: &'a Rules) -> &'a MonsterKind {
        &rules.monsters[usize::from(self.kind)].1
    }

    /// Returns true for a corpse that will not rise again.
    pub(crate) fn is_gone(&self, rules: &Rules) -> bool {
        self.state == MonsterState::Dead && self.kind_of(rules).rises == 0
    }

    /// Returns the behaviour of the undisturbed monster.
    pub(crate) fn habit(&self) -> IdleBehaviour {
        self.habit
    }

    /// Returns true if the monster lies in ambush.
    pub(crate) fn waits(&self) -> bool {
        self.habit == IdleBehaviour::Ambush && self.state.is_unaware()
    }

    /// Returns the prop that bars the path and is attacked instead.
    pub(crate) fn barrier(&self) -> Option<Id> {
        self.barrier
    }

    /// Returns true if another body blocked the path at the last look.
    pub(crate) fn is_blocked(&self) -> bool {
        self.in_way
    }

    /// Returns the index of the present attack among those of the kind.
    pub(crate) fn attack(&self) -> u8 {
        self.attack
    }

    /// Returns the number of strikes of the present attack.
    pub(crate) fn strikes(&self) -> u32 {
        self.strikes
    }

    /// Returns the position of the unaware monster, or the point at which it left its patrol.
    pub(crate) fn post(&self) -> Vec2 {
        self.post
    }

    /// Returns the direction at the post, in radians.
    pub(crate) fn post_facing(&self) -> f32 {
        self.post_facing
    }

    /// Returns the monster that is the target instead of the player.
    pub(crate) fn target(&self) -> Option<Id> {
        self.target
    }

    /// Returns true if the monster is attacking the player.
    pub(crate) fn attacks_player(&self) -> bool {
        self.state == MonsterState::Attack && self.target.is_none() && self.barrier.is_none()
    }

    /// Returns the direction of movement of a monster that chases its target.
    pub(crate) fn way(&self) -> Option<Vec2> {
        self.state.is_after_somebody().then_some(self.way)
    }

    /// Returns all positions in the monster's memory.
    pub(crate) fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.goal, Some(self.post), self.route.target()].into_iter().flatten()
    }

    /// Returns true if the values are valid in this tick, under these rules.
    pub(crate) fn is_valid(&self, tick: u64, rules: &Rules) -> bool {
        usize::from(self.kind) < rules.monsters.len()
            && usize::from(self.attack) < self.kind_of(rules).attacks.len()
            && self.since <= tick
            && self.route.is_valid(tick)
            && self.post_facing.is_finite()
            && self.way.is_finite()
    }

    /// Returns true if the monster is stunned by a hit.
    pub(crate) fn is_hurt(&self) -> bool {
        self.state == MonsterState::Hurt
    }

    /// Returns true if the monster wants to flee and has not fled yet.
    pub(crate) fn is_afraid(&self) -> bool {
        self.afraid
    }

    /// Returns true if the monster knows where its target is even without seeing it.
    pub(crate) fn smells(&self, tick: u64) -> bool {
        tick < self.scent
    }
}

// Orders: only the systems that give them change the state.
impl Monster {
    /// Sets the goal to the position of the target.
    pub(crate) fn learn(&mut self, place: Vec2) {
        self.goal = Some(place);
    }

    /// Sets the goal, and lets the monster know the position of its target until a tick.
    pub(crate) fn spot(&mut self, place: Vec2, until: u64) {
        self.goal = Some(place);
        self.scent = until;
    }

    /// Records whether the target is visible.
    pub(crate) fn note_sight(&mut self, sees: bool) {
        self.sees = sees;
    }

    /// Clears the goal after the monster has reached it.
    pub(crate) fn give_up_goal(&mut self) {
        self.goal = None;
    }

    /// Sets the goal to the source of a noise or to bait, and returns whether the monster reacts. Monsters that see
    /// their target or fight another monster ignore it.
    pub(crate) fn hear(&mut self, place: Vec2) -> bool {
        let cares = !self.sees && self.target.is_none();
        if cares {
            self.learn(place);
        }
        cares
    }

    /// Clears everything about the target, because it has died.
    pub(crate) fn leave_alone(&mut self) {
        (self.sees, self.goal, self.target, self.scent) = (false, None, None, 0);
    }

    /// Makes the attacker the target, and lets the monster know its position until a tick.
    pub(crate) fn provoke(&mut self, by: Option<Id>, until: u64) {
        (self.target, self.scent) = (by, until);
    }

    /// Records the prop that bars the path, or none.
    pub(crate) fn note_barrier(&mut self, prop: Option<Id>) {
        self.barrier = prop;
    }

    /// Records whether other bodies block the path.
    pub(crate) fn set_blocked(&mut self, is_blocked: bool) {
        self.in_way = is_blocked;
    }

    /// Sets the direction of movement, a unit vector.
    pub(crate) fn set_direction(&mut self, way: Vec2) {
        self.way = way;
    }

    /// Selects an attack by its index.
    pub(crate) fn take_attack(&mut self, attack: u8) {
        self.attack = attack;
    }

    /// Counts a strike.
    pub(crate) fn count_blow(&mut self) {
        self.strikes += 1;
    }

    /// Moves the post.
    pub(crate) fn move_post(&mut self, place: Vec2) {
        self.post = place;
    }

    /// Sets the direction at the post, in radians.
    pub(crate) fn turn_post(&mut self, facing: f32) {
        self.post_facing = facing;
    }

    /// Returns the present path for the system that advances it.
    pub(crate) fn route_mut(&mut self) -> &mut Route {
        &mut self.route
    }

    /// Stuns the monster after a hit.
    pub(crate) fn stun(&mut self, tick: u64) {
        self.enter(MonsterState::Hurt, tick);
    }

    /// Lets the monster die.
    pub(crate) fn fall(&mut self, tick: u64) {
        self.enter(MonsterState::Dying, tick);
    }

    /// Makes the monster flee unless it has fled before.
    pub(crate) fn take_fright(&mut self) {
        self.afraid = !self.fled;
    }

    /// Changes the state.
    pub(crate) fn enter(&mut self, state: MonsterState, tick: u64) {
        if self.state == MonsterState::Flee {
            (self.afraid, self.fled) = (false, true);
        }
        (self.state, self.since, self.strikes, self.route) = (state, tick, 0, Route::default());
        if !matches!(state, MonsterState::Chase | MonsterState::Blocked | MonsterState::Attack) {
            self.barrier = None;
        }
    }
}

/// All monster systems from the senses to the strikes. They are skipped on decks without monsters, because none is
/// created during a run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Undead;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, Undead.run_if(any_with_component::<Monster>));
}

/// Lets every monster on the deck know the player's position, as if each of them had just seen the player.
pub fn alarm(world: &mut World) {
    let mut player = world.query_filtered::<&Position, With<Player>>();
    let (Ok(&Position(place)), &Run { tick, .. }) = (player.single(world), world.resource::<Run>()) else { return };
    let rules = world.resource::<Rules>().clone();
    let mut monsters = world.query_filtered::<&mut Monster, With<Body>>();
    for mut monster in monsters.iter_mut(world) {
        let scent = u64::from(monster.kind_of(&rules).senses.scent);
        monster.spot(place, tick + scent);
    }
}

/// Returns the components of a monster of this kind for a thing of a level.
pub(crate) fn placed(rules: &Rules, kind: u16, thing: &Thing) -> impl Bundle {
    let at = Vec2::new(thing.x as f32 + 0.5, thing.y as f32 + 0.5);
    placed_at(rules, kind, at, thing.facing, thing.habit)
}

/// Returns the components of a monster of this kind at a point, with its direction in radians.
pub(crate) fn placed_at(rules: &Rules, kind: u16, at: Vec2, facing: f32, habit: IdleBehaviour) -> impl Bundle {
    let state = if habit == IdleBehaviour::Patrol { MonsterState::Patrol } else { MonsterState::Idle };
    let (target, barrier) = (None, None);
    let (since, sees, scent, goal, in_way, way, strikes, attack, afraid, fled, route) = default();
    let (post, post_facing) = (at, facing);
    let monster = Monster {
        kind,
        habit,
        state,
        since,
        target,
        barrier,
        sees,
        scent,
        goal,
        in_way,
        way,
        strikes,
        attack,
        afraid,
        fled,
        post,
        post_facing,
        route,
    };
    let MonsterKind { health, radius, tall, .. } = rules.monsters[usize::from(kind)].1;
    (monster, Health(health), Heading(facing), body::at(at, radius, BodyHeight(tall)))
}
