//! Vacuum bursting: bloated monsters swell in thin air and burst within seconds.

use crate::{
    air::air::Air,
    bodies::body::{Body, Position},
    bodies::wound::{Wound, Wounds},
    deck::grid::Grid,
    events::damage_source::DamageSource,
    monsters::monster::Monster,
    rules::element::{Element, ElementalDamage},
    rules::rules::Rules,
    tick::id::{Id, InOrder},
    tick::run::Run,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;

/// Ticks between two losses of health in thin air.
const EVERY: u64 = ticks(0.5) as u64;
/// Number of losses it takes to burst a monster of full health.
const PARTS: i32 = 4;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, swell.in_set(Step::Swell));
}

/// Damages monsters of bursting kinds in thin air.
fn swell(
    (air, rules, run): (Res<Air>, Res<Rules>, Res<Run>),
    monsters: Query<(Entity, &Id), (With<Monster>, With<Body>)>,
    parts: Query<(&Monster, &Position)>,
    mut wounds: ResMut<Wounds>,
    mut order: Local<InOrder>,
) {
    let is_due = |id: Id| (run.tick + u64::from(id.0)).is_multiple_of(EVERY);
    let due = monsters.iter().filter(|(_, id)| is_due(**id));
    for &(_, target) in order.of(due.map(|(entity, id)| (*id, entity))) {
        let Ok((monster, at)) = parts.get(target) else { continue };
        if monster.kind_of(&rules).bursts.is_none() || air.is_breathable(Grid::cell_at(at.0)) {
            continue;
        }
        let health = monster.kind_of(&rules).health;
        let damage = ElementalDamage::of(Element::Physical, f64::from(health / PARTS + 1));
        wounds.0.push(Wound {
            target,
            damage,
            towards: Vec2::ZERO,
            by: None,
            cause: DamageSource::Airless,
            push: 0.0,
            burn_ticks: 0,
        });
    }
}
