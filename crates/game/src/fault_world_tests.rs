//! Worlds of faults: two games use the files of one player while accesses fail, games end at any moment, other programs
//! damage files, and the clock jumps. One seed is one world. Saves have such worlds in the crate `campaign`.

use crate::{
    arguments::Arguments,
    files::{
        crash_folder::{CrashFolder, demo_of},
        demos_folder::DemosFolder,
        kernel_file,
        reached::Reached,
        settings::{Degrees, Settings},
        settings_file::SettingsFile,
    },
    pages::screenshot,
    window::screen_options::WindowKind,
};
use ports::{Clock, FaultWorld, Happened, Store, assert_message};
use rand::RngExt;
use raycast::{Frame, Kernel};
use renderer::{TallPixels, encode_png};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

/// Number of acts in a world.
const ACTS: u32 = 24;
/// Number of first accesses of an act between which the other game may act.
const FIRST: usize = 4;
/// Files that a game may replace after it has read them.
const MERGED: [&str; 4] = ["settings.ron", "kernel.ron", "saves/reached.ron", "crashes/untold"];

/// What a game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// With the option `--fullscreen`, and with the automatic choice of the kernel, which can take long.
    Start {
        fullscreen: bool,
        kernel: Kernel,
    },
    Change,
    Reach,
    Record,
    Delete,
    Crash,
    Photograph,
}

/// Files with their contents that an act has written.
type Written = Vec<(String, Vec<u8>)>;

#[derive(Clone)]
struct Game {
    store: Store,
    /// 0 or 1. Each game changes a setting of its own.
    number: usize,
    file: SettingsFile,
    settings: Settings,
}

impl Game {
    /// Starts a game. Also returns its messages about files.
    fn start(store: &Store, number: usize, fullscreen: bool, kernel: Kernel) -> (Game, Vec<String>) {
        let (mut file, complaint) = SettingsFile::open(store);
        let settings =
            file.for_this_run(|settings| settings.override_by(&Arguments { fullscreen, ..Arguments::default() }));
        let untold = CrashFolder::open(store).expect("there is a place").take_untold();
        if let Ok(Some(report)) = &untold {
            assert!(store.has_file(&report.to_string_lossy()), "{report:?} is announced, but missing");
        }
        let mut time = Duration::ZERO;
        let mut clock = || {
            time += Duration::from_millis(9);
            time
        };
        let kernel = kernel_file::choose(kernel, store, &mut clock);
        let reached = Reached::open(store).0.complaint();
        let messages = [complaint, untold.err(), kernel.told.map(|(_, what)| what), reached];
        let game = Game { store: store.clone(), number, file, settings };
        (game, messages.into_iter().flatten().collect())
    }

    /// Performs an act. `mark` differs for each act.
    fn perform(&mut self, act: Act, mark: u32) -> Result<Written, String> {
        let (store, bytes) = (self.store.clone(), format!("written in act {mark}").into_bytes());
        match act {
            Act::Start { fullscreen, kernel } => {
                let messages;
                (*self, messages) = Game::start(&store, self.number, fullscreen, kernel);
                messages.iter().for_each(|what| assert_message(what));
                Ok(Vec::new())
            }
            Act::Change => {
                let other = (setting(&self.settings, self.number) + 1) % 60;
                if self.number == 0 {
                    self.settings.threads = other as u8 % 8;
                } else {
                    self.settings.field_of_view = Degrees::new(60 + other);
                }
                self.file.save(self.settings).map(|()| Vec::new())
            }
            Act::Reach => Reached::open(&store).add(&format!("deck {mark}")).map(|()| Vec::new()),
            Act::Record => {
                let demos = DemosFolder::open(&store).expect("there is a place");
                demos.write("levels/deck1.ron", &bytes).map(|path| vec![(path.to_string_lossy().into_owned(), bytes)])
            }
            Act::Delete => {
                let demos = DemosFolder::open(&store).expect("there is a place");
                let Some(demo) = demos.list().into_iter().next() else { return Ok(Vec::new()) };
                demos.remove(&demo).map(|()| Vec::new()).map_err(|error| error.to_string())
            }
            Act::Crash => {
                let crashes = CrashFolder::open(&store).expect("there is a place");
                let report = crashes.write(&format!("first report {mark}")).map_err(|error| error.to_string())?;
                let demo = demo_of(&report);
                crashes.replace(&demo, &bytes)?;
                let text = format!("report {mark}").into_bytes();
                crashes.replace(&report, &text)?;
                Ok(vec![(demo, bytes), (report, text)])
            }
            Act::Photograph => {
                let mut frame = Frame::new(4, 3);
                frame.pixels_mut().fill(mark);
                let name = screenshot::save_in(&store, &frame, TallPixels(false)).map_err(|error| error.to_string())?;
                Ok(vec![(name, encode_png(&frame).expect("it is a frame"))])
            }
        }
    }
}

