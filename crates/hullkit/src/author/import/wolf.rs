//! `hullkit import wolf`: converts maps of Wolfenstein 3D and its relatives to levels.

use crate::{
    author::check::warn,
    author::wolf_game::OfGame,
    command_line::failure::{Failure, read, say},
    command_line::known::read_known,
    command_line::output::{Force, Outputs},
};
use clap::Args;
use level::{GameData, Level};
use ports::is_same_file;
use std::{
    fs,
    path::{Path, PathBuf},
};
use wolf_maps::{CampaignDeck, FoundMap, Game, import, read_maps, write_campaign};

/// Stems of the files of the original game. If one of them is named, the others are read, too.
const STEMS: [&str; 3] = ["MAPHEAD", "GAMEMAPS", "MAPTEMP"];
/// Extensions of further files that are read from a folder.
const EXTENSIONS: [&str; 3] = ["wad", "wdc", "uwmf"];

/// Converts maps of Wolfenstein 3D, Spear of Destiny and related games to levels and a campaign.
///
/// Reads GAMEMAPS or MAPTEMP with MAPHEAD (name one of them), files of the editor WDC, WAD archives, and UWMF texts.
/// Notes list what differs from the original. Maps that cannot be read are reported and skipped.
#[derive(Args)]
pub(crate) struct Wolf {
    /// Files, or folders that contain them.
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Folder for the levels, map01.ron and so on, and for their campaign.ron. It is created if necessary.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only the map with this number, from 1, and no campaign.
    #[arg(long, value_name = "N")]
    map: Option<usize>,
    /// Write a mod for `hullbreach --mod DIR`, whose campaign replaces that of the game.
    #[arg(long = "mod", conflicts_with = "map")]
    as_mod: bool,
    #[command(flatten)]
    game: OfGame,
    #[command(flatten)]
    force: Force,
}

/// A map that has become a level.
struct Made {
    /// Place in the game, from 1.
    number: usize,
    /// The level's file.
    file: PathBuf,
    level: Level,
}

impl Wolf {
    /// Reads, converts and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let paths = all_files(&self.files)?;
        let outputs = Outputs::beside(paths.iter().map(PathBuf::as_path), self.force);
        let game = self.game.read(&paths)?;
        let contents = paths.iter().map(|path| Ok((path.display().to_string(), read(path)?)));
        let contents: Vec<(String, Vec<u8>)> = contents.collect::<Result<_, Failure>>()?;
        let mut found = read_maps(&game, &contents).map_err(Failure::data)?;
        // Archives and texts contain few maps each, so their maps are numbered across all files.
        if found.iter().any(|map| map.file != found[0].file) {
            (1..).zip(&mut found).for_each(|(number, map)| map.number = number);
        }
        found.retain(|map| self.map.is_none_or(|wanted| wanted == map.number));
        if found.is_empty() {
            let wanted = self.map.map_or_else(
                || "the files must contain at least one map".to_owned(),
                |map| format!("--map {map}: there is no such map"),
            );
            return Err(Failure::arguments(wanted));
        }
        let (count, game_data) = (found.len(), read_known()?.game_data);
        let made: Vec<Made> = found.into_iter().filter_map(|map| self.make(&game, map, &game_data)).collect();
        self.write(&game, &made, &outputs)?;
        for Made { file, level, .. } in &made {
            warn(file, &level.findings(&game_data));
            say(&format!("{}: {:?} ({} by {} cells)", file.display(), level.name, level.width, level.height))?;
        }
        match count - made.len() {
            0 => Ok(()),
            lost => Err(Failure::data(format!("{lost} of {count} maps could not be imported"))),
        }
    }

    /// Converts a map, or reports its error.
    fn make(&self, game: &Game, found: FoundMap, game_data: &GameData) -> Option<Made> {
        let number = found.number;
        let label = format!("{}: map {number}", found.file);
        let told = |what: String| {
            eprintln!("{what}");
            None
        };
        let map = match found.map {
            Ok(map) => map,
            Err(problem) => return told(problem.to_string()),
        };
        let imported = match import(game, &map, number, game_data) {
            Ok(imported) => imported,
            Err(what) => return told(format!("{label}: {what}")),
        };
        for note in found.notes.iter().chain(&imported.notes) {
            eprintln!("{label}: note: {note}");
        }
        Some(Made { number, file: self.levels().join(format!("map{number:02}.ron")), level: imported.level })
    }

    /// The folder of the levels; a mod has the folders of the game.
    fn levels(&self) -> PathBuf {
        if self.as_mod { self.out.join("levels") } else { self.out.clone() }
    }

    /// Writes the levels, and a campaign if there are several.
    fn write(&self, game: &Game, made: &[Made], outputs: &Outputs) -> Result<(), Failure> {
        let mut files = Vec::new();
        for Made { file, level, .. } in made {
            let text = level.write().map_err(|what| Failure::data(format!("{}: {what}", file.display())))?;
            files.push((file.clone(), text.into_bytes()));
        }
        if self.map.is_none() && made.iter().any(|made| !made.level.exit_names().is_empty()) {
            let folder = if self.as_mod { self.out.join("assets") } else { self.out.clone() };
            files.push((folder.join("campaign.ron"), self.campaign(game, made).into_bytes()));
        }
        outputs.write_unnamed(&files)
    }

    /// The campaign, which refers to its levels by their paths in the game's folder.
    fn campaign(&self, game: &Game, made: &[Made]) -> String {
        let decks = made.iter().map(|Made { number, file, level }| {
            let file = match file.strip_prefix(&self.out) {
                Ok(file) if self.as_mod => file.display().to_string(),
                _ => content::level_reference(file),
            };
            CampaignDeck { number: *number, file: file.replace('\\', "/"), level }
        });
        write_campaign(game, &decks.collect::<Vec<_>>())
    }
}

/// Returns the given files, the files in given folders, and the other halves of the original game's files, each once.
fn all_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in named {
        let unreadable = |error| Failure::file(path, "read", error);
        if path.is_dir() {
            let mut inside = entries(path).map_err(unreadable)?;
            inside.retain(|file| stem(file).is_some() || EXTENSIONS.iter().any(|known| has_extension(file, known)));
            all.extend(inside);
        } else if stem(path).is_some() {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut beside = entries(folder).map_err(unreadable)?;
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            beside.retain(|file| stem(file).is_some() && has_extension(file, &extension));
            all.push(path.clone());
            all.extend(beside.into_iter().filter(|file| stem(file) != stem(path)));
        } else {
            all.push(path.clone());
        }
    }
    let mut seen = Vec::new();
    all.retain(|path| {
        let is_new = !seen.iter().any(|known: &PathBuf| is_same_file(known, path));
        seen.push(path.clone());
        is_new
    });
    Ok(all)
}

/// Returns the files in a folder, in order.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

/// Returns the stem of the original game's file that this is, if it is one.
fn stem(file: &Path) -> Option<&'static str> {
    let stem = file.file_stem()?.to_string_lossy();
    STEMS.into_iter().find(|known| stem.eq_ignore_ascii_case(known))
}

fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().unwrap_or_default().to_string_lossy().eq_ignore_ascii_case(extension)
}
