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
pub(crate) const PICTURE_FOLDERS: [&str; 3] = ["assets/textures", "assets/sprites", "assets/pictures"];
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
    });
    let singles = PICTURE_FOLDERS.map(|folder| files.list(folder, ".png")).concat();
    let pictures = read_pictures(files, &singles)?.into_iter();
    let pictures = pictures.map(|(file, picture)| (in_assets(&file).to_owned(), picture));
    let skies = files.list("assets/skies", ".png").into_iter();
    let skies = skies.map(|file| Ok((in_assets(&file).to_owned(), ArtFile::Here(Arc::new(files.read(&file)?)))));
    let uniforms = "assets/uniforms.ron";
    let uniforms = match files.contains(uniforms) {
        true => Uniforms::read(&files.read(uniforms)?).map_err(art_error)?,
        false => Uniforms::default(),
    };
    let parts = ArtParts {
        font: art_font(&files.read("assets/fonts/hullbreach.ttf")?).map_err(art_error)?,
        sheets: sheets.into_iter().collect::<Result<_, ContentError>>()?,
        pictures: pictures.collect(),
        skies: skies.collect::<Result<_, ContentError>>()?,
        uniforms,
    };
    Art::of(parts).map_err(art_error)
}

/// Reads images on several threads. Returns them with the names of their files.
///
/// # Errors
/// The first missing or invalid file.
pub(crate) fn read_pictures(files: &Files, names: &[String]) -> Result<Vec<(String, ArtPicture)>, ContentError> {
    in_parallel(names, |file| {
        Ok((file.clone(), ArtPicture::read(in_assets(file), &files.read(file)?).map_err(art_error)?))
    })
    .into_iter()
    .collect()
}

/// Calls a function with each value on several threads; the results are in the order of the values.
pub(crate) fn in_parallel<S: Sync, T: Send>(values: &[S], read: impl Fn(&S) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((number, value)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            values.get(number).map(|value| (number, value))
        } {
            done.push((number, read(value)));
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
