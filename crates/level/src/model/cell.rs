//! Cells of the map: shape, textures, light and air.

use crate::{model::direction::Direction, model::lock::Lock};
use serde::{Deserialize, Serialize};

/// One square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Shape that fills the cell.
    pub shape: CellShape,
    /// Texture of the floor.
    pub floor: TextureIndex,
    /// Texture of the ceiling.
    pub ceiling: TextureIndex,
    /// Brightness of the cell, from 0 (dark) to 255 (full).
    pub light: u8,
    /// Damage zone, which changes the damage taken in this cell.
    pub damage_zone: Option<DamageZoneIndex>,
    /// Whether shots and blasts break what fills the cell; `None` where nothing can break.
    // Breakable cells and cells with reduced pressure are serialized, so that levels without them keep their hash.
    #[serde(skip_serializing_if = "is_firm")]
    pub breaks: Option<bool>,
    /// Initial air pressure in thousandths; `None` if it is full or if the cell holds no air.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<u16>,
}

fn is_firm(breaks: &Option<bool>) -> bool {
    *breaks != Some(true)
}

impl Cell {
    /// Returns true if shots and blasts can break what fills the cell.
    pub fn can_break(&self) -> bool {
        self.breaks == Some(true)
    }
}

/// Shape that fills a cell and stops bodies and rays. North is up the map, towards row 0.
///
/// `T` is the type of a texture reference: an index in a level, a name in the legend of a level's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CellShape<T = TextureIndex> {
    /// Open floor.
    Open,
    /// A wall that fills the cell.
    Wall {
        /// Texture.
        texture: T,
        /// Image that is drawn over the texture on all four sides.
        overlay: Option<T>,
    },
    /// A wall with the switch of a lift, which ends the deck, or with [`Stairs`](crate::model::stairs::Stairs), which
    /// are used like a lift.
    // Stairs share this shape so that renderer, map and solver treat all exits alike.
    Lift {
        /// Texture before the switch is thrown; with an overlay, also afterwards.
        texture: T,
        /// Image of the switch that is drawn over the texture before it is thrown.
        overlay: Option<T>,
        /// Image that replaces the overlay (the texture if there is no overlay) once the switch is thrown.
        thrown: T,
        /// Only side on which the switch is visible and works; `None` for all sides.
        face: Option<Direction>,
        /// Whether it leads to the secret deck.
        secret: bool,
    },
    /// A wall with a switch or a target that sets off a [`Trigger`](crate::model::trigger::Trigger).
    Switch {
        /// Texture before the switch is thrown; with an overlay, also afterwards.
        texture: T,
        /// Image of the switch that is drawn over the texture before it is thrown.
        overlay: Option<T>,
        /// Image that replaces the overlay (the texture if there is no overlay) while the switch is thrown.
        thrown: T,
        /// Only side on which the switch is visible and works; `None` for all sides.
        face: Option<Direction>,
    },
    /// A door in the middle of its cell.
    Door {
        /// Texture of the panel or the leaves.
        panel: T,
        /// Texture of the walls on both ends of the door.
        jamb: T,
        /// Axis along which the closed door extends.
        along: Axis,
        /// Movement with which the door opens.
        hang: Hang,
        /// Lock, if any.
        lock: Option<Lock>,
        /// Whether the door seals itself for good after the player has gone through.
        locks_behind: bool,
        /// Whether a trigger can lock or unlock the door. Derived from the triggers, so it is not serialized.
        #[serde(skip_serializing)]
        locks_later: bool,
    },
    /// A thin pane in the middle of its cell, which bodies cannot pass.
    Pane {
        /// Texture of both sides.
        texture: T,
        /// Texture of the walls on both ends of the pane.
        jamb: T,
        /// Axis along which the pane extends.
        along: Axis,
        /// Kind of pane, which decides what can pass it.
        kind: PaneKind,
    },
    /// A round pillar of radius [`PILLAR_RADIUS`] in the middle of its cell.
    Pillar {
        /// Texture.
        texture: T,
    },
    /// A wall that fills half of the cell, cut from corner to corner.
    Diagonal {
        /// Texture of the diagonal face.
        texture: T,
        /// Corner that is filled; the adjacent walls meet there.
        corner: Corner,
    },
    /// A wall that can be pushed once.
    Push {
        /// Texture.
        texture: T,
        /// Only direction in which it moves; without one, it moves away from the player who pushes it.
        way: Option<Direction>,
        /// Number of cells it moves if nothing stops it, 1 to 512; `None` for the default of the rules.
        cells: Option<u16>,
        /// Whether it is a secret, which no trigger moves. Derived from the triggers, so it is not serialized.
        #[serde(skip_serializing)]
        secret: bool,
    },
    /// A round table of radius [`TABLE_RADIUS`] in the middle of its cell. It stops bodies, but sight and shots pass
    /// over it. Its game is a [`PlacedTerminal`](crate::model::terminal::PlacedTerminal).
    Table,
    // This must stay the last variant: levels without space keep their hash.
    /// Outer space, without floor and air.
    Space,
}

/// Radius of a pillar, in tiles.
pub const PILLAR_RADIUS: f32 = 0.3;
/// Height above the floor, in tiles, from which a body can pass over a barrier. A jump reaches twice this height.
pub const BARRIER_HEIGHT: f64 = 0.2;
/// Height of a barrier, in tiles. It blocks lines of sight and fire that are lower than this.
pub const BARRIER_TOP: f64 = 0.25;
/// Radius of a table, in tiles.
pub const TABLE_RADIUS: f32 = 0.4;

impl<T> CellShape<T> {
    /// Returns the noun for messages.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            CellShape::Open => "floor",
            CellShape::Space => "space cell",
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

    /// Returns the same shape with other textures. `of` is called in the order of the fields.
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
    /// Returns true for shapes that permanently fill their cell.
    pub fn is_wall(self) -> bool {
        matches!(self, CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. })
    }

    /// Only side on which the switch is visible and works; `None` for all sides.
    pub fn face(self) -> Option<Direction> {
        match self {
            CellShape::Lift { face, .. } | CellShape::Switch { face, .. } => face,
            _ => None,
        }
    }

    /// Returns true if a body can pass the cell, now or after something has opened, moved or broken.
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

/// Movement with which a door opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hang {
    /// A panel that slides into the wall.
    #[default]
    Sliding,
    /// Two leaves, each half as wide as the cell, that swing away from the body that opens them.
    Swinging,
}

/// Kind of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PaneKind {
    /// Glass, which can be seen through and stops shots.
    Window,
    /// Bars, which sight and shots pass.
    Grating,
    /// A low barrier. Sight and shots pass above [`BARRIER_TOP`], and so does a body that is [`BARRIER_HEIGHT`] above
    /// the floor.
    Barrier,
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// Upper left corner, where x and y are smallest.
    NorthWest,
    /// Upper right corner.
    NorthEast,
    /// Lower right corner, where x and y are largest.
    SouthEast,
    /// Lower left corner.
    SouthWest,
}

/// Axis of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Axis {
    /// Left and right on the map.
    X,
    /// Up and down on the map.
    Y,
}

/// Index into [`Level::textures`](crate::model::level::Level::textures).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TextureIndex(pub u16);

/// Index into [`Level::damage_zones`](crate::model::level::Level::damage_zones).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct DamageZoneIndex(pub u16);
