//! The art of a folder: its files are read and decoded by as many threads as the processor has cores, since the player waits for it.

use crate::art::art::{Art, ArtBuilder, ArtError, FOLDERS, FONT, SKIES, decode};
use crate::art::uniforms::{UNIFORMS, Uniforms};
use raycast::Texture;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// The most threads: with more, the one that puts the pictures together would be waited for.
const MOST_THREADS: usize = 4;
/// How many decoded pictures may wait to be put together: they take memory.
const WAITING: usize = 32;

/// How far the reading of the art has come, for whoever shows it meanwhile.
#[derive(Debug, Default)]
pub struct ArtProgress {
    files: AtomicUsize,
    read: AtomicUsize,
}

impl ArtProgress {
    /// The part of the files that have been read, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.read.load(Ordering::Relaxed) as f32 / self.files.load(Ordering::Relaxed).max(1) as f32
    }
}

impl Art {
    /// Reads the art below a folder: every PNG in `textures`, `sprites`, `pictures` and `skies`, `fonts/hullbreach.ttf`, and
    /// `uniforms.ron` if it is there.
    ///
    /// # Errors
    /// The first file or folder that cannot be read, and why.
    pub fn load(assets: &Path) -> Result<Art, ArtError> {
        Art::load_telling(assets, &ArtProgress::default())
    }

    /// The same, telling how far it has come.
    ///
    /// # Errors
    /// As above.
    pub fn load_telling(assets: &Path, progress: &ArtProgress) -> Result<Art, ArtError> {
        let files_in = |folder: &str| -> Result<Vec<String>, ArtError> {
            let names = png_files(&assets.join(folder)).map_err(|error| ArtError::unreadable(folder, error))?;
            Ok(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
        };
        let files = FOLDERS.into_iter().map(files_in).collect::<Result<Vec<_>, _>>()?.concat();
        progress.files.store(files.len(), Ordering::Relaxed);
        let mut builder = ArtBuilder::new(&read(assets, FONT)?)?;
        in_order(
            files.len(),
            |number| read(assets, &files[number]).and_then(|bytes| Ok((decode(&files[number], &bytes)?, bytes))),
            |number, read: Result<(Texture, Vec<u8>), ArtError>| {
                progress.read.fetch_add(1, Ordering::Relaxed);
                let (texture, bytes) = read?;
                builder.take(&files[number], bytes, texture)
            },
        )?;
        for file in files_in(SKIES)? {
            builder.take_sky(&file, read(assets, &file)?);
        }
        if assets.join(UNIFORMS).exists() {
            builder.take_uniforms(Uniforms::read(&read(assets, UNIFORMS)?)?);
        }
        builder.art()
    }
}

/// Lets some threads do so many parts of a work, and takes what comes of each in their order, until one cannot be taken.
fn in_order<T: Send>(
    parts: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), ArtError>,
) -> Result<(), ArtError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING);
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                let parts = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|part| *part < parts);
                for part in parts {
                    if sender.send((part, work(part))).is_err() {
                        return; // one could not be taken, and nobody listens any more
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (part, done) in receiver {
            early.insert(part, done);
            while let Some(done) = early.remove(&wanted) {
                take(wanted, done)?;
                wanted += 1;
            }
        }
        Ok(())
    })
}

/// The names of all PNG files in a folder, in their order.
fn png_files(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if Path::new(&name).extension() == Some(OsStr::new("png")) {
            let name = name.into_string().map_err(|name| {
                io::Error::new(io::ErrorKind::InvalidData, format!("the file name {} is no text", name.display()))
            })?;
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// The bytes of a file below a folder, unless there are far too many.
fn read(assets: &Path, name: &str) -> Result<Vec<u8>, ArtError> {
    let read = || {
        let file = File::open(assets.join(name))?;
        let mut bytes = Vec::with_capacity(file.metadata()?.len().min(MAX_BYTES) as usize);
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            let what = format!("the file has more than {MAX_BYTES} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        }
        Ok(bytes)
    };
    read().map_err(|error| ArtError::unreadable(name, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files;

    /// A folder with the files of an art.
    fn folder(files: &BTreeMap<String, Vec<u8>>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        for needed in [FOLDERS[2], SKIES] {
            fs::create_dir_all(folder.path().join(needed)).unwrap();
        }
        folder
    }

    #[test]
    fn many_threads_read_the_same_art_as_one() {
        let files = files();
        let progress = ArtProgress::default();
        let loaded = Art::load_telling(folder(&files).path(), &progress).unwrap();
        let one = Art::from_files(&files).unwrap();
        assert!(
            *loaded.textures() == *one.textures() && loaded.textures().len() > 100,
            "the same, one after the other"
        );
        assert_eq!(loaded.reels(), one.reels());
        assert_eq!(loaded.sprite("clip"), one.sprite("clip"));
        assert_eq!(loaded.picture("clip"), one.picture("clip"));
        assert_eq!(progress.part(), 1.0);
    }

    #[test]
    fn of_several_broken_files_the_first_is_named() {
        let mut files = files();
        for name in ["sprites/medkit.png", "sprites/clip.png", "textures/jamb.png"] {
            files.insert(name.to_owned(), vec![1, 2, 3]);
        }
        let folder = folder(&files);
        for _ in 0..20 {
            let error = Art::load(folder.path()).unwrap_err();
            assert_eq!((error.file.as_str(), error.readable), ("textures/jamb.png", true));
        }
        fs::remove_file(folder.path().join(FONT)).unwrap();
        let error = Art::load(folder.path()).unwrap_err();
        assert_eq!((error.file.as_str(), error.readable), (FONT, false));
        assert_eq!(Art::load(Path::new("/no/such/folder")).unwrap_err().file, "textures");
    }
}
