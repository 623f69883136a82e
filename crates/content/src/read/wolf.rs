//! Maps of Wolfenstein 3D and its relatives, which players bring: converted in memory to a campaign that takes the place
//! of the game's.

use crate::{
    read::decks::{CAMPAIGN, CAMPAIGN_FOLDER},
    read::rules::read_rules,
    read::wolf_files::{read_wolf_files, wolf_paths},
    vfs::error::ContentError,
    vfs::files::Files,
};
use campaign::game_data;
use level::Level;
use std::{
    collections::BTreeMap,
    fmt::Display,
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
    let contents = read_wolf_files(&wolf_paths(&[PathBuf::from(path)])?)?;
    let maps = WolfMaps::convert(files, path, &contents, first)?;
    let layer = maps.layer(CampaignPlace::OfTheGame, first)?;
    Ok(WolfCampaign { files: files.with_memory(layer), report: maps.report })
}

/// The place of the campaign of some maps.
pub(crate) enum CampaignPlace<'a> {
    /// It takes the place of the game's.
    OfTheGame,
    /// Players choose it by this title.
    Titled(&'a str),
}

/// Maps of a player as levels.
#[derive(Debug)]
pub(crate) struct WolfMaps {
    path: PathBuf,
    pub(crate) game: Game,
    levels: Vec<(usize, Level)>,
    /// Everything that differs from the maps, warnings about their levels, and maps that cannot be read, one sentence
    /// each.
    pub(crate) report: Vec<String>,
}

impl WolfMaps {
    /// Converts maps, given as names and contents of their files; `path` is the folder or file that contains them.
    ///
    /// # Errors
    /// If there is no map, if the files are damaged as a whole, or if the map `first` cannot be converted.
    pub(crate) fn convert(
        files: &Files,
        path: &Path,
        contents: &[(String, Vec<u8>)],
        first: Option<usize>,
    ) -> Result<WolfMaps, ContentError> {
        let game = wolf_game(files, contents.iter().map(|(name, _)| name))?;
        let game_data = game_data(&read_rules(files, None)?.0);
        let converted = convert(&game, contents, None, &game_data).map_err(ContentError::wrong)?;
        let mut maps = WolfMaps { path: path.to_owned(), game, levels: Vec::new(), report: Vec::new() };
        for map in converted {
            match map.result {
                Ok(imported) => {
                    let notes = imported.notes.iter().map(|note| format!("{}: note: {note}", map.label));
                    maps.report.extend(notes);
                    let findings = imported.level.findings(&game_data).into_iter();
                    maps.report.extend(findings.map(|finding| format!("{}: warning: {finding}", map.label)));
                    maps.levels.push((map.number, imported.level));
                }
                Err(what) if first == Some(map.number) => return Err(ContentError::wrong(what)),
                Err(what) => maps.report.push(what),
            }
        }
        match maps.levels.is_empty() {
            true if maps.report.is_empty() => Err(maps.wrong("it must contain at least one map, found none")),
            true => Err(ContentError::wrong(maps.report.join("\n"))),
            false => Ok(maps),
        }
    }

    fn wrong(&self, what: impl Display) -> ContentError {
        ContentError::wrong(format_args!("{}: {what}", self.path.display()))
    }

    /// Returns the files of the levels and of their campaign, which begins with the map `first`, or with the first one
    /// that has an exit.
    ///
    /// # Errors
    /// If no campaign can be made of the maps.
    pub(crate) fn layer(
        &self,
        place: CampaignPlace,
        first: Option<usize>,
    ) -> Result<BTreeMap<String, Vec<u8>>, ContentError> {
        let set = name_of_set(&self.path);
        let level_file = |number: usize| wolf_level(&set, number);
        let decks = self.levels.iter();
        let decks: Vec<_> =
            decks.map(|(number, level)| CampaignDeck { number: *number, file: level_file(*number), level }).collect();
        let (file, title) = match place {
            CampaignPlace::OfTheGame => (CAMPAIGN.to_owned(), None),
            CampaignPlace::Titled(title) => (format!("{CAMPAIGN_FOLDER}/{set}.ron"), Some(title)),
        };
        let options = CampaignOptions { title, prefix: &format!("{set} "), first };
        let campaign = write_campaign(&self.game, &decks, options).ok_or_else(|| match first {
            Some(first) if self.levels.iter().all(|(number, _)| *number != first) => {
                self.wrong(format_args!("there is no map {first}"))
            }
            Some(first) => self.wrong(format_args!(
                "map {first} has no exit, so that no campaign can begin with it; `hullkit import wolf --map {first}` \
                 makes a level of it"
            )),
            None => self.wrong("none of its maps has an exit"),
        })?;
        let mut layer = BTreeMap::from([(file, campaign.into_bytes())]);
        for (number, level) in &self.levels {
            let file = level_file(*number);
            let text = level.write().map_err(|what| ContentError::wrong(format_args!("{file}: {what}")))?;
            layer.insert(file, text.into_bytes());
        }
        Ok(layer)
    }
}

/// Returns the file of the level of a map in a set of maps.
pub fn wolf_level(set: &str, number: usize) -> String {
    format!("levels/wolf/{set}/map{number:02}.ron")
}

