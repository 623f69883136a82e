//! The sky loader. A sky that is still being downloaded is an asset, too.

use crate::{
    load::assets::SkyFile,
    load::loader::bytes,
    load::source,
    read::art::{art_error, in_assets},
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    asset::io::Reader,
    asset::{AssetLoader, LoadContext},
    reflect::TypePath,
};
use renderer::{ArtFile, check_sky};
use std::sync::Arc;

/// Loads skies.
#[derive(TypePath)]
pub(crate) struct SkyLoader(pub(crate) Files);

impl AssetLoader for SkyLoader {
    type Asset = SkyFile;
    type Settings = ();
    type Error = ContentError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<SkyFile, ContentError> {
        let file = source::name_of(context.path());
        if let Some(png) = self.0.streamed(&file) {
            return Ok(SkyFile(ArtFile::Later(png)));
        }
        let png = bytes(reader, &file).await?;
        check_sky(in_assets(&file), &png).map_err(art_error)?;
        Ok(SkyFile(ArtFile::Here(Arc::new(png))))
    }
}
