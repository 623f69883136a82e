//! A board in a terminal: a cursor moved by the arrow keys, and letters for all other actions.

use crate::terminal::keys::Wish;
use bevy::math::IVec2;
use engine::{BoardAct, TerminalBoard};
use renderer::{BoardPlaces, BoardPointer};

/// Returns the action of a wish at a board, and moves the cursor.
pub(crate) fn act(board: &TerminalBoard, wish: Wish, pointer: &mut BoardPointer) -> Option<BoardAct> {
    let places = match board {
        TerminalBoard::Table(_) => BoardPlaces::Squares,
        TerminalBoard::Conduit(lock) => BoardPlaces::Positions { hole: lock.board.hole() as u8 },
    };
    match wish {
        Wish::Step(x, y) => {
            let from = pointer.cursor.unwrap_or_else(|| places.first());
            *pointer = BoardPointer { cursor: Some(places.step(from, IVec2::new(x, y))), hover: None };
            None
        }
        Wish::Confirm | Wish::Letter(' ') => pointer.cursor.map(BoardAct::Pick),
        Wish::Letter('u') => Some(BoardAct::Undo),
        Wish::Letter('h') => Some(BoardAct::Hint),
        Wish::Letter('r') => Some(BoardAct::Restart),
        Wish::Letter('t') => Some(BoardAct::Company),
        Wish::Escape => Some(BoardAct::Leave),
        _ => None,
    }
}
