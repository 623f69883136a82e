//! The campaign loader, which also loads the levels and pipelines of the decks.

use crate::{
    load::assets::{CampaignFile, LevelFile, PipelineFile},
    load::loader::{bytes, part},
    load::source,
    read::decks::{CAMPAIGN, Decks, LevelSource, campaign_of, decks_of, treasure_sets_of},
    read::rules::BaseRules,
    vfs::error::ContentError,
};
use bevy::{
    asset::io::Reader,
    asset::{AssetLoader, Assets, LoadContext},
    reflect::TypePath,
};
use campaign::{Source, TREASURE_SETS};
use std::{collections::BTreeMap, sync::Arc};

/// Loads the campaign.
#[derive(TypePath)]
pub(crate) struct CampaignLoader;

impl AssetLoader for CampaignLoader {
    type Asset = CampaignFile;
    type Settings = ();
    type Error = ContentError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CampaignFile, ContentError> {
        let campaign = campaign_of(CAMPAIGN, &bytes(reader, CAMPAIGN).await?)?;
        let (mut levels, mut pipelines) = (Vec::new(), Vec::new());
        for deck in &campaign.decks {
            let path = source::path_beside(context.path(), deck.file());
            match LevelSource::of(deck) {
                LevelSource::Level => levels.push(context.load::<LevelFile>(path)),
                LevelSource::Pipeline => pipelines.push(context.load::<PipelineFile>(path)),
            }
        }
        let treasure_sets = match pipelines.is_empty() {
            true => BTreeMap::new(),
            false => treasure_sets_of(&part(context, TREASURE_SETS).await?)?,
        };
        Ok(CampaignFile { campaign, treasure_sets, levels, pipelines })
    }
}

impl CampaignFile {
    /// Returns the decks of the campaign, and proves that the end can be reached from each deck. The levels and
    /// pipelines must be loaded.
    ///
    /// # Errors
    /// If the decks are connected incorrectly.
    pub fn decks(
        &self,
        levels: &Assets<LevelFile>,
        pipelines: &Assets<PipelineFile>,
        rules: &BaseRules,
    ) -> Result<Decks, ContentError> {
        let (mut level_handles, mut pipeline_handles) = (self.levels.iter(), self.pipelines.iter());
        let mut sources = BTreeMap::new();
        for deck in &self.campaign.decks {
            let source = match LevelSource::of(deck) {
                LevelSource::Level => level_handles
                    .next()
                    .and_then(|handle| levels.get(handle))
                    .map(|level| Source::Level(Arc::clone(&level.0))),
                LevelSource::Pipeline => pipeline_handles
                    .next()
                    .and_then(|handle| pipelines.get(handle))
                    .map(|pipeline| Source::Pipeline(Arc::clone(&pipeline.0))),
            };
            sources.extend(source.map(|source| (deck.file().to_owned(), source)));
        }
        decks_of(CAMPAIGN, &self.campaign, &sources, self.treasure_sets.clone(), &rules.0)
    }
}
