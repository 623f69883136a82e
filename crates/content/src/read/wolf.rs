//! Maps of Wolfenstein 3D and its relatives, which players bring: converted in memory to a campaign that takes the place
//! of the game's.

use crate::{
    read::decks::CAMPAIGN,
    read::rules::read_rules,
    read::wolf_files::{read_wolf_files, wolf_paths},
    vfs::error::ContentError,
    vfs::files::Files,
};
use campaign::game_data;
use level::Level;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use wolf_maps::{CampaignDeck, CampaignOptions, Game, convert, write_campaign};

/// Folder of the descriptions of games.
pub const WOLF_GAMES: &str = "assets/wolf";
/// Description for files with an unknown extension.
const USUAL: &str = "assets/wolf/original.ron";

/// The game's files with a campaign of a player's maps over them.
#[derive(Debug)]
pub struct WolfCampaign {
    /// The files.
    pub files: Files,
    /// Everything that differs from the maps, and maps that cannot be read, one sentence each.
    pub report: Vec<String>,
}

/// Returns the description of the game to which files belong, according to their extensions.
///
/// # Errors
/// If a description cannot be read or is invalid.
pub fn wolf_game(files: &Files, maps: impl Iterator<Item = impl AsRef<Path>>) -> Result<Game, ContentError> {
    let game = |file: &str| Game::read(file, &files.read(file)?).map_err(ContentError::wrong);
    let extensions: Vec<String> =
        maps.filter_map(|file| Some(file.as_ref().extension()?.to_string_lossy().into_owned())).collect();
    for file in files.list(WOLF_GAMES, ".ron") {
        let found = game(&file)?;
        if extensions.iter().any(|extension| found.has_extension(extension)) {
            return Ok(found);
        }
    }
    game(USUAL)
}

/// Converts the maps in a folder or a file to a campaign, which takes the place of the game's. It begins with the map
/// `first`, or with the first one that has an exit.
///
/// # Errors
/// If no campaign can be made of the maps.
pub fn with_wolf_maps(files: &Files, path: &Path, first: Option<usize>) -> Result<WolfCampaign, ContentError> {
    let wrong = |what: String| ContentError::wrong(format_args!("{}: {what}", path.display()));
    let contents = read_wolf_files(&wolf_paths(&[PathBuf::from(path)])?)?;
    let game = wolf_game(files, contents.iter().map(|(name, _)| name))?;
    let maps = convert(&game, &contents, None, &game_data(&read_rules(files, None)?.0)).map_err(ContentError::wrong)?;
    if maps.is_empty() {
        return Err(wrong("it must contain at least one map, found none".to_owned()));
    }
    let set = name_of_set(path);
    let (mut levels, mut report): (Vec<(usize, String, Level)>, Vec<String>) = Default::default();
    for map in maps {
        match map.result {
            Ok(imported) => {
                report.extend(imported.notes.iter().map(|note| format!("{}: note: {note}", map.label)));
                levels.push((map.number, format!("levels/wolf/{set}/map{:02}.ron", map.number), imported.level));
            }
            Err(what) if first == Some(map.number) => return Err(ContentError::wrong(what)),
            Err(what) => report.push(what),
        }
    }
    let decks: Vec<_> = levels
        .iter()
        .map(|(number, file, level)| CampaignDeck { number: *number, file: file.clone(), level })
        .collect();
    let options = CampaignOptions { prefix: &format!("{set} "), first };
    let campaign = write_campaign(&game, &decks, options).ok_or_else(|| match first {
        Some(first) if levels.iter().all(|(number, ..)| *number != first) => wrong(format!("there is no map {first}")),
        Some(first) => wrong(format!(
            "map {first} has no exit, so that no campaign can begin with it; `hullkit import wolf --map {first}` makes \
             a level of it"
        )),
        None => wrong("none of its maps has an exit".to_owned()),
    })?;
    let mut layer = BTreeMap::from([(CAMPAIGN.to_owned(), campaign.into_bytes())]);
    for (_, file, level) in &levels {
        let text = level.write().map_err(|what| ContentError::wrong(format_args!("{file}: {what}")))?;
        layer.insert(file.clone(), text.into_bytes());
    }
    Ok(WolfCampaign { files: files.with_memory(layer), report })
}

