//! Moves, and how they are written.

use crate::loa::square::Square;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A move of one piece. It is written `b8-b6`, or `b8xb6` if it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// Whether it captures what stands there.
    pub captures: bool,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.captures { 'x' } else { '-' }, self.to)
    }
}

/// A move as somebody wrote it: `b8-b6`, `b8b6`, or `b8xb6` for one that captures. Whether it can be played, a position knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Where the piece is to stand.
    pub from: Square,
    /// Where it is to land.
    pub to: Square,
    /// Whether an `x` says that it captures. Without one it may capture, too.
    pub must_capture: bool,
}

impl WrittenMove {
    /// Reads a move; capitals and blanks around it do not matter.
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
            return Err(format!("{shown:?} is not a move such as b8-b6: a square from a1 to h8, then another"));
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
    fn what_is_not_two_squares_is_refused_in_a_sentence() {
        for wrong in
            ["", "b8", "b8-", "b8--b6", "b8xxb6", "i8-b6", "b9-b6", "b8-b0", "b8 b6", "b8-b6+", "éé", "é8b6", "b8é"]
        {
            let sentence = WrittenMove::read(wrong).unwrap_err();
            assert!(sentence.contains("is not a move such as b8-b6"), "{sentence}");
        }
    }
}
