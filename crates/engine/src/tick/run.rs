//! A run: one attempt at one deck, from its start to the lift or to death.

use crate::{tick::id::Id, tick::tick::Step};
use bevy::prelude::*;
use level::{LIFT, Level, SECRET_LIFT};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The present deck.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Deck(#[cfg_attr(feature = "dev", reflect(ignore))] pub Arc<Level>);

/// An event that is triggered when a run has begun or continues from a snapshot, after the world was filled.
///
/// Observers must discard what they remember of the previous run. Its unread events are already gone.
#[derive(Event, Clone, Copy, Debug)]
pub struct RunBegan;

/// The progress of a run.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Run {
    /// Number of ticks that have passed.
    pub tick: u64,
    /// The present outcome.
    pub outcome: Outcome,
    /// Number of killed monsters.
    pub kills: u32,
    /// Number of monsters at the start of the deck, including those that wait to be called.
    pub monsters: u32,
    /// Number of secrets that the player has found: walls that were pushed.
    pub found: u32,
    /// Number of secrets on the deck.
    pub secrets: u32,
    /// Number of treasure pieces that were found.
    pub treasure: u32,
    /// Number of treasure pieces at the start of the deck, including those that wait to be called, and of those that
    /// appeared later.
    pub treasures: u32,
    /// Seed of the run.
    pub seed: u64,
    /// Skill level, 1 to 4.
    pub skill: u8,
    /// Id of the next new thing.
    pub(crate) next: u32,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The player lives and is on the deck.
    Running,
    /// The player is dead; the simulation of the deck continues.
    Dead,
    /// The lift has left; the simulation has stopped.
    Lift,
    /// A lift to the secret deck has left; the simulation has stopped.
    SecretLift,
    /// The player has taken the stairs with this index in [`Level::stairs`]; the simulation has stopped.
    Stairs(u16),
}

impl Outcome {
    /// Returns true if the player has left the deck.
    pub fn is_done(self) -> bool {
        self.way().is_some() || matches!(self, Outcome::Stairs(_))
    }

    /// Returns the name of the lift by which the player has left the deck, if it was a lift.
    fn way(self) -> Option<&'static str> {
        match self {
            Outcome::Lift => Some(LIFT),
            Outcome::SecretLift => Some(SECRET_LIFT),
            Outcome::Running | Outcome::Dead | Outcome::Stairs(_) => None,
        }
    }

    /// Returns the name of the exit that the player has taken, if there is one; see [`Level::exit_names`].
    pub fn way_on(self, level: &Level) -> Option<&str> {
        match self {
            Outcome::Stairs(number) => level.stairs.get(usize::from(number)).map(|stairs| stairs.name.as_str()),
            lift => lift.way(),
        }
    }
}

impl Run {
    /// Returns the id for a new thing.
    pub(crate) fn next_id(&mut self) -> Id {
        self.next += 1;
        Id(self.next - 1)
    }

    /// Returns false once the simulation has stopped.
    pub fn goes_on(&self) -> bool {
        !self.outcome.is_done()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, count.in_set(Step::Count));
}

/// Counts the tick.
pub(crate) fn count(mut run: ResMut<Run>) {
    run.tick += 1;
}
