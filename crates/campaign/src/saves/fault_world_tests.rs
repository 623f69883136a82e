//! Worlds of faults: two games save into one folder while accesses fail, games end at any moment, other programs damage
//! files, and the clock jumps. One seed is one world.

use crate::{
    journey::journal::Journal,
    saves::{
        save::Save,
        save_dir::{Ring, SaveDir, Seen, ShelfError, Slot, tests::save},
    },
};
use ports::{FaultWorld, Happened, assert_message};
use rand::RngExt;
use std::sync::{Arc, Mutex};

/// Number of acts in a world.
const ACTS: u32 = 24;
/// Number of named slots that are used, so that acts meet the same slots.
const NAMED: u8 = 2;
/// Number of first accesses of an act between which the other game may act: those with which it chooses a slot.
const FIRST: usize = 30;

struct World {
    faults: FaultWorld,
    games: [SaveDir; 2],
    template: Save,
    saves: u32,
    /// Number of acts in which a file could not be read.
    blind_acts: u32,
}

/// What a game tried to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Put(Slot),
    PutNext(Ring),
    /// Saves under a new name.
    PutFree,
    Rename(Slot),
    Delete(Slot),
}

impl Act {
    /// Performs the act. Returns the slot, if any.
    fn perform(self, game: &SaveDir, save: Save) -> Result<Option<Slot>, ShelfError> {
        let seen = |slot: Slot| match game.look(slot).map(|entry| entry.save) {
            None => Seen::Empty,
            Some(Err(_)) => Seen::Unreadable,
            Some(Ok(save)) => Seen::of(&save),
        };
        match self {
            Act::Put(slot) => game.put(slot, save).map(|()| Some(slot)),
            Act::PutNext(ring) => game.put_next(ring, save).map(Some),
            Act::PutFree => {
                let free = |game: &SaveDir| (0..Slot::NAMED).map(Slot::Named).find(|slot| game.look(*slot).is_none());
                game.put_chosen(free, save)
            }
            Act::Rename(slot) => game.rename(slot, seen(slot), "renamed").map(|()| Some(slot)),
            Act::Delete(slot) => game.delete(slot, seen(slot)).map(|()| Some(slot)),
        }
    }
}

impl World {
    fn new(seed: u64, template: &Save) -> World {
        let faults = FaultWorld::new(seed, 0.02, 0.2);
        let games = [(); 2].map(|()| SaveDir::in_store(faults.store.clone(), "saves", faults.clock.clone()));
        World { faults, games, template: template.clone(), saves: 0, blind_acts: 0 }
    }

    /// Lets an act of a game or of the world around it happen.
    fn go_on(&mut self) {
        let rng = &mut self.faults.rng;
        let slot = Slot::Named(rng.random_range(0..NAMED));
        let ring = if rng.random() { Ring::Quick } else { Ring::Auto };
        match rng.random_range(0..14) {
            0..=2 => self.act(Act::Put(slot)),
            3..=6 => self.act(Act::PutNext(ring)),
            7 => self.act(Act::PutFree),
            8 => self.act(Act::Rename(slot)),
            9 => self.act(Act::Delete(slot)),
            10 => drop(self.faults.damage()),
            11 => self.re_encode(),
            12 => self.faults.jump(),
            _ => self.restart(),
        }
    }

    fn restart(&mut self) {
        let game = self.faults.rng.random_range(0..2);
        self.games[game] = SaveDir::in_store(self.faults.store.clone(), "saves", self.faults.clock.clone());
    }

    /// Another program re-encodes the image of a save.
    fn re_encode(&mut self) {
        let contents = self.faults.contents();
        let mut saves = contents.iter().filter_map(|(name, bytes)| Some((name, stripped(bytes)?)));
        let Some((name, image)) = saves.nth(self.faults.rng.random_range(0..3)) else { return };
        self.faults.store.write(name, &image).expect("accesses succeed between acts");
        // The message that the player gets.
        let all = Slot::all().filter_map(|slot| self.games[0].look(slot)?.save.err());
        let told: Vec<String> =
            all.map(|error| error.to_string()).filter(|told| told.contains(name.as_str())).collect();
        let is_clear = |told: &String| told.contains("the saved game was removed when the image was re-encoded");
        assert!(name.ends_with(".save") == told.iter().any(is_clear), "{name}: {told:?}");
    }

    /// Returns a save that differs from all others, also in what the player has read and noted.
    fn next_save(&mut self) -> Save {
        self.saves += 1;
        let mut save = self.template.clone();
        save.label.deck = format!("save {}", self.saves);
        let mut journal = Journal::default();
        journal.note("holds", &save.label.deck);
        journal.put_into(&mut save.extras);
        save.extras.put("notes", &[self.saves]);
        save.picture.rgb = self.saves.to_le_bytes()[..3].to_vec();
        save
    }

