//! The loader of all images of a folder. They are one asset: the asset server takes longer for an image than reading it.

use crate::{
    load::assets::{PictureFile, PicturesFile},
    load::source,
    read::art::{PICTURE_FOLDERS, in_assets, read_pictures},
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    asset::io::Reader,
    asset::{AssetLoader, AssetServer, LoadContext},
    reflect::TypePath,
};
use std::collections::BTreeSet;

/// Loads the images of a folder, from the path of the folder.
#[derive(TypePath)]
pub(crate) struct PicturesLoader(pub(crate) Files);

impl AssetLoader for PicturesLoader {
    type Asset = PicturesFile;
    type Settings = ();
    type Error = ContentError;

    async fn load(
        &self,
        _: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<PicturesFile, ContentError> {
        let folder = source::name_of(context.path());
        let pictures = read_pictures(&self.0, &self.0.list(&folder, ".png"))?.into_iter();
        let named = pictures.map(|(file, picture)| PictureFile { name: in_assets(&file).to_owned(), picture });
        Ok(PicturesFile(named.collect()))
    }
}

/// Reads the images of a folder again if one of these files is among them.
pub(crate) fn follow_pictures(names: &BTreeSet<String>, server: &AssetServer) {
    for folder in PICTURE_FOLDERS {
        let is_in = |name: &String| name.strip_prefix(folder).is_some_and(|below| below.starts_with('/'));
        if names.iter().any(is_in) {
            server.reload(folder);
        }
    }
}
