//! A file as bytes, for the libraries of ours that read it themselves.

use crate::wrong_file::WrongFile;
use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;

/// The bytes of a file.
#[derive(Asset, TypePath)]
pub(crate) struct FileBytes(pub(crate) Vec<u8>);

/// Loads [`FileBytes`]; what is in them is read when all files are there.
#[derive(Default, TypePath)]
pub(crate) struct FileBytesLoader;

impl AssetLoader for FileBytesLoader {
    type Asset = FileBytes;
    type Settings = ();
    type Error = WrongFile;

    async fn load(&self, reader: &mut dyn Reader, _: &(), _: &mut LoadContext<'_>) -> Result<FileBytes, WrongFile> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(WrongFile::new)?;
        Ok(FileBytes(bytes))
    }

    fn extensions(&self) -> &[&str] {
        &["png", "ttf"]
    }
}
