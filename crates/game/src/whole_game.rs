//! The complete game without a window, for tests: it reads all its files and is played with keys, a gamepad or the
//! mouse.

use crate::{
    app::add_ours, arguments::Arguments, files::demos_folder::DemosFolder, files::given::shipped_files,
    files::language, files::loading::Afterwards, files::met::Met, files::mods::Mods, files::reached::Reached,
    files::saves_folder::Saves, files::scores::Scores, files::settings::Settings, files::settings_file::SettingsFile,
    flow::page::Page, flow::phase::Phase, flow::skill::Skill, input::pad_script::PadScript,
    window::frame_upload::GivenSize, window::shell::FolderOpener, window::time_start::StartTimes,
};
use bevy::{
    asset::AssetMetaCheck,
    input::keyboard::{Key, KeyboardInput},
    input::mouse::MouseButtonInput,
    input::{ButtonState, InputPlugin},
    prelude::*,
    state::app::StatesPlugin,
    time::{TimePlugin, TimeUpdateStrategy},
};
use bevy_window::{CursorMoved, PrimaryWindow, Window, WindowPlugin, WindowResolution};
use content::Files;
use localization::Language;
use ports::{Clock, Folders, Jobs, Store};
use renderer::{Area, Art, Screen, Transition, Written};
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Duration of a frame.
const PICTURE: Duration = Duration::from_millis(50);

/// The game and the folder of its user data.
pub(crate) struct WholeGame {
    pub(crate) app: App,
    pub(crate) window: Entity,
    folder: tempfile::TempDir,
    pub(crate) pad: std::fs::File,
}

/// Input device that a test uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Keys,
    Pad,
    Mouse,
}

impl WholeGame {
    /// Creates a game at its title with frames of this size. It has been played before, so that all pages have
    /// contents.
    pub(crate) fn at_title(size: UVec2, language: Language) -> WholeGame {
        WholeGame::of_files(size, language, &shipped_files(), false)
    }

