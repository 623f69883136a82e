//! `--self-test`: tries what the game needs from this machine, and writes what it finds for a bug report.
//!
//! The first half needs no window: files, folders, the processor, two demos, sound. The second half opens the game's
//! window until frames are shown. Each line is printed as soon as it is known, so that a crash leaves those before it.

use crate::{
    arguments::Arguments,
    files::kernel_file,
    files::mods::{Mods, Row},
    files::startup_error::print,
    flow::exit_code::{NO_DISPLAY, OUT_OF_STEP, UNREADABLE},
};
use bevy::{input::gamepad::Gamepad, prelude::*};
use bevy_window::{Monitor, PrimaryWindow, Window};
use content::{BaseRules, DemoContent, Files, game_folder, read_own_level, read_rules};
use engine::{Demo, Replay};
use ports::{Clock, Store, cores};
use present::{PresentStatus, PresentSystems};
use rodio::{DeviceSinkBuilder, DeviceTrait, cpal, cpal::traits::HostTrait};
use std::{
    env::consts::{ARCH, OS},
    fmt::Display,
    time::Duration,
};

/// Name of the report in the store.
const REPORT: &str = "crashes/self-test.txt";
/// Number of demos that are played.
const DEMOS: usize = 2;
/// Time for which frames are shown. Gamepads are found in it.
const SHOWN: Duration = Duration::from_secs(2);
/// Time after which a window without frames is a fault.
const PATIENCE: Duration = Duration::from_secs(20);

/// The report, and the worst fault so far.
#[derive(Resource)]
pub(crate) struct SelfCheck {
    store: Store,
    text: String,
    faults: Vec<&'static str>,
    /// Exit code of the first fault, otherwise 0.
    code: u8,
    /// Time of the first frame of the app, and of the first frame that was shown.
    began: Option<Duration>,
    shown: Option<Duration>,
}

/// Tries all that needs no window.
pub(crate) fn without_window(arguments: &Arguments, store: &Store, clock: &Clock) -> SelfCheck {
    let mut check = SelfCheck::new(store.clone());
    check.machine(arguments, clock);
    check.folders();
    check.files(arguments);
    check.sound(arguments.mute);
    check
}

/// Finishes the report once frames are shown, and exits.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, finish.after(PresentSystems));
}

impl SelfCheck {
    fn new(store: Store) -> SelfCheck {
        let mut check = SelfCheck { store, text: String::new(), faults: Vec::new(), code: 0, began: None, shown: None };
        check.say("Hullbreach", format!("{}, self-test", env!("CARGO_PKG_VERSION")));
        check.say("System", format!("{OS} {ARCH}"));
        check
    }

    /// Adds a line and prints it. A closed pipe is not a fault of the machine.
    fn say(&mut self, what: &str, found: impl Display) {
        let line = format!("{what}: {found}\n");
        self.text += &line;
        let _ = print(&line);
    }

    /// Adds a line about a fault. The first one decides the exit code.
    fn fault(&mut self, what: &'static str, error: impl Display, code: u8) {
        self.say(what, format!("FAULT, {error}"));
        self.faults.push(what);
        if self.code == 0 {
            self.code = code;
        }
    }

    fn machine(&mut self, arguments: &Arguments, clock: &Clock) {
        self.say("Processor", format!("{}, {} cores", raycast::processor(), cores()));
        let chosen = kernel_file::choose(arguments.kernel, &self.store, &mut || clock.now());
        self.say("Kernel", chosen.kernel);
    }

    /// Tries to write into each folder of the player.
    fn folders(&mut self) {
        for (what, folder) in [("Saves", "saves"), ("Demos", "demos"), ("Screenshots", "screenshots")] {
            let name = format!("{folder}/self-test.txt");
            if !self.store.has_place(&name) {
                self.fault(what, "there is no home folder", UNREADABLE);
                continue;
            }
            let shown = self.store.shown(folder);
            match self.store.write(&name, b"self-test\n").and_then(|()| self.store.remove(&name)) {
                Ok(()) => self.say(what, format!("{}, can be written", shown.display())),
                Err(error) => self.fault(what, format!("{} cannot be written: {error}", shown.display()), UNREADABLE),
            }
        }
    }

