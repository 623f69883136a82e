//! The book of rules by which all decks are played: that of the assets, or one that the command line names.

use crate::file_bytes::FileBytes;
use crate::root::UNREADABLE;
use crate::trouble::BAD_DATA;
use bevy::prelude::*;
use bevy_asset_loader::asset_collection::AssetCollection;
use engine::{Rules, Tables};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const STANDARD: &str = "assets/rules/standard.ron";
/// The most bytes that are taken from the file that the command line names; rules are refused long before.
const MAX_BYTES: u64 = 64 << 20;

/// The rules of all decks, as they are before a skill is chosen.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Book(pub(crate) Arc<Rules>);

/// The rules that the command line names: what messages call their file, and what is in it.
#[derive(Resource, Clone, Debug)]
pub(crate) struct GivenRules {
    file: String,
    bytes: Vec<u8>,
}

impl GivenRules {
    /// Reads the file: a sentence and an exit code if it holds no rules.
    pub(crate) fn read(path: &Path) -> Result<GivenRules, (String, u8)> {
        let file = path.display().to_string();
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
            .map_err(|error| (format!("{file} cannot be read: {error}"), UNREADABLE))?;
        // The tables of the assets are known later; those that come with the game stand for them.
        let tables = Tables::standard().map_err(|error| (error.to_string(), BAD_DATA))?;
        Rules::read(&file, &bytes, &tables).map_err(|error| (error, BAD_DATA))?;
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
    pub(crate) fn book(&self, world: &World) -> Result<Book, String> {
        let files = world.resource::<Assets<FileBytes>>();
        let bytes = |handle| files.get(handle).map(|file| file.0.as_slice()).ok_or("the rules have not been loaded");
        let [monsters, weapons, pickups, props] = &self.tables;
        let tables = Tables::read([bytes(monsters)?, bytes(weapons)?, bytes(pickups)?, bytes(props)?]);
        let tables = tables.map_err(|error| format!("assets/{error}"))?;
        let rules = match world.get_resource::<GivenRules>() {
            Some(given) => Rules::read(&given.file, &given.bytes, &tables),
            None => Rules::read(STANDARD, bytes(&self.standard)?, &tables),
        };
        rules.map(|rules| Book(Arc::new(rules)))
    }
}
