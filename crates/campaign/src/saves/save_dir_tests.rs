use super::*;
use crate::journey::journey::Journey;
use engine::{Headless, Rules, Start};
use level::Level;
use ports::Access;
use std::{fs, sync::Arc, time::Duration};

/// Returns a save of a deck with this name, at its first tick.
pub(crate) fn save(deck: &str) -> Save {
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
        map: [\"####\", \"#@.#\", \"####\"])";
    let start = Start {
        rules: Arc::new(Rules::standard()),
        ..Start::on(Arc::new(Level::read("x", text).expect("it is a level")))
    };
    Save::of(&Journey::new("x.ron", 2, 1, None), &start, deck, Headless::begin(&start).world_mut())
}

/// Returns a save of this course, on a deck with this name.
fn save_of(course: &str, deck: &str) -> Save {
    let mut save = save(deck);
    course.clone_into(&mut save.journey.course);
    save
}

fn shelf() -> (tempfile::TempDir, SaveDir) {
    let folder = tempfile::tempdir().unwrap();
    let shelf = SaveDir::new(folder.path().join("saves"));
    (folder, shelf)
}

/// Returns slots and decks of all saves, newest first.
fn listed(shelf: &SaveDir) -> Vec<(Slot, String)> {
    shelf.list().into_iter().map(|entry| (entry.slot, entry.save.unwrap().label.deck)).collect()
}

#[test]
fn rings_keep_the_last_three_saves_newest_first() {
    let (_folder, shelf) = shelf();
    for deck in ["one", "two", "three", "four", "five"] {
        shelf.put_next(Ring::Quick, save(deck)).unwrap();
    }
    let quick = |number| Slot::Of(Ring::Quick, number);
    let expected = [(quick(1), "five"), (quick(0), "four"), (quick(2), "three")];
    assert_eq!(listed(&shelf), expected.map(|(slot, deck)| (slot, deck.to_owned())));
    shelf.put(Slot::Named(4), save("mine")).unwrap();
    assert_eq!(shelf.newest(None).map(|(slot, _)| slot), Some(Slot::Named(4)));
    assert_eq!(shelf.newest(Some(Ring::Quick)).map(|(_, save)| save.label.deck), Some("five".to_owned()));
    assert_eq!(shelf.newest(Some(Ring::Auto)), None);
}

#[test]
fn saves_of_a_course_do_not_replace_those_of_another() {
    let (_folder, shelf) = shelf();
    shelf.put_next(Ring::Auto, save("Holds")).unwrap();
    for course in ["levels/a.ron", "levels/b.ron", "2K-AA8", "levels/c.ron"] {
        for deck in ["one", "two", "three", "four"] {
            shelf.put_next(Ring::Auto, save_of(course, deck)).unwrap();
        }
    }
    assert_eq!(listed(&shelf).len(), 1 + 4 * 3, "each course keeps three");
    let newest = |course: &str| shelf.newest_of(course, Some(Ring::Auto)).map(|save| save.label.deck);
    assert_eq!(newest("assets/campaign.ron"), Some("Holds".to_owned()));
    assert_eq!((newest("levels/a.ron"), newest("levels/d.ron")), (Some("four".to_owned()), None));
    // A sixth course takes the oldest save, and the campaign that was played since then loses nothing.
    shelf.put_next(Ring::Auto, save("Engineering")).unwrap();
    for course in ["levels/d.ron", "levels/e.ron"] {
        shelf.put_next(Ring::Auto, save_of(course, "one")).unwrap();
    }
    assert_eq!(newest("assets/campaign.ron"), Some("Engineering".to_owned()));
    assert_eq!((listed(&shelf).len(), newest("levels/e.ron")), (15, Some("one".to_owned())));
}

#[test]
fn save_with_a_damaged_image_can_be_renamed() {
    let (_folder, shelf) = shelf();
    let slot = Slot::Named(0);
    shelf.put(slot, save("one")).unwrap();
    let mut bytes = fs::read(shelf.path(slot)).unwrap();
    // The width of the image.
    bytes[16..20].fill(0);
    fs::write(shelf.path(slot), bytes).unwrap();
    shelf.rename(slot, Seen::Anything, "Before the vault").unwrap();
    assert_eq!(shelf.look(slot).unwrap().save.unwrap().label.name, "Before the vault");
}

#[test]
fn renamed_saves_do_not_become_newer() {
    let (_folder, shelf) = shelf();
    shelf.put(Slot::Named(0), save("one")).unwrap();
    shelf.put(Slot::Named(1), save("two")).unwrap();
    shelf.rename(Slot::Named(0), Seen::Anything, "Before the vault").unwrap();
    let list = shelf.list();
    let labels: Vec<_> = list.iter().map(|entry| &entry.save.as_ref().unwrap().label).collect();
    assert_eq!((labels[0].deck.as_str(), labels[1].name.as_str()), ("two", "Before the vault"));
    shelf.delete(Slot::Named(1), Seen::Anything).unwrap();
    assert_eq!(listed(&shelf).len(), 1);
    assert!(
        shelf
            .delete(Slot::Named(1), Seen::Anything)
            .is_err_and(|error| error.to_string().contains("cannot be deleted"))
    );
}

#[test]
fn unreadable_files_are_reported_and_never_lost() {
    let (_folder, shelf) = shelf();
    shelf.put_next(Ring::Quick, save("one")).unwrap();
    let broken = shelf.path(Slot::Of(Ring::Quick, 1));
    fs::write(&broken, "written by a newer game").unwrap();
    shelf.put_next(Ring::Quick, save("two")).unwrap();
    assert_eq!(fs::read_to_string(&broken).unwrap(), "written by a newer game", "an empty slot was free");
    let list = shelf.list();
    let last = list.last().unwrap();
    assert_eq!(last.slot, Slot::Of(Ring::Quick, 1));
    let error = last.save.as_ref().unwrap_err().to_string();
    assert!(error.ends_with("quick-2.save: it is not a save: is it the right file?"), "{error}");
    for number in 0..20 {
        shelf.put_next(Ring::Quick, save_of(&format!("levels/{}.ron", number % 7), "three")).unwrap();
    }
    assert_eq!(fs::read_to_string(&broken).unwrap(), "written by a newer game", "readable saves are replaced first");
    shelf.put(Slot::Of(Ring::Quick, 1), save("four")).unwrap();
    assert_eq!(fs::read_to_string(broken.with_extension("save.aside1")).unwrap(), "written by a newer game");
    assert_eq!(listed(&shelf).len(), 15);
}

#[test]
fn saves_of_two_games_at_once_all_exist() {
    let (_folder, shelf) = shelf();
    let first_free = |shelf: &SaveDir| (0..Slot::NAMED).map(Slot::Named).find(|slot| shelf.look(*slot).is_none());
    std::thread::scope(|scope| {
        for game in ["a", "b"] {
            let other = SaveDir::new(shelf.folder());
            scope.spawn(move || {
                for number in 0..4 {
                    other.put_chosen(first_free, save(&format!("{game}{number}"))).unwrap().expect("there is room");
                }
            });
        }
    });
    let mut decks: Vec<String> = listed(&shelf).into_iter().map(|(_, deck)| deck).collect();
    decks.sort();
    assert_eq!(decks, ["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"]);
    let mut serials: Vec<u64> = shelf.list().iter().map(Entry::serial).collect();
    serials.sort_unstable();
    assert_eq!(serials, (1..=8).collect::<Vec<u64>>(), "no serial number is used twice");
}

#[test]
fn ring_of_two_games_at_once_loses_no_save() {
    let (_folder, shelf) = shelf();
    std::thread::scope(|scope| {
        for game in ["a", "b", "c"] {
            let other = SaveDir::new(shelf.folder());
            scope.spawn(move || other.put_next(Ring::Auto, save(game)).unwrap());
        }
    });
    let mut decks: Vec<String> = listed(&shelf).into_iter().map(|(_, deck)| deck).collect();
    decks.sort();
    assert_eq!(decks, ["a", "b", "c"]);
}

#[test]
fn slot_that_another_game_has_written_is_not_changed() {
    let (_folder, shelf) = shelf();
    let slot = Slot::Named(0);
    let changed = |result: Result<(), ShelfError>| matches!(result, Err(ShelfError::Changed { .. }));
    let mine = shelf.put_over(slot, Seen::Empty, save("mine")).unwrap();
    assert!(changed(shelf.put_over(slot, Seen::Empty, save("other")).map(drop)));
    let newer = shelf.put_over(slot, mine, save("newer")).unwrap();
    assert!(changed(shelf.rename(slot, mine, "x")) && changed(shelf.delete(slot, mine)));
    assert_eq!(listed(&shelf), [(slot, "newer".to_owned())]);
    shelf.delete(slot, newer).unwrap();
    assert!(listed(&shelf).is_empty());
}

#[cfg(unix)]
#[test]
fn pipe_in_a_slot_is_reported_and_never_waited_for() {
    let (_folder, shelf) = shelf();
    let slot = Slot::Of(Ring::Quick, 0);
    fs::create_dir_all(shelf.folder()).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(shelf.path(slot)).status().unwrap().success());
    let error = shelf.look(slot).unwrap().save.unwrap_err().to_string();
    assert!(error.ends_with("quick-1.save cannot be read: it is not a file"), "{error}");
    for deck in ["one", "two", "three"] {
        assert_ne!(shelf.put_next(Ring::Quick, save(deck)).unwrap(), slot);
    }
    assert!(shelf.put(slot, save("four")).is_err());
}

