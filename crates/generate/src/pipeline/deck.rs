//! Makes decks: one stage after the other, anew if one had no luck.

use crate::{
    graph::chance::Chance,
    graph::content::{Content, Stair},
    graph::graph::{Graph, Scale},
    graph::place::Kind,
    graph::stage::{Known, Trouble, Work},
    pipeline::pipeline::Pipeline,
};
use level::{CellShape, Facts, Level, PUSH_CELLS};
use std::fmt::Display;
use thiserror::Error;

/// So often a deck is begun anew at most.
const MAX_ATTEMPTS: u32 = 32;
/// So many places are made at most in all attempts together, but for the first: a large map that cannot be is not tried for minutes.
const MAX_TRIED: usize = 1 << 24;

/// A deck that a pipeline made of a seed.
pub struct Deck {
    graph: Graph,
    level: Option<Level>,
}

/// Why there is no deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seed {seed}: {what}")]
pub struct GenerateError {
    /// The seed.
    pub seed: u64,
    /// What is wrong, in a sentence.
    pub what: String,
}

impl Pipeline {
    /// Makes the deck of a seed, with its level if there is a mapper and `with_level` asks for it: one that its author would not be
    /// warned of. The same seed always gives the same deck, on every machine.
    ///
    /// # Errors
    /// A sentence, if a stage cannot do its work, not even in a bounded number of attempts.
    pub fn generate(&self, seed: u64, known: &Known, with_level: bool) -> Result<Deck, GenerateError> {
        let failed = |what: String| GenerateError { seed, what };
        if with_level && self.mapper.is_none() {
            return Err(failed("the pipeline has no `mapper`, which makes a level of the map".to_owned()));
        }
        let mut tried = 0;
        let mut attempt = 0;
        loop {
            let unlucky = match self.attempt(seed, attempt, known, with_level) {
                Ok(deck) => return Ok(deck),
                Err((_, Trouble::Wrong(what))) => return Err(failed(what)),
                Err((places, Trouble::Unlucky(what))) => {
                    tried += places;
                    what
                }
            };
            attempt += 1;
            if attempt == MAX_ATTEMPTS || tried > MAX_TRIED {
                return Err(failed(format!("{unlucky} (tried {attempt} times)")));
            }
        }
    }

    /// One attempt; a failed one tells how many places it had made.
    fn attempt(&self, seed: u64, attempt: u32, known: &Known, with_level: bool) -> Result<Deck, (usize, Trouble)> {
        let mut graph = Graph::nothing();
        for (number, (name, stage)) in self.stages().enumerate() {
            let mut work = Work { chance: Chance::new(seed, attempt, number), known };
            stage.run(&mut graph, &mut work).map_err(|trouble| (graph.places.len(), trouble.of(name)))?;
        }
        let level = match self.mapper.as_ref().filter(|_| with_level) {
            Some(mapper) => {
                let level = mapper.map(&graph, &self.name);
                let level = level.map(|level| Level { par: self.par.map(|par| par as f32), ..level });
                let level = level.map(|level| with_pushes(level, &known.facts));
                let level = level.and_then(|level| prove(level, &known.facts));
                Some(level.map_err(|trouble| (graph.places.len(), trouble.of("mapper")))?)
            }
            None => None,
        };
        Ok(Deck { graph, level })
    }
}

/// The level in which push-walls go as far as the stages take them to, also by rules that let them go farther.
fn with_pushes(mut level: Level, facts: &Facts) -> Level {
    if facts.push_cells != PUSH_CELLS {
        for cell in &mut level.cells {
            if let CellShape::Push { cells: cells @ None, .. } = &mut cell.shape {
                *cells = Some(PUSH_CELLS);
            }
        }
    }
    level
}

/// A level that the solver finds nothing wrong with: it can be played to its end, and whole.
fn prove(level: Level, facts: &Facts) -> Result<Level, Trouble> {
    match level.findings(facts).into_iter().find(|finding| finding.lint.rejects_deck()) {
        None => Ok(level),
        Some(finding) => Err(Trouble::Unlucky(format!("the deck is not fit to be played: {finding}"))),
    }
}

impl Trouble {
    /// The same, of a stage.
    fn of(self, stage: impl Display) -> Trouble {
        match self {
            Trouble::Wrong(what) => Trouble::Wrong(format!("{stage}: {what}")),
            Trouble::Unlucky(what) => Trouble::Unlucky(format!("{stage}: {what}")),
        }
    }
}

impl Deck {
    /// The level, if one was asked for.
    pub fn into_level(self) -> Option<Level> {
        self.level
    }

    /// The stairs, which lead to other maps.
    pub fn stairs(&self) -> &[Stair] {
        &self.graph.stairs
    }

    /// The map as rows of characters: `#` is wall, everything else can be walked. Doors are `+`, push-walls `%`, the start `@`,
    /// stairs `>`, keys `k`, undead `m` and other things `!`.
    ///
    /// # Errors
    /// A sentence, if no translator has made tiles of a maze.
    pub fn rows(&self) -> Result<Vec<String>, String> {
        if self.graph.scale == Scale::Chambers {
            return Err("the maze has no walls yet: add the translator SimpleMaze".to_owned());
        }
        let row = |y: usize| (0..self.graph.width).map(|x| character(&self.graph, y * self.graph.width + x)).collect();
        Ok((0..self.graph.height).map(row).collect())
    }
}

/// How a place is printed.
fn character(graph: &Graph, place: usize) -> char {
    match graph.kind(place) {
        Kind::Void | Kind::Wall | Kind::Window | Kind::Lift(_) | Kind::Pillar | Kind::Screen(_) | Kind::Panel => '#',
        Kind::Door(_) => '+',
        Kind::Push(_) => '%',
        Kind::Floor => match graph.contents.get(&place) {
            None => '.',
            Some(Content::Start) => '@',
            Some(Content::Stair(_)) => '>',
            Some(Content::Key(_)) => 'k',
            Some(Content::Monster { .. }) => 'm',
            Some(Content::Pickup(_) | Content::Prop(_)) => '!',
        },
    }
}
