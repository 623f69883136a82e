//! Jumping: in the air nothing drives the player; he falls as everything does, and lands with a small bounce.

use crate::bodies::body::{Body, Position};
use crate::bodies::flight::{bounce, fall};
use crate::player::player::Player;
use crate::reports::happening::{Gait, Happening};
use crate::reports::report::{Report, Reports};
use crate::tick::intent::Intent;
use crate::tick::tick::Step;
use bevy::prelude::*;

/// How fast he leaves the floor, in tiles a second: his eyes stay below the ceiling.
const LEAVES: f64 = 2.6;
/// What pulls him down, in tiles a second squared.
const GRAVITY: f64 = 9.8;
/// The highest that his feet can be, and the fastest that they can rise or fall.
const BOUNDS: (f64, f64) = (0.5, 3.0);

impl Player {
    /// True if his feet are off the floor.
    pub fn is_in_the_air(&self) -> bool {
        self.height > 0.0 || self.rises != 0.0
    }

    /// True if he can be so high, and rise so fast.
    pub(crate) fn is_height_possible(&self) -> bool {
        (0.0..=BOUNDS.0).contains(&self.height) && self.rises.abs() <= BOUNDS.1
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, jump.in_set(Step::Jump));
}

/// Lets the player jump from the floor, and brings him down again, alive or dead.
fn jump(intent: Res<Intent>, player: Single<(&Position, &mut Player, Has<Body>)>, mut reports: Reports) {
    let (position, mut player, lives) = player.into_inner();
    let pressed = intent.jump && !player.jumped;
    if player.jumped != intent.jump {
        player.jumped = intent.jump;
    }
    if lives && pressed && !player.is_in_the_air() {
        player.rises = LEAVES;
    }
    if !player.is_in_the_air() {
        return;
    }
    (player.height, player.rises) = fall(player.height, player.rises, GRAVITY);
    if player.height <= 0.0 {
        (player.height, player.rises) = (0.0, bounce(player.rises));
        if player.rises > 0.0 {
            reports.tell(Report::new(Happening::Footstep(Gait::Runs, player.foot), position.0));
        }
    }
}