    /// Like [`WholeGame::at_title`], with other files, which may be watched for changes.
    pub(crate) fn of_files(size: UVec2, language: Language, files: &Files, is_watched: bool) -> WholeGame {
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let store = Store::in_folder(folder.path());
        ["demos", "saves"].into_iter().for_each(|name| std::fs::create_dir(in_folder(name)).unwrap());
        std::fs::copy(game.join("assets/demos/1-deck1.demo"), in_folder("demos/mine.demo")).unwrap();
        let kinds: Vec<&str> = "bloater brute crawler officer shambler skeleton minotaur".split(' ').collect();
        std::fs::write(in_folder("saves/met.ron"), ron::to_string(&kinds).unwrap()).unwrap();
        let reached = "cryogenics,holds,crew quarters,engineering,chapel,laboratory,hull,command";
        let reached: Vec<&str> = reached.split(',').collect();
        std::fs::write(in_folder("saves/reached.ron"), ron::to_string(&reached).unwrap()).unwrap();
        std::fs::write(in_folder("pad"), "connect\n").unwrap();
        let mut app = App::new();
        let resolution = WindowResolution::new(size.x, size.y);
        let window = Window { resolution, ..default() };
        app.add_plugins((TaskPoolPlugin::default(), TimePlugin, StatesPlugin, InputPlugin));
        content::register_sources(&mut app, files, None);
        app.add_plugins(AssetPlugin {
            watch_for_changes_override: Some(is_watched),
            meta_check: AssetMetaCheck::Never,
            ..default()
        });
        app.add_plugins(WindowPlugin { primary_window: Some(window), ..default() });
        let mut settings = Settings { language, ..Settings::default() };
        settings.transitions.new_deck = Transition::Off;
        settings.transitions.after_death = Transition::Off;
        settings.transitions.pages = Transition::Off;
        app.insert_resource(settings.screen).insert_resource(settings);
        app.insert_resource(SettingsFile::open(&store).0);
        app.insert_resource(Screen(raycast::Frame::new(size.x as usize, size.y as usize)));
        app.insert_resource(GivenSize(size)).insert_resource(Afterwards(Phase::Title));
        app.insert_resource(Arguments { seed: Some(1), ..default() });
        app.insert_resource(files.clone()).init_resource::<Skill>();
        app.insert_resource(Scores::open(&store)).insert_resource(Met::open(&store));
        app.insert_resource(Reached::open(&store));
        app.insert_resource(Saves::open(&store, &Clock::default(), Jobs::default()).unwrap());
        app.insert_resource(Mods::open(&store, files, &Arguments::default()));
        app.insert_resource(DemosFolder::open(&store).unwrap()).insert_resource(store);
        app.insert_resource(PadScript::open(&in_folder("pad")).unwrap());
        app.insert_resource(StartTimes::of_process());
        app.insert_resource(TimeUpdateStrategy::ManualDuration(PICTURE));
        add_ours(&mut app);
        app.insert_resource(FolderOpener(|_| {}));
        content::begin_loading(app.world_mut(), files);
        let pad = std::fs::File::options().append(true).open(in_folder("pad")).unwrap();
        app.finish();
        app.cleanup();
        let window = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let mut game = WholeGame { app, window, folder, pad };
        let patience = Instant::now() + Duration::from_secs(120);
        while game.phase() != Phase::Title {
            assert!(
                Instant::now() < patience && game.phase() != Phase::StartupError,
                "the title screen was not reached"
            );
            game.app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        game.app.world_mut().resource_mut::<Art>().note_words();
        game.pictures(3);
        game
    }

    /// Returns to the title with another frame size and language and nothing selected, as for a new player.
    pub(crate) fn come_to_title(&mut self, size: UVec2, language: Language) {
        let window = self.window;
        let world = self.app.world_mut();
        world.insert_resource(GivenSize(size));
        world.get_mut::<Window>(window).unwrap().resolution.set_physical_resolution(size.x, size.y);
        world.resource_mut::<Settings>().language = language;
        let file = self.folder.path().join(format!("settings-{size}-{language:?}.ron"));
        let store = Store::on_disk(Folders::default().with("settings.ron", file));
        world.insert_resource(SettingsFile::open(&store).0);
        while self.app.world_mut().run_system_cached(language::is_ready).is_ok_and(|is_ready| !is_ready) {
            self.pictures(1);
        }
        for phase in [Phase::Ending, Phase::Title] {
            self.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            self.pictures(3);
        }
        let screen = &self.app.world().resource::<Screen>().0;
        assert_eq!((screen.width(), screen.height()), (size.x as usize, size.y as usize));
    }

    /// Returns its window.
    pub(crate) fn window(&self) -> Entity {
        self.window
    }

    /// Returns the path of a file in the folder of its user data.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.app.world().resource::<State<Phase>>().get()
    }

    pub(crate) fn page(&self) -> Page {
        *self.app.world().resource::<State<Page>>().get()
    }

    /// Runs the game for `count` frames.
    pub(crate) fn pictures(&mut self, count: usize) {
        (0..count).for_each(|_| self.app.update());
    }

    /// Returns the text visible in the next frame.
    pub(crate) fn written(&mut self) -> Vec<Written> {
        self.app.world().resource::<Art>().take_written();
        self.app.update();
        self.app.world().resource::<Art>().take_written()
    }

