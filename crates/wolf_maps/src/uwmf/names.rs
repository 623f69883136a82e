//! Names that both directions share.

use level::Direction;

/// Prefix of texture names of walls without a name in UWMF; the wall's number follows.
pub(crate) const NUMBERED: &str = "WALL";

/// Keys of triggers for the sides from which they work.
pub(crate) const SIDES: [(&str, Direction); 4] = [
    ("activatenorth", Direction::North),
    ("activateeast", Direction::East),
    ("activatesouth", Direction::South),
    ("activatewest", Direction::West),
];
