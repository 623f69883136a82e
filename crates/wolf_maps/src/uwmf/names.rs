//! Names that both directions share.

use level::Direction;

/// What the texture names of walls begin with that have no name in UWMF; their number follows.
pub(crate) const NUMBERED: &str = "WALL";

/// Keys of triggers that say from which sides they work.
pub(crate) const SIDES: [(&str, Direction); 4] = [
    ("activatenorth", Direction::North),
    ("activateeast", Direction::East),
    ("activatesouth", Direction::South),
    ("activatewest", Direction::West),
];
