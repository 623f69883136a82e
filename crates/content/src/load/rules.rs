//! The rules loader. The standard rules, the tables and the scripts are one asset, because none is valid without the
//! others.

use crate::{
    load::assets::{RulesFile, ScriptFile},
    load::loader::{bytes, error_of, part},
    load::source,
    read::rules::{RuleFiles, STANDARD_RULES},
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    asset::io::Reader,
    asset::{AssetLoader, LoadContext, LoadDirectError},
    reflect::TypePath,
};
use std::collections::BTreeMap;

/// Loads the rules from the path of the standard rules. The files tell which mod provides a script.
#[derive(TypePath)]
pub(crate) struct RulesLoader(pub(crate) Files);

impl AssetLoader for RulesLoader {
    type Asset = RulesFile;
    type Settings = ();
    type Error = ContentError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<RulesFile, ContentError> {
        let mut files = BTreeMap::from([(STANDARD_RULES.to_owned(), bytes(reader, STANDARD_RULES).await?)]);
        for table in RuleFiles::tables() {
            files.insert(table.clone(), part(context, &table).await?);
        }
        let [monsters, ..] = RuleFiles::tables();
        for script in RuleFiles::scripts(&files[&monsters])? {
            let ScriptFile(text) = script_file(context, &script).await?;
            files.insert(script, text);
        }
        RuleFiles::read(&files, &self.0).map(RulesFile)
    }
}

/// Loads a script with its own loader: when its file changes, the rules are reloaded.
async fn script_file(context: &mut LoadContext<'_>, name: &str) -> Result<ScriptFile, ContentError> {
    let path = source::path_beside(context.path(), name);
    match context.load_builder().load_value::<ScriptFile>(path).await {
        Ok(loaded) => Ok(loaded.take()),
        Err(LoadDirectError::LoadError { error, .. }) => Err(error_of(name, &error)),
        Err(error) => Err(ContentError::cannot_read(name, error)),
    }
}
