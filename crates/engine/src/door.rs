//! Sliding doors: opened by touch or use, they stay, and close when nobody is in their way.

use crate::body::{self, Body, Position};
use crate::monster::Monster;
use crate::player::Player;
use crate::report::{Happening, Report};
use crate::tick::{Tick, ticks};
use bevy::prelude::*;
use level::Axis;
use serde::{Deserialize, Serialize};

/// How long a door takes to open or to close.
const SLIDE: u32 = ticks(0.5);
/// How long it stays open.
const STAY: u32 = ticks(3.0);
/// How near a body must come to open it by touch, in tiles between the body's edge and the panel.
const TOUCH: f32 = 0.05;
/// How much room a corpse needs, in tiles round its middle.
const CORPSE_RADIUS: f32 = 0.3;

/// A sliding door.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Door {
    x: u16,
    y: u16,
    along: Axis,
    state: DoorState,
    /// The ticks in this state.
    age: u32,
}

/// What a door does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoorState {
    /// Shut.
    Closed,
    /// Sliding into the wall.
    Opening,
    /// Open, for a while.
    Open,
    /// Sliding back.
    Closing,
}

impl Door {
    /// A shut door in a cell.
    pub(crate) fn closed(x: usize, y: usize, along: Axis) -> Self {
        Door { x: x as u16, y: y as u16, along, state: DoorState::Closed, age: 0 }
    }

    /// The cell that it stands in.
    pub fn cell(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// What it does.
    pub fn state(&self) -> DoorState {
        self.state
    }

    /// How far it is open, from 0 to 1; it starts and stops gently.
    pub fn open(&self) -> f32 {
        let way = self.age as f32 / SLIDE as f32;
        let eased = if way < 0.5 { 2.0 * way * way } else { 1.0 - 2.0 * (1.0 - way) * (1.0 - way) };
        match self.state {
            DoorState::Closed => 0.0,
            DoorState::Opening => eased,
            DoorState::Open => 1.0,
            DoorState::Closing => 1.0 - eased,
        }
    }

    /// True if a door of the level that lies along this axis can be so.
    pub(crate) fn is_possible(&self, along: Axis) -> bool {
        let moves = matches!(self.state, DoorState::Opening | DoorState::Closing);
        self.along == along && (!moves || self.age <= SLIDE)
    }

    /// Starts to open it, or turns it back if it is closing; an open door stays open longer.
    pub(crate) fn push_open(&mut self, reports: &mut MessageWriter<Report>) {
        match self.state {
            DoorState::Closed => self.enter(DoorState::Opening, 0),
            DoorState::Closing => self.enter(DoorState::Opening, SLIDE - self.age),
            DoorState::Open => return self.age = 0,
            DoorState::Opening => return,
        }
        reports.write(self.report(Happening::DoorOpens));
    }

    /// Closes it if it is open, opens it otherwise.
    pub(crate) fn toggle(&mut self, reports: &mut MessageWriter<Report>) {
        match self.state {
            DoorState::Open => self.age = STAY,
            _ => self.push_open(reports),
        }
    }

    /// One tick further; `free` is false while something is in the way.
    fn advance(&mut self, free: bool, reports: &mut MessageWriter<Report>) {
        self.age = self.age.saturating_add(1);
        match self.state {
            DoorState::Opening if self.age >= SLIDE => self.enter(DoorState::Open, 0),
            DoorState::Open if self.age >= STAY && free => {
                self.enter(DoorState::Closing, 0);
                reports.write(self.report(Happening::DoorCloses));
            }
            DoorState::Closing if !free => self.push_open(reports),
            DoorState::Closing if self.age >= SLIDE => self.enter(DoorState::Closed, 0),
            _ => {}
        }
    }

    fn enter(&mut self, state: DoorState, age: u32) {
        (self.state, self.age) = (state, age);
    }

    fn report(&self, what: Happening) -> Report {
        Report { what, at: self.cell().as_vec2() + 0.5 }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (touch, advance).chain().in_set(Tick::Act));
}

/// Every living body opens a shut door that it touches.
pub(crate) fn touch(
    bodies: Query<(&Body, &Position)>,
    mut doors: Query<&mut Door>,
    mut reports: MessageWriter<Report>,
) {
    for mut door in &mut doors {
        let panel = body::panel(door.cell(), door.along, door.open());
        let touched = |(body, at): (&Body, &Position)| body::overlaps(panel, at.0, body.radius + TOUCH);
        if door.state != DoorState::Open && bodies.iter().any(touched) {
            door.push_open(&mut reports);
        }
    }
}

/// Moves the doors on.
pub(crate) fn advance(
    bodies: Query<(&Body, &Position)>,
    corpses: Query<&Position, (Or<(With<Monster>, With<Player>)>, Without<Body>)>,
    mut doors: Query<&mut Door>,
    mut reports: MessageWriter<Report>,
) {
    for mut door in &mut doors {
        let way = body::panel(door.cell(), door.along, 0.0);
        let free = !bodies.iter().any(|(body, at)| body::overlaps(way, at.0, body.radius))
            && !corpses.iter().any(|at| body::overlaps(way, at.0, CORPSE_RADIUS));
        door.advance(free, &mut reports);
    }
}
