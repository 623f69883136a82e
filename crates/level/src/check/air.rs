//! Initial air pressure: cells with open connections form a section, which has one pressure.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::Level,
    source::diagnostic::{Diagnostic, MAX_DIAGNOSTICS},
};

/// Normal pressure, in thousandths.
const FULL: u16 = 1000;

/// A set of connected open cells.
struct Section {
    /// Cells, row by row.
    cells: Vec<usize>,
    /// Whether one of the cells is next to space.
    touches_space: bool,
}

impl Section {
    /// Returns the pressure if the text does not define one: none if the section is open to space.
    fn default_pressure(&self) -> u16 {
        if self.touches_space { 0 } else { FULL }
    }
}

/// Sets the pressure of all cells from the cells whose pressure the text defines, or to the default. Returns errors for
/// sections with conflicting values and for cells that hold no air; `place` returns the line and column of a cell.
pub(crate) fn fill(level: &mut Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    // Without any value and without space, all sections are full.
    if level.cells.iter().all(|cell| cell.air.is_none()) && !(0..level.cells.len()).any(|cell| level.is_space(cell)) {
        return diagnostics;
    }
    let mut report = |cell: usize, what: String, width: usize| {
        if diagnostics.len() < MAX_DIAGNOSTICS {
            let (line, column) = place(cell % width, cell / width);
            diagnostics.push(Diagnostic { line, column, what });
        }
    };
    for cell in 0..level.cells.len() {
        if level.cells[cell].air.is_some() && !is_open(level, cell) {
            level.cells[cell].air = None;
            report(cell, "`air` requires an open cell".to_owned(), level.width);
        }
    }
    for section in sections(level) {
        let said = section.cells.iter().find_map(|cell| level.cells[*cell].air.map(|air| (*cell, air)));
        let pressure = said.map_or(section.default_pressure(), |(_, air)| air);
        for cell in section.cells {
            if let (Some(here), Some((other, _))) = (level.cells[cell].air, said)
                && here != pressure
            {
                let (row, column) = (other / level.width + 1, other % level.width + 1);
                let what = format!(
                    "connected cells must have the same `air`, got {} here and {} in row {row}, column {column}",
                    f32::from(here) / 1000.0,
                    f32::from(pressure) / 1000.0
                );
                report(cell, what, level.width);
            }
            level.cells[cell].air = (pressure != FULL).then_some(pressure);
        }
    }
    diagnostics
}

/// Returns what a text must define: for each section with a pressure other than the default, its first cell and the
/// pressure.
pub(crate) fn unusual(level: &Level) -> Vec<(usize, u16)> {
    let sections = sections(level).into_iter();
    let first = |section: Section| {
        let (cell, default) = (section.cells[0], section.default_pressure());
        let air = level.cells[cell].air.unwrap_or(FULL);
        (air != default).then_some((cell, air))
    };
    sections.filter_map(first).collect()
}

/// Returns true if air initially passes through a cell.
fn is_open(level: &Level, cell: usize) -> bool {
    match level.cells[cell].shape {
        CellShape::Open | CellShape::Pillar { .. } | CellShape::Table | CellShape::Diagonal { .. } => true,
        CellShape::Pane { kind, .. } => kind != PaneKind::Window,
        CellShape::Space
        | CellShape::Wall { .. }
        | CellShape::Lift { .. }
        | CellShape::Switch { .. }
        | CellShape::Door { .. }
        | CellShape::Push { .. } => false,
    }
}

