//! Dying: what happens to a monster after its death. Some kinds burst, some drop an item.

use crate::{
    air::air::Air,
    bodies::body::{Body, Position},
    bodies::height::{BodyHeight, Height},
    bodies::spatial_index::SpatialIndex,
    bodies::vertical_extent::VerticalRange,
    bodies::wound::Health,
    deck::grid::Grid,
    events::counts::Counts,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::monster::{Monster, Undead},
    monsters::state_machine::{MonsterState, StateChange},
    rules::ids::KindId,
    rules::rules::Rules,
    things::pickup::Pickup,
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder},
    tick::run::Run,
    tick::tick::Step,
    weapons::explosion::{BlastCause, Explosion},
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (lie_down.in_set(Step::ResolveDeaths), rise.in_set(Step::Rise)).in_set(Undead));
}

/// Revives corpses of kinds that rise again when their time has come and no body is in the same spot. Corpses that were
/// blown apart in vacuum do not rise.
fn rise(
    (rules, places, air): (Res<Rules>, Res<SpatialIndex>, Res<Air>),
    blasts: Query<&Explosion>,
    (mut run, mut counts): (ResMut<Run>, ResMut<Counts>),
    mut fallen: Query<(Entity, &Id, &mut Monster, (&Position, &Height), &mut Health), Without<Body>>,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
    mut order: Local<InOrder>,
) {
    let tick = run.tick;
    let rises = |monster: &Monster| monster.state() == MonsterState::Dead && monster.kind_of(&rules).rises > 0;
    let rising = fallen.iter().filter(|(_, _, monster, ..)| rises(monster)).map(|(entity, id, ..)| (*id, entity));
    for &(id, entity) in order.of(rising) {
        let Ok((.., mut monster, (at, height), mut health)) = fallen.get_mut(entity) else { continue };
        let kind = monster.kind_of(&rules);
        let is_blasted =
            blasts.iter().any(|blast| blast.distance_to(at.0, VerticalRange::lying(*height)) < blast.reach());
        if is_blasted && !air.is_breathable(Grid::cell_at(at.0)) {
            commands.entity(entity).despawn();
            continue;
        }
        if monster.age(tick) < kind.rises || places.near(at.0, kind.radius).next().is_some() {
            continue;
        }
        health.0 = kind.health;
        run.kills = run.kills.saturating_sub(1);
        counts.revive(KindId(monster.kind()), &rules);
        commands.entity(entity).insert(Body { radius: kind.radius });
        monster.enter(MonsterState::Idle, tick);
        changes.write_batch(StateChange::of(tick, id, &monster, MonsterState::Dead, at.0));
    }
}

/// Turns monsters whose fall has ended into corpses.
pub(crate) fn lie_down(
    rules: Res<Rules>,
    mut run: ResMut<Run>,
    mut fallen: Query<(Entity, &Id, &mut Monster, &Position, &Height), Without<Body>>,
    mut chance: ResMut<GameRng>,
    mut events: EventLog,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
    mut order: Local<InOrder>,
) {
    let tick = run.tick;
    let is_due = |monster: &Monster| {
        monster.state() == MonsterState::Dying && monster.age(tick) >= monster.kind_of(&rules).dying
    };
    let lying = fallen.iter().filter(|(_, _, monster, ..)| is_due(monster)).map(|(entity, id, ..)| (*id, entity));
    for &(id, entity) in order.of(lying) {
        let Ok((.., mut monster, at, height)) = fallen.get_mut(entity) else { continue };
        let kind = monster.kind_of(&rules);
        monster.enter(MonsterState::Dead, tick);
        changes.write_batch(StateChange::of(tick, id, &monster, MonsterState::Dying, at.0));
        if let Some(burst) = &kind.bursts {
            events.emit(EventRecord::new(GameEvent::Bursts(KindId(monster.kind())), at.0));
            let damage = burst.damage.roll(run.skill, 0.0, &mut chance);
            let middle = VerticalRange::of(*height, BodyHeight(kind.tall)).middle();
            let cause = BlastCause(DamageSource::Burst(KindId(monster.kind())));
            commands.spawn((run.next_id(), Explosion::of(burst, (at.0, middle), Some(id), damage), cause));
        }
        if let Some(kind) = kind.drops.as_deref().and_then(|name| rules.pickup(name)) {
            commands.spawn(Pickup::appearing(kind, at.0, &rules, &mut run));
        }
    }
}
