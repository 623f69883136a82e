//! Maps drawn as text, encoded and read again.

use level::{CellShape, GameData, Level, Thing};
use std::sync::LazyLock;
use wolf_maps::{Game, Imported, PlaneMap, import, read_maps, write_gamemaps};

/// The description of the original game.
pub(crate) fn original() -> &'static Game {
    static GAME: LazyLock<Game> = LazyLock::new(|| {
        let file = include_bytes!("../../../../assets/wolf/original.ron");
        Game::read("original.ron", file).expect("a readable file")
    });
    &GAME
}

/// Numbers on the first and on the second plane of a character that means the same on all drawings.
fn usual(letter: char) -> (u16, u16) {
    match letter {
        '#' => (1, 0),
        '.' => (108, 0),
        '@' => (108, 20),
        '|' => (90, 0),
        '-' => (91, 0),
        'L' => (21, 0),
        '%' => (1, 98),
        ' ' => (0, 0),
        other => panic!("{other:?} must be in the legend of the drawing"),
    }
}

/// A map drawn with one character per cell. `legend` has the numbers of further characters.
pub(crate) fn draw(rows: &[&str], legend: &[(char, u16, u16)]) -> PlaneMap {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut map = PlaneMap::new("drawn", rows[0].len(), rows.len()).expect("it is valid");
    for (cell, letter) in rows.concat().into_iter().enumerate() {
        let known = legend.iter().find(|(known, ..)| *known == letter);
        let (wall, thing) = known.map_or_else(|| usual(letter), |(_, wall, thing)| (*wall, *thing));
        map.planes[0][cell] = wall;
        map.planes[1][cell] = thing;
    }
    map
}

/// Names and contents of the files of some maps.
pub(crate) fn files(maps: &[PlaneMap]) -> Vec<(String, Vec<u8>)> {
    let written = write_gamemaps(maps).expect("it is valid");
    vec![("maphead.wl6".to_owned(), written.head), ("GameMaps.WL6".to_owned(), written.maps)]
}

/// Encodes a drawing, reads it and converts it.
pub(crate) fn imported(rows: &[&str], legend: &[(char, u16, u16)]) -> Imported {
    let drawn = draw(rows, legend);
    let found = read_maps(original(), &files(std::slice::from_ref(&drawn))).expect("it is valid").remove(0);
    let map = found.map.expect("it is valid");
    assert_eq!(map, drawn, "decoding must reverse encoding");
    let imported = import(original(), &map, 1, &GameData::default()).expect("it is valid");
    let text = imported.level.write().expect("it is valid");
    let again = Level::read("again", text.as_bytes()).expect("it is valid");
    assert_eq!(again, imported.level, "its text is the level");
    imported
}

/// The shape in a column and a row.
pub(crate) fn shape(level: &Level, (x, y): (usize, usize)) -> CellShape {
    level.cell(x, y).shape
}

/// The thing in a column and a row.
pub(crate) fn thing(level: &Level, (x, y): (usize, usize)) -> Thing {
    *level.things.iter().find(|thing| (thing.x, thing.y) == (x, y)).expect("something is there")
}
