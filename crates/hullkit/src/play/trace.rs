//! The trace: events of a run, line by line on stderr.

use clap::ValueEnum;
use engine::{Headless, MonsterState, Rules, StateChange};
use std::io::{self, Write};

/// Subject of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Trace {
    /// Each state change of a monster, with its reason.
    Monsters,
}

impl Trace {
    /// Writes the events of the last tick. A closed stderr is not an error.
    pub(crate) fn write(self, headless: &Headless) {
        let rules = headless.world().resource::<Rules>();
        let mut stderr = io::stderr().lock();
        match self {
            Trace::Monsters => {
                let lines = headless.changes().iter().map(|change| line(change, rules));
                lines.for_each(|line| drop(writeln!(stderr, "{line}")));
            }
        }
    }
}

/// Returns a line such as `tick 123 shambler 17 at 4.52 7.10: Idle -> Alert (hears)`.
fn line(change: &StateChange, rules: &Rules) -> String {
    let StateChange { tick, id, kind, at, from, to, .. } = change;
    let name = rules.monsters.get(usize::from(*kind)).map_or("undead", |(name, _)| name.as_str());
    format!("tick {tick} {name} {} at {:.2} {:.2}: {from:?} -> {to:?} ({})", id.0, at.x, at.y, why(change))
}

/// Returns the reason of a state change.
pub(crate) fn why(change: &StateChange) -> &'static str {
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
