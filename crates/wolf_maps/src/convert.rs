//! Converts all maps of some files.

use crate::{
    archive::{FoundMap, read_maps},
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
    let mut found = read_maps(game, files)?;
    let labels: Vec<String> = found.iter().map(|map| format!("{}: map {}", map.file, map.number)).collect();
    if found.iter().any(|map| map.file != found[0].file) {
        (1..).zip(&mut found).for_each(|(number, map)| map.number = number);
    }
    let wanted = found.into_iter().zip(labels).filter(|(map, _)| only.is_none_or(|number| number == map.number));
    Ok(wanted.map(|(map, label)| converted(game, map, label, game_data)).collect())
}

fn converted(game: &Game, found: FoundMap, label: String, game_data: &GameData) -> ConvertedMap {
    let FoundMap { number, map, notes, .. } = found;
    let result = map.map_err(|problem| problem.to_string()).and_then(|map| {
        let imported = import(game, &map, number, game_data).map_err(|what| format!("{label}: {what}"))?;
        Ok(Imported { notes: notes.into_iter().chain(imported.notes).collect(), ..imported })
    });
    ConvertedMap { number, label, result }
}
