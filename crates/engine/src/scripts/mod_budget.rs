//! Budgets for all scripts of a mod together. Each call has limits of its own, but a mod may have any number of creatures.
//! A mod that exceeds a budget is switched off: its creatures stand still until the end of the deck, and the run goes on.
//!
//! Budgets count steps and bytes and not time, so that the same mod is switched off in the same tick on every machine.

use crate::{
    monsters::scripted::Scripted,
    rules::rules::Rules,
    scripts::script_output::{Excess, Utterance, Words},
    tick::id::Id,
};
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// Maximum number of steps that the scripts of a mod may take in one tick.
pub const MAX_MOD_STEPS: u64 = 100_000;
/// Maximum size of the memories of all creatures of a mod together, in bytes.
pub const MAX_MOD_MEMORY: usize = 4 << 20;

/// Expenses of the scripts of mods in one tick. The scripts of the game have no such budget.
#[derive(Debug)]
pub(crate) struct ModBudgets<'a> {
    rules: &'a Rules,
    /// Steps of each mod by its name, and the creature that was called last.
    steps: BTreeMap<&'a str, (u64, Caller)>,
}

/// A creature whose script was called: its id, its kind and its position.
type Caller = (Id, u16, Vec2);

impl<'a> ModBudgets<'a> {
    /// Returns the budgets of a new tick.
    pub(crate) fn new(rules: &'a Rules) -> Self {
        ModBudgets { rules, steps: BTreeMap::new() }
    }

    /// Subtracts the steps of a call.
    pub(crate) fn spend(&mut self, scripted: &Scripted, steps: u32, caller: Caller) {
        if let Some(owner) = self.rules.mod_of_script(scripted.script()) {
            let entry = self.steps.entry(owner).or_insert((0, caller));
            *entry = (entry.0 + u64::from(steps), caller);
        }
    }

    /// Returns true if no steps are left for the script of a creature.
    pub(crate) fn is_spent(&self, scripted: &Scripted) -> bool {
        let owner = self.rules.mod_of_script(scripted.script());
        owner.and_then(|owner| self.steps.get(owner)).is_some_and(|(steps, _)| *steps > MAX_MOD_STEPS)
    }

    /// Returns the mods that exceed a budget, each with a message; `creatures` are all creatures with scripts.
    pub(crate) fn exceeded<'b>(self, creatures: impl Iterator<Item = &'b Scripted>) -> Vec<(&'a str, Utterance)> {
        let mut memory: BTreeMap<&str, usize> = BTreeMap::new();
        if self.steps.is_empty() {
            return Vec::new();
        }
        for scripted in creatures {
            if let Some(owner) = self.rules.mod_of_script(scripted.script()) {
                *memory.entry(owner).or_default() += scripted.memory_bytes();
            }
        }
        let exceeded = self.steps.into_iter().filter_map(|(owner, (steps, (by, kind, at)))| {
            let excess = match memory.get(owner) {
                _ if steps > MAX_MOD_STEPS => Excess::Steps,
                Some(bytes) if *bytes > MAX_MOD_MEMORY => Excess::Memory,
                _ => return None,
            };
            Some((owner, Utterance { by, kind, at, words: Words::SwitchedOff(owner.to_owned(), excess) }))
        });
        exceeded.collect()
    }
}
