//! The file system as a source of the asset server.

use crate::{
    load::loader::as_io, read::art::PICTURE_FOLDERS, read::named::read_named, vfs::error::ContentError, vfs::file_name,
    vfs::files::Files,
};
use bevy::{
    asset::AssetPath,
    asset::io::{AssetReader, AssetReaderError, PathStream, Reader, VecReader},
    tasks::ConditionalSendFuture,
};
use std::path::{Path, PathBuf};

/// Name of the source that provides the level of the command line.
pub const GIVEN: &str = "given";

/// Reads assets.
pub(crate) enum ContentReader {
    /// From the file system of the game.
    Files(Files),
    /// The one file that the command line names, wherever it is.
    Given(PathBuf),
}

impl ContentReader {
    fn bytes(&self, path: &Path) -> Result<VecReader, AssetReaderError> {
        let unknown = || AssetReaderError::NotFound(path.to_owned());
        let bytes = match self {
            // The loader of all images of a folder reads them itself.
            ContentReader::Files(_) if PICTURE_FOLDERS.iter().any(|folder| path == Path::new(folder)) => Ok(Vec::new()),
            ContentReader::Files(files) => {
                let name = file_name::of_path(path).ok_or_else(unknown)?;
                match files.streamed(&name) {
                    // The loader gets a function that returns the bytes once they have arrived.
                    Some(_) => Ok(Vec::new()),
                    None => files.read(&name),
                }
            }
            ContentReader::Given(file) if file.file_name() == path.file_name() => read_named(file),
            ContentReader::Given(_) => return Err(unknown()),
        };
        Ok(VecReader::new(bytes.map_err(as_io)?))
    }
}

impl AssetReader for ContentReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        self.bytes(path)
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(path.to_owned()))
    }

    async fn read_directory<'a>(&'a self, path: &'a Path) -> Result<Box<PathStream>, AssetReaderError> {
        Err(AssetReaderError::NotFound(path.to_owned()))
    }

    fn is_directory<'a>(
        &'a self,
        _path: &'a Path,
    ) -> impl ConditionalSendFuture<Output = Result<bool, AssetReaderError>> {
        // Folders are listed by the file system itself, which merges the layers.
        async { Ok(false) }
    }
}

/// Returns the file name of an asset, with `/` on every system.
pub fn name_of(path: &AssetPath) -> String {
    path.path().to_string_lossy().replace('\\', "/")
}

/// Returns the path of another file in the same source.
pub(crate) fn path_beside(path: &AssetPath, name: &str) -> AssetPath<'static> {
    AssetPath::from(name.to_owned()).with_source(path.source().clone_owned())
}

/// Returns the error for a file that the source could not read.
pub(crate) fn reader_error(name: &str, error: &AssetReaderError) -> ContentError {
    match error {
        AssetReaderError::Io(error) => match error.get_ref().and_then(|error| error.downcast_ref::<ContentError>()) {
            Some(error) => error.clone(),
            None => ContentError::cannot_read(name, error),
        },
        AssetReaderError::NotFound(_) => ContentError::cannot_read(name, "there is no such file"),
        error => ContentError::cannot_read(name, error),
    }
}
