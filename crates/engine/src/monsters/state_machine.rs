//! Minds: what an undead does, and what it does next.

use crate::{monsters::monster::Monster, tick::id::Id, tick::tick::ticks};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// How long it waits for another one that stands in its way.
const PATIENCE: u32 = ticks(1.0);
/// How long it then goes on, or tries to, before it waits again.
const PUSH: u32 = ticks(0.5);

/// What an undead does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum MonsterState {
    /// Stands at its post and looks ahead.
    #[default]
    Idle,
    /// Walks from turn point to turn point.
    Patrol,
    /// Has noticed something, and turns to it.
    Alert,
    /// Goes where it sees or last saw or heard the player.
    Chase,
    /// Waits for another one that stands in its way.
    Blocked,
    /// Looks for the player round where it lost him.
    Search,
    /// Goes back to its post, or to where it left its patrol.
    Return,
    /// Claws or shoots.
    Attack,
    /// Reels from a hit.
    Hurt,
    /// Runs from the player.
    Flee,
    /// Falls.
    Dying,
    /// Lies as a corpse.
    Dead,
}

/// What a change of state depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// The ticks in the present state.
    pub(crate) age: u32,
    /// It sees its foe.
    pub(crate) sees: bool,
    /// Its foe is in reach of one of its attacks, with nothing between.
    pub(crate) in_reach: bool,
    /// It is its turn to attack.
    pub(crate) may_attack: bool,
    /// The strike of this swing has fallen.
    pub(crate) has_struck: bool,
    /// It knows of a place where its foe was, and has not been there since.
    pub(crate) has_goal: bool,
    /// Another one stands in its way.
    pub(crate) in_way: bool,
    /// It stands at its post.
    pub(crate) at_post: bool,
    /// It walks a patrol when it suspects nothing.
    pub(crate) patrols: bool,
    /// It has had enough.
    pub(crate) is_afraid: bool,
    /// How long its kind does what, in ticks.
    pub(crate) times: Times,
}

/// How long a kind does what, in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// It stares before it gives chase.
    pub(crate) reaction: u32,
    /// It searches where it lost the player.
    pub(crate) search: u32,
    /// A hit stuns it.
    pub(crate) pain: u32,
    /// It flees.
    pub(crate) flight: u32,
}

impl MonsterState {
    /// The state that follows in this situation; often the same.
    pub(crate) fn next(self, now: Situation) -> MonsterState {
        use MonsterState::*;
        let strikes = now.sees && now.in_reach && now.may_attack;
        match self {
            Idle | Patrol | Return if now.has_goal => Alert,
            Alert if now.age >= now.times.reaction => Chase,
            Chase | Blocked if strikes => Attack,
            Chase if !now.has_goal => Search,
            Chase if now.in_way && now.age >= PUSH => Blocked,
            Blocked if !now.in_way || !now.has_goal || now.age >= PATIENCE => Chase,
            Search if now.has_goal => Chase,
            Search if now.age >= now.times.search => Return,
            Return if now.at_post => now.home(),
            Attack if now.has_struck && !(now.sees && now.in_reach) => Chase,
            Hurt if now.age >= now.times.pain => {
                if now.is_afraid {
                    Flee
                } else {
                    Chase
                }
            }
            Flee if now.age >= now.times.flight => Chase,
            same => same,
        }
    }

    /// True while it suspects nothing: it looks ahead only, and a shot finds it off its guard.
    pub fn is_unaware(self) -> bool {
        matches!(self, MonsterState::Idle | MonsterState::Patrol | MonsterState::Return)
    }

    /// True while it is after somebody, or would be if nobody stood in its way.
    pub(crate) fn is_after_somebody(self) -> bool {
        use MonsterState::*;
        matches!(self, Alert | Chase | Blocked | Attack | Hurt)
    }
}

impl Situation {
    /// What it does when it suspects nothing.
    fn home(&self) -> MonsterState {
        if self.patrols { MonsterState::Patrol } else { MonsterState::Idle }
    }
}

/// An undead has changed its state: several times in a tick, if a strike follows a decision.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct StateChange {
    /// The number of the tick, from 0.
    pub tick: u64,
    /// Its number.
    pub id: Id,
    /// The number of its kind in the rules.
    pub kind: u16,
    /// Where it is, in tiles.
    pub at: Vec2,
    /// The state that it has left.
    pub from: MonsterState,
    /// The state that it is in now.
    pub to: MonsterState,
    /// True if it saw its foe when it last looked.
    pub sees: bool,
    /// True if it knows where its foe is even if it does not see him, since it has just seen him or felt him.
    pub smells: bool,
}

