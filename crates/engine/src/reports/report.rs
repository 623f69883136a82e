//! Reports: what happened, for whoever watches. Sounds, marks and captions follow from them; no rule does, but that the undead
//! hear the noise of it.

use crate::reports::happening::Happening;
use crate::reports::noises::{Noise, Noises};
use crate::rules::rules::Rules;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Something that happened in a tick, and where.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// What happened.
    pub what: Happening,
    /// Where it happened, in tiles.
    pub at: Vec2,
    /// The direction of the shot or blow that did it, of length 1; zero where there was none.
    pub towards: Vec2,
    /// Where the undead who hear it then believe the player; none if it tells them nothing of him.
    pub about: Option<Vec2>,
}

impl Report {
    /// Something that has no direction, and whose noise tells that the player is where it happened.
    pub fn new(what: Happening, at: Vec2) -> Self {
        Report { what, at, towards: Vec2::ZERO, about: Some(at) }
    }
}

/// What tells what happens: once, to the undead that hear it and to whoever watches.
#[derive(SystemParam)]
pub(crate) struct Reports<'w> {
    rules: Res<'w, Rules>,
    noises: ResMut<'w, Noises>,
    messages: MessageWriter<'w, Report>,
}

impl Reports<'_> {
    /// Tells that something has happened.
    pub(crate) fn tell(&mut self, report: Report) {
        let reach = report.what.effects(&self.rules).noise;
        if let Some(about) = report.about.filter(|_| reach > 0) {
            self.noises.0.push(Noise { at: report.at, about, reach });
        }
        self.messages.write(report);
    }

    /// Tells all that has happened, one after the other.
    pub(crate) fn tell_all(&mut self, reports: impl IntoIterator<Item = Report>) {
        reports.into_iter().for_each(|report| self.tell(report));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Report>();
}
