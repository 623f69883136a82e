//! The player: walks where the intent says, turns, and uses what is in front.

use crate::body::{Body, Heading, Position, Velocity};
use crate::counted_set::CountedSet;
use crate::door::Door;
use crate::grid::{Grid, Shape};
use crate::intent::Intent;
use crate::keys::Keys;
use crate::lift::LiftSwitch;
use crate::noise::Noises;
use crate::pushwall::{PushWall, PushWallState};
use crate::ray::{self, Ray};
use crate::report::Report;
use crate::rules::Rules;
use crate::tick::Tick;
use crate::trigger::Tried;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// The radius of the player's body, in tiles.
pub(crate) const RADIUS: f32 = 0.25;
/// The most health that a player can have.
pub const MAX_HEALTH: i32 = 100;
/// The share of the difference to the wanted speed that one tick makes up: nearly all of it within a tenth of a second.
const GRIP: f32 = 0.2;
/// How far the hand reaches, in tiles from the player's middle.
const REACH: f32 = 1.1;

/// The player's own state; where he is and how he is stand in components of their own.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The trigger was pulled in the last tick.
    pub(crate) fired: bool,
    /// Use was pressed in the last tick.
    pub(crate) used: bool,
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
            fired: false,
            used: false,
        }
    }
}

impl Player {
    /// Lets the armour take its share of what a wound costs; what is left for the flesh.
    pub(crate) fn absorb(&mut self, cost: i32, rules: &Rules) -> i32 {
        let share = (cost.max(0) as f32 * rules.player.armour).round() as i32;
        let taken = share.min(self.armour);
        self.armour -= taken;
        cost - taken
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (age, steer).chain().in_set(Tick::Think).before(crate::think::think));
    app.add_systems(FixedUpdate, use_ahead.in_set(Tick::Act).before(crate::door::touch));
}

/// Counts the ticks since what happened to the player.
fn age(mut player: Single<&mut Player>) {
    let Player { since_shot, since_change, since_hurt, since_taken, since_carried, since_death, .. } = &mut **player;
    for age in [since_shot, since_change, since_hurt, since_taken, since_carried, since_death] {
        *age = age.saturating_add(1);
    }
}

/// Turns the player and gives him the speed that he wants; a dead one (who has no body) comes to rest.
fn steer(
    intent: Res<Intent>,
    rules: Res<Rules>,
    player: Single<(&mut Heading, &mut Velocity, Has<Body>), With<Player>>,
) {
    let (mut heading, mut velocity, alive) = player.into_inner();
    let mut wanted = Vec2::ZERO;
    if alive {
        heading.0 = (heading.0 + intent.turn + PI).rem_euclid(2.0 * PI) - PI;
        let ahead = heading.direction();
        let pull = ahead * intent.forward + ahead.perp() * intent.strafe;
        wanted = pull.clamp_length_max(1.0) * if intent.run { rules.player.run } else { rules.player.walk };
    }
    velocity.0 = velocity.0.lerp(wanted, GRIP);
}

/// Opens or closes the door in front, throws the lift's switch or pushes a wall, each time that use is pressed.
fn use_ahead(
    intent: Res<Intent>,
    grid: Res<Grid>,
    player: Single<(&Position, &Heading, &mut Player), With<Body>>,
    mut doors: Query<&mut Door>,
    mut lifts: Query<&mut LiftSwitch>,
    mut walls: Query<&mut PushWall>,
    rules: Res<Rules>,
    mut noises: ResMut<Noises>,
    mut tried: ResMut<Tried>,
    mut reports: MessageWriter<Report>,
) {
    let (position, heading, mut player) = player.into_inner();
    let pressed = intent.use_ && !player.used;
    player.used = intent.use_;
    if !pressed {
        return;
    }
    let Some((cell, point)) = in_reach(&grid, position.0, heading.direction()) else { return };
    let side = Grid::side(cell, point);
    tried.used.push((cell, side));
    if let Some(mut door) = doors.iter_mut().find(|door| door.cell() == cell) {
        door.toggle(position.0, player.keys, &mut reports);
        noises.of_player(Grid::middle(cell), rules.noises.door);
    }
    if let Some(mut lift) = lifts.iter_mut().find(|lift| lift.cell() == cell && lift.works_from(side)) {
        lift.throw(&mut reports);
    }
    let still = |wall: &Mut<PushWall>| wall.state() == PushWallState::Still && wall.home() == cell;
    if let Some(mut wall) = walls.iter_mut().find(still) {
        wall.push(-side, &mut reports);
    }
}

/// The cell of the first thing within the hand's reach, and where the hand meets it; a door counts even when it stands
/// open.
fn in_reach(grid: &Grid, from: Vec2, direction: Vec2) -> Option<(IVec2, Vec2)> {
    let hit = ray::cast(grid, Ray::Body, from, direction, REACH);
    let reach = hit.map_or(REACH, |hit| hit.distance);
    let samples = 16;
    let open_door = (1..=samples)
        .map(|sample| from + direction * (reach * sample as f32 / samples as f32))
        .map(|point| (Grid::cell_at(point), point))
        .find(|&(cell, _)| matches!(grid.shape(cell), Shape::Door { .. } | Shape::Leaves { .. }));
    open_door.or(hit.map(|hit| (hit.cell, from + direction * hit.distance)))
}
