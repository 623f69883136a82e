//! The terminals of a level's text.

use crate::{
    model::level::{Level, MAX_TERMINALS},
    model::terminal::{Terminal, TerminalGame},
    text::builder::Builder,
    text::legend::Entry,
};

impl Builder<'_> {
    /// Puts the terminal that an entry says into its cell.
    pub(crate) fn terminal(&mut self, level: &mut Level, (x, y): (usize, usize), entry: &Entry) {
        let table = entry.table.map(|table| TerminalGame::Table(table.game()));
        let conduit = entry.conduit.map(|conduit| TerminalGame::Conduit(conduit.0));
        if let Some(game) = table.or(conduit) {
            level.terminals.push(Terminal { x, y, game });
        }
    }

    /// There are not too many terminals.
    pub(crate) fn count_terminals(&mut self, level: &Level) {
        if level.terminals.len() > MAX_TERMINALS {
            let count = level.terminals.len();
            self.mistake_of_map(format!("{count} terminals stand on the deck; at most {MAX_TERMINALS} can"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::cell::CellShape,
        model::terminal::{Conduit, TableGame},
    };
    use puzzles::{loa, panguru};

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
            ("position: \"8/8\"", "the table's position: after its eight rows a position needs a blank"),
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
            ("plates: \"WCBRBOGYGPCORPY\", pebbles: \"PPCBRYOGYGBCORP\"", "need one hole"),
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
            ("wall: \"a\", switch: \"b\", conduit: (optimum: 2)", "", "leave out `switch` or `lift`"),
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
