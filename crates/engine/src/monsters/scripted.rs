//! Creatures whose minds are scripts: what they have been told to do, and what they keep for their scripts.

use crate::{bodies::walk::Walk, rules::rules::Rules, tick::game_rng::GameRng, tick::id::Id, tick::tick::ticks};
use bevy::prelude::*;
use sandbox::Memory;
use serde::{Deserialize, Serialize};

/// One whose script has failed rests for so long, and twice as long after each failure in a row.
const REST: u64 = ticks(1.0) as u64;
/// It is not doubled more often than this: a minute is long enough.
const DOUBLINGS: u32 = 6;

/// The mind of a creature that has a script; the other undead have none such.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scripted {
    /// The number of its script in the rules.
    script: u16,
    /// What its script keeps.
    memory: Memory,
    /// Its own stream of chance: so what others draw changes nothing for it.
    chance: GameRng,
    /// Where it goes.
    walk: Walk,
    /// How.
    pace: Pace,
    /// At whom it strikes as soon as he is in reach.
    prey: Option<Id>,
    /// How often its script has failed in a row.
    failures: u32,
    /// Its script is not called before this tick.
    rests: u64,
}

/// How a creature goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Pace {
    /// As one that suspects nothing.
    #[default]
    Walks,
    /// As one that is after somebody.
    Runs,
    /// As one that somebody is after.
    Flees,
}

/// What a script has told its creature in a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wishes {
    /// Where it shall go, and how; as before if this is none.
    pub(crate) target: Option<(Vec2, Pace)>,
    /// At whom it shall strike.
    pub(crate) prey: Option<Id>,
}

impl Scripted {
    /// The mind of a creature of a kind, if that has a script.
    pub(crate) fn of(rules: &Rules, kind: u16, id: Id, seed: u64) -> Option<Scripted> {
        let (_, kind) = rules.monsters.get(usize::from(kind))?;
        Some(Scripted::with(rules.script(kind.script.as_ref()?)?, id, seed))
    }

    /// The mind of a creature with the script of this number in the rules; the seed is that of the run.
    pub fn with(script: u16, id: Id, seed: u64) -> Scripted {
        let chance = GameRng::new(seed ^ u64::from(id.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (memory, walk, pace, prey, failures, rests) = default();
        Scripted { script, memory, chance, walk, pace, prey, failures, rests }
    }

    /// Where it goes, in tiles, if it goes anywhere.
    pub fn target(&self) -> Option<Vec2> {
        self.walk.target()
    }

    /// The bytes that its script keeps.
    pub fn memory_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// The number of its script in the rules.
    pub(crate) fn script(&self) -> usize {
        usize::from(self.script)
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn chance(&self) -> &GameRng {
        &self.chance
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// At whom it strikes as soon as he is in reach.
    pub(crate) fn prey(&self) -> Option<Id> {
        self.prey
    }

    /// The walk that it is on, for whoever leads it on.
    pub(crate) fn walk_mut(&mut self) -> &mut Walk {
        &mut self.walk
    }

    /// True while it rests from a failure.
    pub(crate) fn rests(&self, tick: u64) -> bool {
        tick < self.rests
    }

    /// Its script has run well: it does what that wishes.
    pub(crate) fn obey(&mut self, wishes: Wishes, memory: Memory, chance: GameRng) {
        (self.memory, self.chance, self.prey, self.failures) = (memory, chance, wishes.prey, 0);
        if let Some((to, pace)) = wishes.target {
            self.pace = pace;
            self.walk.set_target(to);
        }
    }

    /// Its script has failed: it stands still, and nothing of the call has happened.
    pub(crate) fn fail(&mut self, tick: u64) {
        self.walk.stop();
        self.prey = None;
        self.rests = tick + (REST << self.failures.min(DOUBLINGS));
        self.failures = self.failures.saturating_add(1);
    }

    /// It rests no longer: its script may have been mended.
    pub(crate) fn recover(&mut self) {
        (self.failures, self.rests) = (0, 0);
    }

    /// True if one can be so in a tick, under these rules.
    pub(crate) fn is_valid(&self, tick: u64, rules: &Rules) -> bool {
        usize::from(self.script) < rules.scripts.len()
            && self.memory.is_valid()
            && self.walk.is_valid(tick)
            && self.rests <= tick + (REST << DOUBLINGS)
    }
}
