//! The places of a graph.

use level::{Direction, Lock};

/// The four directions, in the order of the bits of [`Node::links`].
pub(crate) const DIRECTIONS: [Direction; 4] = Direction::ALL;

/// A vertex of the graph. It is on a lattice, so it has at most four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// One bit per linked direction, for chambers. Tiles are linked if both can be walked.
    pub(crate) links: u8,
    /// Number of its room, from 1; 0 if it does not belong to a room.
    pub(crate) room: u16,
}

impl Node {
    /// Creates a place without links.
    pub(crate) fn new(kind: Kind) -> Self {
        Node { kind, links: 0, room: 0 }
    }
}

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Space outside of the ship.
    Void,
    /// Solid.
    Wall,
    /// Walkable floor.
    Floor,
    /// A door, possibly with a lock.
    Door(Option<Lock>),
    /// A window in the hull.
    Window,
    /// A wall that can be pushed in this direction.
    Push(Direction),
    /// A wall with the lift's switch on this side.
    Lift(Direction),
    /// A round pillar: it blocks movement but not sight.
    Pillar,
    /// A wall with a screen on this side.
    Screen(Direction),
    /// A wall with a conduit lock.
    Panel,
    /// Floor that a prop of a prefab room blocks.
    Furniture,
    /// Bars of a prefab room: they block movement but not sight.
    Grating,
    /// A table with a board game.
    Table,
}

impl Kind {
    /// Returns true if the place can be walked, now or later.
    pub(crate) fn is_walkable(self) -> bool {
        matches!(self, Kind::Floor | Kind::Door(_) | Kind::Push(_))
    }
}
