//! Generates decks: runs all stages, and starts again if one fails.

use crate::{
    graph::content::{Content, Stair},
    graph::graph::{Graph, Scale},
    graph::node::Kind,
    graph::rng::Rng,
    graph::stage::{GeneratorData, StageError, Work},
    pipeline::pipeline::Pipeline,
};
use level::{CellShape, GameData, Level, PUSH_CELLS};
use std::fmt::Display;
use thiserror::Error;

/// Maximum number of attempts per deck.
const MAX_ATTEMPTS: u32 = 32;
/// Maximum number of places created in all attempts after the first together, so that an impossible large map fails
/// quickly.
const MAX_TRIED: usize = 1 << 24;

/// A generated deck.
pub struct Deck {
    graph: Graph,
    level: Option<Level>,
}

/// Error of deck generation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seed {seed}: {what}")]
pub struct GenerateError {
    /// The seed.
    pub seed: u64,
    /// Description of the error, in one sentence.
    pub what: String,
}

impl Pipeline {
    /// Generates the deck of a seed, with its level if there is a mapper and `with_level` is true. The level has no
    /// serious lint findings. The same seed always gives the same deck, on every machine.
    ///
    /// # Errors
    /// A sentence, if a stage fails in all attempts.
    pub fn generate(&self, seed: u64, known: &GeneratorData, with_level: bool) -> Result<Deck, GenerateError> {
        let failed = |what: String| GenerateError { seed, what };
        if with_level && self.mapper.is_none() {
            return Err(failed("the pipeline must have a `mapper` to make a level".to_owned()));
        }
        let mut tried = 0;
        let mut attempt = 0;
        loop {
            let error = match self.attempt(seed, attempt, known, with_level) {
                Ok(deck) => return Ok(deck),
                Err((_, StageError::Invalid(what))) => return Err(failed(what)),
                Err((places, StageError::Retry(what))) => {
                    tried += places;
                    what
                }
            };
            attempt += 1;
            if attempt == MAX_ATTEMPTS || tried > MAX_TRIED {
                return Err(failed(format!("{error} (tried {attempt} times)")));
            }
        }
    }

    /// Makes one attempt. On failure, also returns the number of places created.
    fn attempt(
        &self,
        seed: u64,
        attempt: u32,
        known: &GeneratorData,
        with_level: bool,
    ) -> Result<Deck, (usize, StageError)> {
        let mut graph = Graph::empty();
        for (number, (name, stage)) in self.stages().enumerate() {
            let mut work = Work { rng: Rng::new(seed, attempt, number), known };
            stage.run(&mut graph, &mut work).map_err(|error| (graph.places.len(), error.in_stage(name)))?;
        }
        let level = match self.mapper.as_ref().filter(|_| with_level) {
            Some(mapper) => {
                let level = mapper.map(&graph, &self.name);
                let level = level.map(|level| Level { par: self.par.map(|par| par as f32), ..level });
                let level = level.map(|level| with_pushes(level, &known.game_data));
                let level = level.and_then(|level| prove(level, &known.game_data));
                Some(level.map_err(|error| (graph.places.len(), error.in_stage("mapper")))?)
            }
            None => None,
        };
        Ok(Deck { graph, level })
    }
}

/// Returns the level in which push-walls move as far as the stages assume, also by rules that let them move farther.
fn with_pushes(mut level: Level, game_data: &GameData) -> Level {
    if game_data.push_cells != PUSH_CELLS {
        for cell in &mut level.cells {
            if let CellShape::Push { cells: cells @ None, .. } = &mut cell.shape {
                *cells = Some(PUSH_CELLS);
            }
        }
    }
    level
}

/// Checks with the solver that the level can be completed.
fn prove(level: Level, game_data: &GameData) -> Result<Level, StageError> {
    match level.findings(game_data).into_iter().find(|finding| finding.lint.rejects_deck()) {
        None => Ok(level),
        Some(finding) => Err(StageError::Retry(format!("the deck has a serious problem: {finding}"))),
    }
}

impl StageError {
    /// Prefixes the error with the name of a stage.
    fn in_stage(self, stage: impl Display) -> StageError {
        match self {
            StageError::Invalid(what) => StageError::Invalid(format!("{stage}: {what}")),
            StageError::Retry(what) => StageError::Retry(format!("{stage}: {what}")),
        }
    }
}

impl Deck {
    /// Returns the level, if there is one.
    pub fn into_level(self) -> Option<Level> {
        self.level
    }

    /// Returns the stairs, which lead to other maps.
    pub fn stairs(&self) -> &[Stair] {
        &self.graph.stairs
    }

    /// Returns the map as rows of characters: `#` is wall, everything else can be walked. Doors are `+`, push-walls
    /// `%`, the start `@`, stairs `>`, keys `k`, monsters `m` and other things `!`.
    ///
    /// # Errors
    /// A sentence, if no translator has converted a maze to tiles.
    pub fn rows(&self) -> Result<Vec<String>, String> {
        if self.graph.scale == Scale::Chambers {
            return Err("the maze must be converted to tiles: add the translator SimpleMaze".to_owned());
        }
        let row = |y: usize| (0..self.graph.width).map(|x| character(&self.graph, y * self.graph.width + x)).collect();
        Ok((0..self.graph.height).map(row).collect())
    }
}

/// Returns the character of a place.
fn character(graph: &Graph, place: usize) -> char {
    match graph.kind(place) {
        Kind::Void | Kind::Wall | Kind::Window | Kind::Lift(_) | Kind::Pillar | Kind::Screen(_) | Kind::Panel => '#',
        Kind::Furniture | Kind::Grating | Kind::Table => '#',
        Kind::Door(_) => '+',
        Kind::Push(_) => '%',
        Kind::Floor => match graph.contents.get(&place) {
            None => '.',
            Some(Content::Start) => '@',
            Some(Content::Stair(_)) => '>',
            Some(Content::Key(_)) => 'k',
            Some(Content::Monster { .. }) => 'm',
            Some(Content::Pickup(_) | Content::Prize(_) | Content::Prop(_)) => '!',
        },
    }
}
