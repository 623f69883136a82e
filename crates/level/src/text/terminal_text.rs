//! Settings of the board games in a level's text, with their ranges.

use crate::model::terminal::{Conduit, MAX_OPTIMUM, TableGame, TerminalGame};
use puzzles::{loa, panguru};
use serde::Deserialize;

/// Settings of Lines of Action at a table, as written in the file.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TableText {
    /// Strength of the ship, 1 (a child wins) to 6; default 1.
    level: TableLevel,
    /// Side that makes the first move.
    begins: Begins,
    /// Number of moves that the player may undo per game; default: that of the ship's strength.
    undos: Option<Undos>,
    /// Position at the start of each game, as `hullkit loa` prints it.
    position: TablePosition,
}

/// Strength of the ship.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
struct TableLevel(loa::Level);

/// Side that makes the first move.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
enum Begins {
    /// The player (default).
    #[default]
    Player,
    /// The ship.
    Ship,
}

/// Number of moves that the player may undo per game.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "f32")]
struct Undos(u8);

/// Position at the start of a game, in the notation of the crate `puzzles`.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct TablePosition(loa::Position);

impl TableText {
    pub(crate) fn game(self) -> TerminalGame {
        let (undos, position) = (self.undos.map(|undos| undos.0), self.position.0);
        let player_begins = self.begins == Begins::Player;
        TerminalGame::Table(TableGame { level: self.level.0, player_begins, undos, position })
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
        known
            .map(TableLevel)
            .ok_or_else(|| format!("a table's `level` must be a whole number from 1 to 6, got {level}"))
    }
}

impl TryFrom<f32> for Undos {
    type Error = String;

    fn try_from(undos: f32) -> Result<Self, String> {
        let is_count = undos.fract() == 0.0 && (0.0..=f32::from(u8::MAX)).contains(&undos);
        is_count
            .then_some(Undos(undos as u8))
            .ok_or(format!("`undos` must be a whole number from 0 to 255, got {undos}"))
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
            Some(_) => Err("the table's position: the game is already over".to_owned()),
        }
    }
}

/// Board of a conduit lock: given by plates and pebbles, or generated for a number of moves from a seed.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "ConduitFields")]
pub(crate) struct ConduitText(Conduit);

impl ConduitText {
    pub(crate) fn game(self) -> TerminalGame {
        TerminalGame::Conduit(self.0)
    }
}

/// A conduit lock, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConduitFields {
    /// Plates of a given board, as `hullkit panguru` prints them.
    plates: Option<String>,
    /// Pebbles of a given board.
    pebbles: Option<String>,
    /// Minimum number of moves to solve a generated board, 1 to 18.
    optimum: Option<f32>,
    /// Seed of a generated board; default 1.
    seed: Option<u64>,
    /// Whether pebbles can also move along the centre line; default true.
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
            _ => {
                return Err("a conduit must have `plates` and `pebbles`, or `optimum` and optionally `seed`".to_owned());
            }
        };
        Ok(ConduitText(conduit))
    }
}

/// Parses a given board and rejects it if it is already solved or cannot be solved.
fn drawn(plates: &str, pebbles: &str, centreline: bool) -> Result<panguru::Board, String> {
    let wrong = |what: String| format!("the conduit's board: {what}");
    let board = panguru::Board::read(plates, pebbles, centreline).map_err(|error| wrong(error.to_string()))?;
    if let Some(colour) = board.colour_without_plate() {
        let what = format!("it cannot be solved, as it has more pebbles than plates of the colour {}", colour.letter());
        return Err(wrong(what));
    }
    if board.is_solved() { Err(wrong("it is already solved".to_owned())) } else { Ok(board) }
}

