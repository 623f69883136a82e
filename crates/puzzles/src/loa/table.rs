//! A game with players, a selected piece and undo.

use crate::{
    loa::game::{Game, IllegalMove, Turn},
    loa::level::Level,
    loa::moves::{Move, WrittenMove},
    loa::rules::Rules,
    loa::square::{Side, Square},
};
use serde::{Deserialize, Serialize};

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    /// A person, who picks squares.
    Person,
    /// A search at this level.
    Computer(Level),
}

/// A game with its players. It is controlled by picked squares, and can be saved at any moment.
///
/// A person without a move passes automatically, so a person to move always has a square to pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Table {
    game: Game,
    /// Players of Black and White.
    players: [Player; 2],
    /// The selected piece: one of the side to move, which a person plays.
    selected: Option<Square>,
    /// Maximum number of undos per game; `None` means any number.
    undos: Option<u32>,
    /// Number of undos in this game.
    undone: u32,
}

/// The saved form of a table.
#[derive(Serialize, Deserialize)]
struct Saved {
    game: Game,
    players: [Player; 2],
    selected: Option<Square>,
    undos: Option<u32>,
    undone: u32,
}

/// Result of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The pick was ignored: no person is to move, or there is nothing to select or reach.
    Ignored,
    /// The piece on the square is now selected.
    Selected,
    /// The selected piece made this move.
    Moved(Move),
}

impl Table {
    /// Creates a table with a new game. `players` are the players of Black and White; `undos` is the maximum number of
    /// undos, `None` for any number.
    pub fn new(rules: Rules, players: [Player; 2], undos: Option<u32>) -> Table {
        Table { game: Game::new(rules), players, selected: None, undos, undone: 0 }
    }

    /// Creates a table with a game that has already begun.
    pub fn with(game: Game, players: [Player; 2], undos: Option<u32>) -> Table {
        let mut table = Table { game, players, selected: None, undos, undone: 0 };
        table.pass_for_people();
        table
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> Player {
        self.players[side as usize]
    }

    /// Returns the player to move; `None` if the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.game.turn().map(|side| self.player(side))
    }

    /// Returns the level of the computer player to move, if it is the computer's turn.
    pub fn thinking(&self) -> Option<Level> {
        match self.to_move() {
            Some(Player::Computer(level)) => Some(level),
            Some(Player::Person) | None => None,
        }
    }

    /// Returns the square of the selected piece.
    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// Returns the legal moves of the selected piece.
    pub fn targets(&self) -> Vec<Move> {
        self.selected.map_or_else(Vec::new, |square| self.game.position().moves_from(square))
    }

    /// Returns the last move, ignoring a pass after it.
    pub fn last_move(&self) -> Option<Move> {
        self.game.turns().iter().rev().find_map(|turn| turn.played)
    }

    /// Returns the side that has just passed, if the last turn was a pass.
    pub fn passed(&self) -> Option<Side> {
        self.game.turns().last().filter(|turn| turn.played.is_none()).map(|turn| turn.before.to_move())
    }

    /// Returns true if a person may select the piece on a square now.
    pub fn can_select(&self, square: Square) -> bool {
        self.to_move() == Some(Player::Person) && self.game.position().at(square) == self.game.turn()
    }

    /// Picks a square. The first pick selects one of the mover's pieces. After that, picking another own piece selects
    /// that one, and picking a legal target makes the move. Any other pick is ignored and keeps the selection.
    pub fn pick(&mut self, square: Square) -> Picked {
        if self.can_select(square) {
            let is_other = self.selected != Some(square);
            self.selected = Some(square);
            return if is_other { Picked::Selected } else { Picked::Ignored };
        }
        let Some(from) = self.selected else { return Picked::Ignored };
        match self.game.legal(WrittenMove { from, to: square, must_capture: false }) {
            Ok(legal) if self.play(Some(legal)).is_ok() => Picked::Moved(legal),
            _ => Picked::Ignored,
        }
    }

    /// Makes the computer's move; `None` is a pass.
    ///
    /// # Errors
    /// The reason why it cannot be played. The table is unchanged then.
    pub fn reply(&mut self, played: Option<Move>) -> Result<(), IllegalMove> {
        self.play(played)
    }

    fn play(&mut self, played: Option<Move>) -> Result<(), IllegalMove> {
        self.game.play(played)?;
        self.selected = None;
        self.pass_for_people();
        Ok(())
    }

    /// Passes for persons without a move. The loop ends, because the game is over if neither side has a move.
    fn pass_for_people(&mut self) {
        while self.to_move() == Some(Player::Person) && self.game.must_pass() {
            if self.game.play(None).is_err() {
                return;
            }
        }
    }

    /// Returns the number of undos left; `None` means any number.
    pub fn undos_left(&self) -> Option<u32> {
        self.undos.map(|undos| undos.saturating_sub(self.undone))
    }

    /// Returns true if the last move of a person can be taken back: there is one, it is a person's turn, and undos are
    /// left. A finished game cannot be undone.
    pub fn can_undo(&self) -> bool {
        let is_allowed = self.undos_left() != Some(0) && self.to_move() == Some(Player::Person);
        is_allowed && self.game.turns().iter().any(|turn| self.is_persons_move(turn))
    }

    /// Takes back the last move of a person and everything after it. Returns false if that is not possible.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        while self.game.undo().is_some_and(|turn| !self.is_persons_move(&turn)) {}
        self.selected = None;
        self.undone += 1;
        true
    }

    /// Returns true if a turn is a move that a person chose.
    fn is_persons_move(&self, turn: &Turn) -> bool {
        turn.played.is_some() && self.player(turn.before.to_move()) == Player::Person
    }

    /// Starts a new game with the same rules and players.
    pub fn restart(&mut self) {
        *self = Table::new(self.game.rules(), self.players, self.undos);
    }
}

impl TryFrom<Saved> for Table {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Table, String> {
        let Saved { game, players, selected, undos, undone } = saved;
        let table = Table { game, players, selected: None, undos, undone };
        match selected {
            Some(square) if !table.can_select(square) => {
                Err(format!("the selected square {square} has no piece that can move"))
            }
            _ => Ok(Table { selected, ..table }),
        }
    }
}

impl From<Table> for Saved {
    fn from(table: Table) -> Saved {
        let Table { game, players, selected, undos, undone } = table;
        Saved { game, players, selected, undos, undone }
    }
}
