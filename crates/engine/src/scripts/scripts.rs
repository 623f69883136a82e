//! The compiled scripts of the rules.

use crate::{monsters::scripted::Scripted, rules::rules::Rules, state::dev_state::creatures_act};
use bevy::prelude::*;
use sandbox::{Sandbox, Script, ScriptError};
use std::collections::BTreeSet;

/// The scripts of the rules and statistics about their calls; not part of the saved state.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Scripts {
    #[cfg_attr(feature = "dev", reflect(ignore))]
    texts: Vec<Script>,
    /// `None` until the first call of a script.
    #[cfg_attr(feature = "dev", reflect(ignore))]
    sandbox: Option<Sandbox>,
    /// The errors that were already reported.
    told: BTreeSet<String>,
    calls: u64,
    steps: u64,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    first_error: Option<ScriptError>,
}

impl Scripts {
    /// Returns the number of calls since the run began or was restored.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Returns the number of steps of those calls: loops, calls, returns and so on.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the first error since the run began or was restored.
    pub fn first_error(&self) -> Option<&ScriptError> {
        self.first_error.as_ref()
    }

    /// Returns the error of the first script that does not compile, if there is one.
    pub fn uncompiled(&mut self) -> Option<ScriptError> {
        let all = 0..self.texts.len();
        let sandbox = self.sandbox();
        all.into_iter().find_map(|script| sandbox.error(script).cloned())
    }

    /// Compiles the scripts of rules that no run uses yet, and returns the error of the first one that does not
    /// compile.
    pub fn first_uncompiled(rules: &Rules) -> Option<ScriptError> {
        let mut scripts = Scripts::default();
        scripts.get_ready(rules);
        scripts.uncompiled()
    }

    /// Loads the scripts of these rules unless they are loaded already.
    pub(crate) fn get_ready(&mut self, rules: &Rules) {
        let same = self.texts.iter().eq(rules.scripts.iter().map(|(_, script)| script));
        let sandbox = self.sandbox.take().filter(|_| same);
        let texts = rules.scripts.iter().map(|(_, script)| script.clone()).collect();
        *self = Scripts { texts, sandbox, ..Scripts::default() };
    }

    /// Returns the sandbox in which the scripts run.
    pub(crate) fn sandbox(&mut self) -> &mut Sandbox {
        let Scripts { texts, sandbox, .. } = self;
        sandbox.get_or_insert_with(|| Sandbox::new(texts))
    }

    /// Counts a call and its steps.
    pub(crate) fn count(&mut self, steps: u32) {
        self.calls += 1;
        self.steps += u64::from(steps);
    }

    /// Returns true if an error has not been reported yet.
    pub(crate) fn is_news(&mut self, diagnostic: &ScriptError) -> bool {
        self.first_error.get_or_insert_with(|| diagnostic.clone());
        self.told.insert(diagnostic.to_string())
    }
}

/// All systems for creatures with scripts. They are skipped on decks without such creatures, because none is created
/// during a run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Creatures;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Scripts>();
    app.configure_sets(FixedUpdate, Creatures.run_if(any_with_component::<Scripted>).run_if(creatures_act));
}
