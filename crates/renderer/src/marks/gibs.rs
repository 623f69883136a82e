//! Gibs: monsters that were killed so violently that they came apart.

use bevy::prelude::*;
use engine::{EventRecord, GameEvent, Health, Id, KindId, Monster, MonsterKind, Position, Rules};

/// The health at or below which a killed monster comes apart. In practice only explosions reach it.
const TORN: i32 = -30;

/// The maximum distance between the place of a death and the body, in tiles.
const HERE: f32 = 0.05;

/// The parts of a body, as in the names of their sprites: `shambler_head1` is upright, and `shambler_head2` lies on its
/// side.
pub(crate) const PARTS: [&str; 4] = ["head", "trunk", "arm", "leg"];

/// The parts that a body is made of, as indices into [`PARTS`].
pub(crate) const BODY: [u8; 6] = [0, 1, 2, 2, 3, 3];

/// Returns true if a monster of this kind with this health has come apart, provided that it is dead. Bursting monsters
/// burst instead.
pub(crate) fn is_torn(kind: &MonsterKind, health: Health) -> bool {
    health.0 <= TORN && kind.bursts.is_none()
}

/// All monsters that may have come apart.
pub(crate) type Bodies<'w, 's> = Query<'w, 's, (&'static Monster, &'static Id, &'static Position, &'static Health)>;

/// Returns the kind and the id of the monster that came apart, if the event is about one.
pub(crate) fn of(report: &EventRecord, rules: &Rules, bodies: &Bodies) -> Option<(KindId, Id)> {
    let GameEvent::MonsterDies(kind) = report.what else { return None };
    let came_apart = |(monster, _, position, health): &(&Monster, &Id, &Position, &Health)| {
        position.0.distance(report.at) < HERE && kind.0 == monster.kind() && is_torn(monster.kind_of(rules), **health)
    };
    bodies.iter().find(came_apart).map(|(_, id, ..)| (kind, *id))
}
