//! The map: a level's cells in the raycaster's form.

use crate::{
    art::skins::Skins,
    light::mood,
    scene::faces::{Lever, faces, texture_of},
    scene::models,
};
use bevy::math::IVec2;
use engine::{Grid, Shape};
use level::{CellShape, Level};
use raycast::{CellKind, Light, Map, MapCell};

/// Returns the level as a raycaster map, with its moving parts in their present state; `None` if the number of cells
/// does not match the size.
pub(crate) fn of_level(level: &Level, grid: &Grid, skins: &Skins) -> Option<Map> {
    let cell = |(number, cell): (usize, &level::Cell)| {
        let (x, y) = (number % level.width, number / level.width);
        let [floor, ceiling] = [cell.floor, cell.ceiling].map(|texture| skins.at(texture, x, y));
        MapCell { kind: CellKind::Open, floor, ceiling, light: Light::even([mood::seen(cell.light); 3]) }
    };
    let mut map = Map::new(level.width, level.height, level.cells.iter().enumerate().map(cell).collect()).ok()?;
    // Equal shapes that never move share a model.
    let mut shared: Vec<(CellShape, CellKind)> = Vec::new();
    for y in 0..level.height {
        for x in 0..level.width {
            let shape = level.cell(x, y).shape;
            let known = shared.iter().find(|(other, _)| *other == shape).map(|&(_, kind)| kind);
            let kind = match shape {
                // Tables are drawn as sprites.
                CellShape::Open | CellShape::Table | CellShape::Space => continue,
                CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. } | CellShape::Push { .. } => {
                    CellKind::Wall(faces(level, skins, x, y, Lever::Waits))
                }
                CellShape::Door { .. } => {
                    let now = grid.shape(IVec2::new(x as i32, y as i32));
                    models::push(&mut map, now, texture_of(skins, shape, x, y))
                }
                _ => known.unwrap_or_else(|| models::push(&mut map, Shape::of(shape), texture_of(skins, shape, x, y))),
            };
            let is_shared = matches!(kind, CellKind::Model(_)) && !matches!(shape, CellShape::Door { .. });
            if known.is_none() && is_shared {
                shared.push((shape, kind));
            }
            if let Some(cell) = map.cell_mut(x, y) {
                cell.kind = kind;
            }
        }
    }
    Some(map)
}
