//! The player: walks and turns according to the intent.

use crate::{
    bodies::body::{self, Body, Heading, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::keys::Keys,
    bodies::walk::Walk,
    deck::grid::Grid,
    events::game_event::Foot,
    rules::rules::Rules,
    tick::intent::Intent,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::CountedSet;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// Radius of the player's body, in tiles.
pub(crate) const RADIUS: f32 = 0.25;
/// Maximum distance in tiles from the player's body to an object to hold on to.
pub(crate) const ARM: f32 = 0.45;
/// Share of the difference to the wanted speed that one tick makes up. Nearly the whole difference is gone within a
/// tenth of a second.
const GRIP: f32 = 0.2;
/// Maximum oxygen of the suit, in ticks.
pub const OXYGEN_TICKS: u32 = ticks(30.0);
/// The state of the player. Position, heading, velocity and health are components of their own.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Player {
    /// The keys that the player carries.
    pub keys: Keys,
    /// The carried items, by their names in the rules.
    pub inventory: CountedSet<String>,
    /// Name of the weapon in hand, if there is one.
    pub held: Option<String>,
    /// Index of the weapon to change to as soon as the one in hand is ready.
    pub(crate) wanted: Option<u16>,
    /// Whether the last shot came from both hands.
    pub both: bool,
    /// Remaining armour.
    pub armour: i32,
    /// Ticks since the last weapon change; `u32::MAX` before the first.
    pub since_change: u32,
    /// Ticks since the last shot; `u32::MAX` before the first.
    pub since_shot: u32,
    /// Ticks since the player was last hurt; `u32::MAX` before the first time.
    pub since_hurt: u32,
    /// Ticks since the player last picked something up; `u32::MAX` before the first time.
    pub since_taken: u32,
    /// Ticks since a lift last carried the player to another place on the deck; `u32::MAX` before the first time.
    pub since_carried: u32,
    /// Ticks since the player's death; `u32::MAX` while the player is alive.
    pub since_death: u32,
    /// Distance walked since the last step in tiles, less than [`STRIDE`](crate::player::steps::STRIDE).
    pub(crate) since_step: f32,
    /// The foot of the next step.
    pub(crate) foot: Foot,
    /// Whether the trigger was pulled in the last tick.
    pub(crate) fired: bool,
    /// Whether use was pressed in the last tick.
    pub(crate) used: bool,
    /// Whether jump was pressed in the last tick.
    pub(crate) jumped: bool,
    /// Remaining oxygen of the suit in ticks, at most [`OXYGEN_TICKS`].
    pub oxygen: u32,
    /// Whether the player was carried out into space and drifts there.
    pub adrift: bool,
    /// The present walk to a point.
    pub walk: Walk,
}

impl Default for Player {
    fn default() -> Self {
        let never = u32::MAX;
        Player {
            keys: Keys::default(),
            inventory: CountedSet::default(),
            held: None,
            wanted: None,
            both: false,
            armour: 0,
            since_change: never,
            since_shot: never,
            since_hurt: never,
            since_taken: never,
            since_carried: never,
            since_death: never,
            since_step: 0.0,
            foot: Foot::Left,
            fired: false,
            used: false,
            jumped: false,
            oxygen: OXYGEN_TICKS,
            adrift: false,
            walk: Walk::default(),
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (age.in_set(Step::Age), steer.in_set(Step::Steer)));
}

/// Advances the tick counters of the player.
fn age(mut player: Single<&mut Player>) {
    let Player { since_shot, since_change, since_hurt, since_taken, since_carried, since_death, .. } = &mut **player;
    for age in [since_shot, since_change, since_hurt, since_taken, since_carried, since_death] {
        *age = age.saturating_add(1);
    }
}

/// Turns the player and sets the wanted velocity, unless there is nothing to push off from. A dead player, who has no
/// body, comes to rest.
fn steer(
    (intent, rules): (Res<Intent>, Res<Rules>),
    (gravity, grid): (Res<Gravity>, Res<Grid>),
    player: Single<(&Position, &Height, &mut Heading, &mut Velocity, Has<Body>), With<Player>>,
) {
    let (position, height, mut heading, mut velocity, alive) = player.into_inner();
    let mut wanted = Vec2::ZERO;
    if alive {
        heading.0 = (heading.0 + intent.turn + PI).rem_euclid(2.0 * PI) - PI;
        let ahead = heading.direction();
        let pull = ahead * intent.forward + ahead.perp() * intent.strafe;
        wanted = pull.clamp_length_max(1.0) * if intent.run { rules.player.run } else { rules.player.walk };
    }
    // Who has come to rest by holding on to a wall can also push off at arm's length.
    let rests = velocity.0 == Vec2::ZERO && gravity.share(&grid, position.0) == 0.0;
    let pushes_off = height.can_push_off(BodyHeight::default(), &gravity, &grid, position.0, RADIUS)
        || rests && body::can_hold(&grid, position.0, RADIUS + ARM);
    if !pushes_off {
        return;
    }
    if gravity.share(&grid, position.0) > 0.0 {
        velocity.0 = velocity.0.lerp(wanted, GRIP);
    } else if wanted != Vec2::ZERO {
        // The contact lasts only a moment, so a single push must be enough.
        velocity.0 = wanted;
    }
}
