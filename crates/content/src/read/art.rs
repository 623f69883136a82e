//! Reads the art with several threads, for programs without the asset server.

use crate::{vfs::error::ContentError, vfs::files::Files};
use renderer::{Art, ArtError, ArtFile, ArtParts, ArtPicture, SpriteSheet, Uniforms, art_font};
use std::{
    num::NonZero,
    sync::Arc,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The folder of the sheets.
pub(crate) const SHEET_FOLDER: &str = "assets/sheets";
/// The folders of individual images.
const PICTURE_FOLDERS: [&str; 3] = ["assets/textures", "assets/sprites", "assets/pictures"];
/// The maximum number of threads.
const MAX_THREADS: usize = 4;

/// Reads the art.
///
/// # Errors
/// The first missing or invalid file.
pub fn read_art(files: &Files) -> Result<Art, ContentError> {
    let sheets = in_parallel(&files.list(SHEET_FOLDER, ".ron"), |file| {
        let name = file.trim_end_matches(".ron");
        let (ron, png) = (files.read(file)?, files.read(&format!("{name}.png"))?);
        SpriteSheet::read(in_assets(name), &ron, &png).map_err(art_error)
    })?;
    let singles = PICTURE_FOLDERS.map(|folder| files.list(folder, ".png")).concat();
    let pictures = in_parallel(&singles, |file| {
        let name = in_assets(file);
        Ok((name.to_owned(), ArtPicture::read(name, &files.read(file)?).map_err(art_error)?))
    })?;
    let skies = files.list("assets/skies", ".png").into_iter();
    let skies = skies.map(|file| Ok((in_assets(&file).to_owned(), ArtFile::Here(Arc::new(files.read(&file)?)))));
    let uniforms = "assets/uniforms.ron";
    let uniforms = match files.contains(uniforms) {
        true => Uniforms::read(&files.read(uniforms)?).map_err(art_error)?,
        false => Uniforms::default(),
    };
    let parts = ArtParts {
        font: art_font(&files.read("assets/fonts/hullbreach.ttf")?).map_err(art_error)?,
        sheets,
        pictures: pictures.into_iter().collect(),
        skies: skies.collect::<Result<_, ContentError>>()?,
        uniforms,
    };
    Art::of(parts).map_err(art_error)
}

/// Reads files on several threads; the results are in the order of the files.
fn in_parallel<T: Send>(
    files: &[String],
    read: impl Fn(&str) -> Result<T, ContentError> + Sync,
) -> Result<Vec<T>, ContentError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((number, file)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            files.get(number).map(|file| (number, file))
        } {
            done.push((number, read(file)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, read)| read).collect()
}

/// Returns a file name relative to the assets folder, as the renderer uses it.
pub(crate) fn in_assets(file: &str) -> &str {
    file.strip_prefix("assets/").unwrap_or(file)
}

/// Converts an error of the renderer, which names files relative to the assets folder.
pub(crate) fn art_error(error: ArtError) -> ContentError {
    ContentError::wrong(format_args!("assets/{error}"))
}
