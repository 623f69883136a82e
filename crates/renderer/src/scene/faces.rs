//! Faces: the textures of the objects in cells, and of each side of a wall.

use crate::art::skins::Skins;
use level::{Axis, CellShape, Direction, Level, TextureIndex};
use raycast::TextureId;

/// Returns the texture of what is in a cell of a level.
pub(crate) fn texture_of(skins: &Skins, shape: CellShape, x: usize, y: usize) -> TextureId {
    match shape {
        CellShape::Open | CellShape::Table | CellShape::Space => TextureId::MISSING,
        CellShape::Wall { texture, overlay }
        | CellShape::Switch { texture, overlay, .. }
        | CellShape::Lift { texture, overlay, .. } => skins.under(texture, overlay, x, y),
        CellShape::Door { panel, lock, .. } => skins.door(panel, lock, lock),
        CellShape::Pane { texture, .. }
        | CellShape::Pillar { texture }
        | CellShape::Diagonal { texture, .. }
        | CellShape::Push { texture, .. } => skins.of(texture),
    }
}

/// The state in which a switch is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lever {
    /// It waits to be thrown.
    Waits,
    /// It is being thrown; the step counts from 0. Only lifts show this.
    Moves(usize),
    /// It is thrown.
    Knockback,
}

/// Returns the texture of a switch, and that of the bare wall.
fn switch(
    skins: &Skins,
    (texture, overlay, other): (TextureIndex, Option<TextureIndex>, TextureIndex),
    (x, y): (usize, usize),
    lever: Lever,
) -> (TextureId, TextureId) {
    let step = match lever {
        Lever::Moves(step) => skins.throwing(overlay.map(|_| texture), other, (x, y), step),
        Lever::Waits | Lever::Knockback => None,
    };
    let still = || match overlay {
        // The switch replaces the overlay, if there is one.
        Some(overlay) => skins.under(texture, Some(if lever == Lever::Waits { overlay } else { other }), x, y),
        None => skins.of(if lever == Lever::Waits { texture } else { other }),
    };
    (step.unwrap_or_else(still), skins.at(texture, x, y))
}

/// Returns the textures of the faces of a wall that look north, east, south and west: its own, or the jamb of a door or
/// pane that ends there.
pub(crate) fn faces(level: &Level, skins: &Skins, x: usize, y: usize, lever: Lever) -> [TextureId; 4] {
    let shape = level.cell(x, y).shape;
    let (own, bare) = match shape {
        CellShape::Lift { texture, overlay, thrown: other, .. }
        | CellShape::Switch { texture, overlay, thrown: other, .. } => {
            switch(skins, (texture, overlay, other), (x, y), lever)
        }
        shape => (texture_of(skins, shape, x, y), TextureId::MISSING),
    };
    use Direction::{East, North, South, West};
    [(North, Axis::Y), (East, Axis::X), (South, Axis::Y), (West, Axis::X)].map(|(side, axis)| {
        let own = if shape.face().is_none_or(|face| face == side) { own } else { bare };
        let (dx, dy) = (side.step().0 as isize, side.step().1 as isize);
        let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        if x >= level.width || y >= level.height {
            return own;
        }
        match level.cell(x, y).shape {
            CellShape::Door { jamb, along, .. } | CellShape::Pane { jamb, along, .. } if along == axis => {
                skins.of(jamb)
            }
            _ => own,
        }
    })
}
