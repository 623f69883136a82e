//! Requests of a script to the game, and the answers.

/// The game's side of a call: answers the requests of a script.
pub trait Host {
    /// Begins a call. Requests of an earlier attempt at the same call must be discarded.
    fn begin(&mut self);

    /// Answers a request of the script.
    ///
    /// # Errors
    /// A sentence without a place, which says what is wrong with the request. The script stops in the line of the
    /// request.
    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String>;
}

/// A request or command of a script. All numbers are finite; lengths and positions are in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask<'a> {
    /// Makes a creature walk to a position from now on.
    SetTarget {
        /// Id of the creature.
        who: u32,
        /// X coordinate; x increases to the right.
        x: f64,
        /// Y coordinate; y increases down the map.
        y: f64,
        /// True if the creature runs.
        runs: bool,
    },
    /// Finds the nearest creature or thing of a kind.
    Nearest {
        /// Name of the kind.
        kind: &'a str,
        /// Maximum distance.
        radius: f64,
    },
    /// Asks whether the creature sees the one with this id.
    CanSee(u32),
    /// Asks for the length of the path to a position, if there is one.
    PathTo(f64, f64),
    /// Makes the creature run away from the one with this id.
    Flee(u32),
    /// Makes the creature attack the one with this id.
    Strike(u32),
    /// Shows a line to the player.
    Say(&'a str),
    /// Asks for the light at a position.
    LightAt(f64, f64),
    /// Asks for the air pressure at a position.
    AirAt(f64, f64),
    /// Draws a number from 0 to below 1 from the creature's own random stream.
    Random,
    /// Asks for the seconds since the run began.
    Time,
    /// Writes a line for the script's author.
    Log(&'a str),
}

/// An answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A command was carried out, or a search found nothing.
    Nothing,
    /// The answer to a yes-or-no question.
    Yes(bool),
    /// A number.
    Number(f64),
    /// A creature or a thing.
    Element(Element),
}

/// A creature or a thing, as scripts see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Id, unique within the run.
    pub id: u32,
    /// Name of its kind.
    pub kind: String,
    /// X coordinate, in tiles; x increases to the right.
    pub x: f64,
    /// Y coordinate, in tiles; y increases down the map.
    pub y: f64,
    /// Health left.
    pub health: i32,
    /// Name of its present state, such as `"idle"`.
    pub state: &'static str,
}