    /// Saves the frame for inspection if the variable `HULLBREACH_PICTURES` names a folder.
    pub(crate) fn show(&self, name: &str) {
        let Some(folder) = std::env::var_os("HULLBREACH_PICTURES") else { return };
        let screen = &self.app.world().resource::<Screen>().0;
        let file = PathBuf::from(folder).join(format!("{name}-{}x{}.png", screen.width(), screen.height()));
        // For a list, the frame with the first line is enough.
        if !file.exists() {
            std::fs::write(&file, renderer::encode_png(screen).unwrap()).unwrap();
        }
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key_code: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let (logical_key, window) = (Key::Dead(None), self.window);
            let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
            self.app.world_mut().write_message(input);
        }
        // The first frame reacts to the key; the second one shows the changed page.
        self.pictures(2);
    }

    /// Presses and releases a gamepad button, given by name.
    pub(crate) fn press_pad(&mut self, button: &str) {
        writeln!(self.pad, "press {button}\nwait 0.05\nrelease {button}").unwrap();
        self.pictures(5);
    }

    /// Moves the pointer to a position in the frame.
    pub(crate) fn point(&mut self, at: Vec2) {
        let window = self.window;
        self.app.world_mut().get_mut::<Window>(window).unwrap().set_physical_cursor_position(Some(at.as_dvec2()));
        self.app.world_mut().write_message(CursorMoved { window, position: at, delta: None });
        self.app.update();
    }

    /// Clicks at a position in the frame.
    pub(crate) fn click(&mut self, at: Vec2) {
        self.point(at);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let (button, window) = (MouseButton::Left, self.window);
            self.app.world_mut().write_message(MouseButtonInput { button, state, window });
            self.app.update();
        }
        self.app.update();
    }

    /// Selects and activates the line of a menu or list that contains these words.
    pub(crate) fn take(&mut self, hand: Hand, words: &str) {
        for _ in 0..60 {
            let written = self.written();
            let is_line = |text: &str| text.trim_start_matches("> ").trim_end_matches(" <") == words;
            let line = written.iter().find(|written| is_line(&written.text));
            let area = line.and_then(|line| line.area);
            match hand {
                Hand::Mouse => match area {
                    Some(area) => {
                        let middle = Vec2::new((area.x + area.width / 2) as f32, (area.y + area.height / 2) as f32);
                        return self.click(middle);
                    }
                    // A list scrolls when the pointer is on its last row. Rows have a name on the left and a value on
                    // the right.
                    None => {
                        let areas: Vec<_> = written.iter().filter_map(|written| written.area).collect();
                        let says = |y: i32| areas.iter().filter(|area| area.y == y).count() > 1;
                        // A row without a value is aligned with those that have one; text below the list is not.
                        let is_row = |place: &Area| {
                            areas.iter().any(|area| says(area.y) && (place.y - area.y) % area.height == 0)
                        };
                        let last = areas.iter().filter(|area| is_row(area)).max_by_key(|area| area.y);
                        let last = last.unwrap_or_else(|| panic!("no list that could contain \"{words}\""));
                        let middle = (last.y + last.height / 2) as f32;
                        self.point(Vec2::new(last.x as f32 + 1.0, middle));
                        self.point(Vec2::new(last.x as f32 + 2.0, middle));
                    }
                },
                Hand::Keys | Hand::Pad if self.is_chosen(words, &written) => return self.confirm(hand),
                Hand::Keys => self.press(KeyCode::ArrowDown),
                Hand::Pad => self.press_pad("DPadDown"),
            }
        }
        panic!("no line \"{words}\" for {hand:?}: {:#?}", self.written());
    }

    /// Returns true if the line with these words is selected. A menu marks it; a list draws it brightest.
    fn is_chosen(&self, words: &str, written: &[Written]) -> bool {
        let chosen = format!("> {words} <");
        if written.iter().any(|written| written.text == chosen) {
            return true;
        }
        let Some(area) = written.iter().find(|written| written.text == words).and_then(|line| line.area) else {
            return false;
        };
        let screen = &self.app.world().resource::<Screen>().0;
        let bright = u32::from_le_bytes([255, 190, 80, 255]);
        // Menu lines are so close to each other that only the middle of a line's area is unambiguous.
        let rows = area.y + area.height / 4..area.y + area.height * 3 / 4;
        let places = rows.flat_map(|y| (area.x..area.x + area.width).map(move |x| (x, y)));
        places.filter(|&(x, y)| screen.pixel(x as usize, y as usize) == Some(bright)).count() > 5
    }

    fn confirm(&mut self, hand: Hand) {
        match hand {
            Hand::Pad => self.press_pad("South"),
            Hand::Keys | Hand::Mouse => self.press(KeyCode::Enter),
        }
    }

    /// Leaves a page with the keyboard or the gamepad.
    pub(crate) fn leave(&mut self, hand: Hand) {
        match hand {
            Hand::Pad => self.press_pad("East"),
            Hand::Keys | Hand::Mouse => self.press(KeyCode::Escape),
        }
    }
}
