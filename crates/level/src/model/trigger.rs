//! Triggers: what somebody does somewhere, and what comes of it elsewhere.

use crate::model::place::PlaceIndex;
use serde::{Deserialize, Serialize};

/// Something that happens when somebody does something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trigger {
    /// Where it is done: walls for [`Cause::Use`] and [`Cause::Shot`], floor for [`Cause::Step`], terminals for the others.
    pub at: PlaceIndex,
    /// What is done there.
    pub on: Cause,
    /// Whose steps count; only for [`Cause::Step`].
    pub by: Walker,
    /// How often it works, and whether it takes back what it did.
    pub how: How,
    /// The seconds that pass until it works, 0 to 600.
    pub after: f32,
    /// What it does, in this order.
    pub acts: Vec<Act>,
}

/// What sets a trigger off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The player uses the wall: a switch.
    Use,
    /// A shot hits the wall: a target.
    Shot,
    /// Somebody comes into one of the cells: a floor plate, or a line to be crossed.
    Step,
    /// The player wins a game at the table.
    Won,
    /// The player loses a game at the table.
    Lost,
    /// The player loses a third game at the table, or three more.
    LostThreeTimes,
    /// The player solves the conduit lock.
    Solved,
    /// The player solves the conduit lock in as few moves as can be.
    SolvedBest,
}

impl Cause {
    /// True for what happens at tables.
    pub fn is_at_table(self) -> bool {
        matches!(self, Cause::Won | Cause::Lost | Cause::LostThreeTimes)
    }

    /// True for what happens at conduit locks.
    pub fn is_at_conduit(self) -> bool {
        matches!(self, Cause::Solved | Cause::SolvedBest)
    }
}

/// Whose steps set off a plate or a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Walker {
    /// The player's.
    #[default]
    Player,
    /// Those of the undead.
    Undead,
    /// Anybody's.
    Anybody,
}

/// How often a trigger works, and whether it takes back what it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub enum How {
    /// Once.
    #[default]
    Once,
    /// Each time.
    Again,
    /// Each second time it takes back what it did.
    Toggle,
    /// It takes it back after so many seconds, 0.1 to 600, and can then be set off again.
    Timed(f32),
    /// It takes it back when nobody is on its cells any more; only for [`Cause::Step`].
    Held,
}

/// What a trigger can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Act {
    /// Doors open, whatever their locks, and stay so.
    Open(PlaceIndex),
    /// Doors close; those that were held open no longer are.
    Close(PlaceIndex),
    /// Doors lock: with the lock that the level gave them, or sealed.
    Lock(PlaceIndex),
    /// Doors are no longer locked.
    Unlock(PlaceIndex),
    /// Push-walls go their way.
    Push(PlaceIndex),
    /// Cells get another light of their own, or again the one that the level gave them.
    Light(PlaceIndex, Option<u8>),
    /// Lamps go on (true) or off.
    Lamps(PlaceIndex, bool),
    /// The undead that stand there, or keep their post there, learn where the player is.
    Wake(PlaceIndex),
    /// What waits there comes.
    Spawn(PlaceIndex),
    /// A message of [`Level::messages`](crate::model::level::Level::messages) is shown.
    Say(u16),
    /// The player is carried from the first place to the same spot of the second, which has the same shape.
    Carry(PlaceIndex, PlaceIndex),
    /// The deck is done.
    Exit,
    /// The deck is done, and a secret one follows.
    SecretExit,
    /// What was sealed opens to space again, and vents in the floor let the air out.
    Vent(PlaceIndex),
    /// Shutters fall over holes in the hull, as soon as nobody is in their way, and vents shut.
    Seal(PlaceIndex),
    /// Windows and thin walls break, whether they would by shots or not.
    Break(PlaceIndex),
    /// A hatch in the floor of the first place: whoever and whatever is on it falls to the same spot of the second, which has the same
    /// shape.
    Drop(PlaceIndex, PlaceIndex),
    /// Gravity is so strong from now on: in some cells, or on the whole deck.
    Gravity(Option<PlaceIndex>, Pull),
}

/// How strong gravity is, in percent of the usual, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pull(u8);

impl Default for Pull {
    /// The usual gravity.
    fn default() -> Self {
        Pull(100)
    }
}

impl Pull {
    /// Gravity of a share of the usual, 0 to 1; none for any other.
    pub fn of(share: f32) -> Option<Pull> {
        (0.0..=1.0).contains(&share).then(|| Pull((share * 100.0).round() as u8))
    }

    /// Its share of the usual, 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// True if there can be such a one.
    pub fn is_possible(&self) -> bool {
        self.0 <= 100
    }
}

impl Act {
    /// What takes it back, if anything does.
    pub fn back(self) -> Option<Act> {
        match self {
            Act::Open(place) => Some(Act::Close(place)),
            Act::Close(place) => Some(Act::Open(place)),
            Act::Lock(place) => Some(Act::Unlock(place)),
            Act::Unlock(place) => Some(Act::Lock(place)),
            Act::Light(place, _) => Some(Act::Light(place, None)),
            Act::Lamps(place, on) => Some(Act::Lamps(place, !on)),
            Act::Vent(place) => Some(Act::Seal(place)),
            Act::Seal(place) => Some(Act::Vent(place)),
            Act::Gravity(place, _) => Some(Act::Gravity(place, Pull::default())),
            _ => None,
        }
    }
}