/// Validates the number of moves of a generated board.
fn moves(optimum: f32) -> Result<u8, String> {
    let is_count = optimum.fract() == 0.0 && (1.0..=f32::from(MAX_OPTIMUM)).contains(&optimum);
    is_count
        .then_some(optimum as u8)
        .ok_or(format!("a conduit's `optimum` must be a whole number from 1 to {MAX_OPTIMUM}, got {optimum}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::cell::CellShape, model::level::Level, model::terminal::PlacedTerminal};

    /// Reads a level with `wall` as the entry of a wall cell and `floor` as the entry of a floor cell.
    fn level(wall: &str, floor: &str) -> Result<Level, String> {
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '.': (), '@': (thing: Player),\n'C': ({wall}),\n'T': ({floor})}},
            map: [\"##C##\", \"#@T.#\", \"#...#\", \"#####\"])"
        );
        Level::read("x", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn tables_and_conduits_are_read_with_all_settings() {
        let read = level("wall: \"a\", conduit: (optimum: 7, seed: 3)", "table: ()").expect("a valid level");
        let made = Conduit::Made { optimum: 7, seed: 3, centreline: true };
        let game =
            TableGame { level: loa::Level::ALL[0], player_begins: true, undos: None, position: loa::Position::start() };
        let games = [TerminalGame::Conduit(made), TerminalGame::Table(game)];
        assert_eq!(
            read.terminals,
            [(2, 0, games[0]), (2, 1, games[1])].map(|(x, y, game)| PlacedTerminal { x, y, game })
        );
        assert_eq!((read.cell(2, 1).shape, read.cell(2, 0).shape.is_wall()), (CellShape::Table, true));

        let position = "w......w/8/8/8/3b4/8/b7/w......w b";
        let board = "plates: \"WCBRBOGYGPCORPY\", pebbles: \"-PCBRYOGYGBCORP\", centreline: false";
        let table = format!("table: (level: 6, begins: Ship, undos: 0, position: \"{position}\")");
        let read = level(&format!("wall: \"a\", conduit: ({board})"), &table).expect("a valid level");
        let board = panguru::Board::read("WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP", false).expect("a board");
        assert_eq!(read.terminals[0].game, TerminalGame::Conduit(Conduit::Drawn(board)));
        let position = position.parse().expect("a position");
        let game = TableGame { level: loa::Level::ALL[5], player_begins: false, undos: Some(0), position };
        assert_eq!(read.terminals[1].game, TerminalGame::Table(game));
    }

    #[test]
    fn invalid_terminals_are_reported_with_their_position() {
        let table = |settings: &str| level("wall: \"a\"", &format!("table: ({settings})"));
        for (settings, what) in [
            ("level: 0", "a table's `level` must be a whole number from 1 to 6, got 0"),
            ("level: 2.5", "a table's `level` must be a whole number from 1 to 6, got 2.5"),
            ("undos: -1", "`undos` must be a whole number from 0 to 255, got -1"),
            ("undos: 1e9", "`undos` must be a whole number from 0 to 255"),
            ("begins: Anybody", "Anybody"),
            ("position: \"8/8\"", "the table's position: a position must end with a space"),
            ("position: \"bb6/8/8/8/8/8/8/w6w b\"", "the game is already over"),
            ("position: \"8/8/8/8/8/8/8/8 b\"", "the game is already over"),
        ] {
            let error = table(settings).expect_err(settings);
            assert!(error.starts_with("x:3:") && error.contains(what), "{settings}: {error}");
        }
        let conduit = |settings: &str| level(&format!("wall: \"a\", conduit: ({settings})"), "");
        for (settings, what) in [
            ("", "a conduit must have `plates` and `pebbles`, or `optimum` and optionally `seed`"),
            ("plates: \"AB\"", "a conduit must have `plates` and `pebbles`"),
            ("optimum: 5, plates: \"AB\"", "a conduit must have `plates` and `pebbles`"),
            ("optimum: 0", "must be a whole number from 1 to 18, got 0"),
            ("optimum: 19", "must be a whole number from 1 to 18, got 19"),
            ("optimum: 3.5", "must be a whole number from 1 to 18, got 3.5"),
            ("plates: \"AB\", pebbles: \"A-\"", "the plates must be 15 letters"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"PPCBRYOGYGBCORP\"", "must have one hole"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"-PCBRYOGYGBCORZ\"", "it cannot be solved"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"-CBRBOGYGPCORPY\"", "it is already solved"),
        ] {
            let error = conduit(settings).expect_err(settings);
            assert!(error.starts_with("x:2:") && error.contains(what), "{settings}: {error}");
        }
    }

    #[test]
    fn conduits_need_a_bare_wall_and_tables_their_own_cell() {
        for (wall, floor, what) in [
            ("wall: \"a\"", "conduit: (optimum: 2)", "`conduit` requires `wall`"),
            (
                "wall: \"a\", switch: \"b\", conduit: (optimum: 2)",
                "",
                "only one of `lift`, `stairs`, `switch` and `conduit`",
            ),
            ("wall: \"a\", table: ()", "", "a cell can hold a wall or a table, not both"),
            ("wall: \"a\"", "table: (), monster: \"m\"", "a monster must be on open floor, found a table"),
            ("table: ()", "", "the border of the map must be wall"),
        ] {
            let error = level(wall, floor).expect_err(what);
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn too_many_terminals_are_rejected() {
        let row = "T".repeat(40);
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), 'T': (table: ())}}, map: [\"{0}\", \"#@{row}#\", \"{0}\"])",
            "#".repeat(43)
        );
        let error = Level::read("x", text.as_bytes()).expect_err("too many").to_string();
        assert!(error.contains("the level must have at most 32 terminals, got 40"), "{error}");
    }
}
