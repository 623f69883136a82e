//! Pickups: taken by walking over them, unless they would be of no use.

use crate::body::{Body, Position};
use crate::damage::Health;
use crate::id::Id;
use crate::pistol::MAX_AMMO;
use crate::player::{MAX_HEALTH, Player};
use crate::report::{Happening, Report};
use crate::tick::Tick;
use bevy::prelude::*;
use level::ThingKind;
use serde::{Deserialize, Serialize};

/// How near the player's middle must come, in tiles.
const REACH: f32 = 0.5;
/// The rounds in a clip.
const CLIP: u32 = 10;
/// The health that a medkit gives.
const MEDKIT: i32 = 25;

/// Something that lies on the floor to be taken.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pickup {
    /// A clip, a medkit or a key.
    pub kind: ThingKind,
    /// Where it lies, in tiles.
    pub at: Vec2,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, take.in_set(Tick::Touch));
}

/// Gives a living player what lies at his feet.
pub(crate) fn take(
    player: Single<(&Position, &mut Health, &mut Player), With<Body>>,
    pickups: Query<(Entity, &Id, &Pickup)>,
    mut reports: MessageWriter<Report>,
    mut commands: Commands,
) {
    let (position, mut health, mut player) = player.into_inner();
    // With two medkits in reach, which one is left depends on the order.
    for (entity, _, pickup) in pickups.iter().sort::<&Id>() {
        let near = pickup.at.distance_squared(position.0) < REACH * REACH;
        let taken = near
            && match pickup.kind {
                ThingKind::Clip => more(&mut player.ammo, CLIP, MAX_AMMO),
                ThingKind::Medkit => more(&mut health.0, MEDKIT, MAX_HEALTH),
                ThingKind::Key(key) => player.keys.take(key),
                ThingKind::Player | ThingKind::Monster(_) => false,
            };
        if taken {
            player.since_taken = 0;
            reports.write(Report::new(Happening::Taken(pickup.kind), pickup.at));
            commands.entity(entity).despawn();
        }
    }
}

/// Adds to a stock up to its limit; false if it is full.
fn more<T: Copy + PartialOrd + std::ops::Add<Output = T>>(stock: &mut T, gain: T, limit: T) -> bool {
    let room = *stock < limit;
    if room {
        let sum = *stock + gain;
        *stock = if sum > limit { limit } else { sum };
    }
    room
}
