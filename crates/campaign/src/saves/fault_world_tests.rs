//! Worlds of faults: two games save into one folder while accesses fail, games end at any moment, other programs damage
//! files, and the clock jumps. One seed is one world.

use crate::saves::{
    save::Save,
    save_dir::{Ring, SaveDir, Seen, ShelfError, Slot, tests::save},
};
use ports::{Access, Clock, ClockHands, Fault, MemoryFiles, Store};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{
    collections::BTreeMap,
    io::ErrorKind,
    sync::{Arc, Mutex},
    time::Duration,
};

/// Errors with which accesses are refused.
const ERRORS: [ErrorKind; 5] = [
    ErrorKind::StorageFull,
    ErrorKind::PermissionDenied,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::ResourceBusy,
    ErrorKind::Interrupted,
];
/// Number of acts in a world.
const ACTS: u32 = 24;
/// Number of named slots that are used, so that acts meet the same slots.
const NAMED: u8 = 2;

/// An access, and how it failed.
type Accessed = (Access, String, Option<Fault>);
/// The random numbers of faults, which are there during an act only, and the accesses of the act.
type Faults = Arc<Mutex<(Option<Pcg32>, Vec<Accessed>)>>;

struct World {
    store: Store,
    files: MemoryFiles,
    clock: Clock,
    hands: ClockHands,
    games: [SaveDir; 2],
    faults: Faults,
    chance: Pcg32,
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
    Rename(Slot),
    Delete(Slot),
}

impl World {
    fn new(seed: u64, template: &Save) -> World {
        let (clock, hands) = Clock::fake(Duration::from_secs(1_000_000));
        let (store, files) = Store::in_memory(clock.clone());
        let faults = Faults::default();
        let shared = Arc::clone(&faults);
        files.simulate(move |access, name| {
            let (chance, happened) = &mut *shared.lock().unwrap();
            let chance = chance.as_mut()?;
            let likely = if access == Access::Read { 0.02 } else { 0.2 };
            let fault = chance.random_bool(likely).then(|| match chance.random_bool(0.3) {
                true => Fault::Unanswered,
                false => Fault::Refused(ERRORS[chance.random_range(0..ERRORS.len())]),
            });
            happened.push((access, name.to_owned(), fault));
            fault
        });
        let games = [(); 2].map(|()| SaveDir::in_store(store.clone(), "saves", clock.clone()));
        let chance = Pcg32::seed_from_u64(seed);
        let template = template.clone();
        World { store, files, clock, hands, games, faults, chance, template, saves: 0, blind_acts: 0 }
    }

    fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        let names = self.files.names().into_iter();
        names.filter_map(|name| Some((name.clone(), self.files.bytes(&name)?))).collect()
    }

    /// Lets an act of a game or of the world around it happen.
    fn go_on(&mut self) {
        let slot = Slot::Named(self.chance.random_range(0..NAMED));
        let ring = if self.chance.random() { Ring::Quick } else { Ring::Auto };
        match self.chance.random_range(0..12) {
            0..=2 => self.act(Act::Put(slot)),
            3..=6 => self.act(Act::PutNext(ring)),
            7 => self.act(Act::Rename(slot)),
            8 => self.act(Act::Delete(slot)),
            9 => self.damage(),
            10 => self.hands.set_wall(Duration::from_secs(self.chance.random_range(0..2_000_000))),
            _ => self.restart(),
        }
    }

    fn restart(&mut self) {
        let game = self.chance.random_range(0..2);
        self.games[game] = SaveDir::in_store(self.store.clone(), "saves", self.clock.clone());
    }

    /// Another program cuts a file, or writes a file of its own in its place.
    fn damage(&mut self) {
        let names = self.files.names();
        if names.is_empty() {
            return;
        }
        let name = &names[self.chance.random_range(0..names.len())];
        let bytes = self.files.bytes(name).expect("it is listed");
        let cut = bytes[..self.chance.random_range(0..=bytes.len() / 2)].to_vec();
        // Each damaged file differs, so that it can be told from others.
        let damaged = [cut, self.chance.random::<[u8; 8]>().to_vec()].concat();
        self.store.write(name, &damaged).expect("accesses succeed between acts");
    }

    fn act(&mut self, act: Act) {
        self.saves += 1;
        let mut save = self.template.clone();
        save.label.deck = format!("save {}", self.saves);
        let game = self.games[self.chance.random_range(0..2)].clone();
        let before = self.contents();
        let seen = |slot: Slot| match game.look(slot).map(|entry| entry.save) {
            None => Seen::Empty,
            Some(Err(_)) => Seen::Unreadable,
            Some(Ok(save)) => Seen::of(&save),
        };
        *self.faults.lock().unwrap() = (Some(Pcg32::seed_from_u64(self.chance.random())), Vec::new());
        let (slot, result) = match act {
            Act::Put(slot) => (Some(slot), game.put(slot, save)),
            Act::PutNext(ring) => match game.put_next(ring, save) {
                Ok(slot) => (Some(slot), Ok(())),
                Err(error) => (None, Err(error)),
            },
            Act::Rename(slot) => (Some(slot), game.rename(slot, seen(slot), "renamed")),
            Act::Delete(slot) => (Some(slot), game.delete(slot, seen(slot))),
        };
        let happened = std::mem::take(&mut *self.faults.lock().unwrap()).1;
        let is_blind = happened.iter().any(|(access, _, fault)| *access == Access::Read && fault.is_some());
        self.blind_acts += u32::from(is_blind);
        self.check(act, slot, &result, &before, &happened);
        if happened.iter().any(|(.., fault)| *fault == Some(Fault::Unanswered)) {
            self.restart();
        }
    }

    /// Checks that nothing was lost, and that each failure has a message.
    fn check(
        &self,
        act: Act,
        slot: Option<Slot>,
        result: &Result<(), ShelfError>,
        before: &BTreeMap<String, Vec<u8>>,
        happened: &[Accessed],
    ) {
        let after = self.contents();
        let context = || {
            let faults: Vec<_> = happened.iter().filter(|(.., fault)| fault.is_some()).collect();
            format!("{act:?} in {slot:?}: {result:?}, faults {faults:?}")
        };
        // What counts is the last time that the game has looked.
        let was_read = |name: &str| {
            let last = happened.iter().rev().find(|(access, of, _)| *access == Access::Read && of == name);
            last.is_none_or(|(.., fault)| fault.is_none())
        };
        let was_always_read = |name: &str| {
            let is_fault = |(access, of, fault): &Accessed| *access == Access::Read && of == name && fault.is_some();
            !happened.iter().any(is_fault)
        };
        let is_over =
            happened.iter().any(|(access, _, fault)| (*access, *fault) == (Access::Write, Some(Fault::Unanswered)));
        let changed = before.iter().filter(|(name, bytes)| after.get(*name) != Some(bytes));
        let changed: Vec<_> = changed.collect();
        assert!(changed.len() <= 1, "more than one file has changed: {}", context());
        for (name, bytes) in changed {
            assert!(result.is_ok() || is_over || after.values().any(|new| new == bytes), "lost {name}: {}", context());
            if Save::read(bytes).is_err() || !was_read(name) {
                let is_kept = after.iter().any(|(other, new)| new == bytes && other.starts_with(&format!("{name}.")));
                assert!(is_kept || matches!(act, Act::Delete(_)), "{name} could not be read: {}", context());
            } else if let Act::PutNext(_) = act {
                let folder = name.split('-').next().unwrap();
                let serial = |bytes: &[u8]| Save::read(bytes).ok().map(|save| save.label.serial);
                let others = before
                    .iter()
                    .filter(|(other, _)| other.starts_with(folder) && other.ends_with(".save") && other != &name);
                let others: Vec<_> = others.filter(|(other, _)| was_always_read(other)).collect();
                let others: Vec<_> = others.into_iter().filter_map(|(_, bytes)| serial(bytes)).collect();
                let is_newest = others.iter().all(|other| Some(*other) < serial(bytes));
                assert!(others.is_empty() || !is_newest, "the newest of a ring was replaced: {}", context());
            }
        }
        match (result, act) {
            // A game that could not read the newest save only guesses how new it is. Once, it guesses right.
            (Ok(()), Act::Put(_) | Act::PutNext(_)) if self.blind_acts < 2 => {
                let newest = self.games[0].newest(None).map(|(slot, save)| (slot, save.label.deck));
                let expected = slot.map(|slot| (slot, format!("save {}", self.saves)));
                assert_eq!(newest, expected, "the last save must be the newest: {}", context());
            }
            (Ok(()), _) => {}
            (Err(error), _) => {
                let message = error.to_string();
                assert!(!message.is_empty() && !message.contains('\n'), "{message}");
            }
        }
    }
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
    play(0..150);
}

/// Ten thousand worlds.
#[test]
#[ignore = "takes a minute"]
fn no_save_is_lost_in_ten_thousand_worlds() {
    play(0..10_000);
}
