//! Gifts: what a developer act puts into the player's hands.

use crate::{
    bodies::body::{Body, Position},
    bodies::wound::Health,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    player::player::{OXYGEN_TICKS, Player},
    rules::ids::PickupId,
    rules::pickup_kind::MAX_HEALTH,
    rules::rules::Rules,
    things::pickup,
    tick::dev_act::Gift,
    tick::run::Run,
};
use bevy::prelude::*;
use level::{CountedSet, Key};

/// Gives a living player something.
pub(super) fn give(
    In(gift): In<Gift>,
    rules: Res<Rules>,
    player: Single<(&Position, &mut Health, &mut Player), With<Body>>,
    mut run: ResMut<Run>,
    mut events: EventLog,
) {
    let (position, mut health, mut player) = player.into_inner();
    match gift {
        Gift::Pickup(kind, count) => {
            let Some((name, pickup)) = rules.pickups.get(usize::from(kind)) else { return };
            let taken = (0..count).take_while(|_| pickup::grant(name, pickup, &mut health, &mut player, &rules));
            let taken = taken.count() as u32;
            if taken > 0 {
                run.treasure += taken * u32::from(pickup.treasure);
                run.treasures += taken * u32::from(pickup.treasure);
                events.emit(EventRecord::new(GameEvent::Taken(PickupId(kind)), position.0));
            }
        }
        Gift::Keys => Key::ALL.iter().for_each(|key| _ = player.keys.take(*key)),
        Gift::Weapons => {
            let mut weapons = CountedSet::default();
            rules.weapons.iter().for_each(|(name, _)| weapons.add(name.clone(), 1));
            player.stow(&rules, &weapons);
        }
        Gift::Ammunition => {
            let mut ammunition = CountedSet::default();
            rules.ammunition.iter().for_each(|(name, kind)| ammunition.add(name.clone(), kind.limit.into()));
            player.stow(&rules, &ammunition);
        }
        Gift::Health => {
            health.0 = health.0.max(MAX_HEALTH);
            player.oxygen = OXYGEN_TICKS;
        }
    }
}
