//! The undead: what one is, does, knows and remembers.

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

/// An undead: what it does, knows and remembers. All that follows from this is decided elsewhere, and written here alone: by
/// its orders, the methods that take `&mut self`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Monster {
    /// The number of its kind in the rules.
    kind: u16,
    habit: IdleBehaviour,
    state: MonsterState,
    /// The tick in which it entered this state.
    since: u64,
    /// Its foe, if that is one of its own; the player else.
    target: Option<Id>,
    /// The prop that bars its way, at which it strikes.
    barrier: Option<Id>,
    /// It saw its foe when it last looked.
    sees: bool,
    /// Until this tick it knows where its foe is even if it does not see him.
    scent: u64,
    /// Where it last saw or heard its foe, as long as it goes there.
    goal: Option<Vec2>,
    /// Another one stood in its way when it last looked.
    in_way: bool,
    /// The direction in which it went last, of length 1; zero before it has gone anywhere.
    way: Vec2,
    /// The strikes that have fallen since it attacks.
    strikes: u32,
    /// The attack of its kind that it uses.
    attack: u8,
    /// It has had enough, and runs when it comes to.
    afraid: bool,
    /// It has fled once: now it fights on.
    fled: bool,
    /// Where it stands when it suspects nothing, or where it left its patrol.
    post: Vec2,
    /// Where it looks then, in radians.
    post_facing: f32,
    /// The walk that it is on.
    route: Route,
}

// Questions.
impl Monster {
    /// What it does.
    pub fn state(&self) -> MonsterState {
        self.state
    }

    /// For how many ticks it has done so, in the tick of this number.
    pub fn age(&self, tick: u64) -> u32 {
        u32::try_from(tick.saturating_sub(self.since)).unwrap_or(u32::MAX)
    }

    /// The number of its kind in the rules.
    pub fn kind(&self) -> u16 {
        self.kind
    }

    /// Where it believes its foe, if it goes there.
    pub fn goal(&self) -> Option<Vec2> {
        self.goal
    }

    /// True if it saw its foe when it last looked.
    pub fn sees(&self) -> bool {
        self.sees
    }

    /// Where it goes next, if it goes a way of its own.
    pub fn route(&self) -> Option<Vec2> {
        self.route.target()
    }

    /// The attack of its kind that it uses.
    pub fn attack_of<'a>(&self, kind: &'a MonsterKind) -> &'a Attack {
        &kind.attacks[usize::from(self.attack).min(kind.attacks.len() - 1)]
    }

    /// Its kind.
    pub fn kind_of<'a>(&self, rules: &'a Rules) -> &'a MonsterKind {
        &rules.monsters[usize::from(self.kind)].1
    }

    /// It is one of the dead that stay so.
    pub(crate) fn is_gone(&self, rules: &Rules) -> bool {
        self.state == MonsterState::Dead && self.kind_of(rules).rises == 0
    }

    /// What it does as long as nobody disturbs it.
    pub(crate) fn habit(&self) -> IdleBehaviour {
        self.habit
    }

    /// The prop that bars its way, at which it strikes.
    pub(crate) fn barrier(&self) -> Option<Id> {
        self.barrier
    }

    /// Another one stood in its way when it last looked.
    pub(crate) fn is_blocked(&self) -> bool {
        self.in_way
    }

    /// The number, among those of its kind, of the attack that it uses.
    pub(crate) fn attack(&self) -> u8 {
        self.attack
    }

    /// The strikes that have fallen since it attacks.
    pub(crate) fn strikes(&self) -> u32 {
        self.strikes
    }

    /// Where it stands when it suspects nothing, or where it left its patrol.
    pub(crate) fn post(&self) -> Vec2 {
        self.post
    }

    /// Where it looks then, in radians.
    pub(crate) fn post_facing(&self) -> f32 {
        self.post_facing
    }

    /// The undead that it is after instead of the player.
    pub(crate) fn target(&self) -> Option<Id> {
        self.target
    }

    /// It claws or shoots at the player.
    pub(crate) fn attacks_player(&self) -> bool {
        self.state == MonsterState::Attack && self.target.is_none() && self.barrier.is_none()
    }

    /// The direction in which it goes, if it is after somebody.
    pub(crate) fn way(&self) -> Option<Vec2> {
        self.state.is_after_somebody().then_some(self.way)
    }

    /// All places that it remembers.
    pub(crate) fn places(&self) -> impl Iterator<Item = Vec2> {
        [self.goal, Some(self.post), self.route.target()].into_iter().flatten()
    }

    /// True if it can be so in a tick, under these rules.
    pub(crate) fn is_valid(&self, tick: u64, rules: &Rules) -> bool {
        usize::from(self.kind) < rules.monsters.len()
            && usize::from(self.attack) < self.kind_of(rules).attacks.len()
            && self.since <= tick
            && self.route.is_valid(tick)
            && self.post_facing.is_finite()
            && self.way.is_finite()
    }

    /// It reels from a hit.
    pub(crate) fn is_hurt(&self) -> bool {
        self.state == MonsterState::Hurt
    }

    /// It has had enough, and has not fled yet.
    pub(crate) fn is_afraid(&self) -> bool {
        self.afraid
    }

    /// It knows where its foe is although it does not see him.
    pub(crate) fn smells(&self, tick: u64) -> bool {
        tick < self.scent
    }
}

