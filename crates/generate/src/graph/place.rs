//! A place of the graph.

use level::{Direction, Lock};

/// The four directions, in the order of the bits of [`Place::links`].
pub(crate) const DIRECTIONS: [Direction; 4] = Direction::ALL;

/// A vertex of the graph. It lies on a lattice, so it has four neighbours at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) kind: Kind,
    /// A bit for each direction in which it is linked, while places are chambers; tiles are linked if both can be walked.
    pub(crate) links: u8,
    /// The number of the room that it belongs to, from 1; 0 for none.
    pub(crate) room: u16,
}

impl Place {
    /// A place of a kind, linked to nothing.
    pub(crate) fn new(kind: Kind) -> Self {
        Place { kind, links: 0, room: 0 }
    }
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Outside of the ship.
    Void,
    /// Solid.
    Wall,
    /// To be walked on.
    Floor,
    /// A door, perhaps with a lock.
    Door(Option<Lock>),
    /// A pane in the hull.
    Window,
    /// A wall that can be pushed that way, and so hides what lies there.
    Push(Direction),
    /// A wall with the lift's switch on that side.
    Lift(Direction),
    /// A round pillar: nobody passes, and one sees past it.
    Pillar,
    /// A wall with a screen on that side.
    Screen(Direction),
    /// A wall with a conduit lock.
    Panel,
}

impl Kind {
    /// True if one may get through, now or later.
    pub(crate) fn is_way(self) -> bool {
        matches!(self, Kind::Floor | Kind::Door(_) | Kind::Push(_))
    }
}
