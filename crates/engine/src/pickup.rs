//! Pickups: taken by walking over them, unless they would be of no use.

use crate::body::{Body, Position};
use crate::counted_set::CountedSet;
use crate::damage::Health;
use crate::filter::Filter;
use crate::id::Id;
use crate::kind;
use crate::player::Player;
use crate::report::{Happening, Report};
use crate::rules::Rules;
use crate::run::Run;
use crate::tick::Tick;
use bevy::prelude::*;
use level::Key;
use serde::{Deserialize, Deserializer, Serialize};

/// How near the player's middle must come, in tiles.
const REACH: f32 = 0.5;
/// The most that health and armour can come to.
pub(crate) const MOST: i32 = 1000;

/// A kind of pickup, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickupKind {
    /// The name of its sprite.
    pub sprite: String,
    /// The name of its little picture, which is shown as long as the player has it; for keys and modules.
    #[serde(default)]
    pub icon: Option<String>,
    /// What is heard when it is taken.
    #[serde(default = "pickup")]
    pub sound: String,
    /// What is then written on the screen.
    pub caption: String,
    /// The health that it gives.
    #[serde(default, deserialize_with = "most")]
    pub health: i32,
    /// Up to how much health it can be taken; 100 if it is left out, and only what is special says more.
    #[serde(default = "full", deserialize_with = "most")]
    pub health_limit: i32,
    /// The armour that it gives.
    #[serde(default, deserialize_with = "most")]
    pub armour: i32,
    /// Up to how much armour it can be taken.
    #[serde(default = "full", deserialize_with = "most")]
    pub armour_limit: i32,
    /// The weapons and the ammunition that it gives, by their names.
    #[serde(default)]
    pub gives: CountedSet<String>,
    /// It is a module of the suit, and this is what it makes of the damage that its wearer takes.
    #[serde(default)]
    pub guard: Option<Filter>,
    /// It is a module of the suit, and this is what it makes of the damage that its wearer does.
    #[serde(default)]
    pub attack: Option<Filter>,
    /// It is one of the three keys, which stay on their deck.
    #[serde(default)]
    pub key: Option<Key>,
    /// It is treasure: it counts for the tally of the deck.
    #[serde(default)]
    pub treasure: bool,
}

impl PickupKind {
    /// True for what is kept as the thing that it is.
    pub(crate) fn is_kept(&self) -> bool {
        self.treasure || self.is_module()
    }

    /// True for what is worn; one of each is enough.
    pub(crate) fn is_module(&self) -> bool {
        self.guard.is_some() || self.attack.is_some()
    }
}

fn pickup() -> String {
    "pickup".to_owned()
}

fn full() -> i32 {
    crate::player::MAX_HEALTH
}

fn most<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    kind::whole(from, "an amount of health or armour", 0, MOST)
}

/// Something that lies on the floor to be taken.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pickup {
    /// The number of its kind in the rules.
    pub kind: u16,
    /// Where it lies, in tiles.
    pub at: Vec2,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, take.in_set(Tick::Touch).after(crate::noise::step));
}

/// Gives a living player what lies at his feet.
pub(crate) fn take(
    rules: Res<Rules>,
    player: Single<(&Position, &mut Health, &mut Player), With<Body>>,
    pickups: Query<(Entity, &Id, &Pickup)>,
    mut run: ResMut<Run>,
    mut reports: MessageWriter<Report>,
    mut commands: Commands,
) {
    let (position, mut health, mut player) = player.into_inner();
    // With two medkits in reach, which one is left depends on the order.
    for (entity, _, pickup) in pickups.iter().sort::<&Id>() {
        let near = pickup.at.distance_squared(position.0) < REACH * REACH;
        let Some((name, kind)) = rules.pickups.get(usize::from(pickup.kind)).filter(|_| near) else { continue };
        let mut taken = more(&mut health.0, kind.health, kind.health_limit);
        taken |= more(&mut player.armour, kind.armour, kind.armour_limit);
        taken |= player.stow(&rules, &kind.gives);
        taken |= kind.key.is_some_and(|key| player.keys.take(key));
        if kind.is_kept() {
            let mut kept = CountedSet::default();
            kept.add(name.clone(), 1);
            taken |= player.stow(&rules, &kept);
        }
        if taken {
            player.since_taken = 0;
            run.treasure += u32::from(kind.treasure);
            reports.write(Report::new(Happening::Taken, pickup.at).by(pickup.kind));
            commands.entity(entity).despawn();
        }
    }
}

/// Adds to a stock up to a limit; false if nothing can be added.
fn more(stock: &mut i32, gain: i32, limit: i32) -> bool {
    let room = gain > 0 && *stock < limit;
    if room {
        *stock = (*stock + gain).min(limit);
    }
    room
}
