//! Shared distance fields: paths to the player, to the last noise, and away from the player, for all monsters that need
//! them.

use crate::{
    bodies::body::Position,
    deck::field::{FAR, Field, SavedField},
    deck::flee_field::{FleeField, SavedFleeField},
    deck::grid::Grid,
    deck::paths,
    player::player::Player,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Part, ensure},
    tick::run::Run,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Maximum number of cells that each search settles per tick.
const BUDGET: usize = 192;
/// Ticks without a request after which a field is no longer kept up to date.
const FORGOTTEN: u64 = ticks(1.0) as u64;

/// The shared distance fields.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Fields {
    #[cfg_attr(feature = "dev", reflect(ignore))]
    player: Asked<Field>,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    noise: Asked<Field>,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    flight: Asked<FleeField>,
    /// The cell of the last noise that a monster heard.
    noise_cell: Option<u32>,
}

/// A field, and the tick of its last request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Asked<F> {
    field: F,
    asked: Option<u64>,
}

/// The shared distance fields in the saved state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedFields {
    player: Asked<SavedField>,
    noise: Asked<SavedField>,
    flight: Asked<SavedFleeField>,
    noise_cell: Option<u32>,
}

impl<F> Asked<F> {
    fn ask(&mut self, tick: u64) -> &F {
        self.asked = Some(tick);
        &self.field
    }

    fn is_wanted(&self, tick: u64) -> bool {
        self.asked.is_some_and(|asked| tick.saturating_sub(asked) < FORGOTTEN)
    }

    /// Applies `of` to the field and keeps the tick.
    fn map<T>(&self, of: impl Fn(&F) -> T) -> Asked<T> {
        Asked { field: of(&self.field), asked: self.asked }
    }
}

impl Fields {
    /// Returns the field of paths to the player.
    pub(crate) fn player(&mut self, tick: u64) -> &Field {
        self.player.ask(tick)
    }

    /// Returns the field of paths away from the player.
    pub(crate) fn away(&mut self, tick: u64) -> &Field {
        self.player.ask(tick);
        self.flight.ask(tick).field()
    }

    /// Returns the field of paths to a cell if the last noise came from there.
    pub(crate) fn last_noise(&mut self, cell: usize, tick: u64) -> Option<&Field> {
        let was_there = self.noise_cell == u32::try_from(cell).ok();
        let field = was_there.then(|| self.noise.ask(tick))?;
        (field.goal() == Some(cell)).then_some(field)
    }

    /// Records the cell of a noise that a monster heard.
    pub(crate) fn heard(&mut self, cell: usize) {
        self.noise_cell = u32::try_from(cell).ok();
    }

    /// Returns the path distance from a cell to the player in cells, as far as monsters know, and whether the present
    /// search has settled this cell. Returns `None` if no path is known.
    pub fn to_player(&self, grid: &Grid, cell: IVec2) -> Option<(u16, bool)> {
        let index = grid.index(cell)?;
        let field = &self.player.field;
        let distance = field.distance(index);
        (distance != FAR).then(|| (distance, field.has_settled(index)))
    }

    /// Returns true if the paths to the player were requested recently, so that they are kept up to date.
    pub fn keeps_ways_to_player(&self, tick: u64) -> bool {
        self.player.is_wanted(tick)
    }

    /// Marks all fields as outdated after the map has changed.
    pub(crate) fn invalidate(&mut self) {
        self.player.field.invalidate();
        self.noise.field.invalidate();
        self.flight.field.invalidate();
    }
}

impl Part for SavedFields {
    fn save(world: &mut World) -> Self {
        let Fields { player, noise, flight, noise_cell } = world.resource();
        let (player, noise, flight) = (player.map(Field::save), noise.map(Field::save), flight.map(FleeField::save));
        SavedFields { player, noise, flight, noise_cell: *noise_cell }
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let cells = bounds.level.cells.len();
        let fit = [&self.player, &self.noise].iter().all(|asked| asked.field.is_valid(cells))
            && self.flight.field.is_valid(cells)
            && self.noise_cell.is_none_or(|cell| (cell as usize) < cells);
        ensure(fit, "the distance fields do not match the size of the level")
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        let SavedFields { player, noise, flight, noise_cell } = self;
        let (player, noise) = (player.map(SavedField::restore), noise.map(SavedField::restore));
        let flight = flight.map(SavedFleeField::restore);
        world.insert_resource(Fields { player, noise, flight, noise_cell: *noise_cell });
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Fields>();
    app.add_systems(FixedUpdate, search.in_set(Step::SearchFields));
    app.add_systems(FixedUpdate, invalidate.in_set(Step::InvalidateFields));
}

/// Continues the searches of the fields that were requested recently.
pub(crate) fn search(
    grid: Res<Grid>,
    rules: Res<Rules>,
    run: Res<Run>,
    player: Single<&Position, With<Player>>,
    mut fields: ResMut<Fields>,
) {
    // All monsters share these fields, so the cost of wind, which only some of them avoid, is left out.
    let ground = paths::ground(&grid).within(rules.pathfinding.max_cost.into());
    let Fields { player: to_player, noise, flight, noise_cell } = &mut *fields;
    if let Some(cell) = grid.index(paths::cell_of(&grid, player.0)).filter(|_| to_player.is_wanted(run.tick)) {
        to_player.field.search(&ground, cell, BUDGET);
    }
    if let Some(cell) = noise_cell.filter(|_| noise.is_wanted(run.tick)) {
        noise.field.search(&ground, cell as usize, BUDGET);
    }
    if flight.is_wanted(run.tick) {
        flight.field.search(&paths::ground(&grid), &to_player.field, BUDGET);
    }
}

/// Invalidates the fields when doors or push-walls have changed the map.
fn invalidate(grid: Res<Grid>, mut fields: ResMut<Fields>) {
    if grid.changes().any(|(before, now)| paths::shape_cost(before) != paths::shape_cost(now)) {
        fields.invalidate();
    }
}
