//! The board games of a level's text: their settings, each with the values that it may have.

use crate::model::terminal::{Conduit, MAX_OPTIMUM, TableGame, TerminalGame};
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
pub(crate) struct ConduitText(Conduit);

impl ConduitText {
    pub(crate) fn game(self) -> TerminalGame {
        TerminalGame::Conduit(self.0)
    }
}

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
    if let Some(colour) = board.colour_without_plate() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::cell::CellShape, model::level::Level, model::terminal::Terminal};

    /// A level with this entry in a cell of its wall and that one on its floor.
    fn level(wall: &str, floor: &str) -> Result<Level, String> {
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '.': (), '@': (thing: Player),\n'C': ({wall}),\n'T': ({floor})}},
            map: [\"##C##\", \"#@T.#\", \"#...#\", \"#####\"])"
        );
        Level::read("x", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_table_and_a_conduit_are_read_with_all_their_settings() {
        let read = level("wall: \"a\", conduit: (optimum: 7, seed: 3)", "table: ()").expect("a good level");
        let made = Conduit::Made { optimum: 7, seed: 3, centreline: true };
        let game =
            TableGame { level: loa::Level::ALL[0], player_begins: true, undos: None, position: loa::Position::start() };
        let games = [TerminalGame::Conduit(made), TerminalGame::Table(game)];
        assert_eq!(read.terminals, [(2, 0, games[0]), (2, 1, games[1])].map(|(x, y, game)| Terminal { x, y, game }));
        assert_eq!((read.cell(2, 1).shape, read.cell(2, 0).shape.is_wall()), (CellShape::Table, true));

        let position = "w......w/8/8/8/3b4/8/b7/w......w b";
        let board = "plates: \"WCBRBOGYGPCORPY\", pebbles: \"-PCBRYOGYGBCORP\", centreline: false";
        let table = format!("table: (level: 6, begins: Ship, undos: 0, position: \"{position}\")");
        let read = level(&format!("wall: \"a\", conduit: ({board})"), &table).expect("a good level");
        let board = panguru::Board::read("WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP", false).expect("a board");
        assert_eq!(read.terminals[0].game, TerminalGame::Conduit(Conduit::Drawn(board)));
        let position = position.parse().expect("a position");
        let game = TableGame { level: loa::Level::ALL[5], player_begins: false, undos: Some(0), position };
        assert_eq!(read.terminals[1].game, TerminalGame::Table(game));
    }

    #[test]
    fn what_is_wrong_with_a_terminal_is_told_with_its_place() {
        let table = |settings: &str| level("wall: \"a\"", &format!("table: ({settings})"));
        for (settings, what) in [
            ("level: 0", "the level of a table is a whole number from 1 to 6, not 0"),
            ("level: 2.5", "the level of a table is a whole number from 1 to 6, not 2.5"),
            ("undos: -1", "`undos` is a whole number from 0 to 255, not -1"),
            ("undos: 1e9", "`undos` is a whole number from 0 to 255"),
            ("begins: Anybody", "Anybody"),
            ("position: \"8/8\"", "the table's position: a position must end with a blank"),
            ("position: \"bb6/8/8/8/8/8/8/w6w b\"", "the game is over already"),
            ("position: \"8/8/8/8/8/8/8/8 b\"", "the game is over already"),
        ] {
            let told = table(settings).expect_err(settings);
            assert!(told.starts_with("x:3:") && told.contains(what), "{settings}: {told}");
        }
        let conduit = |settings: &str| level(&format!("wall: \"a\", conduit: ({settings})"), "");
        for (settings, what) in [
            ("", "a conduit has `plates` and `pebbles`, or an `optimum` and a `seed`"),
            ("plates: \"AB\"", "a conduit has `plates` and `pebbles`"),
            ("optimum: 5, plates: \"AB\"", "a conduit has `plates` and `pebbles`"),
            ("optimum: 0", "is a whole number from 1 to 18, not 0"),
            ("optimum: 19", "is a whole number from 1 to 18, not 19"),
            ("optimum: 3.5", "is a whole number from 1 to 18, not 3.5"),
            ("plates: \"AB\", pebbles: \"A-\"", "the plates must be 15 letters"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"PPCBRYOGYGBCORP\"", "must have one hole"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"-PCBRYOGYGBCORZ\"", "it cannot be solved"),
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"-CBRBOGYGPCORPY\"", "it is solved already"),
        ] {
            let told = conduit(settings).expect_err(settings);
            assert!(told.starts_with("x:2:") && told.contains(what), "{settings}: {told}");
        }
    }

    #[test]
    fn a_conduit_needs_a_bare_wall_and_a_table_a_cell_of_its_own() {
        for (wall, floor, what) in [
            ("wall: \"a\"", "conduit: (optimum: 2)", "a conduit is on a wall: it needs a `wall` too"),
            (
                "wall: \"a\", switch: \"b\", conduit: (optimum: 2)",
                "",
                "only one of `lift`, `stairs`, `switch` and `conduit`",
            ),
            ("wall: \"a\", table: ()", "", "a wall and a table at once"),
            ("wall: \"a\"", "table: (), monster: \"m\"", "puts a monster into a table"),
            ("table: ()", "", "the border of the map must be wall"),
        ] {
            let told = level(wall, floor).expect_err(what);
            assert!(told.contains(what), "{told}");
        }
    }

    #[test]
    fn more_terminals_than_a_run_can_prepare_are_refused() {
        let row = "T".repeat(40);
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), 'T': (table: ())}}, map: [\"{0}\", \"#@{row}#\", \"{0}\"])",
            "#".repeat(43)
        );
        let told = Level::read("x", text.as_bytes()).expect_err("too many").to_string();
        assert!(told.contains("40 terminals stand on the deck; at most 32 can"), "{told}");
    }
}
