//! The bot at terminals: it plays Panguru by the solver, and Lines of Action by a search that is deeper than the
//! ship's.

use crate::{
    machines::conduit::ConduitLock, machines::table::TableBoard, machines::terminal::TerminalBoard,
    session::bot::queries::View, tick::intent::BoardAct, tick::tick::ticks,
};
use puzzles::{
    loa::{Limits, Move, Outcome, Player, Search, Side},
    panguru::Solver,
};

/// Ticks between two actions, like those of a person.
const PAUSE: u32 = ticks(0.25);
/// Minimum number of boards that a search visits before a move, which is also at least twice the ship's number. It doubles
/// with each lost game; the maximum number of doublings follows.
const MIN_BOARDS: u64 = 4000;
const MAX_DOUBLINGS: u32 = 4;
/// Number of boards after which it gives up a puzzle.
const MAX_BOARDS: u64 = 20_000_000;

/// Its memory while it plays.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    /// Remaining ticks until the next action.
    wait: u32,
    /// The move that it is making.
    chosen: Option<Move>,
    /// Whether it was already at the terminal in the last tick.
    plays: bool,
}

impl Games {
    /// Returns the bot's action for the next tick at its terminal, or `None` if it is not at a terminal. In danger it
    /// leaves.
    pub(super) fn act(&mut self, view: &View, in_danger: bool) -> Option<Option<BoardAct>> {
        let board = board(view);
        let began = !std::mem::replace(&mut self.plays, board.is_some());
        let board = board?;
        if in_danger {
            return Some(Some(BoardAct::Leave));
        }
        if began {
            (self.wait, self.chosen) = (PAUSE, None);
        }
        if self.wait > 0 {
            self.wait -= 1;
            return Some(None);
        }
        let act = match &board {
            TerminalBoard::Table(board) => self.at_table(board, began),
            TerminalBoard::Conduit(lock) => Some(at_conduit(lock)),
        };
        self.wait = if act.is_some() { PAUSE } else { 0 };
        Some(act)
    }

    fn at_table(&mut self, board: &TableBoard, began: bool) -> Option<BoardAct> {
        match board.table.game().outcome() {
            Some(Outcome::Won(side)) if side == board.side() && !began => return Some(BoardAct::Leave),
            Some(_) => return Some(BoardAct::Restart),
            None => {}
        }
        if board.table.to_move() != Some(Player::Person) {
            return None;
        }
        let legal = board.table.game().moves();
        let chosen = self.chosen.filter(|chosen| legal.contains(chosen)).or_else(|| choose(board));
        self.chosen = chosen;
        let Some(Move { from, to, .. }) = chosen else { return Some(BoardAct::Leave) };
        let square = if board.table.selected() == Some(from) { to } else { from };
        Some(BoardAct::Pick(square.into()))
    }
}

/// Returns the board of the terminal at which the player stands.
fn board(view: &View) -> Option<TerminalBoard> {
    let id = view.at_terminal.0?;
    view.terminals.iter().find(|(other, _)| **other == id).map(|(_, terminal)| terminal.board.clone())
}

/// Returns the best move that the search finds.
fn choose(board: &TableBoard) -> Option<Move> {
    let ship = [Side::Black, Side::White].map(|side| match board.table.player(side) {
        Player::Computer(level) => level.limits().nodes,
        Player::Person => 0,
    });
    let nodes = (2 * ship[0].max(ship[1])).max(MIN_BOARDS) << board.lost.min(MAX_DOUBLINGS);
    let mut search = Search::new(board.table.game(), Limits::nodes(nodes), 0);
    search.advance(nodes);
    search.choice().played
}

/// Returns the next move of a shortest solution; restarts if the moves so far make the solution longer.
fn at_conduit(lock: &ConduitLock) -> BoardAct {
    if lock.is_solved() {
        return BoardAct::Leave;
    }
    let mut solver = Solver::new(&lock.board);
    let Some(solution) = solver.as_mut().and_then(|solver| solver.advance(MAX_BOARDS)) else { return BoardAct::Leave };
    let is_longer = lock.optimum.is_some_and(|optimum| lock.moves + solution.optimum > optimum);
    match solution.moves.first() {
        _ if is_longer && lock.moves > 0 => BoardAct::Restart,
        Some(position) => BoardAct::Pick(*position as u8),
        None => BoardAct::Leave,
    }
}
