//! The shared fields: the ways to the player, to the last noise, and away from the player, for all who go there.

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

/// So many cells each search settles in a tick at most.
const BUDGET: usize = 192;
/// A field that nobody has asked for this long is not kept up to date.
const FORGOTTEN: u64 = ticks(1.0) as u64;

/// The shared fields.
#[derive(Resource, Default)]
pub struct Fields {
    player: Asked<Field>,
    noise: Asked<Field>,
    flight: Asked<FleeField>,
    /// Where the last noise was that somebody heard.
    noise_cell: Option<u32>,
}

/// A field, and the tick in which somebody asked for it last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Asked<F> {
    field: F,
    asked: Option<u64>,
}

/// The shared fields as they are saved.
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

    /// The same, with what `of` makes of the field.
    fn map<T>(&self, of: impl Fn(&F) -> T) -> Asked<T> {
        Asked { field: of(&self.field), asked: self.asked }
    }
}

impl Fields {
    /// The ways to the player.
    pub(crate) fn player(&mut self, tick: u64) -> &Field {
        self.player.ask(tick)
    }

    /// The ways away from the player.
    pub(crate) fn away(&mut self, tick: u64) -> &Field {
        self.player.ask(tick);
        self.flight.ask(tick).field()
    }

    /// The ways to a cell, if the last noise was there.
    pub(crate) fn last_noise(&mut self, cell: usize, tick: u64) -> Option<&Field> {
        let was_there = self.noise_cell == u32::try_from(cell).ok();
        let field = was_there.then(|| self.noise.ask(tick))?;
        (field.goal() == Some(cell)).then_some(field)
    }

    /// Somebody heard a noise that came from a cell.
    pub(crate) fn heard(&mut self, cell: usize) {
        self.noise_cell = u32::try_from(cell).ok();
    }

    /// How far a cell is from the player by the ways of the undead, in cells, as far as they know; and whether the present
    /// search has been there. None where no way leads to him or none is known.
    pub fn to_player(&self, grid: &Grid, cell: IVec2) -> Option<(u16, bool)> {
        let index = grid.index(cell)?;
        let field = &self.player.field;
        let distance = field.distance(index);
        (distance != FAR).then(|| (distance, field.has_settled(index)))
    }

    /// True if somebody has asked for the ways to the player lately, so that they are kept up to date.
    pub fn keeps_ways_to_player(&self, tick: u64) -> bool {
        self.player.is_wanted(tick)
    }

    /// Takes notice that the ways have changed.
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
        ensure(fit, "the ways are not those of the level")
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

/// Searches on for whoever has asked lately.
pub(crate) fn search(
    grid: Res<Grid>,
    rules: Res<Rules>,
    run: Res<Run>,
    player: Single<&Position, With<Player>>,
    mut fields: ResMut<Fields>,
) {
    // All share them, so nobody's dread counts.
    let ground = paths::ground(&grid).within(rules.pathfinding.limit.into());
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

/// Notices when doors or push-walls change the ways.
fn invalidate(grid: Res<Grid>, mut fields: ResMut<Fields>) {
    if grid.changes().any(|(before, now)| paths::shape_cost(before) != paths::shape_cost(now)) {
        fields.invalidate();
    }
}
