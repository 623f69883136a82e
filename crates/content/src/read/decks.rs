//! The decks of the campaign.

use crate::{vfs::error::ContentError, vfs::file_name::stem, vfs::files::Files};
use bevy::prelude::{Deref, DerefMut, Resource};
use campaign::{Campaign, CampaignDeck, Source, TREASURE_SETS};
use engine::Rules;
use generate::{RoomSet, TreasureSet, read_treasure_sets};
use level::Level;
use std::{collections::BTreeMap, sync::Arc};

/// The campaign's file.
pub(crate) const CAMPAIGN: &str = "assets/campaign.ron";
/// The folder of the campaigns of mods, between which players choose.
pub(crate) const CAMPAIGN_FOLDER: &str = "assets/campaigns";

/// The decks of the present campaign.
#[derive(Resource, Clone, Deref, DerefMut)]
pub struct Decks(pub campaign::Decks);

/// Type of a deck's file: a drawn level, or a pipeline that generates levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelSource {
    Level,
    Pipeline,
}

impl LevelSource {
    /// Returns the type of a deck's file.
    pub(crate) fn of(deck: &CampaignDeck) -> LevelSource {
        if deck.level.is_some() { LevelSource::Level } else { LevelSource::Pipeline }
    }

    /// Reads a deck's file.
    ///
    /// # Errors
    /// The first error, with file, line and column.
    pub(crate) fn read(self, file: &str, bytes: &[u8]) -> Result<Source, ContentError> {
        match self {
            LevelSource::Level => read_level(file, bytes).map(Source::Level),
            LevelSource::Pipeline => Source::of_pipeline(file, bytes).map_err(ContentError::wrong),
        }
    }
}

/// Reads a level; `file` is its name in messages.
///
/// # Errors
/// The errors in it, with file, line and column.
pub fn read_level(file: &str, bytes: &[u8]) -> Result<Arc<Level>, ContentError> {
    Level::read(file, bytes).map(Arc::new).map_err(ContentError::wrong)
}

/// Reads a campaign file. The files of its decks must be inside the game's folder.
///
/// # Errors
/// The first error, with file, line and column.
pub(crate) fn campaign_of(file: &str, bytes: &[u8]) -> Result<Campaign, ContentError> {
    let campaign = Campaign::read(file, bytes).map_err(ContentError::wrong)?;
    let outside =
        campaign.decks.iter().map(CampaignDeck::file).find(|file| crate::vfs::file_name::check(file).is_err());
    match outside {
        Some(deck) => {
            Err(ContentError::wrong(format_args!("{file}: deck file '{deck}' must be inside the game folder")))
        }
        None => Ok(campaign),
    }
}

/// Reads the treasure sets for pipelines.
///
/// # Errors
/// The first error, with file, line and column.
pub(crate) fn treasure_sets_of(bytes: &[u8]) -> Result<BTreeMap<String, TreasureSet>, ContentError> {
    read_treasure_sets(TREASURE_SETS, bytes).map_err(ContentError::wrong)
}

/// Reads the decks of the campaign, and proves that the end can be reached from each deck.
///
/// # Errors
/// If a file cannot be read or is invalid, or if the decks are connected incorrectly.
pub fn read_campaign(files: &Files, rules: &Rules) -> Result<Decks, ContentError> {
    read_campaign_file(CAMPAIGN, files, rules)
}

/// Returns the files of the campaigns that mods add, with their titles, in order.
///
/// # Errors
/// If a file cannot be read or is invalid.
pub fn added_campaigns(files: &Files) -> Result<Vec<(String, String)>, ContentError> {
    let files_of_campaigns = files.list(CAMPAIGN_FOLDER, ".ron").into_iter();
    let titled = files_of_campaigns.map(|file| {
        let title = campaign_of(&file, &files.read(&file)?)?.title.unwrap_or_else(|| stem(&file).to_owned());
        Ok((file, title))
    });
    titled.collect()
}

/// Reads the decks of a campaign as [`read_campaign`] does, from this file of the game.
///
/// # Errors
/// If a file cannot be read or is invalid, or if the decks are connected incorrectly.
pub fn read_campaign_file(campaign: &str, files: &Files, rules: &Rules) -> Result<Decks, ContentError> {
    let name = campaign;
    let campaign = campaign_of(name, &files.read(name)?)?;
    let mut sources = BTreeMap::new();
    for deck in &campaign.decks {
        let file = deck.file();
        sources.insert(file.to_owned(), LevelSource::of(deck).read(file, &files.read(file)?)?);
    }
    let makes = campaign.decks.iter().any(|deck| LevelSource::of(deck) == LevelSource::Pipeline);
    let sets = if makes { treasure_sets_of(&files.read(TREASURE_SETS)?)? } else { BTreeMap::new() };
    Ok(Decks(decks_of(name, &campaign, &sources, sets, rules)?.0.with_rooms(read_rooms(files)?)))
}

/// Folder of the files of prefab rooms.
const ROOMS: &str = "assets/rooms";

/// Reads the prefab rooms that pipelines place. Without any file, these are the rooms that are built into the program.
///
/// # Errors
/// If a file cannot be read, or the first error with file, line and column.
pub fn read_rooms(files: &Files) -> Result<RoomSet, ContentError> {
    let names = files.list(ROOMS, ".ron");
    if names.is_empty() {
        return Ok(RoomSet::default());
    }
    let contents =
        names.iter().map(|name| files.read_up_to(name, RoomSet::MAX_FILE_BYTES)).collect::<Result<Vec<_>, _>>()?;
    let files = names.iter().map(String::as_str).zip(contents.iter().map(Vec::as_slice));
    RoomSet::read(files).map_err(ContentError::wrong)
}

/// Combines the decks of a campaign whose files have been read.
///
/// # Errors
/// If the decks are connected incorrectly.
pub(crate) fn decks_of(
    file: &str,
    campaign: &Campaign,
    sources: &BTreeMap<String, Source>,
    sets: BTreeMap<String, TreasureSet>,
    rules: &Rules,
) -> Result<Decks, ContentError> {
    let source =
        |deck: &CampaignDeck| sources.get(deck.file()).cloned().ok_or_else(|| format!("{} is missing", deck.file()));
    campaign::Decks::of_sources(file, campaign, rules, sets, source).map(Decks).map_err(ContentError::wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn further_room_files_add_rooms_to_a_theme() {
        let game = Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the game's files");
        let with = |text: &str| {
            let file = ("assets/rooms/more.ron".to_owned(), text.as_bytes().to_vec());
            read_rooms(&game.with_memory([file].into())).map(|rooms| rooms.count())
        };
        let before = read_rooms(&game).expect("valid rooms").count();
        let room = "(theme: \"crew\", rooms: [(name: \"pantry\", landmark: \"hull\", walls: \"hull\", map: [\"#+##\", \"#..#\", \"#..#\", \"####\"])])";
        assert_eq!(with(room).expect("valid rooms"), before + 1);
        let error = with(&room.replace("#..#", "#.x#")).expect_err("an unknown character").what;
        assert_eq!(error, "assets/rooms/more.ron:1:92: 'x' is not in the legend");
        let error = with(&" ".repeat(RoomSet::MAX_FILE_BYTES + 1)).expect_err("a file that is too large").what;
        assert_eq!(error, "assets/rooms/more.ron cannot be read: it has more than 1048576 bytes");
        assert_eq!(read_rooms(&Files::default()).expect("the rooms of the program"), RoomSet::default());
    }
}
