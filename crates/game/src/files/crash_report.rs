//! Crash reports: if the game panics, it writes a report, and the last minute of play as a demo.
//!
//! This works outside of Bevy, because the world is not accessible after a panic. The run is only known from the
//! [`RewindBuffer`], which is shared with the [`Tape`](engine::Tape).

use crate::files::crash_folder::{CrashFolder, demo_of};
use bevy::{
    app::{App, Last},
    prelude::*,
};
use engine::{Demo, RewindBuffer, RunUnderWay, TICKS_PER_SECOND};
use present::{PresentStatus, PresentSystems};
use std::{
    backtrace::Backtrace,
    env::consts::{ARCH, OS},
    panic::{self, PanicHookInfo},
    process,
    sync::atomic::{AtomicBool, Ordering},
    sync::{Mutex, PoisonError},
    thread,
};

/// Name of the thread that replays the last minute. A panic in it is not reported.
const REPLAY: &str = "last minute";
/// Stack size in bytes; the same as the main thread's.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 8 << 20;
/// Exit code if no window can be shown; the same as for a missing display.
const NOTHING_TO_SHOW_ON: i32 = 1;
/// Path fragments of the libraries that open the window and use the graphics driver. They panic if they fail.
const DISPLAY_LIBRARIES: [&str; 5] = ["bevy_winit", "winit-", "bevy_window", "glutin", "softbuffer"];

/// True once a frame was shown. A later panic is not caused by a missing display.
static HAS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Name of the active presenter, for the report.
static SHOWN_BY: Mutex<Option<String>> = Mutex::new(None);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, note_picture.after(PresentSystems).run_if(resource_exists_and_changed::<PresentStatus>));
}

fn note_picture(status: Res<PresentStatus>) {
    if status.frames > 0 {
        HAS_SHOWN.store(true, Ordering::Relaxed);
    }
    let mut shown_by = SHOWN_BY.lock().unwrap_or_else(PoisonError::into_inner);
    if *shown_by != status.backend {
        shown_by.clone_from(&status.backend);
    }
}

/// Contents of a crash report.
struct Crash {
    what: String,
    /// Source file, line and column.
    at: String,
    thread: String,
    /// Name of the active presenter.
    shown_by: Option<String>,
    run: Option<RunUnderWay>,
    backtrace: String,
}

/// Installs a panic hook that writes a report to this folder. If the display libraries panic before the first frame, it
/// prints an error and exits instead.
pub(crate) fn watch(folder: Option<CrashFolder>, minute: RewindBuffer) {
    let before = panic::take_hook();
    let has_reported = AtomicBool::new(false);
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() == Some(REPLAY) {
            return;
        }
        // A page always has a display.
        let has_display = cfg!(target_family = "wasm") || HAS_SHOWN.load(Ordering::Relaxed);
        if !has_display && let Some(what) = missing_display(panic) {
            eprintln!("hullbreach: {what}");
            process::exit(NOTHING_TO_SHOW_ON);
        }
        before(panic);
        if has_reported.swap(true, Ordering::SeqCst) {
            return; // later panics are consequences of the first one
        }
        let told = match folder.as_ref().map(|folder| leave(folder, &Crash::of(panic, &minute), &minute)) {
            None => "the game has crashed; no report was written, because there is no home folder".to_owned(),
            Some(Ok(path)) => format!("the game has crashed; a report was written to {path}"),
            Some(Err(what)) => format!("the game has crashed; its report cannot be written: {what}"),
        };
        eprintln!("hullbreach: {told}");
        #[cfg(target_family = "wasm")]
        crate::window::page::crashed(&told);
    }));
}

/// Returns the message of a panic.
fn message(panic: &PanicHookInfo) -> String {
    panic.payload_as_str().unwrap_or("no message").to_owned()
}

/// Returns an error message if a library panics because there is no display or no graphics driver.
fn missing_display(panic: &PanicHookInfo) -> Option<String> {
    let file = panic.location()?.file();
    DISPLAY_LIBRARIES.iter().any(|library| file.contains(library)).then(|| {
        let what = message(panic);
        // The rest is for developers: locations in the sources of libraries, or advice about Bevy.
        let what = what.split(['!', '\n']).next().unwrap_or_default().split(": Os(").next().unwrap_or_default();
        format!(
            "cannot show a window ({what}): check the display and the graphics driver, or play with \
             --terminal or --text"
        )
    })
}

/// Writes the report of a crash and its demo, and returns the name of the report.
fn leave(folder: &CrashFolder, crash: &Crash, minute: &RewindBuffer) -> Result<String, String> {
    let name = folder.write(&crash.report("Demo: the last minute was still being replayed when this was written"));
    let name = name.map_err(|error| error.to_string())?;
    let demo = match demo(folder, &name, minute) {
        Ok(words) => words,
        Err(what) => format!("Demo: none, because {what}"),
    };
    folder.replace(&name, crash.report(&demo).as_bytes())?;
    Ok(folder.path(&name).display().to_string())
}

