//! Burning: a body that was set on fire burns for a while and loses health every half second.

use crate::{
    air::air::Air,
    bodies::body::{Body, Position},
    bodies::wound::{Burning, Wound, Wounds},
    deck::grid::Grid,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    rules::rules::Rules,
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder, PLAYER},
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, burn.in_set(Step::Burn).run_if(any_burns));
}

/// Returns true if any body burns. Usually none does, and one pass over the column is enough to find out.
fn any_burns(bodies: Query<&Burning, With<Body>>) -> bool {
    // Without an early exit the compiler can test several values at once.
    let any_of = |some: &[Burning]| some.iter().fold(false, |any, burning| any | burning.burns());
    bodies.contiguous_iter().into_iter().flatten().fold(false, |any, some| any | any_of(some))
}

/// Applies fire damage to burning bodies.
fn burn(
    rules: Res<Rules>,
    run: Res<Run>,
    air: Res<Air>,
    mut bodies: Query<(Entity, &Id, &Position, &mut Burning), With<Body>>,
    mut order: Local<InOrder>,
    mut chance: ResMut<GameRng>,
    mut wounds: ResMut<Wounds>,
    mut events: EventLog,
) {
    let every = u64::from(rules.burning.every.max(1));
    let burn_ticks = bodies.iter().filter(|(.., burning)| burning.burns());
    for &(id, target) in order.of(burn_ticks.map(|(entity, id, ..)| (*id, entity))) {
        let Ok((.., at, mut burning)) = bodies.get_mut(target) else { continue };
        if !air.is_breathable(Grid::cell_at(at.0)) {
            burning.left = 0; // flames need air
            continue;
        }
        burning.left -= 1;
        if (run.tick + u64::from(id.0)).is_multiple_of(every) {
            let damage = rules.burning.damage.roll(run.skill, 0.0, &mut chance);
            let by = burning.by.filter(|by| *by != id || *by == PLAYER);
            wounds.0.push(Wound {
                target,
                damage,
                towards: Vec2::ZERO,
                by,
                cause: DamageSource::Fire,
                push: 0.0,
                burn_ticks: 0,
            });
            events.emit(EventRecord::new(GameEvent::Burns, at.0));
        }
    }
}