    /// Reads the files of the game, and plays demos with them.
    fn files(&mut self, arguments: &Arguments) {
        let Some(folder) = game_folder() else {
            return self.fault(
                "Files",
                "there are no folders 'assets' and 'levels' next to the program or here",
                UNREADABLE,
            );
        };
        let files = match Files::of_folder(&folder) {
            Ok(files) => files,
            Err(error) => return self.fault("Files", error.what, UNREADABLE),
        };
        self.say("Files", format!("{}, {} files", folder.display(), files.names().len()));
        files.refused().iter().for_each(|refused| self.fault("Files", refused, UNREADABLE));
        let mods = Mods::open(&self.store, &files, arguments);
        let file = |row: &Row| row.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.say("Mods", list(mods.rows.iter().filter(|row| row.on).map(file)));
        for name in files.list("assets/demos", ".demo").into_iter().take(DEMOS) {
            match replay(&name, &files, &DemoContent::beside(&folder.join(&name))) {
                Ok(ticks) => self.say("Demo", format!("{name}, {ticks} ticks as recorded")),
                Err(what) => self.fault("Demo", format!("{name}: {what}"), OUT_OF_STEP),
            }
        }
    }

    /// Opens the default sound device. A game without one is silent, which is not a fault.
    fn sound(&mut self, is_muted: bool) {
        if is_muted {
            return self.say("Sound", "not tried, because of --mute");
        }
        let device = cpal::default_host().default_output_device();
        let name = device.and_then(|device| device.description().ok()).map(|found| found.name().to_owned());
        match DeviceSinkBuilder::open_default_sink() {
            Ok(mut sink) => {
                sink.log_on_drop(false);
                let (rate, channels) = (sink.config().sample_rate(), sink.config().channel_count());
                let name = name.unwrap_or_else(|| "a device".to_owned());
                self.say("Sound", format!("{name}, {rate} samples per second, {channels} channels"));
            }
            Err(error) => self.say("Sound", format!("none ({error}); the game is silent")),
        }
    }

    /// Reports that there is no window, and ends.
    pub(crate) fn without_display(mut self, what: &str) -> u8 {
        self.fault("Window", what, NO_DISPLAY);
        self.end()
    }

    /// Writes the report, and returns the exit code.
    fn end(&mut self) -> u8 {
        let result = match self.faults.as_slice() {
            [] => "all that was tried works".to_owned(),
            _ => format!("faults found in: {}", list(self.faults.iter())),
        };
        self.say("Result", result);
        match self.store.write(REPORT, self.text.as_bytes()) {
            Ok(()) => self.say("Report", format!("{}; attach it to a bug report", self.store.shown(REPORT).display())),
            Err(error) => self.fault("Report", format!("it cannot be written: {error}"), UNREADABLE),
        }
        self.code
    }
}

/// Replays a demo of the game, with the content that is stored next to it if the game's has changed. Returns its ticks.
fn replay(name: &str, files: &Files, stored: &DemoContent) -> Result<u64, String> {
    let demo = files.read(name).map_err(|error| error.what)?;
    let demo = Demo::read(&demo).map_err(|error| error.to_string())?;
    let BaseRules(mut rules) = read_rules(files, None).map_err(|error| error.what)?;
    let mut level = read_own_level(&demo.head().level, files, None).map_err(|error| error.what)?;
    if demo.fits(&level, &rules).is_err() {
        level = stored.level(demo.head()).map_err(|error| error.what)?.unwrap_or(level);
        rules = stored.rules(demo.head()).map_err(|error| error.what)?.unwrap_or(rules);
    }
    let replay = Replay::new(demo, &level, &rules).and_then(Replay::play);
    replay.map(|headless| headless.run().tick).map_err(|error| error.to_string())
}

