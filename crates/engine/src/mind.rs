//! Minds: what an undead does, and what it does next.

use crate::tick::ticks;
use serde::{Deserialize, Serialize};

/// How long one that has noticed something stares before it goes there.
const REACTION: u32 = ticks(0.3);
/// How long it waits for another one that stands in its way.
const PATIENCE: u32 = ticks(1.0);
/// How long it then goes on, or tries to, before it waits again.
const PUSH: u32 = ticks(0.5);
/// How long a strike takes.
const STRIKE: u32 = ticks(0.8);
/// How long a hit stuns.
const HURT: u32 = ticks(0.25);
/// How long it falls.
const DYING: u32 = ticks(0.6);
/// How long it searches where it lost the player.
const SEARCH: u32 = ticks(8.0);

/// What an undead does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MonsterState {
    /// Stands at its post and looks ahead.
    #[default]
    Idle,
    /// Has noticed something, and turns to it.
    Alert,
    /// Goes where it sees or last saw or heard the player.
    Chase,
    /// Waits for another one that stands in its way.
    Blocked,
    /// Looks for the player round where it lost him.
    Search,
    /// Goes back to its post.
    Return,
    /// Claws at the player.
    Attack,
    /// Reels from a hit.
    Hurt,
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
    /// It sees the player.
    pub(crate) sees: bool,
    /// The player is in reach of its claws, with nothing between.
    pub(crate) in_reach: bool,
    /// It knows of a place where the player was, and has not been there since.
    pub(crate) has_goal: bool,
    /// Another one stands in its way.
    pub(crate) in_way: bool,
    /// It stands at its post.
    pub(crate) at_post: bool,
}

impl MonsterState {
    /// The state that follows in this situation; often the same.
    pub(crate) fn next(self, now: Situation) -> MonsterState {
        use MonsterState::*;
        match self {
            Idle | Return if now.has_goal => Alert,
            Alert if now.age >= REACTION => Chase,
            Chase | Blocked if now.sees && now.in_reach => Attack,
            Chase if !now.has_goal => Search,
            Chase if now.in_way && now.age >= PUSH => Blocked,
            Blocked if !now.in_way || !now.has_goal || now.age >= PATIENCE => Chase,
            Search if now.has_goal => Chase,
            Search if now.age >= SEARCH => Return,
            Return if now.at_post => Idle,
            Attack if now.age >= STRIKE => Chase,
            Hurt if now.age >= HURT => Chase,
            Dying if now.age >= DYING => Dead,
            same => same,
        }
    }

    /// True while it suspects nothing: it looks ahead only, and a shot finds it off its guard.
    pub fn is_unaware(self) -> bool {
        matches!(self, MonsterState::Idle | MonsterState::Return)
    }
}

#[cfg(test)]
mod tests {
    use super::MonsterState::*;
    use super::*;

    const NOTHING: Situation =
        Situation { age: 1, sees: false, in_reach: false, has_goal: false, in_way: false, at_post: false };
    const KNOWS: Situation = Situation { has_goal: true, ..NOTHING };

    #[test]
    fn an_unaware_one_is_alerted_by_what_it_knows_and_by_nothing_else() {
        for state in [Idle, Return] {
            assert_eq!(state.next(NOTHING), state);
            assert_eq!(state.next(Situation { in_reach: true, ..NOTHING }), state);
            assert_eq!(state.next(KNOWS), Alert);
        }
        assert_eq!(Alert.next(Situation { age: REACTION - 1, ..KNOWS }), Alert);
        assert_eq!(Alert.next(Situation { age: REACTION, ..KNOWS }), Chase);
    }

    #[test]
    fn one_that_lost_the_player_searches_and_then_goes_home() {
        assert_eq!(Chase.next(KNOWS), Chase);
        assert_eq!(Chase.next(NOTHING), Search);
        assert_eq!(Search.next(KNOWS), Chase);
        assert_eq!(Search.next(Situation { age: SEARCH, ..NOTHING }), Return);
        assert_eq!(Return.next(Situation { at_post: true, ..NOTHING }), Idle);
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
    fn a_strike_needs_sight_and_reach_and_takes_its_time() {
        let near = Situation { in_reach: true, ..KNOWS };
        assert_eq!(Chase.next(near), Chase);
        assert_eq!(Chase.next(Situation { sees: true, ..near }), Attack);
        assert_eq!(Attack.next(Situation { age: STRIKE - 1, ..near }), Attack);
        assert_eq!(Attack.next(Situation { age: STRIKE, ..near }), Chase);
    }

    #[test]
    fn the_dead_stay_dead() {
        let all = Situation { age: u32::MAX, sees: true, in_reach: true, has_goal: true, in_way: true, at_post: true };
        assert_eq!(Dying.next(all), Dead);
        assert_eq!(Dead.next(all), Dead);
    }
}
