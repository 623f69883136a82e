//! Triggers: causes at named cells, and the actions that follow elsewhere.

use crate::model::named_area::NamedAreaIndex;
use serde::{Deserialize, Serialize};

/// A rule that runs actions when its cause occurs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trigger {
    /// Cells of the cause: walls for [`TriggerCause::Use`] and [`TriggerCause::Shot`], floor for
    /// [`TriggerCause::Step`], monsters for [`TriggerCause::Death`], terminals for the others.
    pub at: NamedAreaIndex,
    /// Cause.
    pub on: TriggerCause,
    /// Bodies whose steps count; only used for [`TriggerCause::Step`].
    pub by: Walker,
    /// Repetition: how often it fires, and whether it undoes its actions.
    pub repeat: Repeat,
    /// Delay in seconds, 0 to 600.
    pub after: f32,
    /// Actions, in order.
    pub actions: Vec<TriggerAction>,
}

/// Cause that sets off a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TriggerCause {
    /// The player uses the wall, which is a switch.
    Use,
    /// A shot hits the wall, which is a target.
    Shot,
    /// A body enters one of the cells: a floor plate, or a line to cross.
    Step,
    /// The player wins a game at the table.
    Won,
    /// The player loses a game at the table.
    Lost,
    /// The player loses a third game at the table, and again every three more losses.
    LostThreeTimes,
    /// The player solves the conduit lock.
    Solved,
    /// The player solves the conduit lock in the minimum number of moves.
    SolvedBest,
    /// All monsters that start in the cells are dead.
    Death,
}

impl TriggerCause {
    /// Returns true for causes that occur at tables.
    pub fn is_at_table(self) -> bool {
        matches!(self, TriggerCause::Won | TriggerCause::Lost | TriggerCause::LostThreeTimes)
    }

    /// Returns true for causes that occur at conduit locks.
    pub fn is_at_conduit(self) -> bool {
        matches!(self, TriggerCause::Solved | TriggerCause::SolvedBest)
    }
}

/// Bodies whose steps set off a plate or a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Walker {
    /// Steps of the player.
    #[default]
    Player,
    /// Steps of monsters.
    Undead,
    /// Steps of the player and of monsters.
    Anybody,
}

/// Repetition of a trigger: how often it fires, and whether it undoes its actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub enum Repeat {
    /// Fires only once.
    #[default]
    Once,
    /// Fires each time.
    Always,
    /// Fires each time; every second time it undoes its actions.
    Toggle,
    /// Undoes its actions after this number of seconds, 0.1 to 600, and can then be set off again.
    Timed(f32),
    /// Undoes its actions when its cells are empty again; only for [`TriggerCause::Step`].
    WhileHeld,
}

/// Action of a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TriggerAction {
    /// Opens doors, even locked ones, and keeps them open.
    Open(NamedAreaIndex),
    /// Closes doors, also those that were held open.
    Close(NamedAreaIndex),
    /// Locks doors with the lock that the level gives them, or seals them if it gives none.
    Lock(NamedAreaIndex),
    /// Unlocks doors.
    Unlock(NamedAreaIndex),
    /// Moves push-walls in their direction.
    Push(NamedAreaIndex),
    /// Sets the brightness of cells; `None` restores the one that the level gives them.
    Light(NamedAreaIndex, Option<u8>),
    /// Turns lamps on (true) or off.
    Lamps(NamedAreaIndex, bool),
    /// Alerts the monsters in the cells, and those whose post is there, to the player's position.
    Wake(NamedAreaIndex),
    /// Spawns the waiting things in the cells.
    Spawn(NamedAreaIndex),
    /// Shows a message of [`Level::messages`](crate::model::level::Level::messages).
    Say(u16),
    /// Teleports the player from the first named cells to the same spot in the second, which have the same shape.
    Teleport(NamedAreaIndex, NamedAreaIndex),
    /// Finishes the deck.
    Exit,
    /// Finishes the deck through the secret exit.
    SecretExit,
    /// Reopens sealed holes in the hull, and opens vents in the floor, which let the air out.
    Vent(NamedAreaIndex),
    /// Closes holes in the hull with shutters, as soon as nothing is in their way, and closes vents.
    Seal(NamedAreaIndex),
    /// Breaks windows and thin walls, even those that shots cannot break.
    Break(NamedAreaIndex),
    /// Opens a hatch in the floor: everything on the first named cells falls to the same spot of the second, which have
    /// the same shape.
    Drop(NamedAreaIndex, NamedAreaIndex),
    /// Sets the gravity of some cells, or of the whole deck.
    Gravity(Option<NamedAreaIndex>, Pull),
}

/// Strength of gravity, in percent of the normal gravity, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pull(u8);

impl Default for Pull {
    /// Returns normal gravity.
    fn default() -> Self {
        Pull(100)
    }
}

impl Pull {
    /// Returns gravity as a fraction of the normal gravity, 0 to 1, or `None` outside that range.
    pub fn from_share(share: f32) -> Option<Pull> {
        (0.0..=1.0).contains(&share).then(|| Pull((share * 100.0).round() as u8))
    }

    /// Returns the fraction of the normal gravity, 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Returns true if a deserialized value is in range.
    pub fn is_valid(&self) -> bool {
        self.0 <= 100
    }
}

impl TriggerAction {
    /// Returns the action that undoes this one, if there is one.
    pub fn inverse(self) -> Option<TriggerAction> {
        match self {
            TriggerAction::Open(place) => Some(TriggerAction::Close(place)),
            TriggerAction::Close(place) => Some(TriggerAction::Open(place)),
            TriggerAction::Lock(place) => Some(TriggerAction::Unlock(place)),
            TriggerAction::Unlock(place) => Some(TriggerAction::Lock(place)),
            TriggerAction::Light(place, _) => Some(TriggerAction::Light(place, None)),
            TriggerAction::Lamps(place, on) => Some(TriggerAction::Lamps(place, !on)),
            TriggerAction::Vent(place) => Some(TriggerAction::Seal(place)),
            TriggerAction::Seal(place) => Some(TriggerAction::Vent(place)),
            TriggerAction::Gravity(place, _) => Some(TriggerAction::Gravity(place, Pull::default())),
            _ => None,
        }
    }
}
