//! The monster state machine: the present state of a monster, and the transitions between states.

use crate::{monsters::monster::Monster, tick::id::Id, tick::tick::ticks};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// Duration for which a monster waits for another one that blocks its path.
const PATIENCE: u32 = ticks(1.0);
/// Duration for which it then walks on, or tries to, before it waits again.
const PUSH: u32 = ticks(0.5);

/// State of a monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum MonsterState {
    /// Stands at its post and looks ahead.
    #[default]
    Idle,
    /// Walks from turn point to turn point.
    Patrol,
    /// Has noticed something, and turns to it.
    Alert,
    /// Goes to where it sees the player, or last saw or heard the player.
    Chase,
    /// Waits for another monster that blocks its path.
    Blocked,
    /// Looks for the player around the place where it lost sight of the player.
    Search,
    /// Goes back to its post, or to where it left its patrol.
    Return,
    /// Claws or shoots at its target.
    Attack,
    /// Is stunned by a hit.
    Hurt,
    /// Runs away from the player.
    Flee,
    /// Falls.
    Dying,
    /// Lies as a corpse.
    Dead,
}

/// Everything on which a change of state depends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// Number of ticks in the present state.
    pub(crate) age: u32,
    /// The monster sees its target.
    pub(crate) sees: bool,
    /// The target is in reach of one of the monster's attacks, with nothing in between.
    pub(crate) in_reach: bool,
    /// The number of attackers permits this monster to attack.
    pub(crate) may_attack: bool,
    /// All strikes of the present attack have been made.
    pub(crate) has_struck: bool,
    /// The monster knows a position of its target to which it has not been since.
    pub(crate) has_goal: bool,
    /// Another monster blocks the path.
    pub(crate) in_way: bool,
    /// The monster is at its post.
    pub(crate) at_post: bool,
    /// The monster walks a patrol while it is unaware.
    pub(crate) patrols: bool,
    /// The monster wants to flee.
    pub(crate) is_afraid: bool,
    /// Durations of the kind, in ticks.
    pub(crate) times: Times,
}

/// Durations of the states of a kind, in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// Duration for which it stares before it gives chase.
    pub(crate) reaction: u32,
    /// Duration of its search where it lost the player.
    pub(crate) search: u32,
    /// Duration for which a hit stuns it.
    pub(crate) pain: u32,
    /// Duration for which it flees.
    pub(crate) flight: u32,
}

impl MonsterState {
    /// Returns the next state; often it is the same.
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

    /// Returns true while the monster is unaware: it only looks ahead, and shots surprise it.
    pub fn is_unaware(self) -> bool {
        matches!(self, MonsterState::Idle | MonsterState::Patrol | MonsterState::Return)
    }

    /// Returns true while the monster chases or attacks a target, or waits for another monster while chasing.
    pub(crate) fn is_after_somebody(self) -> bool {
        use MonsterState::*;
        matches!(self, Alert | Chase | Blocked | Attack | Hurt)
    }
}

impl Situation {
    /// Returns the state of the monster while it is unaware.
    fn home(&self) -> MonsterState {
        if self.patrols { MonsterState::Patrol } else { MonsterState::Idle }
    }
}

/// A change of a monster's state. There may be several in one tick, if a strike follows a decision.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct StateChange {
    /// Number of the tick, from 0.
    pub tick: u64,
    /// Id of the monster.
    pub id: Id,
    /// Index of its kind in the rules.
    pub kind: u16,
    /// Position in tiles.
    pub at: Vec2,
    /// The previous state.
    pub from: MonsterState,
    /// The new state.
    pub to: MonsterState,
    /// Whether the target was visible at the last look.
    pub sees: bool,
    /// Whether the monster knows where its target is without seeing it, because it has just seen or felt the target.
    pub smells: bool,
}

impl StateChange {
    /// Returns the change of a monster that was in another state before, or `None` if the state is the same.
    pub(crate) fn of(tick: u64, id: Id, monster: &Monster, from: MonsterState, at: Vec2) -> Option<Self> {
        let (kind, to, sees, smells) = (monster.kind(), monster.state(), monster.sees(), monster.smells(tick));
        (to != from).then(|| {
            debug!(tick, id = id.0, ?from, ?to, sees, smells, goal = ?monster.goal(), "monster changes its state");
            StateChange { tick, id, kind, at, from, to, sees, smells }
        })
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
    fn unaware_monster_is_alerted_only_by_what_it_knows() {
        for state in [Idle, Patrol, Return] {
            assert_eq!(state.next(NOTHING), state);
            assert_eq!(state.next(Situation { in_reach: true, ..NOTHING }), state);
            assert_eq!(state.next(KNOWS), Alert);
        }
        assert_eq!(Alert.next(Situation { age: 35, ..KNOWS }), Alert);
        assert_eq!(Alert.next(Situation { age: 36, ..KNOWS }), Chase);
    }

    #[test]
    fn monster_that_lost_player_searches_then_returns() {
        assert_eq!(Chase.next(KNOWS), Chase);
        assert_eq!(Chase.next(NOTHING), Search);
        assert_eq!(Search.next(KNOWS), Chase);
        assert_eq!(Search.next(Situation { age: 960, ..NOTHING }), Return);
        assert_eq!(Return.next(Situation { at_post: true, ..NOTHING }), Idle);
        assert_eq!(Return.next(Situation { at_post: true, patrols: true, ..NOTHING }), Patrol);
    }

    #[test]
    fn blocked_monster_waits_at_most_one_second() {
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
    fn attack_needs_sight_reach_and_turn_and_is_not_cancelled() {
        let near = Situation { in_reach: true, ..KNOWS };
        assert_eq!(Chase.next(near), Chase);
        assert_eq!(Chase.next(Situation { sees: true, may_attack: false, ..near }), Chase);
        assert_eq!(Chase.next(Situation { sees: true, ..near }), Attack);
        assert_eq!(Attack.next(KNOWS), Attack);
        assert_eq!(Attack.next(Situation { has_struck: true, ..KNOWS }), Chase);
        assert_eq!(Attack.next(Situation { has_struck: true, sees: true, ..near }), Attack);
    }

    #[test]
    fn hurt_monster_goes_on_or_flees() {
        assert_eq!(Hurt.next(Situation { age: 29, ..KNOWS }), Hurt);
        assert_eq!(Hurt.next(Situation { age: 30, ..KNOWS }), Chase);
        assert_eq!(Hurt.next(Situation { age: 30, is_afraid: true, ..KNOWS }), Flee);
        assert_eq!(Flee.next(Situation { age: 599, sees: true, in_reach: true, ..KNOWS }), Flee);
        assert_eq!(Flee.next(Situation { age: 600, ..KNOWS }), Chase);
    }

    #[test]
    fn dead_monsters_stay_dead() {
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
