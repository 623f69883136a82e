//! The shape of a cell: what fills it, as rays, bodies and ways meet it.

use level::{Axis, CellShape, Corner, Hang, Key, Lock, PaneKind};

/// What fills a cell now; `outline.rs` has its geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Nothing.
    Open,
    /// Nothing at all: the outside. Bodies and rays get there as to open floor, but no way leads there and no sound.
    Space,
    /// Wall.
    Solid,
    /// A sliding door: a panel in the middle of the cell that covers it from `open` to 1 along the axis.
    Door {
        /// The axis along which the panel lies and slides.
        along: Axis,
        /// How far it is open, from 0 (shut) to 1 (gone).
        open: f32,
    },
    /// A swinging door: two leaves, which meet in the middle of the cell when they are shut.
    Leaves {
        /// The axis along which the shut leaves lie.
        along: Axis,
        /// How far they are turned, in quarter turns: 0 is shut, 1 open towards growing x or y, -1 the other way.
        turn: f32,
    },
    /// A shut door that its lock keeps shut, or a shutter that has fallen where a window was.
    Locked {
        /// The axis along which it lies.
        along: Axis,
        /// How it would open.
        hang: Hang,
        /// The key that opens it for the player, if one does.
        key: Option<Key>,
    },
    /// A thin pane in the middle of the cell.
    Pane {
        /// The axis along which it lies.
        along: Axis,
        /// What passes it.
        kind: PaneKind,
    },
    /// A round pillar in the middle of the cell.
    Pillar,
    /// A table in the middle of the cell.
    Table,
    /// Wall in one half of the cell.
    Diagonal {
        /// The corner round which the wall is.
        corner: Corner,
    },
    /// A part of a wall that is being pushed.
    PushWall {
        /// The axis along which it moves.
        along: Axis,
        /// How far it is shifted against this cell, from -1 to 1: with 0.25 it covers the cell from 0.25 to 1, with
        /// -0.75 from 0 to 0.25.
        shift: f32,
    },
}

impl Shape {
    /// What fills a cell of a level as it begins: doors are shut, push-walls stand still.
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