/// Returns these words separated by commas, or `none`.
fn list<T: Display>(all: impl Iterator<Item = T>) -> String {
    let all: Vec<String> = all.map(|one| one.to_string()).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Waits until frames have been shown for a while, adds what the window says, and exits.
fn finish(
    (time, status): (Res<Time<Real>>, Res<PresentStatus>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (monitors, pads): (Query<&Monitor>, Query<Option<&Name>, With<Gamepad>>),
    mut check: ResMut<SelfCheck>,
    mut exit: MessageWriter<AppExit>,
) {
    let now = time.elapsed();
    let began = *check.began.get_or_insert(now);
    if status.frames > 0 && check.shown.is_none() {
        check.shown = Some(now);
    }
    let is_late = check.shown.is_none() && now >= began + PATIENCE;
    if status.error.is_none() && !is_late && check.shown.is_none_or(|shown| now < shown + SHOWN) {
        return;
    }
    match (&status.error, window) {
        (Some(error), _) => check.fault("Window", error, NO_DISPLAY),
        (None, Some(window)) if !is_late => {
            let (size, scale) = (window.physical_size(), window.scale_factor());
            check.say("Window", format!("{}x{} pixels at scale {scale}, {} frames", size.x, size.y, status.frames));
        }
        (None, _) => check.fault("Window", "it shows no frame", NO_DISPLAY),
    }
    check.say("Frames shown by", status.backend.as_deref().unwrap_or("nothing"));
    let screens = monitors.iter().map(|found| format!("{}x{}", found.physical_width, found.physical_height));
    check.say("Screens", list(screens));
    check.say("Gamepads", list(pads.iter().map(|name| name.map_or("without a name", Name::as_str).to_owned())));
    let code = check.end();
    exit.write(if code == 0 { AppExit::Success } else { AppExit::from_code(code) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::given::shipped_files;
    use bevy::time::TimePlugin;
    use std::path::Path;

    /// Returns an app whose report is finished, on a machine on which this fails, if anything.
    fn finished(error: Option<&str>) -> (String, u8) {
        let (store, _) = Store::in_memory(Clock::of_machine());
        let mut app = App::new();
        app.add_plugins((TimePlugin, plugin)).add_message::<AppExit>();
        app.insert_resource(SelfCheck::new(store.clone()));
        app.init_resource::<PresentStatus>();
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        app.update();
        assert_eq!(app.should_exit(), None, "no frame was shown");
        let mut status = app.world_mut().resource_mut::<PresentStatus>();
        (status.frames, status.error) = (1, error.map(str::to_owned));
        app.world_mut().resource_mut::<SelfCheck>().shown = Some(Duration::ZERO);
        app.world_mut().resource_mut::<Time<Real>>().update_with_duration(SHOWN);
        app.world_mut().run_system_cached(finish).unwrap();
        let code = match app.should_exit() {
            Some(AppExit::Error(code)) => code.get(),
            exit => {
                assert_eq!(exit, Some(AppExit::Success));
                0
            }
        };
        (String::from_utf8(store.read(REPORT, 4096).unwrap()).unwrap(), code)
    }

    #[test]
    fn report_says_what_the_window_is_and_ends_the_game() {
        let (report, code) = finished(None);
        assert_eq!(code, 0, "{report}");
        for line in
            ["Window: 1280x720 pixels at scale 1, 1 frames", "Gamepads: none", "Result: all that was tried works"]
        {
            assert!(report.contains(line), "{line} is not in\n{report}");
        }
    }

    #[test]
    fn fault_is_named_in_the_report_and_in_the_exit_code() {
        let (report, code) = finished(Some("no frame can be shown"));
        assert_eq!(code, NO_DISPLAY, "{report}");
        assert!(report.contains("Window: FAULT, no frame can be shown"), "{report}");
        assert!(report.contains("Result: faults found in: Window"), "{report}");
    }

    #[test]
    fn folder_that_cannot_be_written_is_a_fault() {
        let (store, files) = Store::in_memory(Clock::of_machine());
        files.refuse(ports::Access::Write, "demos", std::io::ErrorKind::PermissionDenied);
        let mut check = SelfCheck::new(store.clone());
        check.folders();
        assert_eq!((check.faults.as_slice(), check.code), (&["Demos"][..], UNREADABLE), "{}", check.text);
        assert!(store.list("saves").is_empty(), "nothing of the trial stays");
    }

    #[test]
    fn demo_of_other_rules_is_reported() {
        let (files, folder) = (shipped_files(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let name = files.list("assets/demos", ".demo").remove(0);
        let stored = DemoContent::beside(&folder.join(&name));
        let mut bytes = files.read(&name).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        let damaged = files.with_memory([("assets/demos/x.demo".to_owned(), bytes)].into());
        replay("assets/demos/x.demo", &damaged, &stored).unwrap_err();
    }
}
