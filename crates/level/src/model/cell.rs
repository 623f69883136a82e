//! A cell of the map: what stands in it, and what it looks like.

use crate::{model::direction::Direction, model::lock::Lock};
use serde::{Deserialize, Serialize};

/// One square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What stands in the cell.
    pub shape: CellShape,
    /// The floor's texture.
    pub floor: TextureIndex,
    /// The ceiling's texture.
    pub ceiling: TextureIndex,
    /// The light on the cell, from 0 (dark) to 255 (full).
    pub light: u8,
    /// What the place makes of wounds, if anything.
    pub climate: Option<ClimateIndex>,
    /// Whether shots and blasts break what stands in it; none where nothing can.
    // Only what can break is written, and only what air is not whole: other levels keep the hash that they had before.
    #[serde(skip_serializing_if = "is_firm")]
    pub breaks: Option<bool>,
    /// The pressure of the air at the start, in thousandths; none if it is full, or if the cell holds no air.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<u16>,
}

fn is_firm(breaks: &Option<bool>) -> bool {
    *breaks != Some(true)
}

impl Cell {
    /// True if shots and blasts may break what stands in it.
    pub fn can_break(&self) -> bool {
        self.breaks == Some(true)
    }
}

/// What stands in a cell and stops bodies and rays. North is up the map, towards row 0.
///
/// `T` is what it says of a texture: an index in a level, a name in the legend of a level's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CellShape<T = TextureIndex> {
    /// Nothing: floor to walk on.
    Open,
    /// A wall on all four sides.
    Wall {
        /// Its texture.
        texture: T,
        /// A picture that lies over the texture on all four sides.
        overlay: Option<T>,
    },
    /// A wall with the switch that starts the lift and so ends the deck; or with [`Stairs`](crate::model::stairs::Stairs), which are used as it is.
    // The same shape, so that whoever draws, shows or proves ways on knows both.
    Lift {
        /// Its texture before the switch is thrown; with an overlay afterwards too.
        texture: T,
        /// A picture of the switch that lies over the texture before it is thrown.
        overlay: Option<T>,
        /// What takes the place of the overlay, or without one of the texture, once the switch is thrown.
        thrown: T,
        /// The only side on which the switch shows and works.
        face: Option<Direction>,
        /// It leads to the secret deck.
        secret: bool,
    },
    /// A wall with a switch or a target that a [`Trigger`](crate::model::trigger::Trigger) makes something of.
    Switch {
        /// Its texture before the switch is thrown; with an overlay afterwards too.
        texture: T,
        /// A picture of the switch that lies over the texture before it is thrown.
        overlay: Option<T>,
        /// What takes the place of the overlay, or without one of the texture, while the switch is thrown.
        thrown: T,
        /// The only side on which the switch shows and works.
        face: Option<Direction>,
    },
    /// A door in the middle of its cell.
    Door {
        /// The texture of the panel or the leaves.
        panel: T,
        /// The texture of the walls that the door stands between.
        jamb: T,
        /// The axis along which the shut door lies.
        along: Axis,
        /// How it opens.
        hang: Hang,
        /// What keeps it shut.
        lock: Option<Lock>,
        /// It locks itself for good behind a player who has gone through it.
        locks_behind: bool,
        /// A trigger can lock or unlock it. Worked out from the triggers, so no part of what is serialised.
        #[serde(skip_serializing)]
        locks_later: bool,
    },
    /// A thin pane in the middle of its cell that bodies cannot pass.
    Pane {
        /// The texture of both its sides.
        texture: T,
        /// The texture of the walls that it stands between.
        jamb: T,
        /// The axis along which it lies.
        along: Axis,
        /// What passes it.
        kind: PaneKind,
    },
    /// A round pillar of radius [`PILLAR_RADIUS`] in the middle of its cell.
    Pillar {
        /// Its texture.
        texture: T,
    },
    /// Half of the cell is wall, cut from corner to corner.
    Diagonal {
        /// The texture of the cut.
        texture: T,
        /// The corner in which the wall is; the walls beside the cell meet there.
        corner: Corner,
    },
    /// A wall that can be pushed, once.
    Push {
        /// Its texture.
        texture: T,
        /// The only way that it goes; without one it goes away from whoever pushes it.
        way: Option<Direction>,
        /// How many cells it goes, 1 to 512, if nothing stops it; without a number as many as the rules say.
        cells: Option<u16>,
        /// It is a secret: no trigger moves it. Worked out from the triggers, so no part of what is serialised.
        #[serde(skip_serializing)]
        secret: bool,
    },
    /// A table of radius [`TABLE_RADIUS`] in the middle of its cell: bodies do not pass, sight and shots go over it. Its game is a
    /// [`Terminal`](crate::model::terminal::Terminal).
    Table,
    // Last, so that levels without it keep the hash that they had before.
    /// Nothing, not even floor and air: the outside.
    Space,
}

