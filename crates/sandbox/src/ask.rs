//! What a script asks of the game, and what it is answered.

/// Whoever calls a script, and answers it.
pub trait Host {
    /// The call begins: whatever an earlier attempt at it has asked is to be forgotten.
    fn begin(&mut self);

    /// Answers what a script asks.
    ///
    /// # Errors
    /// What is wrong with what it asks, in a sentence without place: the script stops in the line that asked.
    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String>;
}

/// What a script asks or wishes. All numbers are finite; lengths and places are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask<'a> {
    /// A creature shall walk to a place from now on.
    SetTarget {
        /// The number of the creature.
        who: u32,
        /// To the right.
        x: f64,
        /// Down the map.
        y: f64,
        /// It shall run there.
        runs: bool,
    },
    /// The nearest one of a kind.
    Nearest {
        /// The name of the kind.
        kind: &'a str,
        /// No farther than this.
        radius: f64,
    },
    /// True if the creature sees another one.
    CanSee(u32),
    /// The length of the way to a place, if there is one.
    PathTo(f64, f64),
    /// It shall run from another one.
    Flee(u32),
    /// It shall strike at another one.
    Strike(u32),
    /// It says something.
    Say(&'a str),
    /// How light it is at a place.
    LightAt(f64, f64),
    /// How much air there is at a place.
    AirAt(f64, f64),
    /// A number from 0 to below 1, out of the creature's own stream of chance.
    Random,
    /// The seconds since the run began.
    Time,
    /// A line for whoever writes the script.
    Log(&'a str),
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// There is nothing to say, or there is none.
    Nothing,
    /// Yes or no.
    Yes(bool),
    /// A number.
    Number(f64),
    /// A creature or a thing.
    Element(Element),
}

/// A creature or a thing, as scripts see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its number, which is its own for the whole run.
    pub id: u32,
    /// The name of its kind.
    pub kind: String,
    /// To the right, in tiles.
    pub x: f64,
    /// Down the map, in tiles.
    pub y: f64,
    /// The health that it has left.
    pub health: i32,
    /// What it does.
    pub state: &'static str,
}
