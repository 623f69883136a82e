//! Textures and sprites of an assets folder: the frames of its sheets, and individual files, which replace frames.

use crate::{
    measure::files::{self, Image},
    tools::framed::Holds,
    tools::sheet::{self, FrameText, SheetText},
};
use ron::{Options, extensions::Extensions};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Maximum side of an image, in pixels.
const MAX_SIDE: usize = 4096;

/// All textures and sprites by name.
pub(crate) struct Pictures(BTreeMap<(Holds, String), Image>);

impl Pictures {
    /// Reads all images of an assets folder.
    pub(crate) fn read(assets: &Path) -> Result<Self, String> {
        let mut pictures = BTreeMap::new();
        for (name, text) in files_of(&assets.join(sheet::FOLDER), "ron")? {
            let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", text.display());
            let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
            let bytes = fs::read(&text).map_err(|error| wrong(&error))?;
            let SheetText { holds, frames } = options.from_bytes(&bytes).map_err(|error| wrong(&error))?;
            let image = files::image(&text.with_file_name(format!("{name}.png")))?;
            for (name, frame) in frames {
                let picture = cut(&image, frame).ok_or_else(|| wrong(&format!("{name} is not within its sheet")))?;
                pictures.insert((holds, name), picture);
            }
        }
        for (holds, folder) in [(Holds::Textures, "textures"), (Holds::Sprites, "sprites")] {
            let folder = assets.join(folder);
            let files = if folder.exists() { files_of(&folder, "png")? } else { Vec::new() };
            for (name, file) in files {
                pictures.insert((holds, name), files::image(&file)?);
            }
        }
        Ok(Self(pictures))
    }

    /// Returns the image with a name.
    pub(crate) fn get(&self, holds: Holds, name: &str) -> Result<&Image, String> {
        let found = self.0.get(&(holds, name.to_owned()));
        found.ok_or_else(|| format!("there is no image {name} in {}", sheet::FOLDER))
    }

    /// Returns all images in the order of their names.
    pub(crate) fn all(&self, holds: Holds) -> impl Iterator<Item = (&str, &Image)> {
        let all = self.0.iter().filter(move |((other, _), _)| *other == holds);
        all.map(|((_, name), image)| (name.as_str(), image))
    }
}

/// Returns the files of a folder with an extension, by name without it, in the order of the names.
fn files_of(folder: &Path, ending: &str) -> Result<Vec<(String, PathBuf)>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|other| other == ending) {
            found.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the image of a frame, if the frame is inside its sheet and its full size.
fn cut(sheet: &Image, FrameText { at, size, offset, whole }: FrameText) -> Option<Image> {
    let whole = whole.unwrap_or(size);
    let is_within = offset.0.checked_add(size.0)? <= whole.0 && offset.1.checked_add(size.1)? <= whole.1;
    let is_on_sheet = at.0.checked_add(size.0)? <= sheet.width;
    if !is_within || !is_on_sheet || whole.0.max(whole.1) > MAX_SIDE || size.0.min(size.1) == 0 {
        return None;
    }
    let mut pixels = vec![[0; 4]; whole.0 * whole.1];
    for row in 0..size.1 {
        let from = at.1.checked_add(row)?.checked_mul(sheet.width)?.checked_add(at.0)?;
        let line = sheet.pixels.get(from..from + size.0)?;
        pixels[(offset.1 + row) * whole.0 + offset.0..][..size.0].copy_from_slice(line);
    }
    Some(Image { width: whole.0, pixels })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_frames_inside_their_sheet_are_images() {
        let sheet = Image { width: 3, pixels: (0..12).map(|number| [number; 4]).collect() };
        let frame = FrameText { at: (1, 2), size: (2, 2), offset: (0, 1), whole: Some((2, 4)) };
        let picture = cut(&sheet, frame).unwrap();
        let numbers: Vec<u8> = picture.pixels.iter().map(|pixel| pixel[0]).collect();
        assert_eq!((picture.width, numbers), (2, vec![0, 0, 7, 8, 10, 11, 0, 0]));
        let bad = [
            FrameText { at: (2, 2), ..frame },
            FrameText { at: (1, 3), ..frame },
            FrameText { at: (usize::MAX, 2), ..frame },
            FrameText { at: (1, usize::MAX), ..frame },
            FrameText { offset: (1, 1), ..frame },
            FrameText { whole: Some((2, usize::MAX)), ..frame },
        ];
        assert!(bad.into_iter().all(|frame| cut(&sheet, frame).is_none()));
    }
}
