//! The board games of a level's text: their settings, each with the values that it may have.

use crate::model::terminal::{Conduit, MAX_OPTIMUM, TableGame};
use puzzles::{loa, panguru};
use serde::Deserialize;

/// How Lines of Action is played at a table.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TableText {
    /// How well the ship plays, 1 (a child wins) to 6; 1 if left out.
    level: TableLevel,
    /// Who makes the first move.
    begins: Begins,
    /// How often the player may go back in a game; if left out, as the ship's level has it.
    undos: Option<Undos>,
    /// Where each game begins, as `hullkit loa` writes it.
    position: TablePosition,
}

/// How well the ship plays.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
struct TableLevel(loa::Level);

/// Who makes the first move.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
enum Begins {
    /// The player; so it is if left out.
    #[default]
    Player,
    /// The ship.
    Ship,
}

/// How often the player may go back in a game.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
struct Undos(u8);

/// Where a game begins, as the crate of the puzzles writes it.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct TablePosition(loa::Position);

impl TableText {
    pub(crate) fn game(self) -> TableGame {
        let (undos, position) = (self.undos.map(|undos| undos.0), self.position.0);
        TableGame { level: self.level.0, player_begins: self.begins == Begins::Player, undos, position }
    }
}

impl Default for TableLevel {
    fn default() -> Self {
        TableLevel(loa::Level::ALL[0])
    }
}

impl TryFrom<f32> for TableLevel {
    type Error = String;

    fn try_from(level: f32) -> Result<Self, String> {
        let is_whole = level.fract() == 0.0 && (1.0..=6.0).contains(&level);
        let known = loa::Level::new(level as u8).filter(|_| is_whole);
        known.map(TableLevel).ok_or_else(|| format!("the level of a table is a whole number from 1 to 6, not {level}"))
    }
}

impl TryFrom<f32> for Undos {
    type Error = String;

    fn try_from(undos: f32) -> Result<Self, String> {
        let is_count = undos.fract() == 0.0 && (0.0..=f32::from(u8::MAX)).contains(&undos);
        is_count.then_some(Undos(undos as u8)).ok_or(format!("`undos` is a whole number from 0 to 255, not {undos}"))
    }
}

impl Default for TablePosition {
    fn default() -> Self {
        TablePosition(loa::Position::start())
    }
}

impl TryFrom<String> for TablePosition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let position: loa::Position = text.parse().map_err(|error| format!("the table's position: {error}"))?;
        match position.outcome(loa::Rules::default()) {
            None => Ok(TablePosition(position)),
            Some(_) => Err("the table's position: the game is over already, so nobody can play it".to_owned()),
        }
    }
}

/// The board of a conduit lock: plates and pebbles, or how many moves one needs that is made from a seed.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "ConduitFields")]
pub(crate) struct ConduitText(pub(crate) Conduit);

/// A conduit lock as the text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConduitFields {
    /// The plates of a board that is drawn, as `hullkit panguru` writes them.
    plates: Option<String>,
    /// Its pebbles.
    pebbles: Option<String>,
    /// Or how many moves a board needs that is made, 1 to 18.
    optimum: Option<f32>,
    /// The seed that it is made from; 1 if left out.
    seed: Option<u64>,
    /// Whether pebbles go down the centre, too; they do if left out.
    #[serde(default = "yes")]
    centreline: bool,
}

fn yes() -> bool {
    true
}

impl TryFrom<ConduitFields> for ConduitText {
    type Error = String;

    fn try_from(text: ConduitFields) -> Result<Self, String> {
        let centreline = text.centreline;
        let conduit = match (text.plates, text.pebbles, text.optimum, text.seed) {
            (Some(plates), Some(pebbles), None, None) => Conduit::Drawn(drawn(&plates, &pebbles, centreline)?),
            (None, None, Some(optimum), seed) => {
                Conduit::Made { optimum: moves(optimum)?, seed: seed.unwrap_or(1), centreline }
            }
            _ => return Err("a conduit has `plates` and `pebbles`, or an `optimum` and a `seed`".to_owned()),
        };
        Ok(ConduitText(conduit))
    }
}

/// The board of these plates and pebbles, if there is anything to be solved.
fn drawn(plates: &str, pebbles: &str, centreline: bool) -> Result<panguru::Board, String> {
    let wrong = |what: String| format!("the conduit's board: {what}");
    let board = panguru::Board::read(plates, pebbles, centreline).map_err(|error| wrong(error.to_string()))?;
    if let Some(colour) = board.homeless() {
        let what = format!("it cannot be solved, as it has more pebbles than plates of the colour {}", colour.letter());
        return Err(wrong(what));
    }
    if board.is_solved() { Err(wrong("it is solved already".to_owned())) } else { Ok(board) }
}

/// The moves that a board is to need.
fn moves(optimum: f32) -> Result<u8, String> {
    let is_count = optimum.fract() == 0.0 && (1.0..=f32::from(MAX_OPTIMUM)).contains(&optimum);
    is_count
        .then_some(optimum as u8)
        .ok_or(format!("the `optimum` of a conduit is a whole number from 1 to {MAX_OPTIMUM}, not {optimum}"))
}
