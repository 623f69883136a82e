//! Scripted creatures: the present orders from their scripts, and the memory of the scripts.

use crate::{bodies::walk::Walk, rules::rules::Rules, tick::game_rng::GameRng, tick::id::Id, tick::tick::ticks};
use bevy::prelude::*;
use sandbox::Memory;
use serde::{Deserialize, Serialize};

/// Ticks without a call after a script has failed. The time doubles with each further failure in a row.
const REST: u64 = ticks(1.0) as u64;
/// Maximum number of doublings: a pause of about a minute is long enough.
const DOUBLINGS: u32 = 6;
/// Number of failures of a creature whose script is switched off.
const OFF: u32 = u32::MAX;

/// The state of a creature that is controlled by a script; other monsters do not have this component.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Scripted {
    /// Index of the script in the rules.
    script: u16,
    /// Memory of the script.
    memory: Memory,
    /// The creature's own random number generator, so that draws of other creatures do not affect it.
    chance: GameRng,
    /// The present walk.
    walk: Walk,
    /// Pace of the walk.
    pace: Pace,
    /// The creature to attack as soon as it is in reach.
    prey: Option<Id>,
    /// Number of failures in a row.
    failures: u32,
    /// The script is not called before this tick.
    rests: u64,
}

/// Pace of a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Pace {
    /// Like an unaware monster.
    #[default]
    Walks,
    /// Like a monster that chases its target.
    Runs,
    /// Like a monster that flees.
    Flees,
}

/// The orders that a script has given to its creature in one call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wishes {
    /// Destination and pace; `None` keeps the present walk.
    pub(crate) target: Option<(Vec2, Pace)>,
    /// The creature to attack.
    pub(crate) prey: Option<Id>,
}

impl Scripted {
    /// Returns the component for a creature of a kind, if the kind has a script.
    pub(crate) fn of(rules: &Rules, kind: u16, id: Id, seed: u64) -> Option<Scripted> {
        let (_, kind) = rules.monsters.get(usize::from(kind))?;
        Some(Scripted::with(rules.script(kind.script.as_ref()?)?, id, seed))
    }

    /// Returns the component for a creature with the script of this index in the rules; `seed` is the seed of the run.
    pub fn with(script: u16, id: Id, seed: u64) -> Scripted {
        let chance = GameRng::new(seed ^ u64::from(id.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (memory, walk, pace, prey, failures, rests) = default();
        Scripted { script, memory, chance, walk, pace, prey, failures, rests }
    }

    /// Returns the destination of the present walk, in tiles.
    pub fn target(&self) -> Option<Vec2> {
        self.walk.target()
    }

    /// Returns the size of the script's memory in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Returns the index of the script in the rules.
    pub(crate) fn script(&self) -> usize {
        usize::from(self.script)
    }

    pub(crate) fn set_script(&mut self, script: u16) {
        self.script = script;
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

    /// Returns the creature to attack as soon as it is in reach.
    pub(crate) fn prey(&self) -> Option<Id> {
        self.prey
    }

    /// Returns the present walk for the system that advances it.
    pub(crate) fn walk_mut(&mut self) -> &mut Walk {
        &mut self.walk
    }

    /// Returns true while the script pauses after a failure, or if it is switched off.
    pub(crate) fn rests(&self, tick: u64) -> bool {
        tick < self.rests || self.is_off()
    }

    /// Returns true if the script is switched off.
    pub(crate) fn is_off(&self) -> bool {
        self.failures == OFF
    }

    /// Stops the creature, whose script is not called again.
    pub(crate) fn switch_off(&mut self) {
        self.walk.stop();
        self.prey = None;
        self.failures = OFF;
    }

    /// Applies the orders and the new memory after a successful call.
    pub(crate) fn obey(&mut self, wishes: Wishes, memory: Memory, chance: GameRng) {
        (self.memory, self.chance, self.prey, self.failures) = (memory, chance, wishes.prey, 0);
        if let Some((to, pace)) = wishes.target {
            self.pace = pace;
            self.walk.set_target(to);
        }
    }

    /// Stops the creature after its script has failed, and discards everything that the call did.
    pub(crate) fn fail(&mut self, tick: u64) {
        self.walk.stop();
        self.prey = None;
        self.rests = tick + (REST << self.failures.min(DOUBLINGS));
        self.failures = self.failures.saturating_add(1).min(OFF - 1);
    }

    /// Ends the pause after a failure and switches the script on, because it may have been fixed.
    pub(crate) fn recover(&mut self) {
        (self.failures, self.rests) = (0, 0);
    }

    /// Returns true if the values are valid in this tick, under these rules.
    pub(crate) fn is_valid(&self, tick: u64, rules: &Rules) -> bool {
        usize::from(self.script) < rules.scripts.len()
            && self.memory.is_valid()
            && self.walk.is_valid(tick)
            && self.rests <= tick + (REST << DOUBLINGS)
    }
}
