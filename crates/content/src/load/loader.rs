//! A generic loader for one kind of file, which wraps a function that reads such a file.

use crate::{load::source, vfs::error::ContentError};
use bevy::{
    asset::io::Reader,
    asset::{Asset, AssetLoadError, AssetLoader, LoadContext, ReadAssetBytesError},
    reflect::TypePath,
};
use std::io;

/// Loads files of one kind.
#[derive(TypePath)]
pub(crate) struct Loader<A: Asset> {
    /// Reads a file from its name and bytes.
    read: fn(&str, Vec<u8>) -> Result<A, ContentError>,
}

impl<A: Asset> Loader<A> {
    /// Creates a loader from a function that reads a file from its name and bytes.
    pub(crate) fn new(read: fn(&str, Vec<u8>) -> Result<A, ContentError>) -> Loader<A> {
        Loader { read }
    }
}

impl<A: Asset> AssetLoader for Loader<A> {
    type Asset = A;
    type Settings = ();
    type Error = ContentError;

    async fn load(&self, reader: &mut dyn Reader, (): &(), context: &mut LoadContext<'_>) -> Result<A, ContentError> {
        let name = source::name_of(context.path());
        (self.read)(&name, bytes(reader, &name).await?)
    }
}

/// Reads a file to its end; the file system limits its size.
pub(crate) async fn bytes(reader: &mut dyn Reader, name: &str) -> Result<Vec<u8>, ContentError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).await.map_err(|error| ContentError::cannot_read(name, error))?;
    Ok(bytes)
}

/// Reads another file that the asset depends on: when that file changes, the asset is reloaded.
pub(crate) async fn part(context: &mut LoadContext<'_>, name: &str) -> Result<Vec<u8>, ContentError> {
    let path = source::path_beside(context.path(), name);
    context.read_asset_bytes(path).await.map_err(|error| match error {
        ReadAssetBytesError::AssetReaderError(error) => source::reader_error(name, &error),
        error => ContentError::cannot_read(name, error),
    })
}

/// Returns the error for a file that could not be loaded.
pub fn error_of(name: &str, error: &AssetLoadError) -> ContentError {
    match error {
        AssetLoadError::AssetReaderError(error) => source::reader_error(name, error),
        AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<ContentError>() {
            Some(error) => error.clone(),
            None => ContentError::wrong(format_args!("{name}: {}", error.error())),
        },
        error => ContentError::cannot_read(name, error),
    }
}

/// Wraps an error of the file system as an I/O error, which is what the library can pass on.
pub(crate) fn as_io(error: ContentError) -> io::Error {
    io::Error::other(error)
}
