//! The hull: broken windows and thin walls are removed from the scene, and shutters that have closed are added.

use crate::{
    art::art::Art,
    art::skins::Skins,
    light::light::Lights,
    light::occlusion::Ninths,
    scene::faces::{Lever, faces},
    scene::models,
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Deck, Grid, Hull};
use level::CellShape;
use raycast::{CellKind, TextureId};
use std::collections::BTreeMap;

/// The texture of shutters.
const SHUTTER: &str = "bulkhead";

/// The cells of the hull that look different from the level, by their indices.
#[derive(Resource, Debug, Default)]
pub(crate) struct Shown(BTreeMap<usize, Sight>);

/// The state of a window or thin wall.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sight {
    /// A hole.
    Hole,
    /// A shutter, and the cell kind that draws it.
    Shutter(CellKind),
}

/// Shows broken and sealed cells.
pub(crate) fn follow(
    (deck, grid, hull): (Option<Res<Deck>>, Option<Res<Grid>>, Option<Res<Hull>>),
    (art, skins): (Option<Res<Art>>, Res<Skins>),
    (mut shown, mut lights): (ResMut<Shown>, ResMut<Lights>),
    mut stage: ResMut<Stage>,
) {
    let (Some(deck), Some(grid), Some(hull)) = (deck, grid, hull) else { return };
    let Some(scene) = &mut stage.scene else { return };
    let level = &deck.0;
    for index in hull.cells() {
        let (x, y) = (index % level.width, index / level.width);
        let shape = grid.shape(IVec2::new(x as i32, y as i32));
        let before = shown.0.get(&index).copied();
        let now = match (hull.is_broken(index), hull.is_sealed(index), before) {
            (true, ..) => Sight::Hole,
            (_, true, Some(Sight::Shutter(kind))) => Sight::Shutter(kind),
            (_, true, _) => {
                let texture = art.as_ref().and_then(|art| art.texture(SHUTTER)).unwrap_or(TextureId::MISSING);
                let kind = match level.cell(x, y).shape {
                    CellShape::Wall { .. } => CellKind::Wall(faces(level, &skins, x, y, Lever::Waits)),
                    _ => models::push(&mut scene.map, shape, texture),
                };
                Sight::Shutter(kind)
            }
            _ => continue,
        };
        if before == Some(now) {
            continue;
        }
        shown.0.insert(index, now);
        if let Some(cell) = scene.map.cell_mut(x, y) {
            cell.kind = match now {
                Sight::Hole => CellKind::Open,
                Sight::Shutter(kind) => kind,
            };
        }
        lights.occlude(IVec2::new(x as i32, y as i32), Ninths::of(shape));
    }
}
