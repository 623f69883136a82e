//! The map: a level's cells as the raycaster draws them.

use crate::light;
use crate::models;
use crate::skins::Skins;
use bevy::math::IVec2;
use engine::Grid;
use level::{Axis, CellShape, Direction, Level};
use raycast::{Cell, CellKind, Light, Map, TextureId};

/// The level as the raycaster's map, its moving parts as they stand; none if its cells do not fit its size.
pub(crate) fn of_level(level: &Level, grid: &Grid, skins: &Skins) -> Option<Map> {
    let cell = |cell: &level::Cell| {
        let [floor, ceiling] = [cell.floor, cell.ceiling].map(|texture| skins.of(texture));
        Cell { kind: CellKind::Open, floor, ceiling, light: Light::even([light::seen(cell.light); 3]) }
    };
    let mut map = Map::new(level.width, level.height, level.cells.iter().map(cell).collect()).ok()?;
    // Equal things that never move share a model.
    let mut shared: Vec<(CellShape, CellKind)> = Vec::new();
    for y in 0..level.height {
        for x in 0..level.width {
            let shape = level.cell(x, y).shape;
            let known = shared.iter().find(|(other, _)| *other == shape).map(|&(_, kind)| kind);
            let kind = match shape {
                CellShape::Open => continue,
                CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. } | CellShape::Push { .. } => {
                    CellKind::Wall(faces(level, skins, x, y, false))
                }
                _ => known.unwrap_or_else(|| {
                    let now = grid.shape(IVec2::new(x as i32, y as i32));
                    models::push(&mut map, now, texture_of(skins, shape))
                }),
            };
            if known.is_none() && !matches!(shape, CellShape::Door { .. }) && matches!(kind, CellKind::Model(_)) {
                shared.push((shape, kind));
            }
            if let Some(cell) = map.cell_mut(x, y) {
                cell.kind = kind;
            }
        }
    }
    Some(map)
}

/// The texture of what stands in a cell.
pub(crate) fn texture_of(skins: &Skins, shape: CellShape) -> TextureId {
    match shape {
        CellShape::Open => TextureId::MISSING,
        CellShape::Wall { texture, overlay }
        | CellShape::Switch { texture, overlay, .. }
        | CellShape::Lift { texture, overlay, .. } => skins.under(texture, overlay),
        CellShape::Door { panel, lock, .. } => skins.door(panel, lock, lock),
        CellShape::Pane { texture, .. }
        | CellShape::Pillar { texture }
        | CellShape::Diagonal { texture, .. }
        | CellShape::Push { texture, .. } => skins.of(texture),
    }
}

/// The faces of a wall that look north, east, south and west: its own, or the jamb of the door or pane that ends there.
pub(crate) fn faces(level: &Level, skins: &Skins, x: usize, y: usize, thrown: bool) -> [TextureId; 4] {
    let shape = level.cell(x, y).shape;
    let (own, bare) = match shape {
        CellShape::Lift { texture, overlay, thrown: other, .. }
        | CellShape::Switch { texture, overlay, thrown: other, .. } => {
            let now = match overlay {
                // It takes the overlay's place, if there is one.
                Some(overlay) => skins.under(texture, Some(if thrown { other } else { overlay })),
                None => skins.of(if thrown { other } else { texture }),
            };
            (now, skins.of(texture))
        }
        shape => (texture_of(skins, shape), TextureId::MISSING),
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