struct World {
    faults: FaultWorld,
    games: [Game; 2],
    marks: u32,
    /// Contents that other programs have put into files.
    damaged: BTreeSet<Vec<u8>>,
    /// The setting that each game has written last, if the file was not damaged since.
    settings: [Option<i32>; 2],
    /// Decks that were reached since the file was damaged.
    reached: Vec<String>,
}

impl World {
    fn new(seed: u64, kernel: &[u8]) -> World {
        let faults = FaultWorld::new(seed, 0.1, 0.2);
        faults.store.write("kernel.ron", kernel).expect("accesses succeed between acts");
        let games = [0, 1].map(|number| Game::start(&faults.store, number, false, Kernel::Plain).0);
        World { faults, games, marks: 0, damaged: BTreeSet::new(), settings: [None; 2], reached: Vec::new() }
    }

    fn any_act(&mut self) -> Act {
        match self.faults.rng.random_range(0..8) {
            0 => Act::Start {
                fullscreen: self.faults.rng.random(),
                kernel: if self.faults.rng.random_ratio(1, 8) { Kernel::Auto } else { Kernel::Plain },
            },
            1 | 2 => Act::Change,
            3 => Act::Reach,
            4 => Act::Record,
            5 => Act::Delete,
            6 => Act::Crash,
            _ => Act::Photograph,
        }
    }

    /// Lets an act of a game or of the world around it happen.
    fn go_on(&mut self) {
        match self.faults.rng.random_range(0..8) {
            0 => self.damage(),
            1 => self.faults.jump(),
            _ => {
                let act = self.any_act();
                self.act(act);
            }
        }
    }

    fn damage(&mut self) {
        let Some((name, bytes)) = self.faults.damage() else { return };
        self.damaged.insert(bytes);
        match name.as_str() {
            "settings.ron" => self.settings = [None; 2],
            "saves/reached.ron" => self.reached.clear(),
            _ => {}
        }
    }

    fn act(&mut self, act: Act) {
        self.games.rotate_left(self.faults.rng.random_range(0..2));
        self.marks += 2;
        let mark = self.marks;
        // The other game may act at the same time. It deletes nothing.
        let other = self.any_act();
        let result = Arc::new(Mutex::new(None));
        if other != Act::Delete && self.faults.rng.random() {
            let (mut game, result) = (self.games[1].clone(), Arc::clone(&result));
            self.faults.meanwhile(FIRST, move || {
                let written = game.perform(other, mark + 1).expect("nothing fails for the other game");
                *result.lock().unwrap() = Some((game, written));
            });
        }
        let (game, faults) = (&mut self.games[0], &mut self.faults);
        let (written, happened) = faults.act(|| game.perform(act, mark));
        let mut expected = written.clone().unwrap_or_default();
        if let Some((game, written)) = result.lock().unwrap().take() {
            self.games[1] = game;
            self.note(other, 1, mark + 1);
            // It may delete what the other game has just written.
            expected.extend(written.into_iter().filter(|_| act != Act::Delete));
        }
        match &written {
            Ok(_) if !happened.is_over() => self.note(act, 0, mark),
            Ok(_) => {}
            Err(what) => assert_message(what),
        }
        let context = format!("{act:?} {written:?}, {happened:?}, the other game: {other:?}");
        self.check_files(act, written.is_ok(), &expected, &happened, &context);
        self.check_settings(act, &happened, &context);
        if happened.is_over() {
            self.games[0] = Game::start(&self.faults.store, self.games[0].number, false, Kernel::Plain).0;
        }
    }

