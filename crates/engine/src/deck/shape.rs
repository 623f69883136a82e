//! The shape of a cell: its contents as rays, bodies and paths encounter them.

use level::{Axis, CellShape, Corner, Hang, Key, Lock, PaneKind};

/// The present contents of a cell; `cell_geometry.rs` has their geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Empty.
    Open,
    /// Outer space. Bodies and rays can enter it like open floor, but paths and sounds cannot.
    Space,
    /// A wall.
    Solid,
    /// A sliding door: a panel in the middle of the cell that covers it from `open` to 1 along the axis.
    Door {
        /// The axis along which the panel is placed and slides.
        along: Axis,
        /// Open fraction, from 0 (closed) to 1 (gone).
        open: f32,
    },
    /// A swinging door: two leaves that meet in the middle of the cell when closed.
    Leaves {
        /// The axis along which the closed leaves are placed.
        along: Axis,
        /// Angle of the leaves, in quarter turns: 0 is closed, 1 is open towards increasing x or y, -1 the other
        /// way.
        turn: f32,
    },
    /// A closed door that is locked, or a shutter that has replaced a window.
    Locked {
        /// The axis along which it is placed.
        along: Axis,
        /// Movement with which it would open.
        hang: Hang,
        /// The key with which the player can open it, if any.
        key: Option<Key>,
    },
    /// A thin pane in the middle of the cell.
    Pane {
        /// The axis along which it is placed.
        along: Axis,
        /// Its kind, which determines what passes through it.
        kind: PaneKind,
    },
    /// A round pillar in the middle of the cell.
    Pillar,
    /// A table in the middle of the cell.
    Table,
    /// A wall in one half of the cell, cut off by a diagonal.
    Diagonal {
        /// The corner that the wall fills.
        corner: Corner,
    },
    /// A part of a moving push-wall.
    PushWall {
        /// The axis along which it moves.
        along: Axis,
        /// Offset of the wall relative to this cell, from -1 to 1. With 0.25 it covers the cell from 0.25 to
        /// 1, with -0.75 from 0 to 0.25.
        shift: f32,
    },
}

impl Shape {
    /// Returns the initial shape of a cell of a level: doors are closed and push-walls at rest.
    pub fn of(cell: CellShape) -> Shape {
        match cell {
            CellShape::Open => Shape::Open,
            CellShape::Space => Shape::Space,
            CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. } | CellShape::Push { .. } => {
                Shape::Solid
            }
            CellShape::Door { along, hang, lock: Some(lock), .. } => {
                Shape::Locked { along, hang, key: Lock::key(lock) }
            }
            CellShape::Door { along, hang: Hang::Sliding, .. } => Shape::Door { along, open: 0.0 },
            CellShape::Door { along, hang: Hang::Swinging, .. } => Shape::Leaves { along, turn: 0.0 },
            CellShape::Pane { along, kind, .. } => Shape::Pane { along, kind },
            CellShape::Pillar { .. } => Shape::Pillar,
            CellShape::Table => Shape::Table,
            CellShape::Diagonal { corner, .. } => Shape::Diagonal { corner },
        }
    }
}
