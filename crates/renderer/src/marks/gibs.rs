//! The torn: what an explosion has killed so thoroughly that it came apart.

use bevy::prelude::*;
use engine::{EventRecord, GameEvent, Health, Id, KindId, Monster, MonsterKind, Position, Rules};

/// How far below nothing the last wound leaves the health of somebody who comes apart: hardly anything but an explosion goes so far.
const TORN: i32 = -30;

/// How near to the place where somebody died he still lies, in tiles.
const HERE: f32 = 0.05;

/// The parts of a body, as in the names of their sprites: `shambler_head1` stands, and `shambler_head2` lies.
pub(crate) const PARTS: [&str; 4] = ["head", "trunk", "arm", "leg"];

/// Of these parts a body is made, by their places among [`PARTS`].
pub(crate) const BODY: [u8; 6] = [0, 1, 2, 2, 3, 3];

/// True if somebody of this kind has come apart, if he is dead. What bursts does so in its own manner.
pub(crate) fn is_torn(kind: &MonsterKind, health: Health) -> bool {
    health.0 <= TORN && kind.bursts.is_none()
}

/// All who may have come apart.
pub(crate) type Bodies<'w, 's> = Query<'w, 's, (&'static Monster, &'static Id, &'static Position, &'static Health)>;

/// The kind and the number of somebody who came apart, if a report is of that.
pub(crate) fn of(report: &EventRecord, rules: &Rules, bodies: &Bodies) -> Option<(KindId, Id)> {
    let GameEvent::MonsterDies(kind) = report.what else { return None };
    let came_apart = |(monster, _, position, health): &(&Monster, &Id, &Position, &Health)| {
        position.0.distance(report.at) < HERE && kind.0 == monster.kind() && is_torn(monster.kind_of(rules), **health)
    };
    bodies.iter().find(came_apart).map(|(_, id, ..)| (kind, *id))
}
