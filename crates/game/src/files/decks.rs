//! The decks of the campaign, or the one that the command line names.

use crate::files::file_bytes::{FileBytes, read_asset, read_file};
use crate::files::trouble::Trouble;
use crate::files::wrong_file::WrongFile;
use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::prelude::*;
use bevy_asset_loader::asset_collection::AssetCollection;
use engine::Rules;
use journey::{Campaign, CampaignDeck, TREASURE_SETS};
use level::Level;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The campaign's file.
const CAMPAIGN: &str = "assets/campaign.ron";

/// The decks that are played.
#[derive(Resource, Clone, Deref, DerefMut)]
pub(crate) struct Decks(pub(crate) journey::Decks);

/// Reads the level that the command line names; it has the arrival that this names, if any.
pub(crate) fn read_one(path: &Path, arrival: Option<&str>) -> Result<Decks, Trouble> {
    let file = path.display().to_string();
    let level = read_level(&file, path)?;
    if let Some(Err(what)) = arrival.map(|name| level.arrival(name)) {
        return Err(Trouble::bad_data(format!("{file}: {what}")));
    }
    Ok(Decks(journey::Decks::of_level(&file, level)))
}

/// Reads a level; `file` is what messages call it.
pub(crate) fn read_level(file: &str, path: &Path) -> Result<Arc<Level>, Trouble> {
    let bytes = read_file(path, level::MAX_BYTES)
        .map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
    Level::read(file, &bytes).map(Arc::new).map_err(Trouble::bad_data)
}

/// The campaign, and the bytes of the files that it names.
#[derive(Asset, TypePath)]
struct CampaignFile {
    campaign: Campaign,
    /// What the campaign calls the files.
    names: Vec<String>,
    #[dependency]
    files: Vec<Handle<FileBytes>>,
}

/// The campaign's files.
#[derive(Resource)]
pub(crate) struct CampaignFiles(Handle<CampaignFile>);

// Not derived: the derived one finds a loader by the file's ending, and many kinds of files end in `.ron`.
impl AssetCollection for CampaignFiles {
    fn create(world: &mut World) -> Self {
        CampaignFiles(world.resource::<AssetServer>().load(CAMPAIGN))
    }

    fn load(world: &mut World) -> Vec<UntypedHandle> {
        vec![world.resource::<AssetServer>().load::<CampaignFile>(CAMPAIGN).untyped()]
    }
}

impl CampaignFiles {
    /// The decks, once all files are loaded.
    ///
    /// # Errors
    /// The first mistake in a level, with file, line and column; or in how the decks hang together.
    pub(crate) fn decks(&self, world: &World, rules: &Rules) -> Result<Decks, String> {
        let missing = "the campaign has not been loaded";
        let file = world.resource::<Assets<CampaignFile>>().get(&self.0).ok_or(missing)?;
        let bytes = world.resource::<Assets<FileBytes>>();
        let read = |name: &str| {
            let number = file.names.iter().position(|other| other == name);
            number
                .and_then(|number| bytes.get(&file.files[number]))
                .map(|bytes| bytes.0.clone())
                .ok_or_else(|| missing.to_owned())
        };
        journey::Decks::of_campaign(CAMPAIGN, &file.campaign, rules, read).map(Decks)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_asset::<CampaignFile>();
    app.register_asset_loader(CampaignLoader);
}

#[derive(TypePath)]
struct CampaignLoader;

impl AssetLoader for CampaignLoader {
    type Asset = CampaignFile;
    type Settings = ();
    type Error = WrongFile;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CampaignFile, WrongFile> {
        let bytes = read_asset(reader).await?;
        let campaign = Campaign::read(&context.path().to_string(), &bytes).map_err(WrongFile::new)?;
        let mut names: Vec<&str> = campaign.decks.iter().map(CampaignDeck::file).collect();
        names.push(TREASURE_SETS);
        if let Some(file) = names.iter().find(|file| !stays_below(file)) {
            return Err(WrongFile(format!("the deck '{file}' does not lie below the folder of the game")));
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let files = names.iter().map(|file| context.load(PathBuf::from(file))).collect();
        Ok(CampaignFile { campaign, names, files })
    }

    fn extensions(&self) -> &[&str] {
        &["ron"]
    }
}

/// True for the path of a file that leads nowhere but down.
fn stays_below(file: &str) -> bool {
    let mut steps = Path::new(file).components().peekable();
    steps.peek().is_some() && steps.all(|step| matches!(step, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_lies_below_the_folder_of_the_game() {
        assert!(stays_below("levels/deck1.ron") && stays_below("my#deck.ron"));
        for outside in ["", "/etc/passwd", "../deck.ron", "levels/../../deck.ron", "."] {
            assert!(!stays_below(outside), "{outside}");
        }
    }
}
