//! A headless run: the engine plugin, advanced tick by tick, for tests, tools and the bot.

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

/// A world with the engine, advanced tick by tick.
///
/// Of the schedules of an app it runs those of a tick, followed by `Update`, in which observers of the run read the
/// events. There is no clock except the ticks.
pub struct Headless {
    app: App,
    /// The schedules of a tick, in order. The update of an app would look up a dozen schedules each time and run five
    /// empty ones, which takes longer than a tick of an empty deck.
    schedules: Vec<InternedScheduleLabel>,
    events: Vec<EventRecord>,
    changes: Vec<StateChange>,
    uttered: Vec<Utterance>,
}

impl Headless {
    /// Begins a run.
    pub fn begin(start: &Start) -> Self {
        Self::begin_with(start, |_| {})
    }

    /// Begins a run in an app with additional plugins, such as the renderer.
    pub fn begin_with(start: &Start, add: impl FnOnce(&mut App)) -> Self {
        let mut headless = Self::empty(add);
        begin(headless.world_mut(), start);
        headless
    }

    /// Continues a run from a snapshot.
    ///
    /// # Errors
    /// If the snapshot does not belong to this level and these rules, or is invalid.
    pub fn restore(snapshot: &Snapshot, level: Arc<Level>, rules: &Rules) -> Result<Self, SnapshotError> {
        Self::restore_with(snapshot, level, rules, |_| {})
    }

    /// Continues a run from a snapshot, in an app with additional plugins.
    ///
    /// # Errors
    /// If the snapshot does not belong to this level and these rules, or is invalid.
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

    /// Runs one tick with this intent.
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

    /// Returns the events of the last tick.
    pub fn events(&self) -> &[EventRecord] {
        &self.events
    }

    /// Returns the state changes of monsters in the last tick, in their order.
    pub fn changes(&self) -> &[StateChange] {
        &self.changes
    }

    /// Returns the script output of the last tick.
    pub fn uttered(&self) -> &[Utterance] {
        &self.uttered
    }

    /// Returns the progress of the run.
    pub fn run(&self) -> Run {
        *self.world().resource()
    }

    /// Returns a snapshot of the complete state.
    pub fn snapshot(&mut self) -> Snapshot {
        capture(self.world_mut())
    }

    /// Returns the world for inspection.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// Returns the world for queries and for beginning another run.
    pub fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }
}

/// Returns the schedules of a tick of a world, in order.
fn schedules_of(world: &World) -> Vec<InternedScheduleLabel> {
    let of_tick = &world.resource::<FixedMainScheduleOrder>().labels;
    let all = world.resource::<Schedules>();
    let has_systems =
        |label: &InternedScheduleLabel| all.get(*label).is_some_and(|schedule| schedule.systems_len() > 0);
    of_tick.iter().copied().chain([Update.intern()]).filter(has_systems).collect()
}