    /// Notes what a game has done, as a player remembers it.
    fn note(&mut self, act: Act, game: usize, mark: u32) {
        let Game { number, settings, .. } = self.games[game];
        match act {
            Act::Change => self.settings[number] = Some(setting(&settings, number)),
            Act::Reach => self.reached.push(format!("deck {mark}")),
            _ => {}
        }
    }

    fn check_files(&self, act: Act, is_ok: bool, written: &Written, happened: &Happened, context: &str) {
        let now = self.faults.contents();
        for (name, bytes) in written {
            assert!(now.get(name) == Some(bytes), "{name} was written, but is not there: {context}");
        }
        for (name, bytes) in self.faults.lost(happened) {
            let was_deleted = act == Act::Delete && name.starts_with("demos/");
            // An announcement that is text can be read, also if another program wrote it.
            let is_damaged =
                self.damaged.contains(bytes) && !(name == "crashes/untold" && str::from_utf8(bytes).is_ok());
            assert!(was_deleted || !is_damaged, "{name} was damaged and is lost: {context}");
            assert!(was_deleted || happened.was_read(name), "{name} could not be read and is lost: {context}");
            let is_merged = MERGED.contains(&name) && (is_ok || happened.is_over() || name == "crashes/untold");
            // The other game acted between the two texts of a report.
            let is_first_text = act == Act::Crash && bytes.starts_with(b"first report");
            assert!(was_deleted || is_merged || is_first_text, "{name} is lost: {context}");
        }
    }

    /// Checks the settings and the list as the next game will read them.
    fn check_settings(&mut self, act: Act, happened: &Happened, context: &str) {
        let store = &self.faults.store;
        if happened.is_over() && act == Act::Change {
            // It may have been written.
            self.settings[self.games[0].number] = None;
        }
        // Reading settings takes long.
        if act == Act::Change || happened.before.get("settings.ron") != self.faults.files.bytes("settings.ron").as_ref()
        {
            let (mut file, _) = SettingsFile::open(store);
            let settings = file.for_this_run(|_| {});
            let read = [0, 1].map(|number| setting(&settings, number));
            let is_as_written = self.settings.iter().zip(read).all(|(own, read)| own.is_none_or(|own| own == read));
            assert!(is_as_written, "{:?} were written, {read:?} are read: {context}", self.settings);
            let window = settings.screen.window;
            assert_eq!(window, WindowKind::Window, "an option of the command line was written: {context}");
        }
        let reached = Reached::open(store);
        assert!(self.reached.iter().all(|deck| reached.has(deck)), "{:?} are lost: {context}", self.reached);
    }
}

/// Returns the setting that the game of this number changes.
fn setting(settings: &Settings, number: usize) -> i32 {
    if number == 0 { settings.threads.into() } else { settings.field_of_view.get() }
}

#[test]
fn no_file_of_a_player_is_lost_whatever_fails() {
    // Finding the fastest kernel takes time, so it is found again only in worlds where its file is damaged.
    let store = Store::in_memory(Clock::default()).0;
    let _ = Game::start(&store, 0, false, Kernel::Auto);
    let kernel = store.read("kernel.ron", 1 << 16).unwrap();
    for seed in 0..20 {
        let mut world = World::new(seed, &kernel);
        for _ in 0..ACTS {
            world.go_on();
        }
    }
}
