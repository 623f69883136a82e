//! Hearing: monsters hear the noises of the last tick and remember their sources.

use crate::{
    bodies::spatial_index::SpatialIndex, deck::grid::Grid, deck::noise::Ears, deck::paths, events::noises::Noises,
    monsters::fields::Fields, monsters::monster::Monster, monsters::scripted::Scripted, rules::rules::Rules,
    tick::run::Run, tick::tick::Step,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, hear.in_set(Step::Hear).run_if(|noises: Res<Noises>| !noises.0.is_empty()));
}

/// Passes the noises to the living monsters, and clears them.
fn hear(
    grid: Res<Grid>,
    rules: Res<Rules>,
    run: Res<Run>,
    places: Res<SpatialIndex>,
    mut noises: ResMut<Noises>,
    mut ears: ResMut<Ears>,
    mut fields: ResMut<Fields>,
    mut monsters: Query<&mut Monster, Without<Scripted>>,
) {
    ears.listen(&grid, &noises.0, run.tick);
    for standing in places.all().iter().filter(|standing| standing.is_undead) {
        let Some((noise, left)) = ears.heard(&grid, standing.at) else { continue };
        let Ok(mut monster) = monsters.get_mut(standing.entity) else { continue };
        let (noise, ears) = (noises.0[noise], monster.kind_of(&rules).senses.ears);
        let (about, ambush) = (noise.about, rules.noises.ambush);
        let rouses = ambush > 0.0 && noise.is_heard(left, ears * ambush);
        if noise.is_heard(left, ears) && (rouses || !monster.waits()) && monster.hear(about) {
            grid.index(paths::cell_of(&grid, about)).into_iter().for_each(|cell| fields.heard(cell));
        }
    }
    noises.0.clear();
}
