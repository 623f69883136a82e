//! The rules by which all decks are played: those of the assets, or those that the command line names.

use crate::files::file_bytes::{FileBytes, read_file};
use crate::files::game_folder::GameFolder;
use crate::files::trouble::Trouble;
use bevy::prelude::*;
use bevy_asset_loader::asset_collection::AssetCollection;
use engine::{Rules, Tables};
use std::path::Path;
use std::sync::Arc;

const STANDARD: &str = "assets/rules/standard.ron";
/// The most bytes of the file that the command line names; the engine refuses rules long before.
const MAX_BYTES: usize = 64 << 20;

/// The rules of all decks, as they are before a skill is chosen.
#[derive(Resource, Clone, Debug)]
pub(crate) struct BaseRules(pub(crate) Arc<Rules>);

/// The rules that the command line names: what messages call their file, and what is in it.
#[derive(Resource, Clone, Debug)]
pub(crate) struct GivenRules {
    file: String,
    bytes: Vec<u8>,
}

impl GivenRules {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<GivenRules, Trouble> {
        let file = path.display().to_string();
        let bytes = read_file(path, MAX_BYTES)
            .map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
        // The tables of the assets are known later; those that come with the game stand for them.
        let tables = Tables::standard().map_err(Trouble::bad_data)?;
        Rules::read(&file, &bytes, &tables).map_err(Trouble::bad_data)?;
        Ok(GivenRules { file, bytes })
    }
}

/// A file of the assets, from the folder of the game.
fn below_assets(file: &str) -> String {
    format!("assets/{file}")
}

/// The files of the rules.
#[derive(Resource)]
pub(crate) struct RulesFiles {
    tables: [Handle<FileBytes>; 4],
    standard: Handle<FileBytes>,
}

// Not derived: the derived one finds a loader by the file's ending, and many kinds of files end in `.ron`.
impl AssetCollection for RulesFiles {
    fn create(world: &mut World) -> Self {
        let server = world.resource::<AssetServer>();
        RulesFiles {
            tables: Tables::FILES.map(|file| server.load(below_assets(file))),
            standard: server.load(STANDARD),
        }
    }

    fn load(world: &mut World) -> Vec<UntypedHandle> {
        let server = world.resource::<AssetServer>();
        let files = Tables::FILES.map(below_assets).into_iter().chain([STANDARD.to_owned()]);
        files.map(|file| server.load::<FileBytes>(file).untyped()).collect()
    }
}

impl RulesFiles {
    /// The rules, once all files are loaded.
    ///
    /// # Errors
    /// The first mistake, with file, line and column.
    pub(crate) fn rules(&self, world: &World) -> Result<BaseRules, String> {
        let files = world.resource::<Assets<FileBytes>>();
        let bytes = |handle| files.get(handle).map(|file| file.0.as_slice()).ok_or("the rules have not been loaded");
        let [monsters, weapons, pickups, props] = &self.tables;
        let tables = Tables::read([bytes(monsters)?, bytes(weapons)?, bytes(pickups)?, bytes(props)?]);
        let tables = tables.map_err(|error| format!("assets/{error}"))?;
        // Which scripts there are is known only now, so they are read without a progress bar.
        let assets = world.resource::<GameFolder>().path.join("assets");
        let unread = |file: &str, error| format!("assets/{file} cannot be read: {error}");
        let script = |file: &str| read_file(&assets.join(file), MAX_BYTES).map_err(|error| unread(file, error));
        let tables = tables.with_scripts(script, |what| format!("assets/{what}"))?;
        let rules = match world.get_resource::<GivenRules>() {
            Some(given) => Rules::read(&given.file, &given.bytes, &tables),
            None => Rules::read(STANDARD, bytes(&self.standard)?, &tables),
        };
        rules.map(|rules| BaseRules(Arc::new(rules)))
    }
}
