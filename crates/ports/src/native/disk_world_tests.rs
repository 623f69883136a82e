//! Worlds of faults on the disk: a folder of files, links, pipes, sockets and folders, in which everything is written
//! that can be written. One seed is one world.

use crate::{
    fault_world::assert_message,
    native::{
        free_name::move_aside,
        record_file::RecordFile,
        whole_file::{write_new, write_synced},
        whole_files::write_all_whole,
    },
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Read},
    os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt, symlink},
    os::unix::net::UnixListener,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// Names that are used, so that acts meet the same files.
const NAMES: [&str; 6] = ["a.demo", "a-2.demo", "b", "c", "d", "e"];
/// Number of acts in a world.
const ACTS: usize = 20;

/// What is in the place of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Mode and content.
    File(u32, Vec<u8>),
    /// Target.
    Link(PathBuf),
    Pipe,
    Socket,
    Folder,
}

/// A pipe and a socket that all worlds use through hard links. The pipe has a reader.
struct Specials {
    folder: TempDir,
    reader: File,
    _socket: UnixListener,
}

impl Specials {
    fn new() -> Specials {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut reader = OpenOptions::new();
        let reader = reader.read(true).write(true).custom_flags(libc::O_NONBLOCK).open(&pipe).unwrap();
        let socket = UnixListener::bind(folder.path().join("socket")).unwrap();
        Specials { folder, reader, _socket: socket }
    }
}

struct World<'a> {
    specials: &'a Specials,
    folder: TempDir,
    /// Folder for recordings that cannot be written where they should be.
    elsewhere: TempDir,
    rng: Pcg32,
    /// Mode of a new file.
    usual_mode: u32,
    written: u32,
}

