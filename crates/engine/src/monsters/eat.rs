//! Eating: creatures eat the bait at their feet, and cleaners remove corpses.

use crate::{
    bodies::body::{Body, Position},
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::lure::BaitKinds,
    monsters::monster::Monster,
    rules::ids::KindId,
    rules::monster_kind::MonsterKind,
    rules::rules::Rules,
    things::pickup::Pickup,
    tick::id::Id,
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Maximum distance in tiles between the centres of eater and food.
const REACH: f32 = 0.5;
/// Ticks between two checks. The delay is too short to be noticed.
const PERIOD: u64 = 6;

pub(crate) fn plugin(app: &mut App) {
    // The run condition is also evaluated before a run exists.
    let is_time = |run: Option<Res<Run>>| run.is_some_and(|run| run.tick.is_multiple_of(PERIOD));
    app.add_systems(FixedUpdate, eat.in_set(Step::Eat).run_if(is_time));
}

/// Lets living creatures eat the bait that lures them, and lets cleaners remove corpses. If several reach the same
/// piece, the one with the lowest id eats it.
fn eat(
    rules: Res<Rules>,
    creatures: Query<(&Id, &Monster, &Position), With<Body>>,
    pickups: Query<(Entity, &Id, &Pickup)>,
    corpses: Query<(Entity, &Id, &Monster, &Position), Without<Body>>,
    (mut hungry, mut bait_kinds): (Local<Vec<(Id, u16, Vec2)>>, Local<BaitKinds>),
    mut events: EventLog,
    mut commands: Commands,
) {
    bait_kinds.know(&rules);
    // Few kinds eat or clean, so most decks have no such creature.
    hungry.clear();
    hungry.extend(creatures.iter().filter_map(|(&id, monster, at)| {
        let kind = monster.kind_of(&rules);
        (kind.cleans || !kind.lured_by.is_empty()).then_some((id, monster.kind(), at.0))
    }));
    if hungry.is_empty() {
        return;
    }
    hungry.sort_unstable_by_key(|(id, ..)| *id);
    let eater = |from: Vec2, eats: &dyn Fn(&MonsterKind) -> bool| {
        let is_near = |at: Vec2| at.distance_squared(from) < REACH * REACH;
        let first = hungry.iter().find(|(_, kind, at)| is_near(*at) && eats(&rules.monsters[usize::from(*kind)].1));
        first.map(|(_, kind, _)| KindId(*kind))
    };
    let eaten = pickups.iter().filter(|(.., pickup)| bait_kinds.has(pickup)).filter_map(|(entity, &id, pickup)| {
        let (name, _) = pickup.kind_of(&rules)?;
        Some((id, entity, eater(pickup.at, &|kind| kind.lured_by.contains(name))?, pickup.at))
    });
    let cleans = hungry.iter().any(|(_, kind, _)| rules.monsters[usize::from(*kind)].1.cleans);
    let cleared = corpses
        .iter()
        .filter(|(.., corpse, _)| cleans && corpse.is_gone(&rules))
        .filter_map(|(entity, &id, _, at)| Some((id, entity, eater(at.0, &|kind| kind.cleans)?, at.0)));
    let mut gone: Vec<(Id, Entity, KindId, Vec2)> = eaten.chain(cleared).collect();
    gone.sort_unstable_by_key(|(id, ..)| *id);
    for (_, entity, kind, at) in gone {
        // This emits the sound of a bite, but does not reveal the player's position.
        events.emit(EventRecord { about: None, ..EventRecord::new(GameEvent::Strikes(kind), at) });
        commands.entity(entity).despawn();
    }
}
