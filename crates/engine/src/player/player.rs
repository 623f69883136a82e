//! The player: walks where the intent says, and turns.

use crate::{
    bodies::body::{Body, Heading, Position, Velocity},
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

/// The radius of the player's body, in tiles.
pub(crate) const RADIUS: f32 = 0.25;
/// The share of the difference to the wanted speed that one tick makes up: nearly all of it within a tenth of a second.
const GRIP: f32 = 0.2;
/// How long the oxygen of his suit lasts, in ticks.
pub const OXYGEN_TICKS: u32 = ticks(30.0);
/// The player's own state; where he is and how he is stand in components of their own.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The keys that he carries.
    pub keys: Keys,
    /// What he carries, by the names of the rules.
    pub inventory: CountedSet<String>,
    /// The name of the weapon in his hand, if he has one.
    pub held: Option<String>,
    /// The number of the weapon that he will take as soon as the one in his hand is ready.
    pub(crate) wanted: Option<u16>,
    /// His last shot came from both hands.
    pub both: bool,
    /// What is left of his armour.
    pub armour: i32,
    /// Ticks since he changed to his weapon; `u32::MAX` before the first change.
    pub since_change: u32,
    /// Ticks since the last shot; `u32::MAX` before the first.
    pub since_shot: u32,
    /// Ticks since the player was last hurt; `u32::MAX` before the first time.
    pub since_hurt: u32,
    /// Ticks since the player last took something up; `u32::MAX` before the first time.
    pub since_taken: u32,
    /// Ticks since a lift last carried the player to another place of the deck; `u32::MAX` before the first time.
    pub since_carried: u32,
    /// Ticks since the player died; `u32::MAX` while he lives.
    pub since_death: u32,
    /// How far he has walked since his last step, in tiles, less than [`STRIDE`](crate::player::steps::STRIDE).
    pub(crate) since_step: f32,
    /// The foot of his next step.
    pub(crate) foot: Foot,
    /// The trigger was pulled in the last tick.
    pub(crate) fired: bool,
    /// Use was pressed in the last tick.
    pub(crate) used: bool,
    /// Jump was pressed in the last tick.
    pub(crate) jumped: bool,
    /// The ticks for which the suit still has oxygen, at most [`OXYGEN_TICKS`].
    pub oxygen: u32,
    /// He was carried out into space, and drifts there.
    pub adrift: bool,
    /// Where he walks by himself.
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

/// Counts the ticks since what happened to the player.
fn age(mut player: Single<&mut Player>) {
    let Player { since_shot, since_change, since_hurt, since_taken, since_carried, since_death, .. } = &mut **player;
    for age in [since_shot, since_change, since_hurt, since_taken, since_carried, since_death] {
        *age = age.saturating_add(1);
    }
}

/// Turns the player and gives him the speed that he wants, unless there is nothing from which he could push himself off; a dead one
/// (who has no body) comes to rest.
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
    if !height.can_push_off(BodyHeight::default(), &gravity, &grid, position.0, RADIUS) {
        return;
    }
    if gravity.share(&grid, position.0) > 0.0 {
        velocity.0 = velocity.0.lerp(wanted, GRIP);
    } else if wanted != Vec2::ZERO {
        // He touches it for a moment only: one push must do.
        velocity.0 = wanted;
    }
}
