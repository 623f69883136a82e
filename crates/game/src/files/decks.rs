//! The decks of the campaign, or the one that the command line names.

use crate::files::file_bytes::{FileBytes, read_asset, read_file};
use crate::files::trouble::Trouble;
use crate::files::wrong_file::WrongFile;
use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::prelude::*;
use bevy_asset_loader::asset_collection::AssetCollection;
use level::{Campaign, Level};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The campaign's file.
const CAMPAIGN: &str = "assets/campaign.ron";

/// The decks, from the first to the last, then the secret ones.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Decks(pub(crate) Vec<Deck>);

/// A deck and what messages call its file.
#[derive(Clone, Debug)]
pub(crate) struct Deck {
    pub(crate) file: String,
    /// What it is called.
    pub(crate) name: String,
    pub(crate) level: Arc<Level>,
    /// The numbers of the decks that its lift and its secret lift lead to, if any.
    pub(crate) next: [Option<usize>; 2],
    /// The arrival of the next deck at which its lifts end, if that is not where the deck starts.
    pub(crate) leads_to: Option<String>,
}

/// Reads the level that the command line names; it has the arrival that this names, if any.
pub(crate) fn read_one(path: &Path, arrival: Option<&str>) -> Result<Decks, Trouble> {
    let file = path.display().to_string();
    let bytes = read_file(path, level::MAX_BYTES)
        .map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
    let level = Level::read(&file, &bytes).map_err(Trouble::bad_data)?;
    if let Some(Err(what)) = arrival.map(|name| level.arrival(name)) {
        return Err(Trouble::bad_data(format!("{file}: {what}")));
    }
    let name = level.name.clone();
    Ok(Decks(vec![Deck { file, name, level: Arc::new(level), next: [None; 2], leads_to: None }]))
}

/// The campaign, and the bytes of the levels that it names.
#[derive(Asset, TypePath)]
struct CampaignFile {
    campaign: Campaign,
    #[dependency]
    levels: Vec<Handle<FileBytes>>,
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
    /// The first mistake in a level, with file, line and column; or a lift that leads to an arrival that is not there.
    pub(crate) fn decks(&self, world: &World) -> Result<Decks, String> {
        let missing = "the campaign has not been loaded";
        let campaign = world.resource::<Assets<CampaignFile>>().get(&self.0).ok_or(missing)?;
        let bytes = world.resource::<Assets<FileBytes>>();
        let deck = |(number, ((file, name), handle)): (usize, ((&str, Option<&str>), &Handle<FileBytes>))| {
            let level = Level::read(file, &bytes.get(handle).ok_or(missing)?.0).map_err(|error| error.to_string())?;
            let next = [false, true].map(|secret| campaign.campaign.next(number, secret));
            let name = name.unwrap_or(&level.name).to_owned();
            let leads_to = campaign.campaign.leads_to(number).map(str::to_owned);
            Ok(Deck { file: file.to_owned(), name, level: Arc::new(level), next, leads_to })
        };
        let files = campaign.campaign.files().zip(campaign.campaign.names()).zip(&campaign.levels);
        let decks: Vec<Deck> = files.enumerate().map(deck).collect::<Result<_, String>>()?;
        let levels: Vec<Arc<Level>> = decks.iter().map(|deck| Arc::clone(&deck.level)).collect();
        campaign.campaign.check_arrivals(&levels).map_err(|what| format!("{CAMPAIGN}: {what}"))?;
        Ok(Decks(decks))
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
        if let Some(file) = campaign.files().find(|file| !stays_below(file)) {
            return Err(WrongFile(format!("the deck '{file}' does not lie below the folder of the game")));
        }
        let levels = campaign.files().map(|file| context.load(PathBuf::from(file))).collect();
        Ok(CampaignFile { campaign, levels })
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
