//! A headless run: the engine's own plugin, driven tick by tick, for tests, tools and the bot.

use crate::{
    events::event_log::EventRecord,
    monsters::state_machine::StateChange,
    plugin::EnginePlugin,
    rules::rules::Rules,
    scripts::script_output::Utterance,
    session::begin::{Start, begin},
    session::snapshot::{Snapshot, SnapshotError, capture, restore},
    tick::intent::Intent,
    tick::run::Run,
};
use bevy::{
    app::FixedMainScheduleOrder,
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
};
use level::Level;
use std::sync::Arc;

/// A world with the engine in it, driven tick by tick.
///
/// Of the schedules of an app it runs those of a tick, and then `Update`, where whoever shows the run looks at the reports. Nothing else
/// is there to be run: no clock passes but that of the ticks.
pub struct Headless {
    app: App,
    /// What a tick runs, in this order. An app's own update would look for a dozen schedules each time, and run five empty ones, which
    /// takes longer than the tick of an empty deck.
    schedules: Vec<InternedScheduleLabel>,
    events: Vec<EventRecord>,
    changes: Vec<StateChange>,
    uttered: Vec<Utterance>,
}

impl Headless {
    /// A run from its start.
    pub fn begin(start: &Start) -> Self {
        Self::begin_with(start, |_| {})
    }

    /// A run from its start, in an app to which more is added, such as the renderer.
    pub fn begin_with(start: &Start, add: impl FnOnce(&mut App)) -> Self {
        let mut headless = Self::empty(add);
        begin(headless.world_mut(), start);
        headless
    }

    /// A run that goes on from a snapshot.
    ///
    /// # Errors
    /// If the snapshot is not of this level and these rules, or does not hold together.
    pub fn restore(snapshot: &Snapshot, level: Arc<Level>, rules: &Rules) -> Result<Self, SnapshotError> {
        Self::restore_with(snapshot, level, rules, |_| {})
    }

    /// A run that goes on from a snapshot, in an app to which more is added.
    ///
    /// # Errors
    /// If the snapshot is not of this level and these rules, or does not hold together.
    pub fn restore_with(
        snapshot: &Snapshot,
        level: Arc<Level>,
        rules: &Rules,
        add: impl FnOnce(&mut App),
    ) -> Result<Self, SnapshotError> {
        let mut headless = Self::empty(add);
        restore(headless.world_mut(), snapshot, level, rules)?;
        Ok(headless)
    }

    fn empty(add: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins(EnginePlugin);
        add(&mut app);
        app.finish();
        app.cleanup();
        app.update(); // whatever runs once at the beginning of an app
        let schedules = schedules_of(app.world());
        Headless { app, schedules, events: Vec::new(), changes: Vec::new(), uttered: Vec::new() }
    }

    /// One tick with this intent.
    pub fn tick(&mut self, intent: Intent) {
        let world = self.app.world_mut();
        *world.resource_mut::<Intent>() = intent;
        for schedule in &self.schedules {
            world.run_schedule(*schedule);
        }
        world.clear_trackers();
        self.events.clear();
        self.events.extend(self.app.world_mut().resource_mut::<Messages<EventRecord>>().drain());
        self.changes.clear();
        self.changes.extend(self.app.world_mut().resource_mut::<Messages<StateChange>>().drain());
        self.uttered.clear();
        self.uttered.extend(self.app.world_mut().resource_mut::<Messages<Utterance>>().drain());
    }

    /// What happened in the last tick.
    pub fn events(&self) -> &[EventRecord] {
        &self.events
    }

    /// Who changed his state in the last tick, in the order in which it happened.
    pub fn changes(&self) -> &[StateChange] {
        &self.changes
    }

    /// What scripts have uttered in the last tick.
    pub fn uttered(&self) -> &[Utterance] {
        &self.uttered
    }

    /// How the run stands.
    pub fn run(&self) -> Run {
        *self.world().resource()
    }

    /// The state, whole.
    pub fn snapshot(&mut self) -> Snapshot {
        capture(self.world_mut())
    }

    /// The world, to look at.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// The world, for queries and for starting the next run.
    pub fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }
}

/// What a tick of a world runs, in its order.
fn schedules_of(world: &World) -> Vec<InternedScheduleLabel> {
    let of_tick = &world.resource::<FixedMainScheduleOrder>().labels;
    let all = world.resource::<Schedules>();
    let has_systems =
        |label: &InternedScheduleLabel| all.get(*label).is_some_and(|schedule| schedule.systems_len() > 0);
    of_tick.iter().copied().chain([Update.intern()]).filter(has_systems).collect()
}