/// Returns a name for the maps of a folder or file, which saves and lists use: its last part with only plain characters.
fn name_of_set(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = name.chars().map(plain).take(40).collect();
    if name.is_empty() { "maps".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::decks::read_campaign;
    use std::{fs, io::Write};
    use wolf_maps::{PlaneMap, write_gamemaps};

    fn shipped() -> Files {
        Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
    }

    /// Draws a map of one row: `@` is the player, `L` a lift, `!` floor from which a lift is secret, `?` an unknown
    /// thing.
    fn map(row: &str) -> PlaneMap {
        let mut map = PlaneMap::new(&format!("Map {row}"), row.len(), 3).unwrap();
        map.planes[0].fill(1);
        for (column, letter) in row.chars().enumerate() {
            let (floor, thing) = match letter {
                '@' => (108, 20),
                'L' => (21, 0),
                '!' => (107, 0),
                '?' => (108, 999),
                '.' => (108, 0),
                _ => (1, 0),
            };
            (map.planes[0][row.len() + column], map.planes[1][row.len() + column]) = (floor, thing);
        }
        map
    }

    /// Returns the files of a game with five maps: the second and the third have no exit, and the fourth no start.
    fn maps() -> [(&'static str, Vec<u8>); 2] {
        let maps = ["#L.@!L#", "#@....#", "#@.?..#", "#....L#", "#@....L"].map(map);
        let written = write_gamemaps(&maps).unwrap();
        [("maphead.wl6", written.head), ("gamemaps.wl6", written.maps)]
    }

    /// Returns the decks of a campaign: their names, files, and the exits with their destinations.
    fn decks(files: &Files) -> Vec<(String, String, Vec<String>)> {
        let decks = read_campaign(files, &read_rules(files, None).unwrap().0).unwrap();
        let way = |by: &str, to: Option<&str>| format!("{by} to {}", to.unwrap_or("the end"));
        let of = |deck: &campaign::Deck| {
            let ways = deck.ways.iter().map(|it| way(&it.by, it.to.as_deref())).collect();
            (deck.name.clone(), deck.file.clone(), ways)
        };
        decks.iter().map(of).collect()
    }

    #[test]
    fn maps_in_a_folder_are_a_campaign() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("My maps");
        fs::create_dir(&folder).unwrap();
        for (name, bytes) in maps() {
            fs::write(folder.join(name), bytes).unwrap();
        }
        fs::write(folder.join("readme.txt"), "not a map").unwrap();
        let WolfCampaign { files, report } = with_wolf_maps(&shipped(), &folder, None).unwrap();
        let file = |number: usize| format!("levels/wolf/my_maps/map{number:02}.ron");
        let lifts = vec!["lift to my_maps map 5".to_owned(), "secret lift to my_maps map 5".to_owned()];
        let last = vec!["lift to the end".to_owned()];
        let wanted =
            [("my_maps map 1".to_owned(), file(1), lifts), ("my_maps map 5".to_owned(), file(5), last.clone())];
        assert_eq!(decks(&files), wanted);
        assert!(files.contains(&file(2)), "its level is there, although no exit leads to it");
        let label = format!("{}: map", folder.join("gamemaps.wl6").display());
        assert_eq!(
            report,
            [
                format!("{label} 3: note: the unknown thing 999 has a stand-in: at (3, 1)"),
                format!("{label} 4: the map must have a start for the player, got none"),
            ]
        );
        let later = with_wolf_maps(&shipped(), &folder.join("GAMEMAPS.WL6"), Some(5));
        let later = later.or_else(|_| with_wolf_maps(&shipped(), &folder.join("gamemaps.wl6"), Some(5))).unwrap();
        assert_eq!(decks(&later.files)[0].2, last);
        let error = |first: usize| with_wolf_maps(&shipped(), &folder, Some(first)).unwrap_err().what;
        assert!(error(2).contains("My maps: map 2 has no exit"), "{}", error(2));
        assert!(error(4).ends_with("map 4: the map must have a start for the player, got none"), "{}", error(4));
        assert!(error(6).ends_with("My maps: there is no map 6"), "{}", error(6));
    }

    #[test]
    fn maps_in_an_archive_are_a_campaign() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("maps.pk3");
        let mut zip = zip::ZipWriter::new(fs::File::create(&file).unwrap());
        for (name, bytes) in maps().into_iter().chain([("readme.txt", b"not a map".to_vec())]) {
            zip.start_file(format!("maps/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(&bytes).unwrap();
        }
        zip.finish().unwrap();
        let campaign = with_wolf_maps(&shipped(), &file, None).unwrap();
        assert_eq!(decks(&campaign.files).len(), 2);
        assert!(campaign.report[0].contains("maps.pk3/maps/gamemaps.wl6: map 3: note: "), "{}", campaign.report[0]);
        fs::write(&file, b"PK").unwrap();
        let error = with_wolf_maps(&shipped(), &file, None).unwrap_err().what;
        assert!(error.contains("maps.pk3: it must be a zip archive: "), "{error}");
    }
}
