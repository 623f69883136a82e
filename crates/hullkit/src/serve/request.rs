//! The requests of `hullkit serve`. [docs/serve.md](../../../../docs/serve.md) describes them.

use engine::{BoardAct, Intent, WeaponChoice};
use protocol::Look;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// One request. All but `start`, `runs` and `text` name a run.
pub(crate) enum Request {
    /// Looks into a run.
    Look(u32, Look),
    /// Everything else.
    Other(Other),
}

/// A request that does something.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Other {
    /// Begins a run on a level, that of a demo, or from a save.
    Start {
        #[serde(default)]
        level: Option<PathBuf>,
        #[serde(default)]
        demo: Option<PathBuf>,
        #[serde(default)]
        save: Option<PathBuf>,
        #[serde(default)]
        rules: Option<PathBuf>,
        #[serde(default)]
        arrival: Option<String>,
        #[serde(default = "one")]
        seed: u64,
        #[serde(default = "two")]
        skill: u8,
    },
    /// Lists the runs.
    Runs,
    /// Forgets a run.
    End { run: u32 },
    /// Plays ticks.
    Step {
        run: u32,
        #[serde(default = "one_tick")]
        ticks: u32,
        #[serde(default)]
        by: Driver,
        #[serde(default)]
        intent: GivenIntent,
        /// A developer act in the first of these ticks, such as `give shells 20`.
        #[serde(default)]
        act: Option<String>,
        /// Stops at the first tick after which this condition is true.
        #[serde(default)]
        until: Option<String>,
    },
    /// Goes to a known tick, forwards or backwards.
    Seek { run: u32, tick: u64 },
    /// Returns the differences between the states of two known ticks.
    Diff { run: u32, from: u64, to: u64 },
    /// Finds a tick after which a condition is true, and goes there.
    Find {
        run: u32,
        when: String,
        #[serde(default)]
        from: u64,
        #[serde(default)]
        to: Option<u64>,
        /// Finds the last such tick instead of the first.
        #[serde(default)]
        last: bool,
        /// The condition stays true once it is true, so snapshots are searched by bisection.
        #[serde(default)]
        stays: bool,
    },
    /// Draws what the player sees.
    Frame {
        run: u32,
        #[serde(default = "width")]
        width: usize,
        #[serde(default = "height")]
        height: usize,
        #[serde(default)]
        format: Format,
    },
    /// Begins a game in text mode.
    Text {
        #[serde(default)]
        level: Option<PathBuf>,
        #[serde(default = "one")]
        seed: u64,
        #[serde(default = "two")]
        skill: u8,
    },
    /// Sends a line to a game in text mode.
    Say { run: u32, line: String },
}

/// The source of the intents of a step.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Driver {
    /// The intent of the request.
    #[default]
    Intent,
    /// The bot.
    Bot,
    /// What is known about these ticks: the demo, or an earlier step.
    Known,
}

/// The format of a frame.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    /// A PNG file.
    #[default]
    Png,
    /// Rows of pixels of three bytes: red, green, blue.
    Rgb,
}

/// An intent as JSON, with the names that `hullkit demo --show` prints.
#[derive(Deserialize, Debug, Clone, Copy, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct GivenIntent {
    forward: f32,
    strafe: f32,
    turn: f32,
    run: bool,
    fire: bool,
    #[serde(rename = "use")]
    use_: bool,
    jump: bool,
    weapon: Option<WeaponChoice>,
    walk_to: Option<[f32; 2]>,
    board: Option<BoardAct>,
}

impl From<GivenIntent> for Intent {
    fn from(given: GivenIntent) -> Intent {
        let GivenIntent { forward, strafe, turn, run, fire, use_, jump, weapon, walk_to, board } = given;
        Intent {
            forward,
            strafe,
            turn,
            run,
            fire,
            use_,
            jump,
            weapon,
            walk_to: walk_to.map(Into::into),
            board,
            dev_act: None,
        }
    }
}

fn one() -> u64 {
    1
}

fn two() -> u8 {
    2
}

fn one_tick() -> u32 {
    1
}

fn width() -> usize {
    320
}

fn height() -> usize {
    180
}

/// Reads a request from its fields.
///
/// # Errors
/// If a field is missing, unknown or wrong.
pub(crate) fn read(fields: Map<String, Value>) -> Result<Request, String> {
    match Look::read(&fields) {
        Some(Ok((Some(run), look))) => Ok(Request::Look(run, look)),
        Some(Ok((None, _))) => Err("missing field `run`".to_owned()),
        Some(Err(what)) => Err(what),
        None => serde_json::from_value(fields.into()).map(Request::Other).map_err(|error| error.to_string()),
    }
}
