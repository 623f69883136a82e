//! A table at which a game is played: who plays, which piece is selected, and what may be taken back.

use crate::{
    loa::game::{Game, IllegalMove, Turn},
    loa::level::Level,
    loa::moves::{Move, WrittenMove},
    loa::rules::Rules,
    loa::square::{Side, Square},
};
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    /// Somebody who picks squares.
    Person,
    /// A search of this level.
    Computer(Level),
}

/// A game on a table: it follows picks of squares, and can be saved at any moment.
///
/// A person who has no move passes by himself, so that there is always something to pick while it is his turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Table {
    game: Game,
    /// Black and White.
    players: [Player; 2],
    /// The piece that is to move: one of the side to move, which a person plays.
    selected: Option<Square>,
    /// How often a game may be gone back in; none if as often as somebody likes.
    undos: Option<u32>,
    /// How often this one was.
    undone: u32,
}

/// A table as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    game: Game,
    players: [Player; 2],
    selected: Option<Square>,
    undos: Option<u32>,
    undone: u32,
}

/// What came of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Nothing: it is not a person's turn, or there is nothing to select or to reach.
    Ignored,
    /// The piece there is selected now, instead of another if one was.
    Selected,
    /// The selected piece has made this move.
    Moved(Move),
}

impl Table {
    /// A table with a game from the start. `players` play Black and White; `undos` is how often a game may be gone back in,
    /// none if as often as somebody likes.
    pub fn new(rules: Rules, players: [Player; 2], undos: Option<u32>) -> Table {
        Table { game: Game::new(rules), players, selected: None, undos, undone: 0 }
    }

    /// A table on which a game has begun.
    pub fn with(game: Game, players: [Player; 2], undos: Option<u32>) -> Table {
        let mut table = Table { game, players, selected: None, undos, undone: 0 };
        table.pass_for_persons();
        table
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Player {
        self.players[side as usize]
    }

    /// Who is to move; none if the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.game.turn().map(|side| self.player(side))
    }

    /// The level of the computer that is to move, if one is.
    pub fn thinking(&self) -> Option<Level> {
        match self.to_move() {
            Some(Player::Computer(level)) => Some(level),
            Some(Player::Person) | None => None,
        }
    }

    /// Where the selected piece stands.
    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// The legal moves of the selected piece.
    pub fn targets(&self) -> Vec<Move> {
        self.selected.map_or_else(Vec::new, |square| self.game.position().moves_from(square))
    }

    /// The move that was made last, if the game has not just begun. A pass after it does not count.
    pub fn last_move(&self) -> Option<Move> {
        self.game.turns().iter().rev().find_map(|turn| turn.played)
    }

    /// The side that has just passed, if one has.
    pub fn passed(&self) -> Option<Side> {
        self.game.turns().last().filter(|turn| turn.played.is_none()).map(|turn| turn.before.to_move())
    }

    /// Whether the piece on a square is one that a person may select now.
    pub fn can_select(&self, square: Square) -> bool {
        self.to_move() == Some(Player::Person) && self.game.position().at(square) == self.game.turn()
    }

    /// Picks a square. The first pick selects one of the mover's own pieces. Then a pick of another one selects that, a pick of
    /// a legal target makes the move, and any other pick is ignored and leaves the selection as it is.
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

    /// Makes the computer's move; none is a pass.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
    pub fn reply(&mut self, played: Option<Move>) -> Result<(), IllegalMove> {
        self.play(played)
    }

    fn play(&mut self, played: Option<Move>) -> Result<(), IllegalMove> {
        self.game.play(played)?;
        self.selected = None;
        self.pass_for_persons();
        Ok(())
    }

    /// Lets persons pass who have no move. It ends: where neither side has one, the game is over.
    fn pass_for_persons(&mut self) {
        while self.to_move() == Some(Player::Person) && self.game.must_pass() {
            if self.game.play(None).is_err() {
                return;
            }
        }
    }

    /// How often the game can still be gone back in; none if as often as somebody likes.
    pub fn undos_left(&self) -> Option<u32> {
        self.undos.map(|undos| undos.saturating_sub(self.undone))
    }

    /// Whether the last move of a person can be taken back: there is one, it is a person's turn, and it is allowed. A game that
    /// is over stays so.
    pub fn can_undo(&self) -> bool {
        let is_allowed = self.undos_left() != Some(0) && self.to_move() == Some(Player::Person);
        is_allowed && self.game.turns().iter().any(|turn| self.is_a_persons(turn))
    }

    /// Takes back the last move of a person and all that came after it. Whether it could be.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        while self.game.undo().is_some_and(|turn| !self.is_a_persons(&turn)) {}
        self.selected = None;
        self.undone += 1;
        true
    }

    /// Whether a turn is a move that a person has chosen.
    fn is_a_persons(&self, turn: &Turn) -> bool {
        turn.played.is_some() && self.player(turn.before.to_move()) == Player::Person
    }

    /// Begins a new game with the same rules and players.
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
            Some(square) if !table.can_select(square) => Err(format!("no piece that can move is on {square}")),
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
