//! Orientations: a scenario can be played turned and mirrored, and its story does not notice.
//!
//! Tests describe a map, intents and positions as drawn. The harness turns them on the way into the game, and turns
//! positions and directions on the way out. docs/reliability.md describes how all tests run in all eight orientations.

use bevy::prelude::{IVec2, Vec2};
use engine::{DevAct, EventRecord, Intent, Start};
use level::{Level, Symmetry};
use std::{env, sync::Arc, thread};

/// Name of the variable with the orientation: `0` to `7`, or `other` for one that depends on the name of the test.
const VARIABLE: &str = "HULLBREACH_SYMMETRY";

/// How the map of a scenario is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orientation {
    symmetry: Symmetry,
    /// Size of the map as drawn.
    drawn: (usize, usize),
}

impl Orientation {
    /// Returns the orientation in which this test plays, on a level as drawn.
    pub(crate) fn of_test(level: &Level) -> Self {
        let number = match env::var(VARIABLE).ok().as_deref() {
            None => 0,
            Some("other") => 1 + hash(thread::current().name().unwrap_or_default()) % 7,
            Some(number) => {
                number.parse().ok().filter(|number| *number < 8).expect("the variable is 0 to 7 or `other`")
            }
        };
        Orientation { symmetry: Symmetry::ALL[number], drawn: (level.width, level.height) }
    }

    /// Returns the start on the turned level.
    pub(crate) fn start(self, start: Start) -> Start {
        if self.symmetry == Symmetry::default() {
            return start;
        }
        let mut level = Level::clone(&start.level);
        // A cell can be the name of an arrival. It must be a cell as drawn.
        let arrival = start.arrival.as_ref().and_then(|name| level.arrival(name).ok());
        if let Some(arrival) = arrival.map(|arrival| arrival.into_owned())
            && !level.arrivals.contains(&arrival)
        {
            level.arrivals.push(arrival);
        }
        Start { level: Arc::new(level.turned(self.symmetry)), ..start }
    }

    /// Returns the turned intent.
    pub(crate) fn intent(self, intent: Intent) -> Intent {
        let dev_act = intent.dev_act.map(|act| match act {
            DevAct::Go(at) => DevAct::Go(self.point(at)),
            DevAct::Spawn(kind, cell) => DevAct::Spawn(kind, self.cell(cell)),
            DevAct::Open(cell) => DevAct::Open(self.cell(cell)),
            DevAct::Break(cell) => DevAct::Break(self.cell(cell)),
            DevAct::Air(cell, percent) => DevAct::Air(self.cell(cell), percent),
            other => other,
        });
        Intent {
            strafe: self.symmetry.sideways(intent.strafe),
            turn: self.symmetry.sideways(intent.turn),
            walk_to: intent.walk_to.map(|at| self.point(at)),
            dev_act,
            ..intent
        }
    }

    /// Returns a point of the game for a point as drawn.
    pub(crate) fn point(self, at: Vec2) -> Vec2 {
        self.symmetry.point(at.into(), self.drawn).into()
    }

    /// Returns the point as drawn for a point of the game.
    pub(crate) fn point_as_drawn(self, at: Vec2) -> Vec2 {
        self.symmetry.inverse().point(at.into(), self.symmetry.size(self.drawn)).into()
    }

    /// Returns a cell of the game for a cell as drawn. It may be outside the map.
    pub(crate) fn cell(self, cell: IVec2) -> IVec2 {
        self.point(cell.as_vec2() + 0.5).floor().as_ivec2()
    }

    /// Returns the index of a cell of the game for the index of a cell as drawn.
    pub(crate) fn index(self, cell: usize) -> usize {
        let (x, y) = self.symmetry.cell((cell % self.drawn.0, cell / self.drawn.0), self.drawn);
        y * self.symmetry.size(self.drawn).0 + x
    }

    /// Returns a vector of the game for a vector as drawn.
    pub(crate) fn vector(self, vector: Vec2) -> Vec2 {
        self.symmetry.vector(vector.into()).into()
    }

    /// Returns the vector as drawn for a vector of the game.
    pub(crate) fn vector_as_drawn(self, vector: Vec2) -> Vec2 {
        self.symmetry.inverse().vector(vector.into()).into()
    }

    /// Returns the direction of view as drawn, in degrees, for one of the game.
    pub(crate) fn degrees_as_drawn(self, degrees: f32) -> f32 {
        match self.symmetry {
            symmetry if symmetry == Symmetry::default() => degrees,
            symmetry => (symmetry.inverse().degrees(degrees) + 180.0).rem_euclid(360.0) - 180.0,
        }
    }

    /// Returns the event as drawn for an event of the game.
    pub(crate) fn event_as_drawn(self, event: EventRecord) -> EventRecord {
        EventRecord {
            at: self.point_as_drawn(event.at),
            towards: self.vector_as_drawn(event.towards),
            about: event.about.map(|at| self.point_as_drawn(at)),
            ..event
        }
    }
}

/// Returns a hash of a name, which stays the same on all machines (FNV-1a).
fn hash(name: &str) -> usize {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash as usize
}
