//! Worlds of faults, for tests: user files in memory on which nothing is reliable. One seed is one world.
//!
//! During an act of a game, accesses are refused, or the game ends before they are answered, or another game acts between
//! two of them. Between acts, other programs damage files and the clock jumps.

use crate::{
    clock::{Clock, ClockHands},
    memory::{Access, Fault, MemoryFiles},
    store::Store,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{
    collections::BTreeMap,
    fmt::{self, Debug, Formatter},
    io::ErrorKind,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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
/// Share of the faults that end the game.
const ENDS: f64 = 0.3;

/// Names and contents of files.
type Contents = BTreeMap<String, Vec<u8>>;

/// User files, the clock and the random numbers of a world.
#[derive(Debug)]
pub struct FaultWorld {
    /// Files, as games see them.
    pub store: Store,
    /// Files, whatever is set to fail.
    pub files: MemoryFiles,
    /// Clock, which jumps.
    pub clock: Clock,
    /// Random numbers, from the seed of the world.
    pub rng: Pcg32,
    hands: ClockHands,
    act: Arc<Mutex<Act>>,
}

/// The act that is in progress.
#[derive(Debug, Default)]
struct Act {
    /// Decides which accesses fail. Between acts, and while another game acts, none do.
    rng: Option<Pcg32>,
    accesses: Vec<(Access, String, Option<Fault>)>,
    /// Files after the other game has acted.
    after_other_game: Option<Contents>,
}

/// What happened during an act of a game.
pub struct Happened {
    /// Files before the act, or after another game has acted in the middle of it.
    pub before: Contents,
    accesses: Vec<(Access, String, Option<Fault>)>,
}

impl FaultWorld {
    /// Creates the world of a seed, without files. The rates are the shares of reads and of writes that fail.
    pub fn new(seed: u64, read_faults: f64, write_faults: f64) -> FaultWorld {
        let (clock, hands) = Clock::fake(Duration::from_secs(1_000_000));
        let (store, files) = Store::in_memory(clock.clone());
        let act = Arc::<Mutex<Act>>::default();
        let shared = Arc::clone(&act);
        files.simulate(move |access, name| {
            let mut act = lock(&shared);
            let rng = act.rng.as_mut()?;
            let rate = if access == Access::Read { read_faults } else { write_faults };
            let fault = rng.random_bool(rate).then(|| match rng.random_bool(ENDS) {
                true => Fault::Unanswered,
                false => Fault::Refused(ERRORS[rng.random_range(0..ERRORS.len())]),
            });
            act.accesses.push((access, name.to_owned(), fault));
            fault
        });
        FaultWorld { store, files, clock, rng: Pcg32::seed_from_u64(seed), hands, act }
    }

    /// Returns all files.
    pub fn contents(&self) -> Contents {
        contents(&self.files)
    }

    /// Plays an act of a game, in which accesses may fail. Returns its result and what happened.
    pub fn act<T>(&mut self, act: impl FnOnce() -> T) -> (T, Happened) {
        let before = self.contents();
        lock(&self.act).rng = Some(Pcg32::seed_from_u64(self.rng.next_u64()));
        let result = act();
        self.files.forget_interruption();
        let Act { accesses, after_other_game, .. } = mem::take(&mut *lock(&self.act));
        (result, Happened { before: after_other_game.unwrap_or(before), accesses })
    }

    /// Lets another game act in the middle of the next act, between two of its first accesses that no lock protects. None
    /// of the accesses of the other game fails.
    pub fn meanwhile(&mut self, accesses: usize, other_game: impl FnOnce() + Send + 'static) {
        let (files, act) = (self.files.clone(), Arc::clone(&self.act));
        self.files.interrupt(self.rng.random_range(0..accesses), move || {
            let rng = lock(&act).rng.take();
            other_game();
            let mut act = lock(&act);
            act.rng = rng;
            act.after_other_game = Some(contents(&files));
        });
    }

    /// Sets the clock to any time of about three weeks, forwards or back.
    pub fn jump(&mut self) {
        self.hands.set_wall(Duration::from_secs(self.rng.random_range(0..2_000_000)));
    }

    /// Lets another program truncate a file, or replace it with a file of its own. Returns the name and the new content,
    /// which no other file has, or `None` if there are no files.
    pub fn damage(&mut self) -> Option<(String, Vec<u8>)> {
        let names = self.files.names();
        if names.is_empty() {
            return None;
        }
        let name = names[self.rng.random_range(0..names.len())].clone();
        let mut bytes = self.files.bytes(&name)?;
        bytes.truncate(self.rng.random_range(0..=bytes.len() / 2));
        bytes.extend_from_slice(&self.rng.random::<[u8; 8]>());
        self.store.write(&name, &bytes).expect("accesses succeed between acts");
        Some((name, bytes))
    }

    /// Returns the files from before an act whose content no file has now.
    pub fn lost<'a>(&self, happened: &'a Happened) -> Vec<(&'a str, &'a [u8])> {
        let now = self.contents();
        let is_lost = |(_, bytes): &(&String, &Vec<u8>)| !now.values().any(|other| other == *bytes);
        happened.before.iter().filter(is_lost).map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
    }
}

impl Happened {
    /// Returns true if the game ended before one of its writes was answered.
    pub fn is_over(&self) -> bool {
        self.accesses.iter().any(|(access, _, fault)| (*access, *fault) == (Access::Write, Some(Fault::Unanswered)))
    }

    /// Returns true if any file could not be read.
    pub fn is_blind(&self) -> bool {
        self.accesses.iter().any(|(access, _, fault)| *access == Access::Read && fault.is_some())
    }

    /// Returns true if the game could read a file the last time it tried, or never tried.
    pub fn was_read(&self, name: &str) -> bool {
        self.reads(name).last().is_none_or(|fault| fault.is_none())
    }

    /// Returns true if the game could read a file each time it tried.
    pub fn was_always_read(&self, name: &str) -> bool {
        self.reads(name).all(|fault| fault.is_none())
    }

    fn reads<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Option<Fault>> {
        let is_read = move |(access, of, _): &&(Access, String, Option<Fault>)| *access == Access::Read && of == name;
        self.accesses.iter().filter(is_read).map(|(.., fault)| fault)
    }
}

impl Debug for Happened {
    /// Writes the faults.
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let faults = self.accesses.iter().filter(|(.., fault)| fault.is_some());
        formatter.debug_list().entries(faults).finish()
    }
}

/// Checks that a message for the player is one printable line.
///
/// # Panics
/// If it is not.
pub fn assert_message(text: &str) {
    assert!(!text.trim().is_empty() && !text.chars().any(char::is_control), "a message must be one line: {text:?}");
}

fn lock(act: &Mutex<Act>) -> MutexGuard<'_, Act> {
    act.lock().unwrap_or_else(PoisonError::into_inner)
}

fn contents(files: &MemoryFiles) -> Contents {
    files.names().into_iter().filter_map(|name| Some((name.clone(), files.bytes(&name)?))).collect()
}
