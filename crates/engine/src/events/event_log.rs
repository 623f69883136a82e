//! The event log: what happened in a tick, for observers. Sounds, marks and captions follow from events. The simulation
//! does not read them, except that monsters hear their noise.

use crate::{
    events::counts::Counts,
    events::game_event::GameEvent,
    events::noises::{Noise, Noises},
    rules::rules::Rules,
    tick::id::Id,
    tick::tick::Step,
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// An event of a tick with its position.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct EventRecord {
    /// The kind of event.
    pub what: GameEvent,
    /// Its position, in tiles.
    pub at: Vec2,
    /// Direction of the shot or hit that caused it, as a unit vector; zero if there was none.
    pub towards: Vec2,
    /// The position at which monsters that hear it then expect the player. `None` if the event does not reveal the
    /// player.
    pub about: Option<Vec2>,
    /// Who did it, where the event does not say more than the kind: the killer of the player.
    pub by: Option<Id>,
}

impl EventRecord {
    /// Creates an event without a direction, whose noise reveals that the player is at its position.
    pub fn new(what: GameEvent, at: Vec2) -> Self {
        EventRecord { what, at, towards: Vec2::ZERO, about: Some(at), by: None }
    }
}

/// The events of this tick that have not been published yet; empty between ticks.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct Told(#[cfg_attr(feature = "dev", reflect(ignore))] Vec<EventRecord>);

/// Records events. They reach the observers and the monsters that hear them at the end of the tick.
///
/// About two dozen systems use this parameter. It wraps a single resource, because each further one costs as much as a
/// small system.
#[derive(SystemParam)]
pub(crate) struct EventLog<'w> {
    told: ResMut<'w, Told>,
}

impl EventLog<'_> {
    /// Records an event.
    pub(crate) fn emit(&mut self, record: EventRecord) {
        self.told.0.push(record);
    }

    /// Records several events in their order.
    pub(crate) fn emit_all(&mut self, events: impl IntoIterator<Item = EventRecord>) {
        events.into_iter().for_each(|record| self.emit(record));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Told>().init_resource::<Counts>().add_message::<EventRecord>();
    app.add_systems(FixedUpdate, pass_on.in_set(Step::PassOn).run_if(|told: Res<Told>| !told.0.is_empty()));
}

/// Publishes the recorded events in their order.
fn pass_on(
    mut told: ResMut<Told>,
    rules: Res<Rules>,
    (mut noises, mut counts): (ResMut<Noises>, ResMut<Counts>),
    mut messages: MessageWriter<EventRecord>,
) {
    for record in told.0.drain(..) {
        counts.follow(record.what, &rules);
        let reach = record.what.effects(&rules).noise;
        if let Some(about) = record.about.filter(|_| reach > 0) {
            noises.0.push(Noise { at: record.at, about, reach });
        }
        messages.write(record);
    }
}