    fn act(&mut self, act: Act) {
        // Both games may save at the same time.
        let other_save = self.next_save();
        let other_result = Arc::new(Mutex::new(None));
        if self.faults.rng.random_bool(0.5) {
            let (game, result) = (self.games[1].clone(), Arc::clone(&other_result));
            let other = if self.faults.rng.random() { Act::PutNext(Ring::Quick) } else { Act::PutFree };
            self.faults.meanwhile(FIRST, move || {
                *result.lock().unwrap() = Some(other.perform(&game, other_save));
            });
        }
        let (save, game) = (self.next_save(), self.games[0].clone());
        let (result, happened) = self.faults.act(|| act.perform(&game, save.clone()));
        self.blind_acts += u32::from(happened.is_blind());
        if let Some(other) = other_result.lock().unwrap().take() {
            other.expect("nothing fails for the other game");
        }
        self.check(act, &save, &result, &happened);
        if happened.is_over() {
            self.restart();
        }
        self.games.rotate_left(self.faults.rng.random_range(0..2));
    }

    /// Checks that nothing was lost, and that each failure has a message.
    fn check(&self, act: Act, save: &Save, result: &Result<Option<Slot>, ShelfError>, happened: &Happened) {
        let after = self.faults.contents();
        let context = || format!("{act:?}: {result:?}, faults {happened:?}");
        let changed = happened.before.iter().filter(|(name, bytes)| after.get(*name) != Some(bytes));
        let changed: Vec<_> = changed.collect();
        assert!(changed.len() <= 1, "more than one file has changed: {}", context());
        for (name, bytes) in changed {
            let is_over = happened.is_over();
            assert!(result.is_ok() || is_over || after.values().any(|new| new == bytes), "lost {name}: {}", context());
            if Save::read(bytes).is_err() || !happened.was_read(name) {
                let is_kept = after.iter().any(|(other, new)| new == bytes && other.starts_with(&format!("{name}.")));
                assert!(is_kept || matches!(act, Act::Delete(_)), "{name} could not be read: {}", context());
            } else if let Act::PutNext(_) = act {
                self.check_not_newest(name, bytes, happened);
            } else {
                assert_ne!(act, Act::PutFree, "{name} was replaced by a save with a new name");
            }
        }
        match (result, act) {
            (Ok(None), Act::PutFree) => {}
            // A game that could not read the newest save only guesses how new it is. Once, it guesses right.
            (Ok(slot), Act::Put(_) | Act::PutNext(_) | Act::PutFree) if self.blind_acts < 2 => {
                let (newest_slot, newest) = self.games[0].newest(None).expect("there is a save");
                assert_eq!(Some(newest_slot), *slot, "the last save must be the newest: {}", context());
                assert_eq!(newest, Save { label: newest.label.clone(), ..save.clone() }, "all of it is saved");
                assert_eq!(newest.label.deck, save.label.deck);
            }
            (Ok(_), _) => {}
            (Err(error), _) => assert_message(&error.to_string()),
        }
    }

    /// Checks that a file that was replaced was not the newest of its ring.
    fn check_not_newest(&self, name: &str, bytes: &[u8], happened: &Happened) {
        let folder = name.split('-').next().unwrap();
        let serial = |bytes: &[u8]| Save::read(bytes).ok().map(|save| save.label.serial);
        let is_other = |other: &str| other.starts_with(folder) && other.ends_with(".save") && other != name;
        let others = happened.before.iter().filter(|(other, _)| is_other(other) && happened.was_always_read(other));
        let others: Vec<_> = others.filter_map(|(_, bytes)| serial(bytes)).collect();
        let is_newest = others.iter().all(|other| Some(*other) < serial(bytes));
        assert!(others.is_empty() || !is_newest, "the newest of a ring was replaced: {name}, {happened:?}");
    }
}

/// Returns the image of a save without the saved game, or `None` if the file is not a save.
fn stripped(bytes: &[u8]) -> Option<Vec<u8>> {
    Save::read(bytes).ok()?;
    let start = bytes.windows(4).position(|name| name == b"hbSv")? - 4;
    let length = u32::from_be_bytes(*bytes[start..].first_chunk()?) as usize;
    Some([&bytes[..start], &bytes[start + length + 12..]].concat())
}

fn play(seeds: std::ops::Range<u64>) {
    let template = save("template");
    for seed in seeds {
        let mut world = World::new(seed, &template);
        for _ in 0..ACTS {
            world.go_on();
        }
    }
}

#[test]
fn no_save_is_lost_whatever_fails() {
    play(0..100);
}

/// Ten thousand worlds.
#[test]
#[ignore = "takes a minute"]
fn no_save_is_lost_in_ten_thousand_worlds() {
    play(0..10_000);
}