/// Returns a name for the maps of a folder or file, which saves and lists use: its last part with only plain characters.
pub fn name_of_set(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // An archive has the name of a folder with the same maps.
    let name = if whole.is_dir() { whole.file_name() } else { whole.file_stem() };
    let name = name.unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = name.chars().map(plain).take(40).collect();
    if name.is_empty() { "maps".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        mods::folder::find_mods, mods::game_mod::with_mods, read::decks::added_campaigns,
        read::decks::read_campaign_file,
    };
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
    fn decks(files: &Files, campaign: &str) -> Vec<(String, String, Vec<String>)> {
        let decks = read_campaign_file(campaign, files, &read_rules(files, None).unwrap().0).unwrap();
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
        assert_eq!(decks(&files, CAMPAIGN), wanted);
        assert!(files.contains(&file(2)), "its level is there, although no exit leads to it");
        let label = format!("{}: map", folder.join("gamemaps.wl6").display());
        let no_exit = "warning: the deck has no exit: give a wall a `lift` switch [no-exit]";
        let wanted = [
            format!("{label} 2: {no_exit}"),
            format!("{label} 3: note: the unknown thing 999 has a stand-in: at (3, 1)"),
            format!("{label} 3: {no_exit}"),
        ];
        assert_eq!(report[..3], wanted);
        let is_of_map_4 = |what: &str| {
            what.starts_with(&format!("{label} 4: offset "))
                && what.ends_with(": the map must have a start for the player, got none")
        };
        assert!(is_of_map_4(&report[3]) && report.len() == 4, "{report:?}");
        let later = with_wolf_maps(&shipped(), &folder.join("GAMEMAPS.WL6"), Some(5));
        let later = later.or_else(|_| with_wolf_maps(&shipped(), &folder.join("gamemaps.wl6"), Some(5))).unwrap();
        assert_eq!(decks(&later.files, CAMPAIGN)[0].2, last);
        let error = |first: usize| with_wolf_maps(&shipped(), &folder, Some(first)).unwrap_err().what;
        assert!(error(2).contains("My maps: map 2 has no exit"), "{}", error(2));
        assert!(is_of_map_4(&error(4)), "{}", error(4));
        assert!(error(6).ends_with("My maps: there is no map 6"), "{}", error(6));
    }

    #[test]
    fn maps_in_the_folder_of_mods_are_campaigns() {
        let folder = tempfile::tempdir().unwrap();
        let (mods, shipped) = (folder.path(), shipped());
        fs::create_dir(mods.join("My maps")).unwrap();
        for (name, bytes) in maps() {
            fs::write(mods.join("My maps").join(name), bytes).unwrap();
        }
        // A folder with a manifest and an archive of maps.
        fs::create_dir(mods.join("named")).unwrap();
        fs::write(mods.join("named/mod.ron"), "(name: \"Old decks\", version: \"2.0\")").unwrap();
        fs::write(mods.join("named/more.pk3"), archive()).unwrap();
        fs::write(mods.join("packed.zip"), archive()).unwrap();
        fs::create_dir(mods.join("torn")).unwrap();
        fs::write(mods.join("torn/MAPHEAD.WL6"), [1, 2, 3]).unwrap();
        let (found, errors) = find_mods(&shipped, mods, &[]);
        let names: Vec<(&str, &str)> =
            found.iter().map(|one| (one.name(), one.manifest().description.as_str())).collect();
        let description = "Maps of Wolfenstein 3D.";
        assert_eq!(names, [("My maps", description), ("Old decks", ""), ("packed", description)]);
        assert!(errors[0].1.what.contains("torn/MAPHEAD.WL6: its maps are missing"), "{errors:?}");
        let files = with_mods(&shipped, &found);
        let campaigns = added_campaigns(&files).unwrap();
        let titles: Vec<&str> = campaigns.iter().map(|(_, title)| title.as_str()).collect();
        assert_eq!(titles, ["My maps", "Old decks", "packed"]);
        let lifts = ["lift to my_maps map 5", "secret lift to my_maps map 5"].map(str::to_owned).to_vec();
        let first = decks(&files, "assets/campaigns/my_maps.ron").remove(0);
        assert_eq!(first, ("my_maps map 1".to_owned(), "levels/wolf/my_maps/map01.ron".to_owned(), lifts));
        assert!(found[0].report()[1].ends_with("the unknown thing 999 has a stand-in: at (3, 1)"));
        // Maps that have not changed are not converted again.
        let again = find_mods(&shipped, mods, &found).0;
        assert!(std::sync::Arc::ptr_eq(&again[0], &found[0]));
        fs::write(mods.join("My maps/gamemaps.wl6"), write_gamemaps(&[map("#@..L#")]).unwrap().maps).unwrap();
        let changed = find_mods(&shipped, mods, &found).0;
        assert!(!changed[0].is_same(&found[0]) && changed[0].hash() != found[0].hash());
    }

    /// Returns an archive with the maps.
    fn archive() -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in maps().into_iter().chain([("readme.txt", b"not a map".to_vec())]) {
            zip.start_file(format!("maps/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(&bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn maps_in_an_archive_are_a_campaign() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("maps.pk3");
        fs::write(&file, archive()).unwrap();
        let campaign = with_wolf_maps(&shipped(), &file, None).unwrap();
        assert_eq!(decks(&campaign.files, CAMPAIGN).len(), 2);
        assert!(campaign.report[1].contains("maps.pk3/maps/gamemaps.wl6: map 3: note: "), "{:?}", campaign.report);
        fs::write(&file, b"PK").unwrap();
        let error = with_wolf_maps(&shipped(), &file, None).unwrap_err().what;
        assert!(error.contains("maps.pk3: it must be a zip archive: "), "{error}");
    }
}
