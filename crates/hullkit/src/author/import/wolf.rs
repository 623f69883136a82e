//! `hullkit import wolf`: converts maps of Wolfenstein 3D and its relatives to levels.

use crate::{
    author::check::warn,
    author::wolf_game::OfGame,
    command_line::failure::{Failure, say},
    command_line::known::read_known,
    command_line::output::{Force, Outputs},
};
use clap::Args;
use content::{MANIFEST, Manifest, name_of_set, read_wolf_files, wolf_level, wolf_paths};
use level::Level;
use std::path::PathBuf;
use wolf_maps::{CampaignDeck, CampaignOptions, ConvertedMap, Game, convert, write_campaign};

/// Converts maps of Wolfenstein 3D, Spear of Destiny and related games to levels and a campaign.
///
/// Reads GAMEMAPS or MAPTEMP with MAPHEAD (name one of them), files of the editor WDC, WAD archives, UWMF texts, and
/// archives of these (PK3 and zip). Notes list what differs from the original. Maps that cannot be read are reported
/// and skipped.
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
    /// Write a mod, whose campaign players choose at New game: for `hullbreach --mod DIR` and the folder of mods.
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
        let paths = wolf_paths(&self.files)?;
        let outputs = Outputs::beside(paths.iter().map(PathBuf::as_path), self.force);
        let contents = read_wolf_files(&paths)?;
        let game = self.game.read(contents.iter().map(|(name, _)| name))?;
        let game_data = &read_known()?.game_data;
        let converted = convert(&game, &contents, self.map, game_data).map_err(Failure::data)?;
        if converted.is_empty() {
            let wanted = self.map.map_or_else(
                || "the files must contain at least one map".to_owned(),
                |map| format!("--map {map}: there is no such map"),
            );
            return Err(Failure::arguments(wanted));
        }
        let count = converted.len();
        let made: Vec<Made> = converted.into_iter().filter_map(|map| self.make(map)).collect();
        self.write(&game, &made, &outputs)?;
        for Made { file, level, .. } in &made {
            warn(file, &level.findings(game_data));
            say(&format!("{}: {:?} ({} by {} cells)", file.display(), level.name, level.width, level.height))?;
        }
        match count - made.len() {
            0 => Ok(()),
            lost => Err(Failure::data(format!("{lost} of {count} maps could not be imported"))),
        }
    }

    /// Returns a map that is a level now, or reports its error.
    fn make(&self, ConvertedMap { number, label, result }: ConvertedMap) -> Option<Made> {
        let imported = result.map_err(|what| eprintln!("{what}")).ok()?;
        for note in &imported.notes {
            eprintln!("{label}: note: {note}");
        }
        // A mod has the folders of the game.
        let name = if self.as_mod { wolf_level(&self.set(), number) } else { format!("map{number:02}.ron") };
        Some(Made { number, file: self.out.join(name), level: imported.level })
    }

    /// Name for the folder of the levels of a mod.
    fn set(&self) -> String {
        name_of_set(&self.out)
    }

    /// Writes the levels, and a campaign if there are several.
    fn write(&self, game: &Game, made: &[Made], outputs: &Outputs) -> Result<(), Failure> {
        let mut files = Vec::new();
        for Made { file, level, .. } in made {
            let text = level.write().map_err(|what| Failure::data(format!("{}: {what}", file.display())))?;
            files.push((file.clone(), text.into_bytes()));
        }
        if self.map.is_none()
            && let Some(campaign) = self.campaign(game, made)
        {
            let name = match self.as_mod {
                true => format!("assets/campaigns/{}.ron", self.set()),
                false => "campaign.ron".to_owned(),
            };
            files.push((self.out.join(name), campaign.into_bytes()));
            if self.as_mod {
                files.push((self.out.join(MANIFEST), manifest(&self.title(), game).into_bytes()));
            }
        } else if self.as_mod {
            return Err(Failure::data("a mod must have a campaign, and none of the maps has an exit"));
        }
        outputs.write_unnamed(&files)
    }

    /// Name of the mod and title of its campaign: the name of its folder.
    fn title(&self) -> String {
        let folder = self.out.canonicalize().unwrap_or_else(|_| self.out.clone());
        Manifest::of_path(&folder).name
    }

    /// The campaign, which refers to its levels by their paths in the game's folder, unless no map has an exit.
    fn campaign(&self, game: &Game, made: &[Made]) -> Option<String> {
        let decks = made.iter().map(|Made { number, file, level }| {
            let file = match file.strip_prefix(&self.out) {
                Ok(file) if self.as_mod => file.display().to_string(),
                _ => content::level_reference(file),
            };
            CampaignDeck { number: *number, file: file.replace('\\', "/"), level }
        });
        let (title, prefix) = (self.title(), format!("{} ", self.set()));
        let options = match self.as_mod {
            true => CampaignOptions { title: Some(&title), prefix: &prefix, first: None },
            false => CampaignOptions::default(),
        };
        write_campaign(game, &decks.collect::<Vec<_>>(), options)
    }
}

/// Returns the manifest of a mod of maps.
fn manifest(title: &str, game: &Game) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let description = format!("Maps of {}.", game.name);
    format!(
        "(\n    name: {title:?},\n    version: \"1.0.0\",\n    authors: [\"The makers of the maps\"],\n    \
         licence: \"That of the maps\",\n    description: {description:?},\n    game: {version:?},\n)\n"
    )
}
