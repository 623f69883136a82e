//! Converts all maps of some files.

use crate::{
    archive::read_maps,
    found_map::FoundMap,
    game::Game,
    import::import::{Imported, import},
    problem::Problem,
};
use level::GameData;

/// A map of some files, converted.
#[derive(Clone, Debug)]
pub struct ConvertedMap {
    /// Place in the game, from 1.
    pub number: usize,
    /// File and number of the map, for messages.
    pub label: String,
    /// The level with all notes about the map, or the reason why it cannot be read or converted, as one sentence with
    /// the file.
    pub result: Result<Imported, String>,
}

/// Converts the maps of some files, given as names and contents; see [`read_maps`]. If `only` is a number, the other
/// maps are skipped. Archives and texts contain few maps each, so maps of several files are numbered across the files.
///
/// # Errors
/// As for [`read_maps`]. Errors of single maps are in the list.
pub fn convert(
    game: &Game,
    files: &[(String, Vec<u8>)],
    only: Option<usize>,
    game_data: &GameData,
) -> Result<Vec<ConvertedMap>, Problem> {
    let found = read_maps(game, files)?;
    let has_several = found.iter().any(|map| map.file != found[0].file);
    let numbered = found.into_iter().zip(1..).map(|(map, place)| (if has_several { place } else { map.number }, map));
    let wanted = numbered.filter(|(number, _)| only.is_none_or(|only| only == *number));
    Ok(wanted.map(|(number, map)| converted(game, map, number, game_data)).collect())
}

fn converted(game: &Game, found: FoundMap, number: usize, game_data: &GameData) -> ConvertedMap {
    let FoundMap { file, number: in_file, map, offsets, notes } = found;
    let result = map.and_then(|map| {
        import(game, &map, number, game_data)
            .map_err(|error| Problem::at(&file, offsets.of(error.part), error.what).in_map(in_file))
    });
    let result = result.map(|made| Imported { notes: notes.into_iter().chain(made.notes).collect(), ..made });
    ConvertedMap { number, label: format!("{file}: map {in_file}"), result: result.map_err(|it| it.to_string()) }
}
