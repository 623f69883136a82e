//! The files of the art: how their folders are called, and what is wrong with one of them.

use crate::canvas::picture::png_size;
use thiserror::Error;

/// The folders of pictures. What a level's surfaces show is in the first, what stands on it in the second.
pub(crate) const FOLDERS: [&str; 3] = ["textures", "sprites", "pictures"];
/// Where the sheets are, which hold textures and sprites as well.
pub(crate) const SHEETS: &str = "sheets";
/// Where the skies lie.
pub(crate) const SKIES: &str = "skies";
/// The font.
pub(crate) const FONT: &str = "fonts/hullbreach.ttf";

/// What is wrong with a file of the art.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {what}")]
pub struct ArtError {
    /// The file, below the folder of the assets, with line and column if they are known: `sheets/fox.ron:3:9`.
    pub file: String,
    /// What is wrong with it.
    pub what: String,
}

impl ArtError {
    pub(crate) fn new(file: &str, what: impl ToString) -> Self {
        ArtError { file: file.to_owned(), what: what.to_string() }
    }
}

/// Checks the size of a sky without decoding it. `file` is its name below the folder of the assets, such as `skies/nebula.png`.
///
/// # Errors
/// If it is not a PNG picture, or its sides are not powers of two.
pub fn check_sky(file: &str, png: &[u8]) -> Result<(), ArtError> {
    match png_size(png) {
        Ok(size) if size.into_iter().all(usize::is_power_of_two) => Ok(()),
        Ok(_) => Err(ArtError::new(file, "a sky's sides are powers of two")),
        Err(what) => Err(ArtError::new(file, what)),
    }
}

/// The name of a picture whose file lies in this folder.
pub(crate) fn name_in<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    file.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".png").filter(|name| !name.contains('/'))
}
