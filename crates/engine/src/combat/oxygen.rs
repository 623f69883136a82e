//! Oxygen: in thin air the player uses the oxygen of the suit, and then loses health.

use crate::{
    air::air::Air,
    bodies::body::{Body, Knockback, Position, Velocity},
    bodies::wound::{Burning, Health},
    combat::damage::hurt_player,
    deck::grid::Grid,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    machines::lift::LiftSwitch,
    player::player::{OXYGEN_TICKS, Player},
    state::dev_state::DevState,
    tick::run::Run,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;

/// The suit refills this many times as fast as it empties.
const FILLS: u32 = 6;
/// Ticks between two losses of health without oxygen.
const EVERY: u64 = ticks(0.5) as u64;
/// Health lost each time.
const COST: i32 = 5;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, breathe.in_set(Step::Breathe));
}

/// Refills the suit in breathable air; otherwise uses up its oxygen, and then the player's health. A lift that has
/// started has air of its own.
fn breathe(
    (air, dev): (Res<Air>, Res<DevState>),
    lifts: Query<&LiftSwitch>,
    player: Single<
        (Entity, &Position, &mut Player, &mut Health, &mut Velocity, &mut Knockback, &mut Burning),
        With<Body>,
    >,
    mut run: ResMut<Run>,
    mut events: EventLog,
    mut commands: Commands,
) {
    let (entity, position, mut player, mut health, mut velocity, mut thrown, mut burning) = player.into_inner();
    if dev.god || air.is_breathable(Grid::cell_at(position.0)) {
        if player.oxygen < OXYGEN_TICKS {
            player.oxygen = (player.oxygen + FILLS).min(OXYGEN_TICKS);
        }
        return;
    }
    if lifts.iter().any(|lift| lift.since_thrown().is_some()) {
        return;
    }
    if player.oxygen > 0 {
        player.oxygen -= 1;
        return;
    }
    if !run.tick.is_multiple_of(EVERY) {
        return;
    }
    health.0 = (health.0 - COST).max(0);
    let dies = health.0 == 0;
    let what = hurt_player(&mut player, dies.then_some(DamageSource::Airless), &mut run);
    events.emit(EventRecord::new(what, position.0));
    if dies {
        (velocity.0, *thrown, *burning) = (Vec2::ZERO, default(), default());
        commands.entity(entity).remove::<Body>();
    }
}
