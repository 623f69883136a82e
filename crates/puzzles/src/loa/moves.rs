//! Moves and their notation.

use crate::loa::square::Square;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A move of one piece. It is written `b8-b6`, or `b8xb6` if it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Start square of the piece.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// True if the move captures a piece.
    pub captures: bool,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.captures { 'x' } else { '-' }, self.to)
    }
}

/// A move in written form: `b8-b6`, `b8b6`, or `b8xb6` for a capture. It need not be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Start square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// True if an `x` demands a capture. A move without one may still capture.
    pub must_capture: bool,
}

impl WrittenMove {
    /// Reads a move. Case and surrounding spaces do not matter.
    ///
    /// # Errors
    /// A sentence, if the text is not two squares of the board.
    pub fn read(text: &str) -> Result<WrittenMove, String> {
        let letters = text.trim().to_ascii_lowercase();
        let parts = letters.split_at_checked(2).and_then(|(from, rest)| {
            let bare = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
            Some((Square::named(from)?, Square::named(bare)?, rest.starts_with('x')))
        });
        let Some((from, to, must_capture)) = parts else {
            let shown: String = text.trim().chars().take(20).collect();
            return Err(format!("a move must be two squares from a1 to h8, such as b8-b6, got {shown:?}"));
        };
        Ok(WrittenMove { from, to, must_capture })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_three_spellings() {
        let [plain, dash, cross] = ["b8b6", " B8-b6 ", "b8xb6"].map(|text| WrittenMove::read(text).unwrap());
        assert_eq!((plain, plain.must_capture), (dash, false));
        assert_eq!(cross, WrittenMove { must_capture: true, ..plain });
        let moved = Move { from: plain.from, to: plain.to, captures: false };
        assert_eq!([moved.to_string(), Move { captures: true, ..moved }.to_string()], ["b8-b6", "b8xb6"]);
    }

    #[test]
    fn invalid_moves_are_rejected_in_a_sentence() {
        for wrong in
            ["", "b8", "b8-", "b8--b6", "b8xxb6", "i8-b6", "b9-b6", "b8-b0", "b8 b6", "b8-b6+", "éé", "é8b6", "b8é"]
        {
            let sentence = WrittenMove::read(wrong).unwrap_err();
            assert!(sentence.contains("such as b8-b6"), "{sentence}");
        }
    }
}
