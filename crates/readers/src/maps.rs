//! Readers of maps: levels, and those of other programs.

use crate::{
    oracle::{check_message, checked},
    seeds::files,
};
use generate::{Pipeline, RoomSet};
use level::{GameData, Level};
use std::sync::LazyLock;
use wolf_maps::{Game, PlaneMap, convert, export, write_gamemaps, write_uwmf};

/// Maximum number of cells of maps that are proved to be playable, which takes long on large ones.
const PROVED: usize = 900;

/// Reads a level. What was read is written and read again, and searched for mistakes of the author.
pub(crate) fn level(bytes: &[u8]) {
    let Some(level) = checked(Level::read("level.ron", bytes)) else { return };
    check_level(&level);
}

/// Checks that a level survives being written, and that it can be searched for mistakes.
fn check_level(level: &Level) {
    if let Some(text) = checked(level.write()) {
        let again = Level::read("again.ron", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(again == *level, "a level must not change when it is written: {text}");
    }
    if level.cells.len() <= PROVED {
        level.findings(&GameData::default()).iter().for_each(check_message);
    }
}

pub(crate) fn levels() -> Vec<Vec<u8>> {
    files(&["levels", "levels/samples", "tests/corpus", "mods/examples/kennel/levels"])
}

/// Reads a pipeline in either format.
pub(crate) fn pipeline(bytes: &[u8]) {
    checked(Pipeline::read("pipeline", bytes));
}

pub(crate) fn pipelines() -> Vec<Vec<u8>> {
    files(&["assets/pipelines"])
}

/// Reads a file of prefab rooms.
pub(crate) fn rooms(bytes: &[u8]) {
    checked(RoomSet::read([("rooms.ron", bytes)]));
}

pub(crate) fn room_files() -> Vec<Vec<u8>> {
    files(&["assets/rooms"])
}

/// Reads a Tiled map. It has no other files.
pub(crate) fn tiled(bytes: &[u8]) {
    let import = tiled_map::import("map.tmx", bytes, |name| Err(format!("{name} is missing")));
    if let Some(import) = checked(import) {
        check_level(&import.level);
        import.notes.iter().for_each(check_message);
    }
}

pub(crate) fn tiled_maps() -> Vec<Vec<u8>> {
    let levels = levels().into_iter().filter_map(|bytes| Level::read("level.ron", &bytes).ok());
    let maps = levels.filter_map(|level| tiled_map::export(&level, &[], "tiles.png").ok());
    maps.map(|made| made.tmx.into_bytes()).filter(|map| map.len() < 60_000).collect()
}

/// The description of the original game.
static ORIGINAL: LazyLock<Game> = LazyLock::new(|| {
    Game::read("original.ron", include_bytes!("../../../assets/wolf/original.ron")).expect("a file of the game")
});

/// Names of files of maps, by the first byte of an input.
const WOLF_FILES: [&str; 3] = ["GAMEMAPS.WL6", "MAPTEMP.WL6", "x.wad"];

/// Reads maps of Wolfenstein 3D: a byte for the kind of file, two for the length of a file of offsets, that file, and the
/// file of the maps.
pub(crate) fn wolf(bytes: &[u8]) {
    let Some((&[kind, low, high], rest)) = bytes.split_first_chunk::<3>() else { return };
    let head = usize::from(u16::from_le_bytes([low, high])).min(rest.len());
    let (head, maps) = rest.split_at(head);
    let mut files = vec![("MAPHEAD.WL6".to_owned(), head.to_vec())];
    files.push((WOLF_FILES[usize::from(kind) % WOLF_FILES.len()].to_owned(), maps.to_vec()));
    let Some(found) = checked(convert(&ORIGINAL, &files, None, &GameData::default())) else { return };
    for map in found {
        if let Some(imported) = checked(map.result) {
            checked(imported.level.write());
            imported.notes.iter().for_each(check_message);
        }
    }
}

pub(crate) fn wolf_files() -> Vec<Vec<u8>> {
    let levels = levels().into_iter().filter_map(|bytes| Level::read("level.ron", &bytes).ok());
    let maps: Vec<PlaneMap> = levels.filter_map(|level| Some(export(&ORIGINAL, &level).ok()?.map)).collect();
    let packed = write_gamemaps(&maps[..1]).expect("one map fits");
    let input = |kind: u8, head: &[u8], maps: &[u8]| {
        let length = u16::try_from(head.len()).expect("a short file");
        [&[kind][..], &length.to_le_bytes(), head, maps].concat()
    };
    let text = write_uwmf(&ORIGINAL, &maps[0]).0.into_bytes();
    vec![input(0, &packed.head, &packed.maps), input(2, &[], &text)]
}

/// Reads a description of a game whose maps can be imported.
pub(crate) fn wolf_game(bytes: &[u8]) {
    checked(Game::read("game.ron", bytes));
}

pub(crate) fn wolf_games() -> Vec<Vec<u8>> {
    files(&["assets/wolf"])
}
