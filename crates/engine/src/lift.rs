//! The lift: its switch is thrown, it starts, and the deck is done.

use crate::grid::Grid;
use crate::report::{Happening, Report};
use crate::run::{Outcome, Run};
use crate::tick::{Tick, ticks};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The ticks that the lift takes to leave, once its switch is thrown.
pub const LIFT_TICKS: u32 = ticks(0.6);

/// The switch of the lift, on a wall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiftSwitch {
    x: u16,
    y: u16,
    /// Ticks since it was thrown.
    thrown: Option<u32>,
}

impl LiftSwitch {
    pub(crate) fn new(x: usize, y: usize) -> Self {
        LiftSwitch { x: x as u16, y: y as u16, thrown: None }
    }

    /// The cell of its wall.
    pub fn cell(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// The ticks since it was thrown, if it was.
    pub fn since_thrown(&self) -> Option<u32> {
        self.thrown
    }

    /// Throws it; a second time does nothing.
    pub(crate) fn throw(&mut self, reports: &mut MessageWriter<Report>) {
        if self.thrown.is_none() {
            self.thrown = Some(0);
            reports.write(Report::new(Happening::LiftThrown, Grid::middle(self.cell())));
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, start.in_set(Tick::Act).after(crate::grid::update));
    app.add_systems(FixedUpdate, leave.in_set(Tick::Report).before(crate::run::count));
}

/// Lets the lifts whose switch is thrown start.
pub(crate) fn start(mut lifts: Query<&mut LiftSwitch>) {
    for mut lift in &mut lifts {
        lift.thrown = lift.thrown.map(|age| age.saturating_add(1));
    }
}

/// Ends the run of a living player whose lift has started.
fn leave(lifts: Query<&LiftSwitch>, mut run: ResMut<Run>, mut reports: MessageWriter<Report>) {
    let Some(lift) = lifts.iter().find(|lift| lift.thrown.is_some_and(|age| age >= LIFT_TICKS)) else { return };
    if run.outcome == Outcome::Running {
        run.outcome = Outcome::Lift;
        reports.write(Report::new(Happening::DeckDone, Grid::middle(lift.cell())));
    }
}