/// Returns all sections, in the order of their first cells.
fn sections(level: &Level) -> Vec<Section> {
    // Number of each cell's section, from 1.
    let mut numbers = vec![0; level.cells.len()];
    let (mut sections, mut frontier) = (Vec::new(), Vec::new());
    for first in 0..level.cells.len() {
        if numbers[first] != 0 || !is_open(level, first) {
            continue;
        }
        let number = sections.len() + 1;
        let (mut count, mut touches_space) = (0, false);
        numbers[first] = number;
        frontier.push(first);
        while let Some(cell) = frontier.pop() {
            count += 1;
            for side in level.neighbours(cell) {
                if numbers[side] != 0 {
                    continue;
                }
                if is_open(level, side) {
                    numbers[side] = number;
                    frontier.push(side);
                }
                touches_space |= level.is_space(side);
            }
        }
        sections.push(Section { cells: Vec::with_capacity(count), touches_space });
    }
    for (cell, number) in numbers.into_iter().enumerate().filter(|(_, number)| *number != 0) {
        sections[number - 1].cells.push(cell);
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(map: &[&str]) -> Result<Level, String> {
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '*': (wall: \"sky\"), '.': (), '@': (thing: Player), '+': (door: \"\"),
                'W': (window: \"\"), 'i': (window: \"\", breaks: false), 't': (wall: \"\", thin: true), 'G': (grating: \"\"),
                ' ': (space: true), 'h': (air: 0.4), 'f': (air: 1) }}, map: {map:?})"
        );
        Level::read("deck.ron", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn different_pressures_in_one_section_are_reported() {
        let level = read(&["########", "#@.+.h.#", "########"]).unwrap();
        let air: Vec<Option<u16>> = (1..7).map(|x| level.cell(x, 1).air).collect();
        assert_eq!(air, [None, None, None, Some(400), Some(400), Some(400)]);
        let error = read(&["######", "#@hf.#", "######"]).unwrap_err();
        assert!(
            error.contains("connected cells must have the same `air`, got 1 here and 0.4 in row 2, column 3"),
            "{error}"
        );
        assert!(error.starts_with("deck.ron:3:"), "{error}");
        assert!(read(&["#######", "#@hG.f#", "#######"]).is_err(), "air passes bars");
        assert!(read(&["#######", "#@h+.f#", "#######"]).is_ok());
    }

    #[test]
    fn sections_open_to_space_are_empty_by_default() {
        let level = read(&["#######", "#@.+..*", "#######"]).unwrap();
        assert_eq!([2, 4].map(|x| level.cell(x, 1).air), [None, Some(0)]);
        let level = read(&["#######", "#@.+.h ", "#######"]).unwrap();
        assert_eq!(level.cell(4, 1).air, Some(400));
    }

    #[test]
    fn only_windows_onto_space_break_by_default() {
        let can_break = |map: [&str; 3], x| read(&map).unwrap().cell(x, 1).can_break();
        assert!(can_break(["#######", "#@W   #", "#######"], 2));
        assert!(can_break(["#######", "#@.W***", "#######"], 3), "a wall of sky is space");
        assert!(!can_break(["#######", "#@.W..#", "#######"], 3));
        assert!(!can_break(["#######", "#@.i  #", "#######"], 3));
        assert!(can_break(["#######", "#@.t..#", "#######"], 3));
    }

    #[test]
    fn space_on_the_border_becomes_a_wall_of_sky() {
        let level = read(&["   ", " @ ", "   "]).unwrap();
        assert!((0..9).all(|cell| level.is_space(cell) == (cell != 4)));
        let level = read(&["#####", "#@W #", "#####"]).unwrap();
        let cell = level.cell(3, 1);
        assert_eq!(
            (cell.shape, level.texture(cell.floor), level.texture(cell.ceiling)),
            (CellShape::Space, "sky", "sky")
        );
    }

    #[test]
    fn invalid_air_and_breakage_are_reported() {
        for (entry, what) in [
            ("wall: \"\", air: 0.5", "`air` requires an open cell"),
            ("air: 1.5", "`air` must be a pressure from 0 (none) to 1, got 1.5"),
            ("thin: true", "`breakable` requires a `window`, or a `wall` without a switch"),
            ("space: true, wall: \"\"", "a cell can hold a wall or a space cell, not both"),
            ("space: true, pickup: \"medkit\"", "a pickup must be on open floor, found a space cell"),
        ] {
            let text = format!(
                "(name: \"\", legend: {{ '#': (wall: \"\"), '@': (thing: Player), 'x': ({entry}) }}, map: [\"####\", \"#@x#\", \"####\"])"
            );
            let error = Level::read("deck.ron", text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{entry}: {error}");
        }
    }
}
