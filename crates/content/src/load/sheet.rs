//! The loader of sheets: a RON file and the PNG file beside it are one asset.

use crate::load::assets::SheetFile;
use crate::load::loader::{bytes, part};
use crate::load::source;
use crate::read::{art_error, in_assets};
use crate::vfs::ContentError;
use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use renderer::SpriteSheet;

/// Loads sheets. The path is that of the RON file.
#[derive(TypePath)]
pub(crate) struct SheetLoader;

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
        let png = part(context, &format!("{name}.png")).await?;
        SpriteSheet::read(in_assets(&name), &ron, &png).map(SheetFile).map_err(art_error)
    }
}
