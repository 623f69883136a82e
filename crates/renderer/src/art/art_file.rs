//! The files of the art: the names of their folders, and the errors in them.

use crate::canvas::picture::png_size;
use std::{fmt, sync::Arc};
use thiserror::Error;

/// The folders of images. The first has the textures of level surfaces, the second the sprites on a level.
pub(crate) const FOLDERS: [&str; 3] = ["textures", "sprites", "pictures"];
/// The folder of the sprite sheets, which hold textures and sprites as well.
pub(crate) const SHEETS: &str = "sheets";
/// The folder of the skies.
pub(crate) const SKIES: &str = "skies";
/// The font.
pub(crate) const FONT: &str = "fonts/hullbreach.ttf";

/// The bytes of a file that is not decoded when the art is made.
#[derive(Clone)]
pub enum ArtFile {
    /// A file in memory.
    Here(Arc<Vec<u8>>),
    /// A file that a function returns, or `None` while it is being downloaded.
    Later(Arc<dyn Fn() -> Option<Arc<Vec<u8>>> + Send + Sync>),
}

impl ArtFile {
    /// Returns the bytes, unless the file is still being downloaded.
    pub(crate) fn bytes(&self) -> Option<Arc<Vec<u8>>> {
        match self {
            ArtFile::Here(bytes) => Some(Arc::clone(bytes)),
            ArtFile::Later(read) => read(),
        }
    }
}

impl fmt::Debug for ArtFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.bytes().is_some() { "ArtFile" } else { "ArtFile, not downloaded yet" })
    }
}

/// An error in a file of the art.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {what}")]
pub struct ArtError {
    /// The file, relative to the assets folder, with line and column if they are known: `sheets/fox.ron:3:9`.
    pub file: String,
    /// Description of the error.
    pub what: String,
}

impl ArtError {
    pub(crate) fn new(file: &str, what: impl ToString) -> Self {
        ArtError { file: file.to_owned(), what: what.to_string() }
    }
}

/// Checks the size of a sky without decoding it. `file` is its name relative to the assets folder, such as
/// `skies/nebula.png`.
///
/// # Errors
/// If it is not a PNG image, or its sides are not powers of two.
pub fn check_sky(file: &str, png: &[u8]) -> Result<(), ArtError> {
    match png_size(png) {
        Ok(size) if size.into_iter().all(usize::is_power_of_two) => Ok(()),
        Ok(_) => Err(ArtError::new(file, "the sides of a sky must be powers of two")),
        Err(what) => Err(ArtError::new(file, what)),
    }
}

/// Returns the name of an image whose file is in this folder.
pub(crate) fn name_in<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    file.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".png").filter(|name| !name.contains('/'))
}