/// Writes the last minute as a demo next to the report, and returns the report's line about it.
fn demo(folder: &CrashFolder, report: &str, minute: &RewindBuffer) -> Result<String, String> {
    let demo = replay(minute.clone())?;
    let demo = demo.ok_or("no deck was being played")?;
    let path = demo_of(report);
    let bytes = demo.bytes().map_err(|error| error.to_string())?;
    folder.replace(&path, &bytes)?;
    let seconds = demo.ticks() as f32 / TICKS_PER_SECOND as f32;
    let name = path.rsplit('/').next().unwrap_or_default();
    Ok(format!("Demo: {name} next to this file, the last {seconds:.1} seconds; `hullkit demo {name}` replays it"))
}

/// Returns the last minute as a demo. Uses a separate thread, because the replay may panic again.
#[cfg(not(target_family = "wasm"))]
fn replay(minute: RewindBuffer) -> Result<Option<Demo>, String> {
    let again = thread::Builder::new().name(REPLAY.to_owned()).stack_size(STACK).spawn(move || minute.demo());
    again.map_err(|error| error.to_string())?.join().map_err(|_| "replaying it crashed as well".to_owned())
}

/// Returns the last minute as a demo. A page has no threads and cannot continue after a second panic, but the report is
/// already written.
#[cfg(target_family = "wasm")]
fn replay(minute: RewindBuffer) -> Result<Option<Demo>, String> {
    Ok(minute.demo())
}

impl Crash {
    fn of(panic: &PanicHookInfo, minute: &RewindBuffer) -> Crash {
        Crash {
            what: message(panic),
            at: panic.location().map_or_else(String::new, ToString::to_string),
            thread: thread::current().name().unwrap_or("without a name").to_owned(),
            // A thread that panics while it holds the lock must still get a report.
            shown_by: SHOWN_BY.try_lock().ok().and_then(|shown_by| shown_by.clone()),
            run: minute.run(),
            backtrace: Backtrace::force_capture().to_string(),
        }
    }

    /// Returns the report with this line about its demo.
    fn report(&self, demo: &str) -> String {
        let Crash { what, at, thread, shown_by, run, backtrace } = self;
        let shown_by = shown_by.as_deref().unwrap_or("nothing yet");
        let version = env!("CARGO_PKG_VERSION");
        let system = if OS.is_empty() { "a browser" } else { OS };
        let run = run.as_ref().map_or_else(
            || "Deck: none was being played".to_owned(),
            |run| format!("Deck: {}\nSeed: {}\nSkill: {}\nTick: {}", run.deck, run.seed, run.skill, run.tick),
        );
        format!(
            "Hullbreach {version} has crashed on {system} ({ARCH}).\n\nWhat: {what}\nWhere: {at}, thread {thread}\nFrames shown by: {shown_by}\n{run}\n{demo}.\n\n\
             Attach this file and the demo to a bug report.\n\nBacktrace:\n{backtrace}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start, Tape, TapePlugin};
    use level::Level;
    use ports::Store;
    use std::{fs, sync::Arc};

    fn crash(run: Option<RunUnderWay>) -> Crash {
        let (what, at, thread) = ("it broke".to_owned(), "a.rs:1:2".to_owned(), "main".to_owned());
        let shown_by = Some("softbuffer".to_owned());
        Crash { what, at, thread, shown_by, run, backtrace: "0: main".to_owned() }
    }

    #[test]
    fn crash_writes_a_report_and_a_replayable_demo() {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"#######\", \"#@....#\", \"#######\"])";
        let start = Start { seed: 77, ..Start::on(Arc::new(Level::read("x", text).unwrap())) };
        let minute = RewindBuffer::default();
        let mut game = Headless::begin_with(&start, |app| {
            app.add_plugins(TapePlugin);
            app.insert_resource(Tape::keeping(minute.clone()));
        });
        minute.begin(&start, "levels/x.ron");
        (0..240).for_each(|_| game.tick(Intent { forward: 1.0, ..Intent::default() }));

        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder::open(&Store::in_folder(folder.path())).unwrap();
        let path = leave(&crashes, &crash(minute.run()), &minute).unwrap();
        let report = fs::read_to_string(&path).unwrap();
        for line in [
            concat!("Hullbreach ", env!("CARGO_PKG_VERSION"), " has crashed"),
            "What: it broke",
            "Where: a.rs:1:2, thread main",
            "Frames shown by: softbuffer",
            "Deck: levels/x.ron\nSeed: 77\nSkill: 2\nTick: 240",
            "Demo: crash.demo next to this file, the last 2.0 seconds; `hullkit demo crash.demo` replays it.",
            "Backtrace:\n0: main",
        ] {
            assert!(report.contains(line), "{line} is not in\n{report}");
        }
        let demo = Demo::read(&fs::read(folder.path().join("crashes/crash.demo")).unwrap()).unwrap();
        assert_eq!((demo.ticks(), demo.last_hash()), (240, Some(game.snapshot().hash())));
    }

    #[test]
    fn crash_at_the_title_writes_a_report_without_a_demo() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder::open(&Store::in_folder(folder.path())).unwrap();
        let path = leave(&crashes, &crash(None), &RewindBuffer::default()).unwrap();
        let report = fs::read_to_string(&path).unwrap();
        assert!(report.contains("Deck: none was being played\nDemo: none, because no deck was"), "{report}");
        assert_eq!(fs::read_dir(folder.path().join("crashes")).unwrap().count(), 2, "the report and its announcement");
    }
}
