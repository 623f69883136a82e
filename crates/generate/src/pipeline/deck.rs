//! Generates decks: runs all stages, and starts again if one fails.

use crate::{
    graph::content::{Content, Stair},
    graph::graph::{Graph, Scale},
    graph::node::Kind,
    graph::rng::Rng,
    graph::stage::{GeneratorData, StageError, Work},
    pipeline::origin::Part,
    pipeline::pipeline::Pipeline,
};
use level::{CellShape, GameData, Level, PUSH_CELLS};
use std::fmt;
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
pub struct GenerateError {
    /// File, line and column of the stage that failed, such as `deck.ron:7:9`; empty if the pipeline is not from a file.
    pub place: String,
    /// The seed.
    pub seed: u64,
    /// Description of the error, in one sentence.
    pub what: String,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { place, seed, what } = self;
        let colon = if place.is_empty() { "" } else { ": " };
        write!(f, "{place}{colon}seed {seed}: {what}")
    }
}

/// A failed attempt.
struct Failed {
    /// Number of places that it created.
    places: usize,
    /// The part that failed.
    part: Part,
    error: StageError,
}

impl Pipeline {
    /// Generates the deck of a seed, with its level if there is a mapper and `with_level` is true. The level has no
    /// serious lint findings. The same seed always gives the same deck, on every machine.
    ///
    /// # Errors
    /// A sentence, if a stage fails in all attempts.
    pub fn generate(&self, seed: u64, known: &GeneratorData, with_level: bool) -> Result<Deck, GenerateError> {
        let failed = |part: Part, what: String| {
            let place = self.origin.place(part);
            GenerateError { place, seed, what: format!("{part}{what}") }
        };
        if with_level && self.mapper.is_none() {
            return Err(failed(Part::File, "the pipeline must have a `mapper` to make a level".to_owned()));
        }
        let mut tried = 0;
        let mut attempt = 0;
        loop {
            let Failed { places, part, error } = match self.attempt(seed, attempt, known, with_level) {
                Ok(deck) => return Ok(deck),
                Err(failed) => failed,
            };
            let what = match error {
                StageError::Invalid(what) => return Err(failed(part, what)),
                StageError::Retry(what) => what,
            };
            (attempt, tried) = (attempt + 1, tried + places);
            if attempt == MAX_ATTEMPTS || tried > MAX_TRIED {
                return Err(failed(part, format!("{what} (tried {attempt} times)")));
            }
        }
    }

    /// Makes one attempt.
    fn attempt(&self, seed: u64, attempt: u32, known: &GeneratorData, with_level: bool) -> Result<Deck, Failed> {
        let mut graph = Graph::empty();
        for (number, (part, stage)) in self.stages().enumerate() {
            let mut work = Work { rng: Rng::new(seed, attempt, number), known };
            let result = stage.run(&mut graph, &mut work);
            result.map_err(|error| Failed { places: graph.places.len(), part, error })?;
        }
        let level = match self.mapper.as_ref().filter(|_| with_level) {
            Some(mapper) => {
                let level = mapper.map(&graph, &self.name);
                let level = level.map(|level| Level { par: self.par.map(|par| par as f32), ..level });
                let level = level.map(|level| with_pushes(level, &known.game_data));
                let level = level.and_then(|level| prove(level, &known.game_data));
                Some(level.map_err(|error| Failed { places: graph.places.len(), part: Part::Mapper, error })?)
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