/// The radius of a pillar, in tiles.
pub const PILLAR_RADIUS: f32 = 0.3;
/// Whose feet are so high above the floor gets over a barrier, in tiles: a jump goes twice as high.
pub const BARRIER_HEIGHT: f64 = 0.2;
/// How high a barrier is, in tiles: what is seen or shot at over it in a line that is lower than this is hidden.
pub const BARRIER_TOP: f64 = 0.25;
/// The radius of a table, in tiles.
pub const TABLE_RADIUS: f32 = 0.4;

impl<T> CellShape<T> {
    /// What an author calls it.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            CellShape::Open => "floor",
            CellShape::Space => "piece of space",
            CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. } => "wall",
            CellShape::Door { lock: Some(_), .. } => "locked door",
            CellShape::Door { .. } => "door",
            CellShape::Pane { kind: PaneKind::Window, .. } => "window",
            CellShape::Pane { kind: PaneKind::Grating, .. } => "grating",
            CellShape::Pane { kind: PaneKind::Barrier, .. } => "barrier",
            CellShape::Pillar { .. } => "pillar",
            CellShape::Diagonal { .. } => "diagonal",
            CellShape::Push { .. } => "push-wall",
            CellShape::Table => "table",
        }
    }

    /// The same shape with other textures; `of` is asked in the order of the fields.
    pub(crate) fn with_textures<'a, U>(&'a self, mut of: impl FnMut(&'a T) -> U) -> CellShape<U> {
        match *self {
            CellShape::Open => CellShape::Open,
            CellShape::Wall { ref texture, ref overlay } => {
                CellShape::Wall { texture: of(texture), overlay: overlay.as_ref().map(of) }
            }
            CellShape::Lift { ref texture, ref overlay, ref thrown, face, secret } => {
                let (texture, overlay) = (of(texture), overlay.as_ref().map(&mut of));
                CellShape::Lift { texture, overlay, thrown: of(thrown), face, secret }
            }
            CellShape::Switch { ref texture, ref overlay, ref thrown, face } => {
                let (texture, overlay) = (of(texture), overlay.as_ref().map(&mut of));
                CellShape::Switch { texture, overlay, thrown: of(thrown), face }
            }
            CellShape::Door { ref panel, ref jamb, along, hang, lock, locks_behind, locks_later } => {
                let (panel, jamb) = (of(panel), of(jamb));
                CellShape::Door { panel, jamb, along, hang, lock, locks_behind, locks_later }
            }
            CellShape::Pane { ref texture, ref jamb, along, kind } => {
                CellShape::Pane { texture: of(texture), jamb: of(jamb), along, kind }
            }
            CellShape::Pillar { ref texture } => CellShape::Pillar { texture: of(texture) },
            CellShape::Diagonal { ref texture, corner } => CellShape::Diagonal { texture: of(texture), corner },
            CellShape::Push { ref texture, way, cells, secret } => {
                CellShape::Push { texture: of(texture), way, cells, secret }
            }
            CellShape::Table => CellShape::Table,
            CellShape::Space => CellShape::Space,
        }
    }
}

impl CellShape {
    /// True for whatever fills its cell for good.
    pub fn is_wall(self) -> bool {
        matches!(self, CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. })
    }

    /// The only side on which it can be used, shot at and seen to be a switch, if there is only one.
    pub fn face(self) -> Option<Direction> {
        match self {
            CellShape::Lift { face, .. } | CellShape::Switch { face, .. } => face,
            _ => None,
        }
    }

    /// True if somebody may get through its cell, now or later.
    pub(crate) fn can_be_passed(self) -> bool {
        match self {
            CellShape::Open | CellShape::Door { .. } | CellShape::Diagonal { .. } | CellShape::Push { .. } => true,
            CellShape::Space
            | CellShape::Wall { .. }
            | CellShape::Switch { .. }
            | CellShape::Lift { .. }
            | CellShape::Pane { .. }
            | CellShape::Pillar { .. }
            | CellShape::Table => false,
        }
    }
}

/// How a door opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hang {
    /// Its panel slides into the wall.
    #[default]
    Sliding,
    /// Its two leaves, each half as wide as the cell, swing away from whoever opens it.
    Swinging,
}

/// The kinds of panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PaneKind {
    /// Glass: it can be seen through, and stops shots.
    Window,
    /// Bars: sight and shots pass.
    Grating,
    /// A low barrier: sight and shots pass above [`BARRIER_TOP`], and so does whoever is [`BARRIER_HEIGHT`] above the floor.
    Barrier,
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// The upper left one, where x and y are least.
    NorthWest,
    /// The upper right one.
    NorthEast,
    /// The lower right one, where x and y are greatest.
    SouthEast,
    /// The lower left one.
    SouthWest,
}

/// One of the two directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Axis {
    /// Left and right on the map.
    X,
    /// Up and down on the map.
    Y,
}

/// An index into [`Level::textures`](crate::model::level::Level::textures).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TextureIndex(pub u16);

/// An index into [`Level::climates`](crate::model::level::Level::climates).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ClimateIndex(pub u16);