#[cfg(unix)]
#[test]
fn linked_slot_creates_its_missing_target() {
    let (folder, shelf) = shelf();
    fs::create_dir_all(shelf.folder()).unwrap();
    let slot = Slot::Named(0);
    std::os::unix::fs::symlink(folder.path().join("synced/x.save"), shelf.path(slot)).unwrap();
    shelf.put(slot, save("one")).unwrap();
    assert!(shelf.path(slot).is_symlink() && folder.path().join("synced/x.save").is_file());
}

#[test]
fn shelf_in_memory_keeps_rings_and_survives_a_full_disk() {
    let (clock, hands) = Clock::fake(Duration::from_secs(1000));
    let (store, files) = Store::in_memory(clock.clone());
    let shelf = SaveDir::in_store(store, "saves", clock);
    for deck in ["a", "b", "c", "d"] {
        shelf.put_next(Ring::Auto, save(deck)).unwrap();
        hands.advance(Duration::from_secs(60));
    }
    assert_eq!(files.names(), ["saves/deck-1.save", "saves/deck-2.save", "saves/deck-3.save"]);
    let newest = shelf.newest(None).unwrap();
    assert_eq!((newest.0, newest.1.label.written), (Slot::Of(Ring::Auto, 0), 1180));
    files.refuse(Access::Write, "saves/", io::ErrorKind::StorageFull);
    let full = shelf.put_next(Ring::Auto, save("e")).unwrap_err().to_string();
    assert!(full.starts_with("saves/deck-2.save cannot be written: "), "{full}");
    assert!(shelf.delete(newest.0, Seen::of(&newest.1)).is_err());
    files.allow_all();
    let decks: Vec<String> = listed(&shelf).into_iter().map(|(_, deck)| deck).collect();
    assert_eq!(decks, ["d", "c", "b"], "no save is lost");
}
