//! The art of a folder: its files are read and decoded by as many threads as the processor has cores, since the player waits for it.

use crate::art::art::Art;
use crate::art::art_file::{ArtError, FOLDERS, FONT, SHEETS, SKIES};
use crate::art::parts::{ArtParts, art_font, sheet_names};
use crate::art::picture::ArtPicture;
use crate::art::sheet::SpriteSheet;
use crate::art::uniforms::{UNIFORMS, Uniforms};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
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
    /// Reads the art below a folder: the sheets in `sheets`, every PNG in `textures` and `sprites` (folders that may be missing), in `pictures`
    /// and `skies`, `fonts/hullbreach.ttf`, and `uniforms.ron` if it is there.
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
        let found = found(assets)?;
        progress.files.store(found.len(), Ordering::Relaxed);
        let font = art_font(&read(assets, FONT)?)?;
        let (mut sheets, mut pictures) = (Vec::new(), BTreeMap::new());
        in_order(
            found.len(),
            |number| found[number].read(assets),
            |number, read| {
                progress.read.fetch_add(1, Ordering::Relaxed);
                match read? {
                    Part::Sheet(sheet) => sheets.push(sheet),
                    Part::Picture(picture) => drop(pictures.insert(found[number].file().to_owned(), picture)),
                }
                Ok(())
            },
        )?;
        let mut skies = BTreeMap::new();
        for file in files_in(assets, SKIES)? {
            let bytes = read(assets, &file)?;
            skies.insert(file, Arc::new(bytes));
        }
        let uniforms = match assets.join(UNIFORMS).exists() {
            true => Uniforms::read(&read(assets, UNIFORMS)?)?,
            false => Uniforms::default(),
        };
        Art::of(ArtParts { font, sheets, pictures, skies, uniforms })
    }
}

/// What is found below the folder of the assets, by its name there.
enum Found {
    /// A sheet, without an ending.
    Sheet(String),
    Picture(String),
}

/// What has been read of it.
enum Part {
    Sheet(SpriteSheet),
    Picture(ArtPicture),
}

impl Found {
    fn file(&self) -> &str {
        let (Found::Sheet(file) | Found::Picture(file)) = self;
        file
    }

    fn read(&self, assets: &Path) -> Result<Part, ArtError> {
        match self {
            Found::Sheet(file) => {
                let [ron, png] = ["ron", "png"].map(|ending| read(assets, &format!("{file}.{ending}")));
                SpriteSheet::read(file, &ron?, &png?).map(Part::Sheet)
            }
            Found::Picture(file) => ArtPicture::read(file, &read(assets, file)?).map(Part::Picture),
        }
    }
}

/// All sheets, then the pictures of each folder, each in the order of its names.
fn found(assets: &Path) -> Result<Vec<Found>, ArtError> {
    let mut found = Vec::new();
    if assets.join(SHEETS).exists() {
        let files = names(assets, SHEETS, &["png", "ron"])?;
        found.extend(sheet_names(files.iter().map(String::as_str)).into_iter().map(Found::Sheet));
    }
    for folder in FOLDERS {
        // Textures and sprites may all be in sheets.
        if folder == FOLDERS[2] || assets.join(folder).exists() {
            found.extend(files_in(assets, folder)?.into_iter().map(Found::Picture));
        }
    }
    Ok(found)
}

/// The PNG files of a folder below that of the assets, in their order.
fn files_in(assets: &Path, folder: &str) -> Result<Vec<String>, ArtError> {
    names(assets, folder, &["png"])
}

/// The files in a folder below that of the assets that have one of these endings, in their order.
fn names(assets: &Path, folder: &str, endings: &[&str]) -> Result<Vec<String>, ArtError> {
    let list = || -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(assets.join(folder))? {
            let name = entry?.file_name();
            if Path::new(&name).extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
                let name = name.into_string().map_err(|name| {
                    io::Error::new(io::ErrorKind::InvalidData, format!("the file name {} is no text", name.display()))
                })?;
                names.push(format!("{folder}/{name}"));
            }
        }
        names.sort_unstable();
        Ok(names)
    };
    list().map_err(|error| ArtError::unreadable(folder, error))
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
    use std::time::Instant;

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

    /// Prints how long the parts of reading the game's art take on one thread, and its textures on one or two. In release:
    /// `cargo test --release -p renderer -- --ignored --nocapture times_of_the_art`.
    #[test]
    #[ignore = "it prints times and judges nothing"]
    fn times_of_the_art_are_printed() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let found = found(&assets).unwrap();
        let since = |began: Instant| began.elapsed().as_secs_f64() * 1e3;
        for _ in 0..5 {
            let began = Instant::now();
            let parts: Vec<Part> = found.iter().map(|found| found.read(&assets).unwrap()).collect();
            let read = since(began);
            let (mut sheets, mut pictures) = (Vec::new(), BTreeMap::new());
            for (found, part) in found.iter().zip(parts) {
                match part {
                    Part::Sheet(sheet) => sheets.push(sheet),
                    Part::Picture(picture) => drop(pictures.insert(found.file().to_owned(), picture)),
                }
            }
            let began = Instant::now();
            let font = art_font(&super::read(&assets, FONT).unwrap()).unwrap();
            let font_read = since(began);
            let uniforms = Uniforms::default();
            let began = Instant::now();
            let art = Art::of(ArtParts { font, sheets, pictures, skies: BTreeMap::new(), uniforms }).unwrap();
            let made = since(began);
            let [one, two] = [1, 2].map(|threads| {
                let began = Instant::now();
                assert!(art.made(threads).len() > 3000);
                since(began)
            });
            println!(
                "{} parts read {read:.1} ms, font {font_read:.1} ms, art {made:.1} ms, textures {one:.1} or {two:.1} ms",
                found.len(),
            );
        }
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
        assert_eq!(Art::load(Path::new("/no/such/folder")).unwrap_err().file, FOLDERS[2]);
    }
}
