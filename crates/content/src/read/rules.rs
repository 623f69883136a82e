//! The rules for all decks: tables, scripts, and the rules file that selects from them.

use crate::{vfs::error::ContentError, vfs::files::Files};
use bevy::ecs::resource::Resource;
use engine::{Rules, Tables};
use std::{collections::BTreeMap, sync::Arc};

/// The rules file that is used unless the command line names another one.
pub(crate) const STANDARD_RULES: &str = "assets/rules/standard.ron";

/// The rules before a skill is chosen.
#[derive(Resource, Clone, Debug)]
pub struct BaseRules(pub Arc<Rules>);

/// A rules file from the command line: its name in messages, and its contents.
#[derive(Clone, Debug)]
pub struct GivenRules {
    file: String,
    bytes: Vec<u8>,
}

impl GivenRules {
    pub(crate) fn new(file: String, bytes: Vec<u8>) -> GivenRules {
        GivenRules { file, bytes }
    }

    /// Checks the rules against the tables that are built into the program, because those of the game's folder may not
    /// be loaded yet.
    ///
    /// # Errors
    /// The first error, with file, line and column.
    pub fn check(&self) -> Result<(), ContentError> {
        let tables = Tables::standard().map_err(ContentError::wrong)?;
        Rules::read(&self.file, &self.bytes, &tables).map(drop).map_err(ContentError::wrong)
    }
}

/// Contents of all files that rules consist of.
#[derive(Debug)]
pub(crate) struct RuleFiles {
    tables: Tables,
    standard: Arc<Rules>,
}

impl RuleFiles {
    /// Returns the file names of the tables.
    pub(crate) fn tables() -> [String; 4] {
        Tables::FILES.map(in_assets)
    }

    /// Returns the file names of the scripts, which the monster table contains.
    pub(crate) fn scripts(monsters: &[u8]) -> Result<Vec<String>, ContentError> {
        let monsters = Tables::monsters(Tables::FILES[0], monsters).map_err(in_assets_error)?;
        let scripts = monsters.values().filter_map(|kind| kind.script.as_deref());
        Ok(scripts.map(|script| in_assets(&Tables::script_file(script))).collect())
    }

    /// Reads the rules from the contents of all files, by name. `content` contains these files, and knows which mod
    /// provides them.
    ///
    /// # Errors
    /// If a file is missing, or the first error with file, line and column.
    pub(crate) fn read(files: &BTreeMap<String, Vec<u8>>, content: &Files) -> Result<RuleFiles, ContentError> {
        let find = |file: &str| files.get(file).ok_or_else(|| ContentError::cannot_read(file, "there is no such file"));
        let [monsters, weapons, pickups, props] = RuleFiles::tables();
        let tables = [find(&monsters)?, find(&weapons)?, find(&pickups)?, find(&props)?];
        let tables = Tables::read(tables.map(Vec::as_slice)).map_err(in_assets_error)?;
        let mut tables = tables.with_scripts(|file| find(&in_assets(file)).cloned(), in_assets_error)?;
        let owned = tables.scripts.keys();
        let owned =
            owned.filter_map(|name| Some((name.clone(), content.mod_of(&in_assets(&Tables::script_file(name)))?)));
        tables.script_mods = owned.collect();
        let standard = Rules::read(STANDARD_RULES, find(STANDARD_RULES)?, &tables)
            .map_err(|what| error_in_mod(content, &tables).unwrap_or_else(|| ContentError::wrong(what)))?;
        Ok(RuleFiles { tables, standard: Arc::new(standard) })
    }

    /// Returns the standard rules, or those of a file from the command line.
    ///
    /// # Errors
    /// The first error in that file.
    pub(crate) fn rules(&self, given: Option<&GivenRules>) -> Result<BaseRules, ContentError> {
        let rules = match given {
            None => Arc::clone(&self.standard),
            Some(given) => Arc::new(Rules::read(&given.file, &given.bytes, &self.tables).map_err(ContentError::wrong)?),
        };
        Ok(BaseRules(rules))
    }
}

/// Reads the standard rules, or those of a file from the command line, with the game's tables and scripts.
///
/// # Errors
/// If a file cannot be read, or the first error with file, line and column.
pub fn read_rules(files: &Files, given: Option<&GivenRules>) -> Result<BaseRules, ContentError> {
    RuleFiles::read(&bytes_of_rules(files)?, files)?.rules(given)
}

/// Reads the contents of all files of which rules consist, by name. [`read_rules`] reads the same rules from them. A
/// rules file from the command line gets the name of the game's.
///
/// # Errors
/// If a file cannot be read.
pub fn read_rule_files(files: &Files, given: Option<&GivenRules>) -> Result<BTreeMap<String, Vec<u8>>, ContentError> {
    let mut bytes = bytes_of_rules(files)?;
    bytes.extend(given.map(|given| (STANDARD_RULES.to_owned(), given.bytes.clone())));
    Ok(bytes)
}

fn bytes_of_rules(files: &Files) -> Result<BTreeMap<String, Vec<u8>>, ContentError> {
    let [monsters, ..] = RuleFiles::tables();
    let scripts = RuleFiles::scripts(&files.read(&monsters)?)?;
    let names = RuleFiles::tables().into_iter().chain(scripts).chain([STANDARD_RULES.to_owned()]);
    names.map(|name| Ok((name.clone(), files.read(&name)?))).collect()
}

/// Returns the first error in the standard rules of a mod, which are only a part of the rules.
fn error_in_mod(files: &Files, tables: &Tables) -> Option<ContentError> {
    let versions = files.versions(STANDARD_RULES).ok()?.into_iter();
    let mut errors = versions.filter_map(|(file, bytes)| Rules::read(&file, &bytes, tables).err());
    errors.next().map(ContentError::wrong)
}

fn in_assets(file: &str) -> String {
    format!("assets/{file}")
}

/// Converts an error of the engine, which names files relative to the assets folder.
fn in_assets_error(what: impl std::fmt::Display) -> ContentError {
    ContentError::wrong(format_args!("assets/{what}"))
}