impl World<'_> {
    fn new(seed: u64, specials: &Specials) -> World<'_> {
        let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let plain = elsewhere.path().join("plain");
        fs::write(&plain, "").unwrap();
        let usual_mode = fs::metadata(plain).unwrap().permissions().mode();
        World { specials, folder, elsewhere, rng: Pcg32::seed_from_u64(seed), usual_mode, written: 0 }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn any_name(&mut self) -> &'static str {
        NAMES[self.rng.random_range(0..NAMES.len())]
    }

    fn places(&self) -> BTreeMap<String, Place> {
        let place = |path: &Path| {
            let data = fs::symlink_metadata(path).unwrap();
            match data.file_type() {
                kind if kind.is_symlink() => Place::Link(fs::read_link(path).unwrap()),
                kind if kind.is_fifo() => Place::Pipe,
                kind if kind.is_socket() => Place::Socket,
                kind if kind.is_dir() => Place::Folder,
                _ => Place::File(data.permissions().mode(), fs::read(path).unwrap()),
            }
        };
        let entries = fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| (entry.file_name().into_string().unwrap(), place(&entry.path()))).collect()
    }

    /// The owner of the folder puts something in the place of a name that is free.
    fn put(&mut self) {
        let (name, target) = (self.any_free_name().unwrap_or("e"), self.any_name());
        let path = self.path(name);
        if path.symlink_metadata().is_ok() {
            fs::remove_dir(&path).or_else(|_| fs::remove_file(&path)).unwrap();
        }
        let special = |name| self.specials.folder.path().join(name);
        match self.rng.random_range(0..8) {
            0..=2 => {
                self.written += 1;
                fs::write(&path, format!("mine {}", self.written)).unwrap();
                let mode = [0o644, 0o664, 0o640, 0o600][self.rng.random_range(0..4)];
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            }
            3 | 4 => symlink(target, &path).unwrap(),
            5 => fs::hard_link(special("pipe"), &path).unwrap(),
            6 => fs::hard_link(special("socket"), &path).unwrap(),
            _ => fs::create_dir(&path).unwrap(),
        }
    }

    fn any_free_name(&mut self) -> Option<&'static str> {
        let free: Vec<_> = NAMES.into_iter().filter(|name| self.path(name).symlink_metadata().is_err()).collect();
        (!free.is_empty()).then(|| free[self.rng.random_range(0..free.len())])
    }

    /// Returns content that no file has.
    fn bytes(&mut self) -> Vec<u8> {
        self.written += 1;
        format!("written {}", self.written).into_bytes()
    }

    /// Checks the content of the pipe.
    fn check_pipe(&self, expected: &[u8]) {
        let mut bytes = vec![0; expected.len()];
        (&self.specials.reader).read_exact(&mut bytes).unwrap();
        assert_eq!(bytes, expected, "the pipe");
    }

    fn go_on(&mut self) {
        match self.rng.random_range(0..8) {
            0..=3 => self.put(),
            4 | 5 => self.replace(),
            6 => self.write_new_ones(),
            _ if self.rng.random() => self.record(),
            _ => self.set_aside(),
        }
    }

    /// Writes a file, while flushing of the file or of its folder may fail.
    fn replace(&mut self) {
        let (name, bytes, mut before) = (self.any_name(), self.bytes(), self.places());
        let [file_fails, folder_fails] = [(); 2].map(|()| {
            let kinds = [ErrorKind::InvalidInput, ErrorKind::Unsupported, ErrorKind::StorageFull, ErrorKind::Other];
            self.rng.random_bool(0.3).then(|| kinds[self.rng.random_range(0..kinds.len())])
        });
        let sync = |file: &File| {
            let fails = if file.metadata()?.is_dir() { folder_fails } else { file_fails };
            fails.map_or(Ok(()), |kind| Err(kind.into()))
        };
        let result = write_synced(&self.path(name), &bytes, &sync);
        let is_full = matches!(file_fails, Some(ErrorKind::StorageFull | ErrorKind::Other));
        let context = format!("{name}: {result:?}, {file_fails:?}, {folder_fails:?}, {before:?}");
        if let Err(error) = &result {
            assert_message(&error.to_string());
        }
        match target(&before, name) {
            Some((_, Some(Place::Pipe))) => {
                result.unwrap();
                self.check_pipe(&bytes);
            }
            Some((at, place)) if !is_full && matches!(place, None | Some(Place::File(..))) => {
                assert!(result.is_ok(), "{context}");
                let mode = if let Some(Place::File(mode, _)) = place { mode } else { self.usual_mode };
                before.insert(at, Place::File(mode, bytes));
            }
            _ => assert!(result.is_err(), "{context}"),
        }
        assert_eq!(self.places(), before, "{context}");
    }

    /// Writes one file or two that must be new.
    fn write_new_ones(&mut self) {
        let (names, bytes, mut before) = ([self.any_name(), self.any_name()], self.bytes(), self.places());
        let file = Place::File(self.usual_mode, bytes.clone());
        if self.rng.random() {
            let result = write_new(&self.path(names[0]), &bytes);
            let is_taken = before.contains_key(names[0]);
            assert_eq!(result.err().map(|error| error.kind()), is_taken.then_some(ErrorKind::AlreadyExists));
            before.entry(names[0].to_owned()).or_insert(file);
        } else {
            let below = self.path("new").join("file");
            let impossible = self.path(names[1]).join("below");
            let is_impossible = before.contains_key(names[1]);
            let result = write_all_whole(&[(below.clone(), bytes.clone()), (impossible.clone(), bytes.clone())]);
            if let Err((path, error)) = &result {
                assert!(is_impossible && *path == impossible, "{names:?}: {error}, {before:?}");
                assert_message(&error.to_string());
                assert!(!below.exists() && !self.path("new").exists(), "all files are written or none");
            } else {
                assert_eq!((fs::read(&below).unwrap(), fs::read(&impossible).unwrap()), (bytes.clone(), bytes));
                fs::remove_dir_all(self.path("new")).unwrap();
                // A folder, a link to one, or a new folder.
                fs::remove_file(&impossible).unwrap();
                let folder = fs::canonicalize(self.path(names[1])).unwrap();
                let is_new = !before.contains_key(folder.file_name().unwrap().to_str().unwrap());
                is_new.then(|| fs::remove_dir(folder).unwrap());
            }
        }
        assert_eq!(self.places(), before, "{names:?}");
    }

    /// Records a game.
    fn record(&mut self) {
        let (name, bytes, mut before) = (self.any_name(), self.bytes(), self.places());
        let folder = self.elsewhere.path().to_owned();
        let record = RecordFile::new(self.path(name), Some(folder));
        let (checked, noted, result) = (record.check(), record.note(), record.write(&bytes));
        let context = format!("{name}: {checked:?}, {noted:?}, {result:?}, {before:?}");
        match &result {
            Ok(_) if matches!(target(&before, name), Some((_, Some(Place::Pipe)))) => self.check_pipe(&bytes),
            Ok(path) => {
                assert!(noted.is_none_or(|note| note.ends_with(&*path.to_string_lossy())), "{context}");
                let written = fs::canonicalize(path).unwrap();
                let written = written.file_name().unwrap().to_str().unwrap().to_owned();
                assert!(!before.contains_key(&written), "{written} was replaced: {context}");
                before.insert(written, Place::File(self.usual_mode, bytes));
            }
            Err(what) => {
                assert!(checked.is_err(), "this could be known before the game: {context}");
                assert_message(what);
                let path = what.rsplit("the demo is in ").next().unwrap();
                assert_eq!(fs::read(path).unwrap(), bytes, "{context}");
            }
        }
        checked.iter().for_each(|()| assert!(result.is_ok(), "{context}"));
        assert_eq!(self.places(), before, "{context}");
        // Files that are recorded under a number are not among the names.
        let extra = self.places().into_keys().filter(|name| !NAMES.contains(&name.as_str()));
        extra.for_each(|name| fs::remove_file(self.path(&name)).unwrap());
    }

    /// Moves a file aside.
    fn set_aside(&mut self) {
        let (name, mut before) = (self.any_name(), self.places());
        match (move_aside(&self.path(name), "broken"), target(&before, name)) {
            (Ok(moved), Some((at, Some(Place::File(..) | Place::Folder)))) => {
                let moved_name = moved.file_name().unwrap().to_str().unwrap().to_owned();
                assert!(moved_name.ends_with(".broken1") && !before.contains_key(&moved_name), "{moved_name}");
                let place = before.remove(&at).unwrap();
                before.insert(moved_name.clone(), place);
                assert_eq!(self.places(), before, "{name}");
                fs::rename(moved, self.path(&at)).unwrap();
            }
            (Err(error), place) => {
                let has_file = matches!(place, Some((_, Some(Place::File(..) | Place::Folder))));
                assert!(!has_file, "{name}: {error}, {before:?}");
                assert_message(&error.to_string());
                assert_eq!(self.places(), before, "{name}");
            }
            (moved, place) => panic!("{name}: {moved:?} from {place:?}"),
        }
    }
}

/// Follows the links of a name. Returns the last name and what is there, or `None` if the links form a loop.
fn target(places: &BTreeMap<String, Place>, name: &str) -> Option<(String, Option<Place>)> {
    let mut name = name.to_owned();
    for _ in 0..=NAMES.len() {
        match places.get(&name) {
            Some(Place::Link(to)) => name = to.to_str()?.to_owned(),
            place => return Some((name.clone(), place.cloned())),
        }
    }
    None
}

#[test]
fn nothing_on_the_disk_is_replaced_unless_it_is_meant() {
    let specials = Specials::new();
    for seed in 0..40 {
        let mut world = World::new(seed, &specials);
        for _ in 0..ACTS {
            world.go_on();
        }
    }
}
