//! The rules loader. The standard rules, the tables and the scripts are one asset, because none is valid without the
//! others.

use crate::{
    load::assets::RulesFile,
    load::loader::{bytes, part},
    read::rules::{RuleFiles, STANDARD_RULES},
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    asset::io::Reader,
    asset::{AssetLoader, LoadContext},
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
            files.insert(script.clone(), part(context, &script).await?);
        }
        RuleFiles::read(&files, &self.0).map(RulesFile)
    }
}
