//! The sheet loader. A RON file and the PNG file next to it are one asset.

use crate::{
    load::assets::SheetFile,
    load::loader::{bytes, part},
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
use renderer::{ArtFile, SpriteSheet};

/// Loads sheets from the path of the RON file. An image that is still being downloaded is decoded when it is needed.
#[derive(TypePath)]
pub(crate) struct SheetLoader(pub(crate) Files);

impl AssetLoader for SheetLoader {
    type Asset = SheetFile;
    type Settings = ();
    type Error = ContentError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<SheetFile, ContentError> {
        let file = source::name_of(context.path());
        let ron = bytes(reader, &file).await?;
        let name = file.strip_suffix(".ron").unwrap_or(&file).to_owned();
        let image = format!("{name}.png");
        let sheet = match self.0.streamed(&image) {
            Some(png) => SpriteSheet::read_later(in_assets(&name), &ron, ArtFile::Later(png)),
            None => SpriteSheet::read(in_assets(&name), &ron, &part(context, &image).await?),
        };
        sheet.map(SheetFile).map_err(art_error)
    }
}
