//! The book of rules by which all decks are played: that of the assets, or one that the command line names.

use crate::file_bytes::FileBytes;
use crate::root::UNREADABLE;
use crate::trouble::BAD_DATA;
use bevy::prelude::*;
use bevy_asset_loader::asset_collection::AssetCollection;
use engine::{Monsters, Rules};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const MONSTERS: &str = "assets/monsters.ron";
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
        // Which undead there are besides its own is known later.
        Rules::read(&file, &bytes, &Monsters::default()).map_err(|error| (error.to_string(), BAD_DATA))?;
        Ok(GivenRules { file, bytes })
    }
}

/// The files of the rules.
#[derive(Resource)]
pub(crate) struct RulesFiles {
    monsters: Handle<FileBytes>,
    standard: Handle<FileBytes>,
}

// Not derived: the derived one finds a loader by the file's ending, and many kinds of files end in `.ron`.
impl AssetCollection for RulesFiles {
    fn create(world: &mut World) -> Self {
        let server = world.resource::<AssetServer>();
        RulesFiles { monsters: server.load(MONSTERS), standard: server.load(STANDARD) }
    }

    fn load(world: &mut World) -> Vec<UntypedHandle> {
        let server = world.resource::<AssetServer>();
        [MONSTERS, STANDARD].map(|file| server.load::<FileBytes>(file).untyped()).to_vec()
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
        let say = |error: level::TextError| error.to_string();
        let monsters = Monsters::read(MONSTERS, bytes(&self.monsters)?).map_err(say)?;
        let rules = match world.get_resource::<GivenRules>() {
            Some(given) => Rules::read(&given.file, &given.bytes, &monsters),
            None => Rules::read(STANDARD, bytes(&self.standard)?, &monsters),
        };
        rules.map(|rules| Book(Arc::new(rules))).map_err(say)
    }
}