// Orders: who gives one writes its state, and nobody else does.
impl Monster {
    /// It learns where its foe is.
    pub(crate) fn learn(&mut self, place: Vec2) {
        self.goal = Some(place);
    }

    /// It sees its foe, and will know for some ticks where he is.
    pub(crate) fn spot(&mut self, place: Vec2, until: u64) {
        self.goal = Some(place);
        self.scent = until;
    }

    /// It sees its foe from now on, or does not.
    pub(crate) fn note_sight(&mut self, sees: bool) {
        self.sees = sees;
    }

    /// It has been where it believed its foe.
    pub(crate) fn give_up_goal(&mut self) {
        self.goal = None;
    }

    /// It hears a noise, and takes the player to be at a place, or it is lured there; what it sees it knows better, and one in
    /// ambush waits.
    pub(crate) fn hear(&mut self, place: Vec2) -> bool {
        let waits = self.habit == IdleBehaviour::Ambush && self.state.is_unaware();
        let cares = !self.sees && !waits && self.target.is_none();
        if cares {
            self.learn(place);
        }
        cares
    }

    /// It loses all interest in its foe: the dead are left alone.
    pub(crate) fn leave_alone(&mut self) {
        (self.sees, self.goal, self.target, self.scent) = (false, None, None, 0);
    }

    /// Somebody has hit it, and it knows from where: it turns on him.
    pub(crate) fn provoke(&mut self, by: Option<Id>, until: u64) {
        (self.target, self.scent) = (by, until);
    }

    /// A prop bars its way, or none does.
    pub(crate) fn note_barrier(&mut self, prop: Option<Id>) {
        self.barrier = prop;
    }

    /// Others hold it up, or nobody does.
    pub(crate) fn set_blocked(&mut self, is_blocked: bool) {
        self.in_way = is_blocked;
    }

    /// It makes for this direction, of length 1.
    pub(crate) fn set_direction(&mut self, way: Vec2) {
        self.way = way;
    }

    /// It uses the attack of this number from now on.
    pub(crate) fn take_attack(&mut self, attack: u8) {
        self.attack = attack;
    }

    /// One more of its strikes falls.
    pub(crate) fn count_blow(&mut self) {
        self.strikes += 1;
    }

    /// Its post is here from now on.
    pub(crate) fn move_post(&mut self, place: Vec2) {
        self.post = place;
    }

    /// At its post it looks this way from now on, in radians.
    pub(crate) fn turn_post(&mut self, facing: f32) {
        self.post_facing = facing;
    }

    /// The walk that it is on, for whoever leads it on.
    pub(crate) fn route_mut(&mut self) -> &mut Route {
        &mut self.route
    }

    /// A hit stuns it.
    pub(crate) fn stun(&mut self, tick: u64) {
        self.enter(MonsterState::Hurt, tick);
    }

    /// It falls.
    pub(crate) fn fall(&mut self, tick: u64) {
        self.enter(MonsterState::Dying, tick);
    }

    /// It has had enough, if it has not fled before.
    pub(crate) fn take_fright(&mut self) {
        self.afraid = !self.fled;
    }

    /// It changes its state.
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

/// The steps of the undead from their senses to their strikes: a deck without any passes them over. None comes meanwhile.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Undead;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, Undead.run_if(any_with_component::<Monster>));
}

/// Everybody on the deck learns where the player is, as if each had just seen him.
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

/// An undead of a kind, as a level places it.
pub(crate) fn placed(rules: &Rules, kind: u16, thing: &Thing) -> impl Bundle {
    let at = Vec2::new(thing.x as f32 + 0.5, thing.y as f32 + 0.5);
    let state = if thing.habit == IdleBehaviour::Patrol { MonsterState::Patrol } else { MonsterState::Idle };
    let (target, barrier) = (None, None);
    let (since, sees, scent, goal, in_way, way, strikes, attack, afraid, fled, route) = default();
    let (habit, post, post_facing) = (thing.habit, at, thing.facing);
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
    (monster, Health(health), Heading(thing.facing), body::at(at, radius, BodyHeight(tall)))
}
