//! A run: one try at one deck, from its start to the lift or to death.

use crate::{tick::id::Id, tick::tick::Step};
use bevy::prelude::*;
use level::{LIFT, Level, SECRET_LIFT};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The deck that is played.
#[derive(Resource, Clone, Debug)]
pub struct Deck(pub Arc<Level>);

/// A run has begun, or goes on from a snapshot: triggered when all of it is in the world.
///
/// Whoever remembers something of the run before forgets it now. Reports that nobody has read yet are gone already.
#[derive(Event, Clone, Copy, Debug)]
pub struct RunBegan;

/// How far the run has come.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The ticks that have passed.
    pub tick: u64,
    /// How it stands.
    pub outcome: Outcome,
    /// The undead that died.
    pub kills: u32,
    /// The undead that the deck began with, and those that wait to be called.
    pub monsters: u32,
    /// The secrets that the player has found: walls that he has pushed.
    pub found: u32,
    /// The secrets of the deck.
    pub secrets: u32,
    /// The pieces of treasure that were found.
    pub treasure: u32,
    /// The pieces of treasure that the deck began with, those that wait to be called, and those that came to light.
    pub treasures: u32,
    /// The seed that it began with.
    pub seed: u64,
    /// The skill that it is played on, 1 to 4.
    pub skill: u8,
    /// The number that the next thing gets.
    pub(crate) next: u32,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The player lives and is on the deck.
    Running,
    /// The player is dead; the deck goes on without him.
    Dead,
    /// The lift has left; nothing happens any more.
    Lift,
    /// A lift has left for the secret deck; nothing happens any more.
    SecretLift,
    /// The player has taken the stairs of this number in [`Level::stairs`]; nothing happens any more.
    Stairs(u16),
}

impl Outcome {
    /// True if the player has left the deck.
    pub fn is_done(self) -> bool {
        self.way().is_some() || matches!(self, Outcome::Stairs(_))
    }

    /// The name of the lift by which the deck was left, if it was by one.
    fn way(self) -> Option<&'static str> {
        match self {
            Outcome::Lift => Some(LIFT),
            Outcome::SecretLift => Some(SECRET_LIFT),
            Outcome::Running | Outcome::Dead | Outcome::Stairs(_) => None,
        }
    }

    /// The name of the way by which the player has left this deck, if he has; see [`Level::exit_names`].
    pub fn way_on(self, level: &Level) -> Option<&str> {
        match self {
            Outcome::Stairs(number) => level.stairs.get(usize::from(number)).map(|stairs| stairs.name.as_str()),
            lift => lift.way(),
        }
    }
}

impl Run {
    /// A number for something that is new on the deck.
    pub(crate) fn next_id(&mut self) -> Id {
        self.next += 1;
        Id(self.next - 1)
    }

    /// False once nothing will happen any more.
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
