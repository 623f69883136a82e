//! A map in a file, with the places of its things for messages.

use crate::{plane_map::PlaneMap, problem::Problem};

/// A map in a file.
#[derive(Clone, Debug)]
pub struct FoundMap {
    /// Name of the file.
    pub file: String,
    /// Number of the map in the file, from 1.
    pub number: usize,
    /// The map, or the reason why it cannot be read.
    pub map: Result<PlaneMap, Problem>,
    /// Offsets of its parts in the file.
    pub offsets: Offsets,
    /// Omissions when it was read, one sentence each.
    pub notes: Vec<String>,
}

/// Offsets of a map's parts from the start of its file, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// The map.
    pub map: usize,
    /// The plane or the list of its things, or the place that should refer to it.
    pub things: usize,
    /// What each cell of that plane was read from. Empty if there is no such plane.
    pub cells: Vec<u32>,
}

/// A part of a map that has an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole map.
    Map,
    /// All things.
    Things,
    /// The thing in a cell, counted row by row.
    Thing(usize),
}

impl Offsets {
    /// Returns the offset of a part.
    pub fn of(&self, part: Part) -> usize {
        match part {
            Part::Map => self.map,
            Part::Things => self.things,
            Part::Thing(cell) => self.cells.get(cell).map_or(self.things, |offset| *offset as usize),
        }
    }
}

impl FoundMap {
    /// Creates a map of a file that was read without notes.
    pub(crate) fn new(file: &str, number: usize, map: PlaneMap, offsets: Offsets) -> FoundMap {
        FoundMap { file: file.to_owned(), number, map: Ok(map), offsets, notes: Vec::new() }
    }

    /// Creates a map of a file that cannot be read.
    pub(crate) fn refused(file: &str, number: usize, problem: Problem) -> FoundMap {
        let map = Err(problem.in_map(number));
        FoundMap { file: file.to_owned(), number, map, offsets: Offsets::default(), notes: Vec::new() }
    }

    /// Returns the map as one with another number.
    pub(crate) fn numbered(self, number: usize) -> FoundMap {
        FoundMap { number, map: self.map.map_err(|problem| problem.in_map(number)), ..self }
    }
}
