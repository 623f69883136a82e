//! The air of a level as it begins: what open ways connect is one section, and has one pressure.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::Level,
    source::mistake::{MAX_MISTAKES, Mistake},
};

/// The pressure that is usual, in thousandths.
const FULL: u16 = 1000;

/// What open ways connect.
struct Section {
    /// Its cells, row by row.
    cells: Vec<usize>,
    /// Space is beside one of them.
    touches_space: bool,
}

impl Section {
    /// The pressure that it has if the text says nothing: none if it is open to space.
    fn usual(&self) -> u16 {
        if self.touches_space { 0 } else { FULL }
    }
}

/// Gives each cell of a section the pressure that the text says of some of them, or the usual one. Tells where two cells of one
/// section say different things, and where a cell says something that holds no air; `place` tells a cell's line and column.
pub(crate) fn fill(level: &mut Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    // Where nothing is said and space is nowhere, all air is whole.
    if level.cells.iter().all(|cell| cell.air.is_none()) && !(0..level.cells.len()).any(|cell| level.is_space(cell)) {
        return mistakes;
    }
    let mut tell = |cell: usize, what: String, width: usize| {
        if mistakes.len() < MAX_MISTAKES {
            let (line, column) = place(cell % width, cell / width);
            mistakes.push(Mistake { line, column, what });
        }
    };
    for cell in 0..level.cells.len() {
        if level.cells[cell].air.is_some() && !is_open(level, cell) {
            level.cells[cell].air = None;
            tell(cell, "only where it is open a cell holds `air`".to_owned(), level.width);
        }
    }
    for section in sections(level) {
        let said = section.cells.iter().find_map(|cell| level.cells[*cell].air.map(|air| (*cell, air)));
        let pressure = said.map_or(section.usual(), |(_, air)| air);
        for cell in section.cells {
            if let (Some(here), Some((other, _))) = (level.cells[cell].air, said)
                && here != pressure
            {
                let (row, column) = (other / level.width + 1, other % level.width + 1);
                let what = format!(
                    "the `air` is {} here and {} in row {row}, column {column}, but open ways connect them: they are one section",
                    f32::from(here) / 1000.0,
                    f32::from(pressure) / 1000.0
                );
                tell(cell, what, level.width);
            }
            level.cells[cell].air = (pressure != FULL).then_some(pressure);
        }
    }
    mistakes
}

/// What a text has to say of the air, and where: the pressure of each section that is not the usual one, in its first cell.
pub(crate) fn unusual(level: &Level) -> Vec<(usize, u16)> {
    let sections = sections(level).into_iter();
    let first = |section: Section| {
        let (cell, usual) = (section.cells[0], section.usual());
        let air = level.cells[cell].air.unwrap_or(FULL);
        (air != usual).then_some((cell, air))
    };
    sections.filter_map(first).collect()
}

/// True if air passes a cell at the start.
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

/// All sections, in the order of their first cells, and of each the cells row by row.
fn sections(level: &Level) -> Vec<Section> {
    // The number of each cell's section, from 1.
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
    fn cells_of_one_section_agree_or_it_is_told_where_they_do_not() {
        let level = read(&["########", "#@.+.h.#", "########"]).unwrap();
        let air: Vec<Option<u16>> = (1..7).map(|x| level.cell(x, 1).air).collect();
        assert_eq!(air, [None, None, None, Some(400), Some(400), Some(400)]);
        let error = read(&["######", "#@hf.#", "######"]).unwrap_err();
        assert!(error.contains("the `air` is 1 here and 0.4 in row 2, column 3"), "{error}");
        assert!(error.starts_with("deck.ron:3:"), "{error}");
        assert!(read(&["#######", "#@hG.f#", "#######"]).is_err(), "air passes bars");
        assert!(read(&["#######", "#@h+.f#", "#######"]).is_ok());
    }

    #[test]
    fn what_is_open_to_space_begins_empty_if_nothing_is_said() {
        let level = read(&["#######", "#@.+..*", "#######"]).unwrap();
        assert_eq!([2, 4].map(|x| level.cell(x, 1).air), [None, Some(0)]);
        let level = read(&["#######", "#@.+.h ", "#######"]).unwrap();
        assert_eq!(level.cell(4, 1).air, Some(400));
    }

    #[test]
    fn windows_break_that_look_out_into_space_and_others_only_if_it_is_said() {
        let can_break = |map: [&str; 3], x| read(&map).unwrap().cell(x, 1).can_break();
        assert!(can_break(["#######", "#@W   #", "#######"], 2));
        assert!(can_break(["#######", "#@.W***", "#######"], 3), "a wall of sky is space");
        assert!(!can_break(["#######", "#@.W..#", "#######"], 3));
        assert!(!can_break(["#######", "#@.i  #", "#######"], 3));
        assert!(can_break(["#######", "#@.t..#", "#######"], 3));
    }

    #[test]
    fn space_may_be_the_border_and_shows_the_sky() {
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
    fn what_says_nonsense_of_air_and_breaking_is_told() {
        for (entry, what) in [
            ("wall: \"\", air: 0.5", "only where it is open"),
            ("air: 1.5", "`air` is a pressure from 0 (none) to 1, not 1.5"),
            ("thin: true", "only a wall without a switch is `thin`"),
            ("wall: \"\", breaks: true", "only a window `breaks`"),
            ("space: true, wall: \"\"", "a wall and a piece of space at once"),
            ("space: true, pickup: \"medkit\"", "puts a pickup into a piece of space"),
        ] {
            let text = format!(
                "(name: \"\", legend: {{ '#': (wall: \"\"), '@': (thing: Player), 'x': ({entry}) }}, map: [\"####\", \"#@x#\", \"####\"])"
            );
            let error = Level::read("deck.ron", text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(what), "{entry}: {error}");
        }
    }
}
