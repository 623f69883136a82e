//! Reports: what happened, for whoever watches. Sounds, marks and captions follow from them; no rule does, but that the undead
//! hear the noise of it.

use crate::{
    reports::counts::Counts,
    reports::happening::Happening,
    reports::noises::{Noise, Noises},
    rules::rules::Rules,
    tick::tick::Step,
};
use bevy::{ecs::system::SystemParam, prelude::*};

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

/// What was told in this tick, and is not passed on yet; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Told(Vec<Report>);

/// What tells what happens: once, to the undead that hear it and to whoever watches. Both learn of it at the end of the tick.
///
/// Two dozen systems have this parameter, and a resource costs as much as a small system, so it is a single one.
#[derive(SystemParam)]
pub(crate) struct Reports<'w> {
    told: ResMut<'w, Told>,
}

impl Reports<'_> {
    /// Tells that something has happened.
    pub(crate) fn tell(&mut self, report: Report) {
        self.told.0.push(report);
    }

    /// Tells all that has happened, one after the other.
    pub(crate) fn tell_all(&mut self, reports: impl IntoIterator<Item = Report>) {
        reports.into_iter().for_each(|report| self.tell(report));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Told>().init_resource::<Counts>().add_message::<Report>();
    app.add_systems(FixedUpdate, pass_on.in_set(Step::PassOn).run_if(|told: Res<Told>| !told.0.is_empty()));
}

/// Passes on what was told, in its order.
fn pass_on(
    mut told: ResMut<Told>,
    rules: Res<Rules>,
    (mut noises, mut counts): (ResMut<Noises>, ResMut<Counts>),
    mut messages: MessageWriter<Report>,
) {
    for report in told.0.drain(..) {
        counts.follow(report.what, &rules);
        let reach = report.what.effects(&rules).noise;
        if let Some(about) = report.about.filter(|_| reach > 0) {
            noises.0.push(Noise { at: report.at, about, reach });
        }
        messages.write(report);
    }
}
