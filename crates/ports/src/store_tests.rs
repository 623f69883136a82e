//! Tests of both implementations of the store, which must behave in the same way.

use super::*;
use crate::memory::Access;
use std::{sync::Mutex, time::Duration};

/// Returns an empty store on the disk and one in memory. The folder is removed with the first value.
fn both() -> (tempfile::TempDir, [Store; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Store::in_folder(folder.path().join("deep"));
    (folder, [disk, Store::in_memory(Clock::default()).0])
}

#[test]
fn both_halves_write_read_list_and_remove() {
    let (_folder, stores) = both();
    for store in stores {
        assert!(store.list("saves").is_empty() && store.has_place("saves/b"));
        assert!(store.read("saves/b", 9).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
        for (name, bytes) in [("saves/b", "one"), ("saves/b", "two"), ("saves/a", "three"), ("x.ron", "four")] {
            let _lock = store.lock_beside(name);
            store.write(name, bytes.as_bytes()).unwrap();
        }
        let names = |folder| store.list(folder).into_iter().map(|file| file.name).collect::<Vec<_>>();
        assert_eq!(
            (names("saves"), names("")),
            (vec!["saves/a".to_owned(), "saves/b".to_owned()], vec!["x.ron".into()])
        );
        assert!(store.list("saves").iter().all(|file| file.written > Duration::from_secs(1_000_000_000)), "{store:?}");
        assert_eq!((store.read("saves/b", 3).unwrap(), store.has_file("saves/b")), (b"two".to_vec(), true));
        let too_large = store.read("saves/b", 2).unwrap_err();
        assert_eq!(
            (too_large.kind(), too_large.to_string().contains("more than 2 bytes")),
            (io::ErrorKind::FileTooLarge, true)
        );
        store.remove("saves/b").unwrap();
        assert!(store.remove("saves/b").is_err() && !store.has("saves/b"));
        store.remove_folder("saves").unwrap();
        assert!(store.remove_folder("saves").is_err() && !store.has("saves/a"));
        assert!(store.remove_folder("").is_err() && store.has("x.ron"));
    }
}

#[test]
fn neither_half_replaces_a_file_that_should_be_new() {
    let (_folder, stores) = both();
    for store in stores {
        store.write_new("demos/run-2.demo", b"mine").unwrap();
        let taken = store.write_new("demos/run-2.demo", b"other").unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        let recorded = [(); 2].map(|()| store.write_recording("demos/run.demo", b"demo").unwrap());
        assert!(recorded[0].ends_with("demos/run.demo") && recorded[1].ends_with("demos/run-3.demo"), "{recorded:?}");
        let names = || (1..=2).map(|number| format!("{number}.png"));
        assert_eq!([(); 2].map(|()| store.write_first_free(names(), b"x").unwrap()), ["1.png", "2.png"]);
        assert!(store.write_first_free(names(), b"x").is_err_and(|error| error.kind() == io::ErrorKind::StorageFull));
        assert_eq!(store.read("demos/run-2.demo", 9).unwrap(), b"mine");
    }
}

#[test]
fn both_halves_move_a_damaged_file_aside() {
    let (_folder, stores) = both();
    for store in stores {
        assert!(store.move_aside("x.ron", "broken").is_err(), "the file does not exist");
        for text in ["first", "second"] {
            store.write("x.ron", text.as_bytes()).unwrap();
            store.move_aside("x.ron", "broken").unwrap();
        }
        assert!(!store.has("x.ron"));
        let aside = ["x.ron.broken1", "x.ron.broken2"].map(|name| store.read(name, 9).unwrap());
        assert_eq!(aside, [b"first".to_vec(), b"second".to_vec()]);
    }
}

#[test]
fn names_cannot_escape_the_store() {
    let (folder, stores) = both();
    for store in stores {
        for name in ["../out", "/tmp/out", "saves/../../out"] {
            assert!(store.write(name, b"x").is_err() && store.write_new(name, b"x").is_err(), "{name}");
            assert!(store.read(name, 9).is_err() && store.remove(name).is_err(), "{name}");
            assert!(store.remove_folder(name).is_err(), "{name}");
            assert!(store.move_aside(name, "broken").is_err(), "{name}");
        }
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn memory_store_fails_where_a_test_requests_it() {
    let (store, files) = Store::in_memory(Clock::default());
    store.write("saves/a", b"old").unwrap();
    files.refuse(Access::Write, "saves/", io::ErrorKind::StorageFull);
    files.refuse(Access::Read, "settings.ron", io::ErrorKind::PermissionDenied);
    assert_eq!(store.write("saves/a", b"new").unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert!(store.remove("saves/a").is_err() && store.write_recording("saves/b", b"").is_err());
    assert_eq!(store.read("saves/a", 9).unwrap(), b"old", "a failed write must not change anything");
    assert_eq!(store.read("settings.ron", 9).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    files.allow_all();
    store.write("saves/a", b"new").unwrap();
    assert_eq!(files.names(), ["saves/a"]);
}

#[test]
fn lock_keeps_a_simulated_other_game_away() {
    let (store, files) = Store::in_memory(Clock::default());
    let texts = || files.names().into_iter().map(|name| files.bytes(&name).unwrap()).collect::<Vec<_>>();
    let other = store.clone();
    files.interrupt(1, move || other.write("a", b"other").unwrap());
    let lock = store.lock_beside("a");
    (0..3).for_each(|_| store.write("a", b"own").unwrap());
    assert_eq!(texts(), [b"own".to_vec()]);
    drop(lock);
    assert_eq!(store.read("a", 9).unwrap(), b"own");
    assert_eq!(store.read("a", 9).unwrap(), b"other", "before the second access that no lock protects");
}

#[test]
fn mirror_of_a_store_has_the_same_files_after_each_change() {
    type Copied = Arc<Mutex<BTreeMap<String, StoredFile>>>;
    let old = |text: &str| StoredFile { bytes: text.into(), written: Duration::from_secs(9) };
    let known = BTreeMap::from([("saves/a".to_owned(), old("a")), ("../out".to_owned(), old("b"))]);
    let copied: Copied = Arc::new(Mutex::new(known.clone()));
    let mirror = {
        let copied = copied.clone();
        move |name: &str, file: Option<&StoredFile>| {
            let mut copied = copied.lock().unwrap();
            match file {
                Some(file) => drop(copied.insert(name.to_owned(), file.clone())),
                None => drop(copied.remove(name)),
            }
        }
    };
    let store = Store::mirrored(Clock::default(), known, mirror);
    assert_eq!(store.list("saves"), [Listed { written: Duration::from_secs(9), name: "saves/a".to_owned() }]);
    assert!(!store.has_file("../out"), "a name that leads out of the store is ignored");
    store.write("saves/a", b"new").unwrap();
    store.write_new("saves/b", b"b").unwrap();
    assert!(store.write_new("saves/b", b"other").is_err());
    store.write_recording("demos/run.demo", b"demo").unwrap();
    store.move_aside("saves/b", "broken").unwrap();
    store.write("x.ron", b"x").unwrap();
    store.remove("x.ron").unwrap();
    let copied = copied.lock().unwrap();
    let names: Vec<&str> = copied.keys().map(String::as_str).collect();
    assert_eq!(names, ["../out", "demos/run.demo", "saves/a", "saves/b.broken1"]);
    for name in &names[1..] {
        assert_eq!(copied[*name].bytes, store.read(name, 9).unwrap(), "{name}");
    }
}
