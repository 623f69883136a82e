//! The scripts of the rules, ready to be called.

use crate::{monsters::scripted::Scripted, rules::rules::Rules};
use bevy::prelude::*;
use sandbox::{Sandbox, Script, ScriptError};
use std::collections::BTreeSet;

/// The scripts of the rules, and what is counted of their calls; no part of the state.
#[derive(Resource, Default)]
pub struct Scripts {
    texts: Vec<Script>,
    /// None until a script is called.
    sandbox: Option<Sandbox>,
    /// What has been told of them.
    told: BTreeSet<String>,
    calls: u64,
    steps: u64,
    first_error: Option<ScriptError>,
}

impl Scripts {
    /// The calls since the run began or was restored.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The steps that those took: loops, calls, returns and the like.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The first mistake since the run began or was restored.
    pub fn first_error(&self) -> Option<&ScriptError> {
        self.first_error.as_ref()
    }

    /// The first script that does not even compile, if there is one: what is wrong with it.
    pub fn uncompiled(&mut self) -> Option<ScriptError> {
        let all = 0..self.texts.len();
        let sandbox = self.sandbox();
        all.into_iter().find_map(|script| sandbox.error(script).cloned())
    }

    /// Compiles the scripts of rules that no run uses yet, and returns what is wrong with the first one that does not compile.
    pub fn first_uncompiled(rules: &Rules) -> Option<ScriptError> {
        let mut scripts = Scripts::default();
        scripts.get_ready(rules);
        scripts.uncompiled()
    }

    /// Has the scripts of these rules at hand.
    pub(crate) fn get_ready(&mut self, rules: &Rules) {
        let same = self.texts.iter().eq(rules.scripts.iter().map(|(_, script)| script));
        let sandbox = self.sandbox.take().filter(|_| same);
        let texts = rules.scripts.iter().map(|(_, script)| script.clone()).collect();
        *self = Scripts { texts, sandbox, ..Scripts::default() };
    }

    /// The sandbox that they run in.
    pub(crate) fn sandbox(&mut self) -> &mut Sandbox {
        let Scripts { texts, sandbox, .. } = self;
        sandbox.get_or_insert_with(|| Sandbox::new(texts))
    }

    /// Counts a call.
    pub(crate) fn count(&mut self, steps: u32) {
        self.calls += 1;
        self.steps += u64::from(steps);
    }

    /// True if nobody has been told of a mistake yet.
    pub(crate) fn is_news(&mut self, diagnostic: &ScriptError) -> bool {
        self.first_error.get_or_insert_with(|| diagnostic.clone());
        self.told.insert(diagnostic.to_string())
    }
}

/// The steps of the creatures that have scripts: a deck without any passes them over. None comes meanwhile.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Creatures;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Scripts>();
    app.configure_sets(FixedUpdate, Creatures.run_if(any_with_component::<Scripted>));
}
