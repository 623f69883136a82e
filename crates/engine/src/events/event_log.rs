//! Reports: what happened, for whoever watches. Sounds, marks and captions follow from them; no rule does, but that the undead
//! hear the noise of it.

use crate::{
    events::counts::Counts,
    events::game_event::GameEvent,
    events::noises::{Noise, Noises},
    rules::rules::Rules,
    tick::tick::Step,
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// Something that happened in a tick, and where.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct EventRecord {
    /// What happened.
    pub what: GameEvent,
    /// Where it happened, in tiles.
    pub at: Vec2,
    /// The direction of the shot or blow that did it, of length 1; zero where there was none.
    pub towards: Vec2,
    /// Where the undead who hear it then believe the player; none if it tells them nothing of him.
    pub about: Option<Vec2>,
}

impl EventRecord {
    /// Something that has no direction, and whose noise tells that the player is where it happened.
    pub fn new(what: GameEvent, at: Vec2) -> Self {
        EventRecord { what, at, towards: Vec2::ZERO, about: Some(at) }
    }
}

/// What was told in this tick, and is not passed on yet; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Told(Vec<EventRecord>);

/// What tells what happens: once, to the undead that hear it and to whoever watches. Both learn of it at the end of the tick.
///
/// Two dozen systems have this parameter, and a resource costs as much as a small system, so it is a single one.
#[derive(SystemParam)]
pub(crate) struct EventLog<'w> {
    told: ResMut<'w, Told>,
}

impl EventLog<'_> {
    /// Tells that something has happened.
    pub(crate) fn emit(&mut self, record: EventRecord) {
        self.told.0.push(record);
    }

    /// Tells all that has happened, one after the other.
    pub(crate) fn emit_all(&mut self, events: impl IntoIterator<Item = EventRecord>) {
        events.into_iter().for_each(|record| self.emit(record));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Told>().init_resource::<Counts>().add_message::<EventRecord>();
    app.add_systems(FixedUpdate, pass_on.in_set(Step::PassOn).run_if(|told: Res<Told>| !told.0.is_empty()));
}

/// Passes on what was told, in its order.
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
