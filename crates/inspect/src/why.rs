//! State changes of monsters in words.

use engine::{MonsterState, Rules, StateChange};

/// Returns the name of a kind of creature.
pub(crate) fn name_of_kind(rules: &Rules, kind: u16) -> &str {
    rules.monsters.get(usize::from(kind)).map_or("undead", |(name, _)| name.as_str())
}

/// Returns a line such as `tick 123 shambler 17 at 4.52 7.10: Idle -> Alert (hears)`.
pub fn change_line(change: &StateChange, rules: &Rules) -> String {
    let StateChange { tick, id, kind, at, from, to, .. } = change;
    let name = name_of_kind(rules, *kind);
    format!("tick {tick} {name} {} at {:.2} {:.2}: {from:?} -> {to:?} ({})", id.0, at.x, at.y, why(change))
}

/// Returns the reason of a state change.
pub fn why(change: &StateChange) -> &'static str {
    use MonsterState::*;
    match (change.from, change.to) {
        (_, Alert) | (Search, Chase) if change.sees => "sees",
        (_, Alert) | (Search, Chase) if change.smells => "was hit",
        (_, Alert) | (Search, Chase) => "hears",
        (Alert, Chase) => "reacts",
        (_, Attack) => "in reach",
        (Attack, Chase) => "out of reach or sight",
        (Chase, Blocked) => "blocked by another monster",
        (Blocked, Chase) => "goes on",
        (Chase, Search) => "lost the target",
        (Search, Return) => "gives up",
        (Return, Idle | Patrol) => "is home",
        (_, Hurt) => "is hit",
        (Hurt, Chase) => "comes to",
        (Hurt, Flee) => "has had enough",
        (Flee, Chase) => "fights on",
        (_, Dying) => "is killed",
        (_, Dead) => "has fallen",
        _ => "changes its mind",
    }
}