impl StateChange {
    /// What has become of an undead that was in another state before; none if it still is.
    pub(crate) fn of(tick: u64, id: Id, monster: &Monster, from: MonsterState, at: Vec2) -> Option<Self> {
        let (kind, to, sees, smells) = (monster.kind(), monster.state(), monster.sees(), monster.smells(tick));
        (to != from).then_some(StateChange { tick, id, kind, at, from, to, sees, smells })
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<StateChange>();
}

#[cfg(test)]
mod tests {
    use super::{MonsterState::*, *};

    const TIMES: Times = Times { reaction: 36, search: 960, pain: 30, flight: 600 };
    const NOTHING: Situation = Situation {
        age: 1,
        sees: false,
        in_reach: false,
        may_attack: true,
        has_struck: false,
        has_goal: false,
        in_way: false,
        at_post: false,
        patrols: false,
        is_afraid: false,
        times: TIMES,
    };
    const KNOWS: Situation = Situation { has_goal: true, ..NOTHING };

    #[test]
    fn an_unaware_one_is_alerted_by_what_it_knows_and_by_nothing_else() {
        for state in [Idle, Patrol, Return] {
            assert_eq!(state.next(NOTHING), state);
            assert_eq!(state.next(Situation { in_reach: true, ..NOTHING }), state);
            assert_eq!(state.next(KNOWS), Alert);
        }
        assert_eq!(Alert.next(Situation { age: 35, ..KNOWS }), Alert);
        assert_eq!(Alert.next(Situation { age: 36, ..KNOWS }), Chase);
    }

    #[test]
    fn one_that_lost_the_player_searches_and_then_goes_home_or_on_with_its_patrol() {
        assert_eq!(Chase.next(KNOWS), Chase);
        assert_eq!(Chase.next(NOTHING), Search);
        assert_eq!(Search.next(KNOWS), Chase);
        assert_eq!(Search.next(Situation { age: 960, ..NOTHING }), Return);
        assert_eq!(Return.next(Situation { at_post: true, ..NOTHING }), Idle);
        assert_eq!(Return.next(Situation { at_post: true, patrols: true, ..NOTHING }), Patrol);
    }

    #[test]
    fn one_with_another_in_its_way_waits_a_second_at_most() {
        let stuck = Situation { in_way: true, age: PUSH, ..KNOWS };
        assert_eq!(Chase.next(Situation { age: PUSH - 1, ..stuck }), Chase);
        assert_eq!(Chase.next(stuck), Blocked);
        assert_eq!(Chase.next(Situation { sees: true, in_reach: true, ..stuck }), Attack);
        assert_eq!(Blocked.next(Situation { age: PATIENCE - 1, ..stuck }), Blocked);
        assert_eq!(Blocked.next(Situation { age: PATIENCE, ..stuck }), Chase);
        assert_eq!(Blocked.next(KNOWS), Chase);
        assert_eq!(Blocked.next(Situation { sees: true, in_reach: true, ..stuck }), Attack);
    }

    #[test]
    fn a_strike_needs_sight_and_reach_and_its_turn_and_is_not_taken_back() {
        let near = Situation { in_reach: true, ..KNOWS };
        assert_eq!(Chase.next(near), Chase);
        assert_eq!(Chase.next(Situation { sees: true, may_attack: false, ..near }), Chase);
        assert_eq!(Chase.next(Situation { sees: true, ..near }), Attack);
        assert_eq!(Attack.next(KNOWS), Attack);
        assert_eq!(Attack.next(Situation { has_struck: true, ..KNOWS }), Chase);
        assert_eq!(Attack.next(Situation { has_struck: true, sees: true, ..near }), Attack);
    }

    #[test]
    fn one_that_is_hurt_goes_on_or_runs() {
        assert_eq!(Hurt.next(Situation { age: 29, ..KNOWS }), Hurt);
        assert_eq!(Hurt.next(Situation { age: 30, ..KNOWS }), Chase);
        assert_eq!(Hurt.next(Situation { age: 30, is_afraid: true, ..KNOWS }), Flee);
        assert_eq!(Flee.next(Situation { age: 599, sees: true, in_reach: true, ..KNOWS }), Flee);
        assert_eq!(Flee.next(Situation { age: 600, ..KNOWS }), Chase);
    }

    #[test]
    fn the_dead_stay_dead() {
        let all = Situation {
            age: u32::MAX,
            sees: true,
            in_reach: true,
            has_struck: true,
            in_way: true,
            at_post: true,
            patrols: true,
            is_afraid: true,
            ..KNOWS
        };
        assert_eq!(Dying.next(all), Dying);
        assert_eq!(Dead.next(all), Dead);
    }
}
